#!/usr/bin/env python3
"""Starts and stops searches of `eldest uci`, and looks whether it grows.

    tests/uci/cycles.py --program build/release/sim/eldest --cycles 100000

A cycle is a search with a limit, an infinite search, or one that ponders and is stopped or hit. Every cycle must have one
answer. Threads and open files must be as many after the last cycle as after the first hundred, and memory at most 4 MiB
more. The exit status is 1 otherwise.
"""
import argparse
import subprocess
import sys
from pathlib import Path

CYCLES = [["go infinite", "stop"], ["go depth 1"], ["go ponder wtime 1000 btime 1000", "stop"], ["go nodes 50"],
          ["go ponder movetime 1", "ponderhit"], ["go wtime 1 btime 1"], ["go infinite", "isready", "stop", "stop"]]


def size_of(process):
    """Returns a program's threads, open files, and memory in KiB."""
    folder = Path("/proc") / str(process.pid)
    fields = dict(line.split(":", 1) for line in (folder / "status").read_text(encoding="ascii").splitlines())
    return int(fields["Threads"]), len(list((folder / "fd").iterdir())), int(fields["VmRSS"].split()[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--cycles", type=int, default=300)
    arguments = parser.parse_args()
    process = subprocess.Popen([arguments.program, "uci", "--hash", "1", "--processors", str(arguments.threads)],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    first = None
    for cycle in range(arguments.cycles):
        process.stdin.write("\n".join(CYCLES[cycle % len(CYCLES)]) + "\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("bestmove "):
            pass
        if cycle == 100:
            first = size_of(process)
    last = size_of(process)
    process.stdin.write("isready\nquit\n")
    process.stdin.flush()
    rest = process.stdout.read().split("\n")
    print(f"threads, open files, KiB: {first} after 100 cycles, {last} after {arguments.cycles}")
    good = first[:2] == last[:2] and last[2] <= first[2] + 4096
    sys.exit(not good or any(line.startswith("bestmove") for line in rest) or process.wait() != 0)


if __name__ == "__main__":
    main()
