#!/usr/bin/env python3
"""YBWC, ABDADA and APHID on machines of shared memory, before and after their messages and stores cost something.

    results/shared-memory/compare.py measure before|after [--eldest build/release/sim/eldest] [--data FILE]
    results/shared-memory/compare.py report [--data FILE]

`measure before` is for a build of commit c754861. Start it in the folder of that build, which has its platforms.
`measure after` is for the present build. `report` prints the table, in Markdown.
"""
import argparse
import math
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

ROOT = Path(__file__).resolve().parents[2]
PLATFORMS = ["numa-64", "origin2000-64"]
ALGORITHMS = ["ybwc", "abdada", "aphid"]
PROCESSORS = [32, 64]
# Name: options, which the program of commit c754861 has, too.
NODES = {"bare": [], "1 µs": ["--node-costs", "18000,0,0,0"]}


def key(when, platform, nodes, algorithm):
    return f"{when} / {platform} / {nodes} / {algorithm}"


def configurations():
    for platform in PLATFORMS:
        for nodes in NODES:
            if platform == "numa-64" or nodes == "bare":
                yield platform, nodes


def simulate(eldest, platform, nodes, algorithm):
    words = ["--platform", f"platforms/{platform}.xml", "--model", "loggp", "--position",
             "trees/chess/bratko-kopec.epd", "--depth", "5", "--processors", ",".join(map(str, PROCESSORS)),
             "--algorithm", algorithm, "--baseline", *NODES[nodes]]
    output = measured.simulate(eldest, [*words, "--jobs", 1])
    return {"command": "eldest simulate " + " ".join(words),
            "runs": [{"position": run["id"], "processors": run["processors"], "time_s": run["time_s"],
                      "nodes": run["nodes"], "speedup": run["speedup"]["absolute"], "overhead": run["overhead"]}
                     for run in output["runs"]]}


def measure(arguments, data):
    for platform, nodes in configurations():
        for algorithm in ALGORITHMS:
            name = key(arguments.when, platform, nodes, algorithm)
            print(name, flush=True)
            data[name] = simulate(arguments.eldest, platform, nodes, algorithm)
    measured.save(arguments.data, data)


def report(data):
    print("| platform, nodes | P | algorithm | sum of times, before | after | time by position | speedup, before | after |\n"
          "|---|---|---|---|---|---|---|---|")
    for platform, nodes in configurations():
        for processors in PROCESSORS:
            for algorithm in ALGORITHMS:
                before, after = ([run for run in data[key(when, platform, nodes, algorithm)]["runs"]
                                  if run["processors"] == processors] for when in ("before", "after"))
                logarithms = [math.log(new["time_s"] / old["time_s"]) for old, new in zip(before, after)]
                times = [1e3 * sum(run["time_s"] for run in runs) for runs in (before, after)]
                speedups = [statistics.mean(run["speedup"] for run in runs) for runs in (before, after)]
                print(f"| {platform}, {nodes} | {processors} | {algorithm} | {times[0]:.1f} ms | {times[1]:.1f} ms "
                      f"| {measured.change(logarithms)} % "
                      f"| {speedups[0]:.1f} | {speedups[1]:.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="action", required=True)
    for name in ("measure", "report"):
        command = commands.add_parser(name)
        if name == "measure":
            command.add_argument("when", choices=["before", "after"])
            command.add_argument("--eldest", default=str(ROOT / "build/release/sim/eldest"))
        command.add_argument("--data", type=Path, default=Path(__file__).with_name("runs.json.gz"))
    arguments = parser.parse_args()
    data = measured.load(arguments.data, {})
    if arguments.action == "measure":
        measure(arguments, data)
    else:
        report(data)


if __name__ == "__main__":
    main()
