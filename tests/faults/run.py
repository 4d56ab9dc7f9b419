#!/usr/bin/env python3
"""Makes calls of the system fail, one after another, in the commands of eldest.

For each kind of call and each n, the n-th call of that kind fails: once, or with all later ones. Reads and writes also
transfer a single byte. Each command of commands.py is disturbed in this way until it ends before the n-th call. For
allocations, 500 n are drawn. A library that is loaded by LD_PRELOAD counts the calls (preload.cpp). A process and its
forked children count together. Programs that eldest executes, as gnuplot, are left alone. The library forks the process
of a command from one that has loaded SimGrid (server.cpp).

After each disturbed run:

- the exit status is 0, 1 or 2; without an error its output is that of an undisturbed run;
- an error is one line, which says nothing in the terms of a library;
- files are the old ones or whole ones, and no temporary file is left;
- no process is left;
- every result in a store is that of an undisturbed run, and no result is missing that has been reported;
- the same command, undisturbed, completes the store.

    tests/faults/run.py --program build/ci/sim/eldest --library build/ci/tests/faults/libeldest-faults.so --all
    tests/faults/run.py … --count 1000 --seed 7          # a sample, without the commands that take seconds
    tests/faults/run.py … --command 'sweep, new' --kind write --all
    tests/faults/run.py … --only 'report --out: write 3 once ENOSPC'

Without run.py, as under a debugger, the environment has the plan. The number behind the way is that of the error:

    head -c 144 /dev/zero >/tmp/counters
    LD_PRELOAD=…/libeldest-faults.so ELDEST_FAULT='write 3 once 28 /tmp/counters' eldest report …
"""

import argparse
import collections
import ctypes
import errno
import json
import multiprocessing
import os
import pathlib
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

from commands import OLD, all_commands

KINDS = ["open", "read", "write", "sync", "rename", "unlink", "mkdir", "truncate", "close", "stat", "lock", "descriptor",
         "wait", "fork", "thread", "mmap", "memory"]
# How the calls of a kind fail.
WAYS = {
    "open": [("once", "EMFILE"), ("from-then", "EACCES")],
    "read": [("once", "EIO"), ("from-then", "EIO"), ("once", "EINTR"), ("part", "EIO")],
    "write": [("once", "ENOSPC"), ("from-then", "EIO"), ("once", "EINTR"), ("part", "EIO")],
    "sync": [("once", "EIO"), ("from-then", "ENOSPC")],
    "rename": [("once", "EACCES"), ("from-then", "ENOSPC")],
    "unlink": [("once", "EACCES"), ("from-then", "EIO")],
    "mkdir": [("once", "ENOSPC"), ("from-then", "EACCES")],
    "truncate": [("once", "ENOSPC"), ("from-then", "EIO")],
    "close": [("once", "EIO"), ("from-then", "EIO")],
    "stat": [("once", "EACCES"), ("from-then", "ENOMEM")],
    "lock": [("once", "EIO"), ("from-then", "EIO")],
    "descriptor": [("once", "EMFILE"), ("from-then", "EMFILE")],
    "wait": [("once", "EINTR")],
    "fork": [("once", "EAGAIN"), ("from-then", "ENOMEM")],
    "thread": [("once", "EAGAIN"), ("from-then", "EAGAIN")],
    "mmap": [("once", "ENOMEM"), ("from-then", "ENOMEM")],
    "memory": [("once", "ENOMEM"), ("from-then", "ENOMEM")],
}
ALLOCATIONS = 500  # of each command
CALLS_OF_SLOW = 6  # of each kind
SECONDS = 300
LIBRARY_TERMS = re.compile(r"std::|bad_alloc|terminate|what\(\)|basic_string|json\.exception|filesystem error|ios_base|"
                           r"vector::|crashed with signal|CRITICAL|assert|NULL|errno|\x1b")

Point = collections.namedtuple("Point", "command kind number way error")


def text_of(point):
    return f"{point.command}: {point.kind} {point.number} {point.way} {point.error}"


