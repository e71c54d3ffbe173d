internal import HTTP
internal import Interchange
internal import Serving
internal import Synchronization

/// An import that goes on while its browser or program is told how far it is.
final class ImportJob: Sendable {
  enum State: Sendable {
    /// The file is being read.
    case reading
    /// What it holds is being put into the store.
    case storing
    /// What the import page says of it now.
    case shown(ImportPage.State)
    /// The answer to the form that said yes; what it says is on disk, so it is all that is kept.
    case answered(Response)
  }

  let meter = ReadingMeter()
  private let present: Mutex<State>

  init(_ state: State) {
    present = Mutex(state)
  }

  var state: State {
    get { present.withLock { $0 } }
    set { present.withLock { $0 = newValue } }
  }

  var isFinished: Bool {
    switch state {
    case .reading, .storing: false
    case .shown, .answered: true
    }
  }
}

/// The imports that go on or have just ended, one at a time on a thread of their own.
final class ImportJobs: Sendable {
  /// Of more the first that have ended are forgotten.
  static let limit = 16

  private let jobs = Mutex<[(token: String, job: ImportJob)]>([])
  private let workers = Workers(limit: 1)

  /// Begins a job, and gives the token under which it is found.
  func start(
    _ state: ImportJob.State, _ work: @escaping @Sendable (ImportJob) -> ImportJob.State
  ) -> String {
    let token = OnceToken.random()
    let job = ImportJob(state)
    jobs.withLock { jobs in
      if jobs.count >= Self.limit, let old = jobs.firstIndex(where: { $0.job.isFinished }) {
        jobs.remove(at: old)
      }
      jobs.append((token, job))
    }
    workers.perform { job.state = work(job) }
    return token
  }

  func find(_ token: String) -> ImportJob? {
    jobs.withLock { $0.first { $0.token == token }?.job }
  }

  /// Waits for the job that goes on, and drops those that wait.
  func close() { workers.close() }
}
