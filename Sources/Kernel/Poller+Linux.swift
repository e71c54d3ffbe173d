#if os(Linux)
  import CLinux
  import Glibc

  /// Waits for any of many descriptors (epoll).
  @safe package struct Poller: ~Copyable {
    private let descriptor: Descriptor
    /// What the kernel writes events to. An event is unsafe only for the union in it, of which the
    /// token is the one member that is ever used.
    private var buffer: [epoll_event]

    /// - Parameter capacity: the most events of one turn.
    package init(capacity: Int = 256) throws(SystemError) {
      let flags = CInt(EPOLL_CLOEXEC)
      descriptor = Descriptor(owning: try systemCall("epoll_create1") { epoll_create1(flags) })
      unsafe buffer = unsafe Array(repeating: epoll_event(), count: capacity)
    }

    /// Watches a descriptor until it is closed or removed.
    package func add(
      _ watched: borrowing Descriptor, token: UInt64, _ interest: PollInterest
    ) throws(SystemError) {
      let events: UInt32 =
        switch interest {
        case .readingLevel: EPOLLIN.rawValue
        case .streamEdge:
          EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        }
      var event = unsafe epoll_event(events: events, data: epoll_data_t(u64: token))
      let number = watched.number
      try systemCall("epoll_ctl") {
        unsafe epoll_ctl(descriptor.number, EPOLL_CTL_ADD, number, &event)
      }
    }

    /// Watches a descriptor no longer.
    package func remove(_ watched: borrowing Descriptor) {
      var unused = unsafe epoll_event()
      // Fails only for a descriptor that is not watched.
      _ = unsafe epoll_ctl(descriptor.number, EPOLL_CTL_DEL, watched.number, &unused)
    }

    /// Waits for events.
    ///
    /// - Parameters:
    /// - milliseconds: how long at most; nil for ever.
    /// - events: what is replaced by the events, which are none after that time or after a signal.
    package mutating func wait(
      milliseconds: Int?, into events: inout [PollEvent]
    ) throws(SystemError) {
      events.removeAll(keepingCapacity: true)
      let timeout = milliseconds.map { CInt(clamping: max(0, $0)) } ?? -1
      let number = descriptor.number
      let capacity = unsafe CInt(buffer.count)
      let count = unsafe buffer.withUnsafeMutableBufferPointer {
        unsafe epoll_wait(number, $0.baseAddress, capacity, timeout)
      }
      if count < 0 {
        let code = errno
        if code == EINTR { return }
        throw SystemError("epoll_wait", code: code)
      }
      // An error or a hang-up is found out by reading or writing, whichever is wanted next.
      let failure = EPOLLERR.rawValue | EPOLLHUP.rawValue
      let readable = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | failure
      let writable = EPOLLOUT.rawValue | failure
      let ending = EPOLLRDHUP.rawValue | failure
      for index in 0..<Int(count) {
        let event = unsafe buffer[index]
        events.append(
          PollEvent(
            token: unsafe event.data.u64, isReadable: unsafe event.events & readable != 0,
            isWritable: unsafe event.events & writable != 0,
            isEnding: unsafe event.events & ending != 0))
      }
    }
  }
#endif