class Server:
    """The program, which executes commands in processes that it forks, with SimGrid loaded."""

    def __init__(self, program, library):
        self.socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(SECONDS)
        environment = {**os.environ, "LD_PRELOAD": library,
                       "ELDEST_FAULT_MODULE": str(pathlib.Path(program).with_name("eldest-simgrid.so"))}
        with other:
            self.process = subprocess.Popen([program], env=environment, stdin=other)

    def receive(self):
        return struct.unpack("i", self.socket.recv(4))[0]

    def execute(self, plan, folder, words, streams):
        """Returns the exit status of a command, as `subprocess` does, or nothing if it does not end."""
        texts = [plan, str(folder), "eldest", *words]
        socket.send_fds(self.socket, ["".join(f"{text}\0" for text in texts).encode()], streams)
        process = self.receive()
        try:
            return os.waitstatus_to_exitcode(self.receive())
        except TimeoutError:
            os.killpg(process, signal.SIGKILL)
            self.receive()
            return None


def plan_of(point, counters):
    """Returns what the library reads: the calls that fail, if there is a point, and the file of the counters."""
    calls = f"{point.kind} {point.number} {point.way} {getattr(errno, point.error)}" if point else "open 0 none 0"
    return f"{calls} {counters}"


class Run:
    """A run of a command in a folder of its own, and what it has left there."""

    def __init__(self, setting, command, folder, point=None, more=()):
        counters = folder / ".counters"
        counters.write_bytes(bytes(8 * (1 + len(KINDS))))
        given, text = os.pipe()
        os.write(text, command.text.encode())
        os.close(text)
        with open(given, "rb") as input, (folder / ".stdout").open("w+b") as out, (folder / ".stderr").open("w+b") as err:
            self.status = setting.server.execute(plan_of(point, counters), folder, [*command.words, *more],
                                                 [input.fileno(), out.fileno(), err.fileno()])
        self.output = (folder / ".stdout").read_text(errors="replace")
        self.errors = (folder / ".stderr").read_text(errors="replace")
        self.failed, *self.calls = struct.unpack(f"{1 + len(KINDS)}Q", counters.read_bytes())
        for name in (".counters", ".stdout", ".stderr"):
            (folder / name).unlink()


def children(server):
    """Returns the child processes of this one except the server. Those that had lost their parent are among them."""
    me = os.getpid()
    processes = map(int, pathlib.Path(f"/proc/{me}/task/{me}/children").read_text().split())
    return [process for process in processes if process != server.process.pid]


def processes_left(server):
    """Waits for processes that have lost their parent and are ending. Returns the number of those that are not."""
    end = time.monotonic() + 2
    while (left := children(server)) and time.monotonic() < end:
        if not any(os.waitpid(process, os.WNOHANG)[0] for process in left):
            time.sleep(0.001)
    for process in left:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    return len(left)


def fault_of_ending(run):
    """Returns what is wrong with the status and the error, or an empty text."""
    if run.status is None:
        return "does not end"
    if run.status not in (0, 1, 2):
        return f"status {run.status}: {run.errors[:200]}"
    lines = run.errors.splitlines()
    if len(lines) != (run.status != 0):
        return f"status {run.status}, {len(lines)} lines of errors: {run.errors[:300]}"
    if lines and (not lines[0].startswith("eldest: ") or LIBRARY_TERMS.search(lines[0])):
        return f"raw error: {lines[0][:300]}"
    return ""


def fault_of_files(command, run, folder, reference, point):
    """Returns what is wrong with the files that are written, or an empty text."""
    written = command.written(folder)
    for name, content in written.items():
        if content not in ("", OLD, reference.written[name]):
            return f"{name} is not whole: {len(content)} bytes"
        if content == "" and command.files.get(name):
            return f"{name} is lost"
    if run.status == 0 and written != reference.written:
        return f"status 0, but not written: {[name for name in written if written[name] != reference.written[name]]}"
    strange = [str(path.relative_to(folder)) for path in folder.rglob("*")
               if path.name.startswith(".eldest-") or run.status == 0 and path.name.endswith("-journal")]
    if strange and point.kind != "unlink":
        return f"left behind: {strange}"
    return ""


