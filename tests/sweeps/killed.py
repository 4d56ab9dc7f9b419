#!/usr/bin/env python3
"""Kills sweeps at random moments, fills their disks, and takes their stores away.

Every store must end with exactly the rows of an undisturbed sweep, and every failure must be one line. The tests, in
turn:

- a sweep and its workers, killed by SIGKILL, SIGTERM, SIGINT and SIGHUP;
- two sweeps on one store, of which one is killed;
- a full disk, and one that cannot be written (a small tmpfs, mounted if this is root and has mount);
- a store of a later version.

The moments and victims of the kills depend on --seed, and on the speed of the computer:

    tests/sweeps/killed.py --program build/ci/sim/eldest --points 202 --kills 100 --seed 1
"""
import argparse
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

from stores import TINY_GRID, Eldest, first_difference, rows

INTERRUPTS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]


def children_of(process):
    try:
        return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


class Killer:
    """Runs a sweep again and again, and kills it."""

    def __init__(self, eldest, words, seed, longest_pause):
        self.eldest = eldest
        self.words = words
        self.random = random.Random(seed)
        self.longest_pause = longest_pause # the longest time between two kills, in seconds
        self.workers_killed = 0
        self.kills = 0

    def start(self, *words):
        return subprocess.Popen([self.eldest.program, "sweep", *map(str, words), *self.words],
                                cwd=self.eldest.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, store):
        """Starts a sweep and kills it or its workers at random moments, until it ends. Returns true if the sweep itself
        has been killed."""
        process = self.start(store)
        killed = False
        while process.poll() is None:
            time.sleep(self.random.uniform(0, self.longest_pause))
            if self.random.random() < 0.3:
                self.kill_worker(process)
            elif process.poll() is None:
                number = self.random.choice([signal.SIGKILL, signal.SIGKILL, *INTERRUPTS])
                process.send_signal(number)
                self.kills += 1
                killed = True
                self.check_end(process, number)
        process.communicate()
        return killed

    def kill_worker(self, process):
        workers = children_of(process.pid)
        if not workers:
            return
        try:
            os.kill(self.random.choice(workers), signal.SIGKILL)
        except ProcessLookupError:
            return
        self.workers_killed += 1
        self.kills += 1

    def check_end(self, process, number):
        _, errors = process.communicate(timeout=60)
        lines = len(errors.splitlines())
        # A signal may come before signals are held back, and after the last point or the report of a failure.
        ended = process.returncode == -number and lines <= 1 or process.returncode in (0, 1) and lines == process.returncode
        if not ended:
            raise SystemExit(f"killed: after signal {number}: status {process.returncode}: {errors}")


def check(folder, name, reference="undisturbed.db"):
    difference = first_difference(folder / name, folder / reference)
    if difference:
        raise SystemExit(f"killed: {name}: {difference}")


def failures(store):
    return [row["failure"] for row in rows(store).values() if row["failure"]]


def finish(eldest, store, words):
    """Runs the points of a sweep that are left, and those that have failed."""
    eldest.run("sweep", store, *words, "--retry-failed")


def kill_sweeps(killer, eldest, words, kills):
    stores = 0
    while killer.kills < kills:
        stores += 1
        store = eldest.folder / f"killed-{stores}.db"
        before = killer.workers_killed
        while killer.kills < kills and killer.run(store):
            pass
        if store.exists() and len(failures(store)) > 2 * (killer.workers_killed - before):
            raise SystemExit(f"killed: more failures than points of workers killed: {failures(store)[:3]}")
        finish(eldest, store, words)
        check(eldest.folder, store.name)
    return f"{killer.kills} kills, {killer.workers_killed} of them of workers, in {stores} sweeps"


def kill_one_of_two(killer, eldest, words):
    survivor = killer.start("two.db")
    other = killer.start("two.db")
    time.sleep(killer.random.uniform(0, 10 * killer.longest_pause))
    other.kill()
    other.communicate()
    _, errors = survivor.communicate(timeout=600)
    if survivor.returncode != 0:
        raise SystemExit(f"killed: the other of two sweeps: {errors}")
    check(eldest.folder, "two.db")
    return "one of two killed"


def fill_disk(eldest, words, points):
    folder = eldest.folder / "disk"
    folder.mkdir()
    # A result takes some 8 KiB, so that there is room for about half of them.
    mount = ["mount", "-t", "tmpfs", "-o", f"size={60 + 5 * points}k", "eldest", folder]
    if not shutil.which("mount"):
        return "no disk filled: there is no program mount"
    if os.geteuid() != 0 or subprocess.run(mount, stderr=subprocess.DEVNULL).returncode != 0:
        return "no disk filled: no tmpfs can be mounted here"
    try:
        store = folder / "full.db"
        line = eldest.run("sweep", store, *words, status=1)
        if "full" not in line:
            raise SystemExit(f"killed: on a full disk: {line}")
        kept = sum(row["result"] is not None for row in rows(store).values()) if store.stat().st_size else 0
        subprocess.run(["mount", "-o", "remount,size=64m,ro", folder], check=True)
        line = eldest.run("sweep", store, *words, status=1)
        if "read-only" not in line:
            raise SystemExit(f"killed: on a disk that is only read: {line}")
        subprocess.run(["mount", "-o", "remount,rw", folder], check=True)
        finish(eldest, store, words)
        check(eldest.folder, "disk/full.db")
    finally:
        subprocess.run(["umount", folder], check=True)
    return f"disk full after {kept} results"


def refuse_later_version(eldest, words):
    store = eldest.folder / "undisturbed.db"
    later = eldest.folder / "later.db"
    later.write_bytes(store.read_bytes())
    with sqlite3.connect(later) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    before = later.read_bytes()
    line = eldest.run("sweep", later, *words, status=2)
    if "version 99" not in line or later.read_bytes() != before:
        raise SystemExit(f"killed: a store of a later version: {line}")
    return "a later version refused"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="eldest")
    parser.add_argument("--points", type=int, default=202)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    # With a second depth, a worker runs two points.
    words = [*TINY_GRID, "--depth", "2", "--seeds", f"1..{max(1, (arguments.points - 4) // 8)}", "--jobs", "2", "--quiet"]
    with tempfile.TemporaryDirectory(prefix="eldest-killed-") as name:
        eldest = Eldest(arguments.program, Path(name))
        begin = time.monotonic()
        eldest.run("sweep", "undisturbed.db", *words)
        seconds = time.monotonic() - begin
        killer = Killer(eldest, words, arguments.seed, longest_pause=2 * seconds / (1 + arguments.points / 40))
        for said in (kill_sweeps(killer, eldest, words, arguments.kills), kill_one_of_two(killer, eldest, words),
                     fill_disk(eldest, words, arguments.points), refuse_later_version(eldest, words)):
            print(f"killed: {said}", flush=True)


if __name__ == "__main__":
    main()
