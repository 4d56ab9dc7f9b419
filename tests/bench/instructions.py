#!/usr/bin/env python3
"""Counts the instructions of fixed searches and of a study, and compares them with those in instructions.json.

Counts do not depend on other activity of the computer, and hardly on the computer itself (0.1 %). They depend on the
compiler and its options, which are those of the preset ci with the compiler named in instructions.json. With another
compiler, nothing is compared (exit status 77). What takes 3 % more fails. --update stores the current counts,
where the change is intended. The start of the program, which is mostly the dynamic linker's, is left out. Valgrind's
exp-bbv counts, in half of the time of cachegrind. Most of that is the translation of code, at any depth.

    tests/bench/instructions.py --program build/ci/sim/eldest
    tests/bench/instructions.py --program build/ci/sim/eldest --update
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KEPT = HERE / "instructions.json"
MARGIN = 0.03
SKIPPED = 77  # the exit status of skipped tests in ctest

CHESS = "--position trees/chess/bratko-kopec.epd:BK.02"
OTHELLO = "--tree othello --position trees/othello/ffo.txt:FFO-41"
REAL = "run --processors 1"
CM5 = "simulate --platform cm5-32"
LOGGP = f"{CM5} --model loggp --processors 32"
SEARCHES = {
    "perft, chess": "perft --position startpos --depth 4",
    "chess, negascout": f"{REAL} {CHESS} --depth 5 --algorithm negascout",
    "othello, negascout": f"{REAL} {OTHELLO} --depth 8 --algorithm negascout",
    "checkers, negascout": f"{REAL} --tree checkers --depth 10 --algorithm negascout",
    "synthetic, negascout": f"{REAL} --tree synthetic:b=8 --depth 8 --algorithm negascout",
    "chess, abdada, one thread": f"{REAL} {CHESS} --depth 5 --algorithm abdada",
    "chess, ybwc, one thread": f"{REAL} {CHESS} --depth 5 --algorithm ybwc",
    "chess, ybwc, loggp, 32": f"{LOGGP} {CHESS} --depth 4 --algorithm ybwc",
    "chess, aphid, loggp, 32": f"{LOGGP} {CHESS} --depth 4 --algorithm aphid",
    "chess, abdada, flow, 8": f"{CM5} --model flow --processors 8 {CHESS} --depth 3 --algorithm abdada",
}
# A sweep of ten simulations, and its report. STORE and FOLDER stand for places that exist meanwhile.
STUDY = "study: sweep and report"
STUDY_COMMANDS = [f"sweep STORE --platform cm5-32 --model loggp {CHESS} --depth 3 --algorithm abdada,ybwc "
                  "--processors 1..8:x2 --jobs 1", "report STORE --out FOLDER"]


def instructions(program, words):
    """Returns the instructions of each process. A child's count includes the parent's before it."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=exp-bbv", "--instr-count-only=yes", "--bb-out-file=/dev/null",
                   "--pc-out-file=/dev/null", f"--log-file={folder}/%p", program, *words.split()]
        subprocess.run(command, cwd=HERE.parents[1], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        logs = [path.read_text(encoding="utf-8") for path in pathlib.Path(folder).iterdir()]
    return [sum(int(count) for count in re.findall(r"Total instructions: (\d+)", log)) for log in logs]


def counts(program):
    """Returns the instructions of each search, without the start of the program.

    A child makes the search. A simulation's other processes have only started, and loaded SimGrid.
    """
    start = instructions(program, "--version")
    counted = {}
    for name, words in SEARCHES.items():
        processes = instructions(program, words)
        counted[name] = max(processes) - min(processes if words.startswith(CM5) else start)
    counted[STUDY] = study_count(program)
    return counted


def study_count(program):
    """Returns the instructions of the study, over all its processes. They include those before each simulation's start."""
    with tempfile.TemporaryDirectory() as folder:
        places = {"STORE": f"{folder}/store.db", "FOLDER": f"{folder}/report"}
        commands = [" ".join(places.get(word, word) for word in command.split()) for command in STUDY_COMMANDS]
        return sum(sum(instructions(program, f"{command} --quiet")) for command in commands)


def report(counted, kept):
    """Prints each count beside the stored one. Returns true if one is too high."""
    failed = False
    for name, count in counted.items():
        if name not in kept:
            print(f"{name:38} {count:13,}   none is kept; see --update")
            failed = True
            continue
        change = count / kept[name] - 1
        too_high = change > MARGIN
        failed |= too_high
        print(f"{name:38} {count:13,} {100 * change:+7.2f} %{'  FAILED' if too_high else ''}")
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--compiler", help="its name and version; default: that of the counts kept")
    parser.add_argument("--update", action="store_true", help="keep what is counted")
    given = parser.parse_args()
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    compiler = given.compiler or kept["compiler"]
    if compiler != kept["compiler"] and not given.update:
        print(f"counts are kept of {kept['compiler']}, not of {compiler}")
        return SKIPPED
    counted = counts(given.program.resolve())
    if given.update:
        KEPT.write_text(json.dumps({"compiler": compiler, "counts": counted}, indent=2) + "\n", encoding="utf-8")
    return report(counted, counted if given.update else kept["counts"])


if __name__ == "__main__":
    sys.exit(main())
