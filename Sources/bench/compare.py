#!/usr/bin/env python3
"""Measures Modosu beside nginx, Redis and SQLite on this machine and prints the ratios.

Run it in the package's folder; programs that are not installed are left out:

    MODOSU_BENCH=1 swift build -c release
    Sources/bench/compare.py                  # all but the clean build
    Sources/bench/compare.py pages posts      # pages, posts, together, start, build

Processor time is what the kernel's scheduler counted for all threads of a server's processes.
Nothing is asserted.
"""

import argparse
import glob
import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import time

ARGUMENTS = argparse.ArgumentParser(description=__doc__.splitlines()[0])
ARGUMENTS.add_argument("parts", nargs="*", default=["pages", "posts", "together", "start"])
ARGUMENTS.add_argument("--rounds", type=int, default=3)
ARGUMENTS.add_argument("--seconds", type=int, default=4)
ARGUMENTS.add_argument("--modosu", default=".build/release/modosu")
ARGUMENTS.add_argument("--bench", default=".build/release/bench")
ARGUMENTS.add_argument("--folder", default=".build/bench-data/compare")
OPTIONS = ARGUMENTS.parse_args()
FOLDER = os.path.abspath(OPTIONS.folder)
RUNNING = []


def has(program):
    return shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(*command, **options):
    process = subprocess.Popen(command, **options)
    RUNNING.append(process)
    return process


def stop(process):
    process.send_signal(signal.SIGTERM)
    process.wait()
    RUNNING.remove(process)


def processor_seconds(process):
    """What all threads of a process and its children have used."""
    children = {process.pid}
    for path in glob.glob(f"/proc/{process.pid}/task/*/children"):
        with open(path) as file:
            children.update(int(child) for child in file.read().split())
    total = 0
    for child in children:
        for path in glob.glob(f"/proc/{child}/task/*/schedstat"):
            with open(path) as file:
                total += int(file.read().split()[0])
    return total / 1e9


def resident(process):
    with open(f"/proc/{process.pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) * 1024


def row(name, ours, theirs, unit, lower_is_better=True):
    """One line: the medians, their ranges, and the ratio."""
    def text(values):
        values = sorted(values)
        return f"{statistics.median(values):,.1f} ({values[0]:,.1f}-{values[-1]:,.1f})"

    ratio = ""
    if theirs:
        ratio = f"{statistics.median(ours) / statistics.median(theirs):.2f}x"
    better = "" if lower_is_better else " (more is better)"
    print(f"{name:<58} {text(ours):>32} {text(theirs) if theirs else '':>32} {ratio:>8} "
          f" {unit}{better}", flush=True)


# Modosu


def make_data(items, name):
    folder = f"{FOLDER}/{name}"
    subprocess.run([OPTIONS.bench, "--make", folder, "--items", str(items)], check=True,
                   stdout=subprocess.DEVNULL)
    return folder


class Site:
    """A running Modosu with a session that has done something."""

    def __init__(self, folder):
        begin = time.monotonic()
        self.process = start(
            OPTIONS.modosu, "--port", "0", "--data", folder, "--host", "127.0.0.1",
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])
        self.page, _ = self.get("/", {})
        self.start_seconds = time.monotonic() - begin
        self.start_processor = processor_seconds(self.process)
        self.resident = resident(self.process)
        self.items = re.findall(r'action="/items/([0-9a-f-]{36})"', self.page.decode())
        # Of five items the last one was made done, so that to mark it would change nothing.
        self.items = [
            item for index, item in enumerate(dict.fromkeys(self.items)) if index % 5 != 4]
        self.cookie = None

    def begin_session(self, action="favorite"):
        self.cookie = None
        response = self.post(f"/items/{self.items[0]}", f"do={action}&return=/")
        cookies = response.headers.get_all("Set-Cookie")
        self.cookie = next(c for c in cookies if c.startswith("modosu_session")).split(";")[0]
        self.get("/")

    def get(self, path, headers=None):
        client = http.client.HTTPConnection("127.0.0.1", self.port)
        client.request("GET", path, headers={"Cookie": self.cookie} if headers is None else headers)
        response = client.getresponse()
        body = response.read()
        assert response.status == 200, response.status
        return body, response.headers

    def post(self, path, form):
        client = http.client.HTTPConnection("127.0.0.1", self.port)
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        client.request("POST", path, form, headers)
        response = client.getresponse()
        response.read()
        assert response.status == 303, response.status
        return response

    def post_script(self, page=None, reader=None):
        """For wrk: marks the items done one after the other, then open again; with a page, which
        the session of another cookie asks for after each change."""
        path = f"{FOLDER}/post.lua" if page is None else f"{FOLDER}/pair.lua"
        with open(path, "w") as file:
            file.write("""
local items = {%s}
local requests, n = {}, 0
function init()
  local headers = {["Content-Type"] = "application/x-www-form-urlencoded", ["Cookie"] = "%s"}
  for _, action in ipairs({"done", "open"}) do
    for _, item in ipairs(items) do
      requests[#requests + 1] =
        wrk.format("POST", "/items/" .. item, headers, "do=" .. action .. "&return=/")
      if "%s" ~= "" then
        requests[#requests + 1] = wrk.format("GET", "%s", {["Cookie"] = "%s"})
      end
    end
  end
end
function request()
  n = n %% #requests + 1
  return requests[n]
end
""" % (",".join(f'"{item}"' for item in self.items), self.cookie, page or "", page or "",
       reader or ""))
        return path


