#!/usr/bin/env python3
"""Has real programs read what Modosu writes, and Modosu read what they write.

    Tests/Readers/check.py PROGRAM

Readers: Python's json and csv; jsonschema, icalendar, pytodotxt, todoman, khal (PyPI); cmark,
Taskwarrior (apt). One that is not installed is skipped, which is said. Every item of the table of
traps must come out as it went in, but for what the README says that the format cannot hold. The
status is 1 if something does not.
"""
import csv
import datetime
import html
import http.cookiejar
import importlib.util
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
import uuid

TITLES = [
    "Milk", "x buy", "X buy", "(A) call", "2026-01-02 dated", "x 2026-01-02 2026-01-03 both", "a:b",
    "due:2026-01-01", "count:7", "pri:A", "Buy +1 apple", "+p @c", "two  spaces", "tab\there",
    "- [ ] inside", "[x] inside", "* star", "1. one", "# head", "> quote", "a <!-- b -->",
    "**bold** _it_ `code`", "back\\slash", "ends in \\", "\\n", "\\,", "a,b;c:d", "\"quoted\"", "'",
    "=1+1", "+1", "-1", "@x", "=HYPERLINK(\"http://x\")", "|pipe|", "&amp; &", "<b>&lt;</b>", "é e\u0301",
    "👩\u200d👩\u200d👧 🇯🇵", "買い物", "%41%", "{\"a\":1}", "BEGIN:VTODO", "---", "買" * 100,
    "word " * 40 + "end",
]
DETAILS = [
    "", "one", "one\ntwo\n\nthree", "  indented\n\ttab", "```\nfence\n```", "- [ ] not an item\n# head",
    "a, b; c: d\n\"quoted\"\nback\\slash\\n", "=1\n+2", "END:VTODO\nBEGIN:X", "<b>&lt;</b>",
    "é 🏳️‍🌈", "x\n \ny", "w" * 200,
]


class Server:
    """A Modosu of its own, with the items of the table if asked for."""

    def __init__(self, program, filled=True):
        self.folder = tempfile.mkdtemp(prefix="modosu-readers-")
        self.process = subprocess.Popen(
            [program, "--port", "0", "--data", self.folder], stdout=subprocess.PIPE, text=True,
            env=dict(os.environ, XDG_RUNTIME_DIR=self.folder))
        self.address = re.search(r"http://\S+:\d+", self.process.stdout.readline())[0]
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        if filled:
            for number, title in enumerate(TITLES):
                self.add(title, DETAILS[number % len(DETAILS)], number)

    def add(self, title, detail, number):
        item = self.post("/items", {"title": title, "detail": detail})["item"]
        if number % 2:
            self.post("/items/" + item["id"], {"do": "done"})
        if number % 3 == 0:
            self.post("/items/" + item["id"], {"do": "update", "favorite": True, "count": number})

    def post(self, path, fields):
        request = urllib.request.Request(
            self.address + path, json.dumps(fields).encode(),
            {"Content-Type": "application/json", "Accept": "application/json"})
        return json.load(self.opener.open(request))

    def get(self, path):
        return self.opener.open(self.address + path).read()

    def items(self):
        lists = json.loads(self.get("/export.json"))["lists"]
        return [dict(item, list=entry["name"]) for entry in lists for item in entry["items"]]

    def read(self, name, content):
        """Imports a file, and gives the items that came."""
        boundary = uuid.uuid4().hex
        body = b"".join(
            f"--{boundary}\r\nContent-Disposition: form-data; name=\"{key}\"{more}\r\n\r\n".encode()
            + value + b"\r\n"
            for key, more, value in [
                ("do", "", b"import"), ("file", f"; filename=\"{name}\"", content)])
        request = urllib.request.Request(
            self.address + "/import", body + f"--{boundary}--\r\n".encode(), {
                "Content-Type": f"multipart/form-data; boundary={boundary}",
                "Accept": "application/json"})
        before = {item["id"] for item in self.items()}
        self.opener.open(request).read()
        return [item for item in self.items() if item["id"] not in before]

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


