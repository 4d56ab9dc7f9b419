#!/usr/bin/env python3
"""The fastest parallel search for a number of cores of a machine: absolute speedups, with their intervals.

    results/which-algorithm/which_algorithm.py measure [--eldest build/release/sim/eldest] [--data FILE] [--jobs N]
    results/which-algorithm/which_algorithm.py report [--data FILE]

`measure` runs the simulations whose figures are not in the data yet, and adds them (JSON, compressed).
`report` prints their tables, in Markdown. For a machine or positions of your own, change MACHINES,
NODES and POSITIONS below and give a new --data file.

The speedup of a position is the time of the faster of recursive alpha-beta and NegaScout on one processor,
divided by the time of the parallel search. A table has the mean over the positions, followed by its 95 %
interval. An algorithm is bold if it has the best mean, or if it cannot be told from the best one.
"""
import collections
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

ROOT = Path(__file__).resolve().parents[2]
POSITIONS = "trees/chess/bratko-kopec.epd"
# Name: options, depth.
NODES = {"1 µs a node": (["--program", "nnue"], 5),
         "bare nodes": (["--program", "frenchess"], 5)}
# Name: numbers of processors, and which nodes.
MACHINES = {"server-128": ([2, 4, 8, 16, 32, 64, 128], list(NODES)),
            "cloud-100g-3072": ([96, 192, 384], ["1 µs a node"]),
            "cloud-25g-2048": ([64, 128, 256], ["1 µs a node"])}
# Label: name, options.
ALGORITHMS = {"ybwc": ("ybwc", []), "ybn": ("ybn", []),
              "abdada": ("abdada", []), "abdada `best`": ("abdada", ["--abdada-variant", "best"]),
              "abdada `best`, no pushes": ("abdada", ["--abdada-variant", "best", "--abdada-push-depth", "0"]),
              "alphabeta-star": ("alphabeta-star", []),
              "alphabeta-star, no updates": ("alphabeta-star", ["--alphabeta-star-update-depth", "0"]),
              "simplified-abdada": ("simplified-abdada", []), "aphid": ("aphid", []),
              "shared-table": ("shared-table", ["--shared-table-order", "random"])}


def simulate(arguments, machine, nodes, algorithm):
    """The command line of an algorithm on a machine, and the figures of its runs."""
    options, depth = NODES[nodes]
    name, own_options = ALGORITHMS[algorithm]
    processors = ",".join(map(str, MACHINES[machine][0]))
    words = ["--platform", f"platforms/{machine}.xml", "--model", "loggp", *options,
             "--position", POSITIONS, "--depth", str(depth), "--tt-entries", str(1 << 22), "--algorithm", name,
             *own_options, "--processors", processors, "--baseline"]
    output = measured.simulate(arguments.eldest, [*words, "--jobs", arguments.jobs], ROOT)
    return {"command": "eldest simulate " + " ".join(words), "runs": [
        {"position": run["id"], "processors": run["processors"], "time_s": run["time_s"], "nodes": run["nodes"],
         "speedup": run["speedup"]["absolute"], "search": run["overhead"]["search"],
         "communication": run["overhead"]["communication"],
         "synchronization": run["overhead"]["synchronization"]} for run in output["runs"]]}


def key(machine, nodes, algorithm):
    return f"{machine} / {nodes} / {algorithm}"


def measure(arguments, data):
    for machine, (_, kinds_of_nodes) in MACHINES.items():
        for nodes in kinds_of_nodes:
            for algorithm in ALGORITHMS:
                if key(machine, nodes, algorithm) in data:
                    continue
                print(key(machine, nodes, algorithm), flush=True)
                data[key(machine, nodes, algorithm)] = simulate(arguments, machine, nodes, algorithm)
                measured.save(arguments.data, data)


def report(data):
    runs = collections.defaultdict(lambda: collections.defaultdict(list))
    for name, result in data.items():
        for run in result["runs"]:
            runs[name][run["processors"]].append(run)
    for machine, (processors, kinds_of_nodes) in MACHINES.items():
        for nodes in kinds_of_nodes:
            depth = NODES[nodes][1]
            names = {algorithm: key(machine, nodes, algorithm) for algorithm in ALGORITHMS
                     if key(machine, nodes, algorithm) in data}
            if not names:
                continue
            print(f"\n`{machine}`, {nodes}, depth {depth}\n")
            print("| processors | " + " | ".join(names) + " |\n" + "|---" * (len(names) + 1) + "|")
            for count in processors:
                speedups = {algorithm: [run["speedup"] for run in runs[name][count]]
                            for algorithm, name in names.items()}
                cells = measured.ranked(speedups)
                print(f"| {count} | " + " | ".join(cells.values()) + " |")


if __name__ == "__main__":
    measured.measure_or_report(__doc__, Path(__file__).with_name("runs.json.gz"), measure, report)