# Load


def wrk(port, path="/", connections=64, script=None, cookie=None, seconds=None):
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds or OPTIONS.seconds}s", "--latency"]
    if script:
        command += ["-s", script]
    if cookie:
        command += ["-H", f"Cookie: {cookie}"]
    return command + [f"http://127.0.0.1:{port}{path}"]


def read_wrk(text):
    def microseconds(share):
        value, unit = re.search(rf"{share}%\s+([\d.]+)(us|ms|s)\s", text).groups()
        return float(value) * {"us": 1, "ms": 1e3, "s": 1e6}[unit]

    errors = re.search(r"(Non-2xx.*|Socket errors.*)", text)
    if errors:
        print("  wrk:", errors[1], file=sys.stderr)
    return {
        "requests": int(re.search(r"(\d+) requests in", text)[1]),
        "per second": float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]),
        "median": microseconds(50), "p99": microseconds(99)}


def loaded(process, command):
    before = processor_seconds(process)
    found = read_wrk(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    found["processor"] = (processor_seconds(process) - before) / found["requests"] * 1e6
    return found


def start_nginx(files):
    root = f"{FOLDER}/nginx"
    os.makedirs(root, exist_ok=True)
    for name, body in files.items():
        with open(f"{root}/{name}", "wb") as file:
            file.write(body)
    port = free_port()
    with open(f"{root}/nginx.conf", "w") as file:
        file.write(f"""
worker_processes {os.cpu_count()};
daemon off;
pid {root}/pid;
error_log stderr crit;
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  default_type text/html;
  client_body_temp_path {root}/t1; proxy_temp_path {root}/t2; fastcgi_temp_path {root}/t3;
  uwsgi_temp_path {root}/t4; scgi_temp_path {root}/t5;
  server {{ listen 127.0.0.1:{port}; root {root}; }}
}}
{"user root;" if os.getuid() == 0 else ""}
""")
    process = start(has("nginx"), "-c", f"{root}/nginx.conf", "-p", root,
                    stderr=subprocess.DEVNULL)
    wait_for(port)
    return process, port


def wait_for(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.02)
    raise SystemExit(f"nothing listens at port {port}")


# The parts


def pages():
    site = Site(make_data(100, "pages"))
    site.begin_session()
    paths = {"GET /": "/", "GET /items/ID": f"/items/{site.items[0]}"}
    bodies = {name: site.get(path)[0] for name, path in paths.items()}
    files = {name: f"{index}.html" for index, name in enumerate(paths)}
    nginx = None
    if has("nginx"):
        nginx = start_nginx({files[name]: body for name, body in bodies.items()})
    ours = {name: [] for name in paths}
    theirs = {name: [] for name in paths}
    for name, path in paths.items():
        for _ in range(OPTIONS.rounds):
            ours[name].append(loaded(site.process, wrk(site.port, path, cookie=site.cookie)))
            if nginx:
                theirs[name].append(
                    loaded(nginx[0], wrk(nginx[1], "/" + files[name], cookie=site.cookie)))
        for what, unit, lower in [("processor", "µs a request", True),
                                  ("per second", "/s", False), ("p99", "µs", True)]:
            row(f"{name} ({len(bodies[name]):,} bytes): {what}", [o[what] for o in ours[name]],
                [t[what] for t in theirs[name]], unit, lower)
    for name, path in paths.items():
        changed_page(site, name, path, nginx and (nginx[0], nginx[1], files[name]))
    if nginx:
        stop(nginx[0])
    stop(site.process)
    inside = bench("GET /")
    for name in paths:
        unchanged = inside[f"{name} unchanged"]["median"]
        for state in ["after one item changed", "after one item changed, with a message",
                      "wholly cold"]:
            made = inside[f"{name} {state}"]["median"]
            row(f"{name} {state}, made", [made], None, "µs")
            # What is made anew costs that much more than what is there; the sockets cost the same.
            row(f"{name} {state}, in all", [o["processor"] + made - unchanged for o in ours[name]],
                [t["processor"] for t in theirs[name]], "µs a request")


def changed_page(site, name, path, nginx):
    """A page that is asked for after each change of another session, over one connection so that
    no change comes in between. What the change takes is measured apart and taken off."""
    reader = site.cookie
    site.begin_session("unfavorite")
    alone, pair = site.post_script(), site.post_script(path, reader)
    ours, changes, theirs = [], [], []
    for _ in range(OPTIONS.rounds):
        change = loaded(site.process, wrk(site.port, script=alone, connections=1))["processor"]
        both = loaded(site.process, wrk(site.port, script=pair, connections=1))["processor"] * 2
        changes.append(change)
        ours.append(both - change)
        if nginx:
            process, port, file = nginx
            theirs.append(loaded(process, wrk(port, "/" + file, connections=1))["processor"])
    row(f"{name} after one item changed, 1 connection: processor", ours, theirs, "µs a request")
    row("  the change itself", changes, None, "µs a request")
    site.begin_session("favorite")


def bench(name):
    text = subprocess.run(
        [OPTIONS.bench, "--json", "--filter", name, "--folder", f"{FOLDER}/bench", "--seconds", "1",
         "--growth", "1"],
        check=True, capture_output=True, text=True).stdout
    return {found["name"]: found for found in json.loads(text)}


def posts():
    site = Site(make_data(100, "posts"))
    site.begin_session()
    script = site.post_script()
    ours = {64: [], 1: []}
    theirs = {64: [], 1: []}
    raw, apart, lite, idle = [], [], [], []
    redis = start_redis() if has("redis-server") else None
    for _ in range(OPTIONS.rounds):
        for connections in [64, 1]:
            ours[connections].append(
                loaded(site.process, wrk(site.port, script=script, connections=connections)))
            if redis:
                theirs[connections].append(redis_load(redis[1], connections))
        raw.append(raw_sync())
        apart.append(raw_sync(pause=50e-6))
        idle.append(loaded(site.process, wrk(site.port, "/healthz", connections=1))["median"])
        lite.append(sqlite_inserts())
    stop(site.process)
    if redis:
        stop(redis[0])
    for connections in [64, 1]:
        title = f"durable posts, {connections} connections"
        for what, unit, lower in [("per second", "/s", False), ("median", "µs", True),
                                  ("p99", "µs", True)]:
            row(f"{title}: {what} (Redis)", [o[what] for o in ours[connections]],
                [t[what] for t in theirs[connections]], unit, lower)
    row("durable posts, 64 connections: processor", [o["processor"] for o in ours[64]], None,
        "µs a request")
    row("durable post, 1 connection (write+fdatasync)", [o["median"] for o in ours[1]], raw, "µs")
    row("  beyond write+fdatasync", [o["median"] - r for o, r in zip(ours[1], raw)], None, "µs")
    row("  beyond write+fdatasync with a pause before each",
        [o["median"] - r for o, r in zip(ours[1], apart)], None, "µs")
    row("  a request that does nothing, 1 connection", idle, None, "µs")
    row("durable posts, 1 connection (SQLite)", [o["per second"] for o in ours[1]], lite, "/s",
        False)


def start_redis():
    folder = f"{FOLDER}/redis"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    port = free_port()
    process = start(
        "redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", folder,
        "--appendonly", "yes", "--appendfsync", "always", "--save", "", stdout=subprocess.DEVNULL)
    wait_for(port)
    return process, port


def redis_load(port, connections):
    count = 60_000 if connections > 1 else 4_000
    text = subprocess.run(
        ["redis-benchmark", "-p", str(port), "-c", str(connections), "-n", str(count), "-t", "set",
         "-d", "200", "--csv"], check=True, capture_output=True, text=True).stdout
    head, values = [line.replace('"', "").split(",") for line in text.splitlines()[-2:]]
    found = dict(zip(head, values))
    return {"per second": float(found["rps"]), "median": float(found["p50_latency_ms"]) * 1e3,
            "p99": float(found["p99_latency_ms"]) * 1e3}


def raw_sync(pause=0.0):
    """The median of writing a line and making it durable, in µs.

    Without a pause the disk and the processor are never idle; with one, in seconds, they are found as
    a server finds them whose only client waits for each answer.
    """
    path = f"{FOLDER}/raw"
    file = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600)
    values = []
    for _ in range(1_500):
        if pause:
            time.sleep(pause)
        begin = time.monotonic_ns()
        os.write(file, b"x" * 330)
        os.fdatasync(file)
        values.append((time.monotonic_ns() - begin) / 1e3)
    os.close(file)
    os.remove(path)
    return statistics.median(values)


