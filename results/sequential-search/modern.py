#!/usr/bin/env python3
"""The tree of a modern selective search, and parallel speedups in it at the same size of search.

    results/sequential-search/modern.py measure [--eldest build/release/sim/eldest] [--jobs N]
    results/sequential-search/modern.py report

`measure` runs the simulations whose figures are not in the data yet, and adds them (JSON, compressed).
`report` prints their tables, in Markdown. The engine preset `modern` is compared with `nnue`, which differs in its search only:
`nnue` has neither null moves nor reductions nor windows at the root, and searches all captures in quiescence. Speedups are
as in parallel.py.
"""
import math
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

ROOT = Path(__file__).resolve().parents[2]
DEPTHS = {"nnue": range(3, 6), "modern": range(3, 8)}  # of sequential searches
SIZES = {"nnue": 5, "modern": 7}  # depths of parallel searches, of about the same size
ALGORITHMS = ["abdada"]
PROCESSORS = [16, 64]


def words(program, depth, algorithm, processors):
    """The arguments of a command line of simulations."""
    return ["--platform", "server-128", "--model", "loggp", "--config", f"sim/cli/programs/{program}.ini", "--position",
            "trees/chess/bratko-kopec.epd", "--depth", str(depth), "--algorithm", algorithm, "--processors", processors]


def run(arguments, data, name, command):
    if name in data:
        return
    print(name, flush=True)
    output = measured.simulate(arguments.eldest, [*command, "--jobs", arguments.jobs], ROOT)
    data[name] = {"command": "eldest simulate " + " ".join(command), "runs": [
        {"position": run["id"], "processors": run["processors"], "time_s": run["time_s"], "nodes": run["nodes"],
         "iterations": [iteration["nodes"] for iteration in run["iterations"]], "first_move": run["first_move_cutoff_rate"],
         **({"speedup": run["speedup"]["absolute"], "search": run["overhead"]["search_by_nodes"]} if "speedup" in run else {})}
        for run in output["runs"]]}
    measured.save(arguments.data, data)


def measure(arguments, data):
    for program, depths in DEPTHS.items():
        run(arguments, data, f"{program} / sequential", words(program, depths[-1], "negascout", "1"))
        for algorithm in ALGORITHMS:
            run(arguments, data, f"{program} / {algorithm}",
                [*words(program, SIZES[program], algorithm, ",".join(map(str, PROCESSORS))), "--baseline"])


def report(data):
    print("| program | D | nodes of the iteration | growth a ply | first-move |\n|---|---:|---:|---:|---:|")
    for program, depths in DEPTHS.items():
        runs = data[f"{program} / sequential"]["runs"]
        for depth in depths:
            nodes = sum(run["iterations"][depth - 1] for run in runs)
            growth = math.sqrt(nodes / sum(run["iterations"][depth - 3] for run in runs))
            first = f"{statistics.mean(run['first_move'] for run in runs):.3f}" if depth == depths[-1] else ""
            print(f"| {program} | {depth} | {nodes:,} | {growth:.2f} | {first} |")
    print("\n| algorithm | program | D |" + "".join(f" speedup on {p} | nodes |" for p in PROCESSORS) + "\n|---|---|---:|" +
          "---:|" * (2 * len(PROCESSORS)))
    for algorithm in ALGORITHMS:
        for program, depth in SIZES.items():
            cells = []
            for processors in PROCESSORS:
                runs = [run for run in data[f"{program} / {algorithm}"]["runs"] if run["processors"] == processors]
                speedups = [run["speedup"] for run in runs]
                more = sum(run["nodes"] for run in runs) / sum(run["nodes"] / (1 + run["search"]) for run in runs)
                cells += [measured.figure(speedups, positive=True), f"{more:.2f}"]
            print(f"| {algorithm} | {program} | {depth} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    measured.measure_or_report(__doc__, Path(__file__).with_name("modern.json.gz"), measure, report)