class Differences(Exception):
    pass


def equal(what, found, wanted):
    if found != wanted:
        raise Differences(f"{what}: {found!r}, not {wanted!r}")


def same(found, wanted, *keys):
    """Compares lists of items by some of their members; the number of items."""
    equal("number of items", len(found), len(wanted))
    for one, other in zip(found, wanted):
        for key in keys:
            equal(f"{key} of {other['title']!r}", one[key], other[key])
    return len(found)


def moment(text):
    return text and datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).replace(microsecond=0)


def run(arguments, data=None, **more):
    done = subprocess.run(arguments, input=data, capture_output=True, **more)
    if done.returncode:
        raise Differences(f"{arguments[0]} failed: {done.stderr.decode()[-300:]}")
    return done.stdout


# Each check: how many items the reader read as they are, and how many Modosu read of the reader's.


def check_json(server, program, folder):
    items = server.items()
    text = json.loads(server.get("/export.json"))
    if importlib.util.find_spec("jsonschema"):
        import jsonschema
        jsonschema.validate(
            text, json.loads(server.get("/schema.json")),
            format_checker=jsonschema.FormatChecker())
    else:
        print("  (jsonschema is not installed: the schema is not checked)")
    count = same(
        [dict(title=title) for title in TITLES], items, "title")
    # Written by another program: other order, other white space, escapes.
    other = json.dumps(text, indent=1, sort_keys=True, ensure_ascii=True).encode()
    fresh = Server(program, filled=False)
    try:
        return count, same(
            fresh.read("x.json", other), items, "id", "title", "detail", "done", "favorite", "count",
            "created", "completed", "list")
    finally:
        fresh.stop()


def check_csv(server, program, folder):
    items = server.items()
    rows = list(csv.DictReader(io.StringIO(server.get("/export.csv").decode(), newline="")))
    for row, item in zip(rows, items):
        for key in ("title", "detail", "list"):
            guarded = re.match(r"'+[=+\-@\t\r\n]", row[key])
            equal(key, row[key][1:] if guarded else row[key], item[key])
        equal("done", row["done"], str(item["done"]).lower())
        equal("completed", row["completed"], item["completed"] or "")
    read = 0
    for dialect in ("excel", "unix", "excel-tab"):
        text = io.StringIO(newline="")
        writer = csv.DictWriter(
            text, ["title", "notes", "completed at", "starred"], dialect=dialect)
        writer.writeheader()
        for item in items:
            writer.writerow({
                "title": item["title"], "notes": item["detail"],
                "completed at": item["completed"] or "", "starred": item["favorite"]})
        read += same(
            server.read("x.csv", text.getvalue().encode()), items, "title", "detail", "done",
            "completed", "favorite")
    return len(rows), read


def calendar_items(calendar):
    return [
        dict(
            title=str(todo["SUMMARY"]), detail=str(todo.get("DESCRIPTION", "")),
            list=str(todo["CATEGORIES"].cats[0]), done=str(todo["STATUS"]) == "COMPLETED",
            completed="COMPLETED" in todo and todo["COMPLETED"].dt,
            id=str(todo["UID"])) for todo in calendar.walk("VTODO")]


def check_icalendar(server, program, folder):
    import icalendar
    wanted = [dict(item, completed=moment(item["completed"]) or False) for item in server.items()]
    calendar = icalendar.Calendar.from_ical(server.get("/export.ics"))
    count = same(
        calendar_items(calendar), wanted, "title", "detail", "list", "done", "completed", "id")
    other = icalendar.Calendar()
    other.add("version", "2.0")
    other.add("prodid", "-//readers//")
    for item in wanted:
        todo = icalendar.Todo()
        todo.add("uid", str(uuid.uuid4()))
        todo.add("dtstamp", moment(item["created"]))
        todo.add("summary", item["title"])
        todo.add("description", item["detail"])
        todo.add("categories", ["Again"])
        todo.add("status", "COMPLETED" if item["done"] else "NEEDS-ACTION")
        if item["completed"]:
            todo.add("completed", item["completed"])
        other.add_component(todo)
    found = [
        dict(item, completed=moment(item["completed"]) or False)
        for item in server.read("x.ics", other.to_ical())]
    return count, same(found, wanted, "title", "detail", "done", "completed")


