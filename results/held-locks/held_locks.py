#!/usr/bin/env python3
"""ABDADA on the T3D's 128 PEs at shallow depths, with locks that are held and with locks that are not.

    results/held-locks/held_locks.py measure NAME --eldest PROGRAM --platform FILE   # adds to runs.json.gz
    results/held-locks/held_locks.py report                                          # the table, in Markdown
"""
import argparse
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

DATA = Path(__file__).with_name("runs.json.gz")
DEPTHS = [3, 4, 5, 6]
# Weill 1996, Table 1: speedups of ABDADA on 128 PEs of the T3D.
PAPER = {3: 1.36, 4: 3.07, 5: 5.75, 6: 12.9}


def simulate(eldest, platform, depth):
    words = ["--platform", platform, "--model", "loggp", "--algorithm", "abdada", "--processors", "128",
             "--position", "trees/chess/bratko-kopec.epd", "--depth", str(depth), "--baseline"]
    output = measured.simulate(eldest, words)
    return {"command": "eldest simulate " + " ".join(words),
            "runs": [{"position": run["id"], "time_s": run["time_s"], "nodes": run["nodes"],
                      "speedup": run["speedup"]["relative"], "overhead": run["overhead"],
                      "reads": run["table"]["reads"], "writes": run["table"]["writes"],
                      "lock_retries": run["table"].get("lock_retries", 0)} for run in output["runs"]]}


def measure(arguments, data):
    data[arguments.name] = {depth: simulate(arguments.eldest, arguments.platform, depth) for depth in DEPTHS}
    measured.save(DATA, data)


def report(data):
    names = list(data)
    print("| depth | Weill | " + " | ".join(names) + " | tries for a held lock, by access | time, last by first |")
    print("|---" * (len(names) + 4) + "|")
    for depth in DEPTHS:
        runs = [data[name][str(depth)]["runs"] for name in names]
        means = [measured.mean_and_error([run["speedup"] for run in of]) for of in runs]
        last = runs[-1]
        tries = sum(run["lock_retries"] for run in last) / sum(run["reads"] + run["writes"] for run in last)
        logarithms = [math.log(new["time_s"] / old["time_s"]) for old, new in zip(runs[0], last)]
        print(f"| {depth} | {PAPER[depth]} | " + " | ".join(f"{mean:.1f} ± {of:.1f}" for mean, of in means)
              + f" | {tries:.2f} | {measured.change(logarithms)} % |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="action", required=True)
    command = commands.add_parser("measure")
    command.add_argument("name")
    command.add_argument("--eldest", required=True)
    command.add_argument("--platform", required=True)
    commands.add_parser("report")
    arguments = parser.parse_args()
    data = measured.load(DATA, {})
    if arguments.action == "measure":
        measure(arguments, data)
    else:
        report(data)


if __name__ == "__main__":
    main()