def sqlite_inserts():
    """Transactions a second, each synced."""
    for suffix in ["", "-wal", "-shm"]:
        if os.path.exists(f"{FOLDER}/lite.db{suffix}"):
            os.remove(f"{FOLDER}/lite.db{suffix}")
    database = sqlite3.connect(f"{FOLDER}/lite.db", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT, detail TEXT)")
    begin = time.monotonic()
    for number in range(2_000):
        database.execute("INSERT INTO item (title, detail) VALUES (?, ?)", ("x" * 40, "y" * 100))
    return 2_000 / (time.monotonic() - begin)


def together():
    """The same over nginx's file tells what of it is that all share two processors."""
    site = Site(make_data(100, "together"))
    site.begin_session()
    script = site.post_script()
    readers = {"GET /": wrk(site.port, "/", connections=1, cookie=site.cookie)}
    nginx = None
    if has("nginx"):
        nginx = start_nginx({"0.html": site.get("/")[0]})
        readers["nginx's file"] = wrk(nginx[1], "/0.html", connections=1)
    quiet, busy = {name: [] for name in readers}, {name: [] for name in readers}
    for _ in range(OPTIONS.rounds):
        for name, reader in readers.items():
            quiet[name].append(loaded(site.process, reader)["p99"])
            writer = start(
                *wrk(site.port, script=script, seconds=OPTIONS.seconds + 2),
                stdout=subprocess.DEVNULL)
            time.sleep(1)
            busy[name].append(loaded(site.process, reader)["p99"])
            writer.wait()
            RUNNING.remove(writer)
    if nginx:
        stop(nginx[0])
    stop(site.process)
    for name in readers:
        row(f"p99 of {name} while 64 connections post (quiet)", busy[name], quiet[name], "µs")


