#!/usr/bin/env python3
"""Speedups of parallel searches with null moves and late move reductions.

    results/sequential-search/parallel.py measure [--eldest build/release/sim/eldest] [--jobs N]
    results/sequential-search/parallel.py report

`measure` runs the simulations whose figures are not in the data yet, and adds them (JSON, compressed).
`report` prints their tables, in Markdown.

The speedup of a position is the time of the faster of recursive alpha-beta and NegaScout on one processor,
with the same pruning, divided by the time of the parallel search. A table has the mean over the positions,
followed by its 95 % interval. The table also has the nodes of all positions together, divided by those of the same
algorithm on one processor, and the shares of the processors' time that are work and idle.
"""
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

ROOT = Path(__file__).resolve().parents[2]
PROCESSORS = 16
NONE = "none"
NULL_MOVE = "`--null-move 2`"
BOTH = "`--null-move 2 --lmr-after 3`"
PRUNING = {NONE: [], NULL_MOVE: ["--null-move", "2"], BOTH: ["--null-move", "2", "--lmr-after", "3"]}
SEARCHES = {6: [NONE, NULL_MOVE, BOTH], 7: [NULL_MOVE, BOTH]}  # by depth
ALGORITHMS = ["abdada", "ybwc", "dts", "jamboree", "aphid"]


def words(depth, pruning, algorithm):
    """The arguments of the command line of a simulation."""
    return ["--platform", "platforms/t3d-128.xml", "--model", "loggp", "--position",
            "trees/chess/bratko-kopec.epd", "--depth", str(depth), "--quiescence", "yes", "--losing-captures",
            "no", *PRUNING[pruning], "--algorithm", algorithm, "--processors", str(PROCESSORS), "--baseline"]


def key(depth, pruning, algorithm):
    return f"depth {depth} / {pruning} / {algorithm}"


def measure(arguments, data):
    for depth, prunings in SEARCHES.items():
        for pruning in prunings:
            for algorithm in ALGORITHMS:
                name = key(depth, pruning, algorithm)
                if name in data:
                    continue
                print(name, flush=True)
                command = words(depth, pruning, algorithm)
                output = measured.simulate(arguments.eldest, [*command, "--jobs", arguments.jobs], ROOT)
                data[name] = {"command": "eldest simulate " + " ".join(command), "runs": [
                    {"position": run["id"], "time_s": run["time_s"], "nodes": run["nodes"],
                     "speedup": run["speedup"]["absolute"], "search": run["overhead"]["search_by_nodes"],
                     "processor_time_s": run["processor_time_s"]} for run in output["runs"]]}
                measured.save(arguments.data, data)


def share(runs, kind):
    """The share of the processors' time that is of one kind, such as "work"."""
    return sum(run["processor_time_s"][kind] for run in runs) / sum(
        sum(run["processor_time_s"].values()) for run in runs)


def report(data):
    for depth, prunings in SEARCHES.items():
        print(f"\nDepth {depth}:\n\n| algorithm | pruning | speedup | nodes | work | idle |\n|---|---|---:|---:|---:|---:|")
        for algorithm in ALGORITHMS:
            for pruning in prunings:
                runs = data[key(depth, pruning, algorithm)]["runs"]
                speedups = [run["speedup"] for run in runs]
                more = sum(run["nodes"] for run in runs) / sum(
                    run["nodes"] / (1 + run["search"]) for run in runs)
                print(f"| {algorithm} | {pruning} | {measured.figure(speedups, positive=True)} | {more:.2f} | "
                      f"{share(runs, 'work'):.0%} | {share(runs, 'idle'):.0%} |")


if __name__ == "__main__":
    measured.measure_or_report(__doc__, Path(__file__).with_name("parallel.json.gz"), measure, report)