def fault_of_store(command, run, folder, reference):
    """Returns what is wrong with the store, or an empty text."""
    stored = command.stored(folder)
    results = {key: row["result"] for key, row in stored.items() if row["result"] is not None}
    for key, result in results.items():
        if result != reference.stored[key]["result"]:
            return "a result in the store is another one"
    try:
        said = json.loads(run.output)
    except ValueError:
        said = {}
    reported = said.get("ended", 0) - said.get("failed", 0) + (said.get("results", 0))
    if len(results) < reported:
        return f"{reported} results reported, {len(results)} in the store"
    if run.status == 0 and stored != reference.stored:
        return "status 0, but the store is not complete"
    return ""


def fault_of_next_run(setting, command, folder, reference):
    """Returns what is wrong after the same command without faults, or an empty text."""
    again = Run(setting, command, folder, more=["--retry-failed"] if command.words[0] == "sweep" else [])
    if again.status != 0 or again.errors:
        return f"undisturbed afterwards: status {again.status}: {again.errors[:200]}"
    if command.stored(folder) != reference.stored:
        return "undisturbed afterwards: the store is not complete"
    left = [path.name for path in folder.iterdir() if path.name.endswith("-journal")]
    return f"undisturbed afterwards: left behind: {left}" if left else ""


def fault(setting, command, reference, point, folder):
    """Returns true if a call has failed, and what is wrong after it, or an empty text."""
    command.prepare(folder)
    run = Run(setting, command, folder, point)
    left = processes_left(setting.server)
    found = fault_of_ending(run)
    if not found and left:
        found = f"{left} processes left"
    if not found and run.status == 0 and command.printed(run.output) != reference.printed:
        found = f"status 0, but another output: {run.output[:200]}"
    found = found or fault_of_files(command, run, folder, reference, point)
    if command.store:
        found = found or fault_of_store(command, run, folder, reference)
        found = found or fault_of_next_run(setting, command, folder, reference)
    return run.failed > 0, found


class Reference:
    """The output of an undisturbed command, the files that it leaves, and the number of its calls."""

    def __init__(self, setting, command):
        with tempfile.TemporaryDirectory(dir=setting.folder) as name:
            folder = pathlib.Path(name)
            command.prepare(folder)
            run = Run(setting, command, folder)
            if run.status != 0 or run.errors:
                raise SystemExit(f"faults: {command.name}, undisturbed: status {run.status}: {run.errors}")
            self.printed = command.printed(run.output)
            self.written = command.written(folder)
            self.stored = command.stored(folder)
            self.calls = dict(zip(KINDS, run.calls))


class Setting:
    """The program, the library, and the commands with their references."""

    def __init__(self, arguments, folder):
        self.program = str(arguments.program.resolve())
        self.library = str(arguments.library.resolve())
        self.folder = folder
        self.start_server()
        with tempfile.TemporaryDirectory(dir=folder) as name:
            commands = all_commands(self.program, pathlib.Path(name))
        wanted = arguments.only.split(":")[0] if arguments.only else arguments.command
        self.commands = {command.name: command for command in commands
                         if command.name == wanted or not wanted and (arguments.all or not command.slow)}
        if not self.commands:
            raise SystemExit(f"faults: {wanted}: no such command; there are: {', '.join(c.name for c in commands)}")
        self.references = {name: Reference(self, command) for name, command in self.commands.items()}

    def start_server(self):
        """Starts a server of this process, which adopts the processes that lose their parents."""
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
        self.server = Server(self.program, self.library)