def check_pytodotxt(server, program, folder):
    import pytodotxt
    items = server.items()
    lines = server.get("/export.txt").decode().split("\n")[:-1]
    tasks = [pytodotxt.Task(line) for line in lines]
    for task, item in zip(tasks, items):
        equal(f"done of {item['title']!r}", task.is_completed, item["done"])
        equal("list", task.projects[-1], item["list"].replace(" ", "_"))
        equal("completed", str(task.completion_date or ""), (item["completed"] or "")[:10])
        equal("created", str(task.creation_date), item["created"][:10])
        if "\t" not in item["title"]:
            equal("title", task.description.startswith(item["title"]), True)
    written = "\n".join(str(task) for task in tasks) + "\n"
    found = server.read("x.txt", written.encode())
    for item in found:
        item["completed"] = item["completed"] and item["completed"][:10]
    wanted = [dict(item, completed=item["completed"] and item["completed"][:10]) for item in items]
    return len(tasks), same(found, wanted, "title", "detail", "done", "completed", "list", "count")


def check_cmark(server, program, folder):
    items = server.items()
    text = server.get("/export.md")
    page = run(["cmark", "--to", "html", "--unsafe"], text).decode()
    boxes = re.findall(r"<li>\s*(?:<p>)?\[([ x])\] (.*?)(?: <!--.*?)?(?:</p>|</li>|\n)", page)
    equal("number of items", len(boxes), len(items))
    for (box, shown), item in zip(boxes, items):
        equal("done", box == "x", item["done"])
        equal("title", html.unescape(re.sub(r"<(?!!)[^>]*>", "", shown)), item["title"])
    # Its own way to write the same document.
    normal = run(["cmark", "--to", "commonmark", "--unsafe"], text)
    # It knows no task lists, so it escapes the boxes.
    wanted = [dict(item, title=f"[{'x' if item['done'] else ' '}] " + item["title"]) for item in items]
    found = [dict(item, title=re.sub(" <!--.*", "", item["title"])) if "favorite" in item["title"] else item
             for item in server.read("x.md", normal)]
    return len(boxes), same(found, wanted, "title")


