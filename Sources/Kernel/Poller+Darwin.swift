#if canImport(Darwin)
  import Darwin

  /// Waits for any of many descriptors (kqueue).
  @safe package struct Poller: ~Copyable {
    private let descriptor: Descriptor
    private var buffer: [Darwin.kevent]

    /// - Parameter capacity: the most events of one turn.
    package init(capacity: Int = 256) throws(SystemError) {
      descriptor = Descriptor(owning: try systemCall("kqueue") { kqueue() })
      unsafe buffer = unsafe Array(repeating: Darwin.kevent(), count: capacity)
    }

    /// Watches a descriptor until it is closed or removed.
    package func add(
      _ watched: borrowing Descriptor, token: UInt64, _ interest: PollInterest
    ) throws(SystemError) {
      switch interest {
      case .readingLevel:
        try change(watched.number, EVFILT_READ, EV_ADD, token)
      case .streamEdge:
        try change(watched.number, EVFILT_READ, EV_ADD | EV_CLEAR, token)
        try change(watched.number, EVFILT_WRITE, EV_ADD | EV_CLEAR, token)
      }
    }

    /// Watches a descriptor that was added for reading no longer.
    package func remove(_ watched: borrowing Descriptor) {
      try? change(watched.number, EVFILT_READ, EV_DELETE, 0)
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
      var timeout = timespec()
      if let milliseconds {
        timeout.tv_sec = max(0, milliseconds) / 1000
        timeout.tv_nsec = max(0, milliseconds) % 1000 * 1_000_000
      }
      let number = descriptor.number
      let capacity = unsafe CInt(buffer.count)
      let count = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
        unsafe withUnsafePointer(to: timeout) { timeout in
          unsafe kevent(
            number, nil, 0, buffer.baseAddress, capacity, milliseconds == nil ? nil : timeout)
        }
      }
      if count < 0 {
        let code = errno
        if code == EINTR { return }
        throw SystemError("kevent", code: code)
      }
      for index in 0..<Int(count) {
        let event = unsafe buffer[index]
        // The end of a stream or an error is found out by reading or writing.
        let ended = unsafe Int32(event.flags) & (EV_EOF | EV_ERROR) != 0
        let token = unsafe UInt64(UInt(bitPattern: event.udata))
        let isReading = unsafe Int32(event.filter) == EVFILT_READ
        events.append(
          PollEvent(
            token: token, isReadable: isReading || ended, isWritable: !isReading || ended,
            isEnding: ended))
      }
    }

    private func change(
      _ number: CInt, _ filter: Int32, _ flags: Int32, _ token: UInt64
    ) throws(SystemError) {
      var event = unsafe Darwin.kevent(
        ident: UInt(number), filter: Int16(filter), flags: UInt16(flags), fflags: 0, data: 0,
        udata: UnsafeMutableRawPointer(bitPattern: UInt(token)))
      try systemCall("kevent") { unsafe kevent(descriptor.number, &event, 1, nil, 0, nil) }
    }
  }
#endif