def points_of(setting, seed):
    """Yields the points of all commands."""
    draw = random.Random(seed)
    for command in setting.commands.values():
        for kind, count in setting.references[command.name].calls.items():
            numbers = range(1, count + 1)
            most = CALLS_OF_SLOW if command.slow else ALLOCATIONS if kind == "memory" else count
            if most < count:
                numbers = sorted(draw.sample(numbers, most))
            for way, error in WAYS[kind]:
                for number in numbers:
                    yield Point(command.name, kind, number, way, error)


def sample(points, count, seed, part, parts):
    """Returns a sample of the points, in which each pair of command and kind has a share, or a part of this sample."""
    draw = random.Random(seed)
    groups = collections.defaultdict(list)
    for point in points:
        groups[point.command, point.kind].append(point)
    for group in groups.values():
        draw.shuffle(group)
    chosen = []
    while len(chosen) < count and any(groups.values()):
        for group in groups.values():
            if group and len(chosen) < count:
                chosen.append(group.pop())
    return chosen[part - 1::parts]


def start_worker():
    SETTING.start_server()


def try_point(point):
    command = SETTING.commands[point.command]
    with tempfile.TemporaryDirectory(dir=SETTING.folder) as name:
        return point, *fault(SETTING, command, SETTING.references[point.command], point, pathlib.Path(name))


def run_all(points, jobs):
    """Tries the points, and prints those that go wrong. Returns the counts by command and kind: tried, wrong."""
    counts = collections.defaultdict(lambda: [0, 0])
    with multiprocessing.get_context("fork").Pool(jobs, start_worker) as pool:
        for point, hit, found in pool.imap(try_point, points, chunksize=4):
            counts[point.command, point.kind][0] += hit
            if found:
                counts[point.command, point.kind][1] += 1
                print(f"{text_of(point)}: {found}", flush=True)
    return counts


def print_table(counts):
    kinds = [kind for kind in KINDS if any(key[1] == kind and count[0] for key, count in counts.items())]
    print("| command | " + " | ".join(kinds) + " | all |\n|---|" + "---:|" * (len(kinds) + 1))
    commands = list(dict.fromkeys(command for command, _ in counts))
    for command in [*commands, None]:
        cells = [[sum(count[i] for key, count in counts.items() if command in (None, key[0]) and kind in (None, key[1]))
                  for i in (0, 1)] for kind in [*kinds, None]]
        texts = [f"{tried:,}" + (f" ({wrong} wrong)" if wrong else "") for tried, wrong in cells]
        print(f"| {command or 'all'} | " + " | ".join(texts) + " |")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, required=True, help="eldest")
    parser.add_argument("--library", type=pathlib.Path, required=True, help="the library that counts calls")
    parser.add_argument("--all", action="store_true", help="every point rather than a sample")
    parser.add_argument("--count", type=int, default=1000, help="size of the sample")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--part", default="1/1", help="I/N: the I-th of N parts of the sample")
    parser.add_argument("--command", help="only this command")
    parser.add_argument("--kind", help="only these kinds of calls, separated by commas")
    parser.add_argument("--only", help="one point, as it is printed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def chosen_points(arguments, setting):
    if arguments.only:
        command, _, rest = arguments.only.partition(": ")
        kind, number, way, error = rest.split()
        return [Point(command, kind, int(number), way, error)]
    kinds = arguments.kind.split(",") if arguments.kind else KINDS
    points = [point for point in points_of(setting, arguments.seed) if point.kind in kinds]
    if arguments.all:
        return points
    part, parts = map(int, arguments.part.split("/"))
    return sample(points, arguments.count, arguments.seed, part, parts)


def main():
    global SETTING  # inherited by the processes that try points
    arguments = parse_arguments()
    memory = pathlib.Path("/dev/shm")
    parent = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="eldest-faults-", dir=parent) as folder:
        SETTING = Setting(arguments, pathlib.Path(folder))
        points = chosen_points(arguments, SETTING)
        print(f"faults: {len(points)} points", flush=True)
        counts = run_all(points, arguments.jobs)
    print_table(counts)
    return any(wrong for _, wrong in counts.values())


if __name__ == "__main__":
    sys.exit(main())