def check_taskwarrior(server, program, folder):
    environment = dict(os.environ, TASKDATA=str(folder), TASKRC=str(folder / "rc"))
    (folder / "rc").write_text("confirmation=off\nverbose=nothing\n")
    items = [item for item in server.items() if "\t" not in item["title"]]
    stamp = lambda text: moment(text).strftime("%Y%m%dT%H%M%SZ")
    tasks = []
    for item in items:
        task = {
            "uuid": item["id"], "description": item["title"], "entry": stamp(item["created"]),
            "status": "completed" if item["done"] else "pending", "project": "Again"}
        if item["completed"]:
            task["end"] = stamp(item["completed"])
        tasks.append(task)
    # With escapes: it makes two code points of each that has two halves.
    run(["task", "import"], json.dumps(tasks).encode(), env=environment)
    exported = run(["task", "export"], env=environment)
    lenient = json.loads(exported.decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass").decode("utf-16"))
    taken = {task["uuid"]: task["description"] for task in lenient}
    order = list(taken)
    fresh = Server(program, filled=False)
    try:
        found = sorted(fresh.read("export.json", exported), key=lambda item: order.index(item["id"]))
        wanted = sorted(items, key=lambda item: order.index(item["id"]))
        # Some titles it changes itself.
        wanted = [dict(item, title=taken[item["id"]].strip()) for item in wanted]
        for item in found + wanted:
            item["completed"] = moment(item["completed"])
        kept = sum(taken[item["id"]] == item["title"] for item in items)
        return kept, same(found, wanted, "id", "title", "done", "completed")
    finally:
        fresh.stop()


def check_todoman(server, program, folder):
    import icalendar
    wanted = {item["id"]: item for item in server.items()}
    calendar = icalendar.Calendar.from_ical(server.get("/export.ics"))
    # It wants a file for each.
    for todo in calendar.walk("VTODO"):
        single = icalendar.Calendar()
        single.add("version", "2.0")
        single.add("prodid", "-//readers//")
        single.add_component(todo)
        (folder / "cal" / "all").mkdir(parents=True, exist_ok=True)
        (folder / "cal" / "all" / f"{todo['UID']}.ics").write_bytes(single.to_ical())
    (folder / "config.py").write_text(f'path = "{folder}/cal/*"\ndefault_list = "all"\n')
    environment = dict(os.environ, XDG_CACHE_HOME=str(folder), HOME=str(folder))
    todo = [tool("todo"), "--config", str(folder / "config.py"), "--porcelain"]
    shown = json.loads(run(todo + ["list", "--status", "ANY"], env=environment))
    key = lambda item: (item["title"], item["detail"])
    found = [
        dict(title=entry["summary"], detail=entry["description"], done=entry["completed"])
        for entry in shown]
    count = same(
        sorted(found, key=key), sorted(wanted.values(), key=key), "title", "detail", "done")
    # What it writes after it marked some as done and made one.
    run(todo[:3] + ["new", "-l", "all", "made, by; todoman \\n 😀"], env=environment)
    for entry in shown[:5]:
        if not entry["completed"]:
            run(todo[:3] + ["done", str(entry["id"])], env=environment)
    after = json.loads(run(todo + ["list", "--status", "ANY"], env=environment))
    fresh = Server(program, filled=False)
    try:
        read = [
            item for file in sorted((folder / "cal" / "all").iterdir())
            for item in fresh.read(file.name, file.read_bytes())]
        found = [
            dict(title=entry["summary"], detail=entry["description"], done=entry["completed"])
            for entry in after]
        return count, same(
            sorted(read, key=key), sorted(found, key=key), "title", "detail", "done")
    finally:
        fresh.stop()


def check_khal(server, program, folder):
    # It shows events, which a list of things to do has none of: it has to take the file all the same.
    (folder / "x.ics").write_bytes(server.get("/export.ics"))
    (folder / "khal.conf").write_text(f"[calendars]\n[[a]]\npath = {folder}/khal\n")
    (folder / "khal").mkdir()
    run([tool("khal"), "-c", str(folder / "khal.conf"), "import", "--batch", "-a", "a", str(folder / "x.ics")],
        env=dict(os.environ, HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CACHE_HOME=str(folder)))
    return None


def tool(name):
    beside = pathlib.Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


CHECKS = [
    ("json", None, check_json), ("csv", None, check_csv), ("icalendar", "icalendar", check_icalendar),
    ("pytodotxt", "pytodotxt", check_pytodotxt), ("cmark", None, check_cmark),
    ("Taskwarrior", None, check_taskwarrior), ("todoman", "todoman", check_todoman),
    ("khal", "khal", check_khal),
]


def main():
    program = os.path.abspath(sys.argv[1])
    failed = False
    for name, module, check in CHECKS:
        program_name = {"cmark": "cmark", "Taskwarrior": "task"}.get(name)
        missing = (
            module and not importlib.util.find_spec(module)
            or program_name and not shutil.which(program_name))
        if missing:
            print(f"{name}: skipped, it is not installed")
            continue
        server = Server(program)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="modosu-readers-"))
        try:
            counts = check(server, program, folder)
            print(
                f"{name}: reads {counts[0]} of {len(TITLES)} items; {counts[1]} of its items are read"
                if counts else f"{name}: takes the file")
        except Differences as difference:
            failed = True
            print(f"{name}: {difference}")
        finally:
            server.stop()
            shutil.rmtree(folder)
    return failed


if __name__ == "__main__":
    sys.exit(main())