def starting():
    for items, name in [(None, "empty"), (100_000, "100,000 items, journal"),
                        (100_000, "100,000 items, snapshot")]:
        folder = f"{FOLDER}/start"
        shutil.rmtree(folder, ignore_errors=True)
        if items:
            make_data(items, "start")
        if "snapshot" in name:
            subprocess.run([OPTIONS.modosu, "compact", folder], check=True, capture_output=True)
        times, processor, sizes, searched = [], [], [], []
        for _ in range(max(5, OPTIONS.rounds)):
            if not items:
                shutil.rmtree(folder, ignore_errors=True)
            site = Site(folder)
            times.append(site.start_seconds * 1e3)
            processor.append(site.start_processor * 1e3)
            sizes.append(site.resident / 1e6)
            if items:
                site.get("/search?q=dentist", {})
                searched.append(resident(site.process) / 1e6)
            stop(site.process)
        row(f"start {name}: to the first page", times, None, "ms")
        row(f"start {name}: processor", processor, None, "ms")
        row(f"start {name}: resident then", sizes, None, "MB")
        if not items:
            empty = statistics.median(sizes)
        else:
            text_bytes = text_size(f"{folder}/journal.jsonl")
            for state, found in [("", sizes), (", after a search", searched)]:
                extra = [(size - empty) * 1e6 / items - text_bytes / items for size in found]
                row(f"memory an item beyond its text, {name[15:]}{state}", extra, None, "bytes")


def text_size(path):
    """The bytes of all titles and details in a journal."""
    total = 0
    with open(path) as file:
        for line in file:
            for text in re.findall(r'"(?:title|detail)":("(?:[^"\\]|\\.)*")', line):
                total += len(json.loads(text).encode())
    return total


def building():
    scratch = f"{FOLDER}/build"
    shutil.rmtree(scratch, ignore_errors=True)
    command = ["swift", "build", "-c", "release", "--product", "modosu", "--scratch-path", scratch]
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    row("clean release build", [time.monotonic() - begin], None, "s")
    shutil.rmtree(scratch)
    subprocess.run(command + ["--static-swift-stdlib"], check=True, stdout=subprocess.DEVNULL)
    program = f"{scratch}/program"
    shutil.copy(f"{scratch}/release/modosu", program)
    subprocess.run(["strip", program], check=True)
    row("program, static library, stripped", [os.path.getsize(program) / 1e6], None, "MB")


PARTS = {"pages": pages, "posts": posts, "together": together, "start": starting,
         "build": building}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    print(f"{'':<58} {'Modosu':>32} {'beside it':>32} {'ratio':>8}")
    try:
        for part in OPTIONS.parts:
            PARTS[part]()
    finally:
        for process in RUNNING:
            process.kill()


if __name__ == "__main__":
    main()
