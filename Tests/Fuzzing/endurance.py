#!/usr/bin/env python3
"""Holds a server to its promises over time: endurance.py PROGRAM [--requests N] [--kills N]

Starts PROGRAM on a free port of 127.0.0.1 with an empty data folder, talks to nothing else, and
stops by itself. Prints what it measured, and one line a promise that says whether it was kept.
Needs Linux (/proc) and nothing but Python.
"""

import argparse
import os
import random
import re
import resource
import select
import socket
import statistics
import struct
import subprocess
import tempfile
import time

PAGE = b"GET / HTTP/1.1\r\nHost: localhost:%d\r\n\r\n"
FILE = b"GET /healthz HTTP/1.1\r\nHost: localhost:%d\r\n\r\n"
POST = (
    b"POST /items HTTP/1.1\r\nHost: localhost:%d\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\ntitle=abc"
)


class Server:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [program, "--port", "0", "--data", self.folder.name, "--connections", "2048"],
            stdout=subprocess.PIPE, stderr=self.errors, text=True)
        line = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)/", line).group(1))

    def stop(self):
        self.process.terminate()
        status = self.process.wait(30)
        self.folder.cleanup()
        return status

    def rss(self):
        """Resident memory in KiB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def error_lines(self):
        self.errors.seek(0)
        return self.errors.read().count(b"\n")

    def settled(self, count, seconds=20):
        """Waits until no more descriptors are open than that; gives how many are."""
        end = time.time() + seconds
        while self.descriptors() > count and time.time() < end:
            time.sleep(0.05)
        return self.descriptors()

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)


def answer(sock, buffer=b""):
    """Reads one answer with its body; gives its status and what follows it."""
    while b"\r\n\r\n" not in buffer:
        part = sock.recv(65536)
        if not part:
            raise ConnectionError("closed in a head")
        buffer += part
    head, rest = buffer.split(b"\r\n\r\n", 1)
    length = int(re.search(rb"(?i)content-length: (\d+)", head).group(1))
    while len(rest) < length:
        part = sock.recv(65536)
        if not part:
            raise ConnectionError("closed in a body")
        rest += part
    return int(head[9:12]), rest[length:]


def promise(kept, sentence):
    print(("kept:   " if kept else "BROKEN: ") + sentence, flush=True)
    return kept


def latencies(server, seconds, meanwhile=lambda: None):
    """Milliseconds that each GET / takes on one connection, about 200 a second."""
    times = []
    sock = server.connect()
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    end = time.time() + seconds
    while time.time() < end:
        start = time.perf_counter()
        sock.sendall(PAGE % server.port)
        status, _ = answer(sock)
        times.append((time.perf_counter() - start) * 1000)
        assert status == 200
        meanwhile()
        time.sleep(0.005)
    sock.close()
    return times


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def spread(times):
    return (f"median {statistics.median(times):.2f} ms, p99 {percentile(times, 0.99):.2f} ms "
            f"of {len(times)}")


def hold(server, idle_count, slow_count, seconds):
    """Latencies, memory and descriptors while many clients are idle and many send slowly."""
    idle = []
    for _ in range(idle_count):
        sock = server.connect()
        sock.sendall(PAGE % server.port)
        answer(sock)
        idle.append(sock)
    slow = [server.connect() for _ in range(slow_count)]
    drip = b"GET / HTTP/1.1\r\nX: " + b"a" * 1000
    state = {"at": 0, "next": time.time()}

    def feed():
        if time.time() < state["next"]:
            return
        state["next"] += 0.25
        for sock in slow:
            sock.send(drip[state["at"]:state["at"] + 1])
        state["at"] += 1

    times = latencies(server, seconds, feed)
    figures = server.rss(), server.descriptors()
    for sock in idle + slow:
        sock.close()
    return times, *figures


def hold_many(server, idle_count, slow_count):
    """Idle and slow clients do not slow a normal one, and leave nothing behind."""
    latencies(server, 2)
    time.sleep(0.5)
    descriptors, before = server.descriptors(), server.rss()
    quiet, loaded, rounds = [], [], []
    # In turns, so that both figures are of the same minute of the machine.
    for _ in range(4):
        quiet += latencies(server, 6)
        times, during, held = hold(server, idle_count, slow_count, 6)
        loaded += times
        rounds.append((held, server.settled(descriptors), during, server.rss()))
    print(f"quiet:  {spread(quiet)}\nloaded: {spread(loaded)}\n"
          f"at first {descriptors} descriptors, RSS {before} KiB")
    for held, left, during, after in rounds:
        print(f"held: {held} descriptors, RSS {during} KiB; then {left} descriptors, "
              f"RSS {after} KiB")
    ratio = percentile(loaded, 0.99) / percentile(quiet, 0.99)
    return [
        promise(all(held >= idle_count + slow_count for held, _, _, _ in rounds),
                f"{idle_count} idle and {slow_count} slow clients were held"),
        promise(ratio <= 2, f"p99 of GET / beside them is {ratio:.2f} of the quiet one (2)"),
        promise(all(left == descriptors for _, left, _, _ in rounds),
                "descriptors are back after they left"),
        # What the allocator keeps for later is used by the next round, so it is not lost.
        promise(rounds[-1][3] - rounds[0][3] <= 128,
                f"memory is used again: RSS is {rounds[-1][3] - rounds[0][3]} KiB more after the "
                "last round than after the first"),
    ]


def kill_many(server, count):
    """Clients that go away in any phase leave no descriptor behind."""
    port = server.port
    phases = [
        b"", b"G", b"GET / HTTP/1.1\r\nHo", POST % port, PAGE % port, (PAGE % port) * 8,
        b"broken\r\n\r\n", FILE % port + b"GET", b"GET / HTTP/1.1\r\n\r\n",
        b"POST /items HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nab",
        b"POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
    ]
    choice = random.Random(1)
    before, rss = server.descriptors(), server.rss()
    start = time.time()
    for index in range(count):
        sock = server.connect()
        wire = phases[index % len(phases)]
        way = index // len(phases) % 4
        try:
            sock.sendall(wire[:choice.randint(0, len(wire))] if way == 3 else wire)
            if way == 1:
                sock.shutdown(socket.SHUT_WR)
            if way == 2:
                # Some of the answer, if there is one, is read before the end.
                if select.select([sock], [], [], 0.002)[0]:
                    sock.recv(choice.randint(1, 3000))
            if index % 3 == 0:
                # Closing resets the connection.
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except OSError:
            pass
        sock.close()
    after = server.settled(before)
    sock = server.connect()
    sock.sendall(PAGE % port)
    status, _ = answer(sock)
    sock.close()
    print(f"{count} clients killed in {time.time() - start:.1f} s; descriptors {before} -> {after}; "
          f"RSS {rss} -> {server.rss()} KiB")
    return [promise(after == before and status == 200, "killed clients leave no descriptor behind")]


def starve(server, count=50):
    """Without descriptors for more, clients wait at no cost, and those who are in are served."""
    before = server.descriptors()
    held = server.connect()
    held.sendall(PAGE % server.port)
    answer(held)
    pid, kind = server.process.pid, resource.RLIMIT_NOFILE
    limits = resource.prlimit(pid, kind)
    highest = max(int(name) for name in os.listdir(f"/proc/{pid}/fd"))
    said = server.error_lines()
    resource.prlimit(pid, kind, (highest + 1, limits[1]))
    waiting = [server.connect() for _ in range(count)]
    for sock in waiting:
        sock.sendall(PAGE % server.port)
    worked = server.processor_seconds()
    time.sleep(2)
    worked = server.processor_seconds() - worked
    held.sendall(PAGE % server.port)
    inside, _ = answer(held)
    early = len(select.select(waiting, [], [], 0)[0])
    resource.prlimit(pid, kind, limits)
    served = sum(answer(sock)[0] == 200 for sock in waiting)
    said = server.error_lines() - said
    for sock in waiting + [held]:
        sock.close()
    server.settled(before)
    print(f"without descriptors for {count} clients: {early} answered, {worked:.2f} s of processor "
          f"time in 2 s, {said} lines in the log; with them again: {served} answered")
    return [
        promise(inside == 200 and served == count, "clients wait for descriptors, and get them"),
        promise(worked < 0.5 and said <= 1, "waiting clients cost nothing, and one line in the log"),
    ]


def three_requests(server):
    """No answer waits for an acknowledgement of the one before."""
    best = []
    for _ in range(5):
        sock = server.connect()
        times = []
        for _ in range(3):
            start = time.perf_counter()
            sock.sendall(PAGE % server.port)
            answer(sock)
            times.append((time.perf_counter() - start) * 1000)
        sock.close()
        best.append(max(times))
        print("three requests on a connection: " + ", ".join(f"{t:.2f} ms" for t in times))
    # A wait for an acknowledgement (40 ms) would be in every try, a busy machine in some.
    return [promise(min(best) < 5, f"each of three requests takes less than 5 ms ({min(best):.2f})")]


def answer_many(server, count, connections=8, batch=64):
    """Memory does not grow with the number of requests; printed for each million."""
    # The last of each batch asks for the page.
    request = (FILE % server.port) * (batch - 1) + PAGE % server.port
    socks = [server.connect() for _ in range(connections)]
    socks[0].sendall(FILE % server.port)
    _, rest = answer(socks[0])
    socks[0].sendall(FILE % server.port)
    length = len(socks[0].recv(65536))
    done, mark, figures = 0, 1_000_000, []
    start = time.time()
    while done < count:
        for sock in socks:
            sock.sendall(request)
        for sock in socks:
            missing = length * (batch - 1)
            while missing > 0:
                part = sock.recv(min(missing, 1 << 20))
                if not part:
                    raise ConnectionError(f"closed after {done} requests")
                missing -= len(part)
            status, rest = answer(sock)
            assert status == 200 and not rest
        done += connections * batch
        if done >= mark:
            figures.append(server.rss())
            print(f"{done} requests: RSS {figures[-1]} KiB, "
                  f"{done / (time.time() - start):.0f} a second", flush=True)
            mark += 1_000_000
    for sock in socks:
        sock.close()
    if not figures:
        return []
    growth = max(figures) - figures[0]
    # A few pages are the allocator's doing; a byte a request would be a thousand of them.
    return [promise(growth <= 256, f"RSS grows by {growth} KiB after the first million of {done}")]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=10_000_000)
    parser.add_argument("--kills", type=int, default=10_000)
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--slow", type=int, default=200)
    parser.add_argument("--skip", action="append", default=[],
                        choices=["three", "starve", "hold", "kill", "answer"])
    options = parser.parse_args()
    parts = {
        "three": three_requests,
        "starve": starve,
        "hold": lambda server: hold_many(server, options.idle, options.slow),
        "kill": lambda server: kill_many(server, options.kills),
        "answer": lambda server: answer_many(server, options.requests),
    }
    server = Server(options.program)
    kept = []
    try:
        for name, part in parts.items():
            if name not in options.skip:
                kept += part(server)
        print(f"at the end: {server.descriptors()} descriptors, RSS {server.rss()} KiB")
    finally:
        status = server.stop()
    kept.append(promise(status == 0, "the program ends as it should"))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
