#!/usr/bin/env python3
"""The deviation of the model loggp from flow: simulated time and nodes, over platforms, algorithms and trees.

    results/loggp/deviation.py measure [--eldest build/release/sim/eldest] [--data FILE] [--platforms a,b]
    results/loggp/deviation.py report [--data FILE]

`measure` runs the simulations whose figures are not in the data yet, and adds them (JSON, compressed).
`report` prints their tables. A deviation is the mean over positions of the logarithm of the ratio of loggp to flow. A
parallel search is chaotic: a message that comes a nanosecond later can change the order in which nodes are
searched, and with it the tree. The control shows the deviation by chaos alone: it compares flow with messages up
to 1 ns late with flow.
"""
import argparse
import collections
import itertools
import math
import statistics
import tempfile
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

ROOT = Path(__file__).resolve().parents[2]
PROCESSORS = [8, 32, 128]
PLATFORMS = {"cm5-32": 32, "cs6400-64": 64, "ethernet-10-16": 16, "ethernet-100-32": 32, "myrinet-32": 32,
             "numa-64": 64, "origin2000-64": 64, "rdma-1024": 1024, "t3d-128": 128}
ALGORITHMS = {"abdada": [], "simplified-abdada": [], "ybwc": [], "aphid": [], "pvsplit": [],
              "shared-table": ["--shared-table-order", "root"]}
# Name, file of positions, depth; synthetic trees have seeds in place of positions.
TREES = [("chess", "trees/chess/bratko-kopec.epd", 3),
         ("othello", "trees/othello/wc1996-final.txt", 5),
         ("checkers", "trees/checkers/chinook-tinsley-1992.fen", 6),
         ("synthetic", None, 3)]
POSITIONS = 4  # of every tree, evenly over its file
MODELS = {"flow": ["--model", "flow"], "loggp": ["--model", "loggp"],
          "control": ["--model", "flow", "--jitter", "1e-9"]}
# A processor that spends more than this share of its time on communication is held up by the network.
SATURATED = 0.3


def searches(folder):
    """For every tree, the arguments of the command lines that search its positions."""
    for tree, positions, depth in TREES:
        words = ["--depth", depth, "--tt-entries", 1 << 16]
        if positions is None:
            yield tree, [["--tree", f"synthetic:name=chesslike,seed={seed}", *words]
                         for seed in range(1, POSITIONS + 1)]
            continue
        lines = [line for line in (ROOT / positions).read_text().splitlines()
                 if line.strip() and not line.startswith("#")]
        chosen = folder / Path(positions).name
        chosen.write_text("\n".join(lines[len(lines) // POSITIONS // 2::len(lines) // POSITIONS][:POSITIONS]) + "\n")
        yield tree, [["--tree", tree, "--position", chosen, *words]]


def simulate(eldest, words):
    """The runs of a command line."""
    output = measured.simulate(eldest, ["--jobs", 1, *words])
    return output.get("runs", [output])


def figures(run):
    account = run["processor_time_s"]
    return {"time": run["time_s"], "nodes": run["nodes"], "bytes": run["messages"]["bytes"],
            "communication": account["communication"] / sum(account.values())}


def measure(eldest, data, platforms):
    rows = measured.load(Path(data), [])
    known = {(row["platform"], row["algorithm"], row["tree"]) for row in rows}
    with tempfile.TemporaryDirectory() as folder:
        trees = list(searches(Path(folder)))
        for (platform, hosts), algorithm, (tree, commands) in itertools.product(PLATFORMS.items(), ALGORITHMS, trees):
            if platform not in platforms or (platform, algorithm, tree) in known:
                continue
            counts = [count for count in PROCESSORS if count <= hosts]
            machine = ["--platform", ROOT / f"platforms/{platform}.xml", "--algorithm", algorithm, *ALGORITHMS[algorithm],
                       "--processors", ",".join(map(str, counts))]
            found = {model: [run for command in commands for run in simulate(eldest, [*machine, *command, *words])]
                     for model, words in MODELS.items()}
            for processors in counts:
                row = {model: [figures(run) for run in runs if run["processors"] == processors]
                       for model, runs in found.items()}
                rows.append({"platform": platform, "processors": processors, "algorithm": algorithm, "tree": tree, **row})
            measured.save(data, rows)


def logarithms(rows, model, figure):
    return [math.log(this[figure] / that[figure]) for row in rows for this, that in zip(row[model], row["flow"])]


def table(rows, keys):
    """Prints one line for every combination of the keys."""
    groups = collections.defaultdict(list)
    for row in rows:
        groups[tuple(row[key] for key in keys)].append(row)
    head = [*keys, "runs", "comm, %", "time, %", "nodes, %", "control: time, %", "nodes, %"]
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for key, members in groups.items():
        share = statistics.mean(run["communication"] for row in members for run in row["flow"])
        cells = [*key, len(logarithms(members, "loggp", "time")), f"{100 * share:.0f}"]
        cells += [measured.change(logarithms(members, model, figure), 1)
                  for model in ("loggp", "control") for figure in ("time", "nodes")]
        print(f"| {' | '.join(map(str, cells))} |")
    print()


def spread(rows, model, figure):
    """The mean absolute deviation of a single run, in per cent."""
    return 100 * statistics.mean(abs(value) for value in logarithms(rows, model, figure))


def is_saturated(row):
    return statistics.mean(run["communication"] for run in row["flow"]) > SATURATED


def report(data):
    rows = measured.load(Path(data), [])
    free = [row for row in rows if not is_saturated(row)]
    held_up = [row for row in rows if is_saturated(row)]
    print("Network not saturated\n")
    table(free, ["algorithm"])
    table(free, ["platform", "processors"])
    table(free, ["tree"])
    print(f"All: time {measured.change(logarithms(free, 'loggp', 'time'), 1)} %, nodes "
          f"{measured.change(logarithms(free, 'loggp', 'nodes'), 1)} %. A single run is off by {spread(free, 'loggp', 'time'):.1f} % "
          f"in time and {spread(free, 'loggp', 'nodes'):.1f} % in nodes; the control by "
          f"{spread(free, 'control', 'time'):.1f} % and {spread(free, 'control', 'nodes'):.1f} %.\n")
    print("Saturated\n")
    table(held_up, ["platform", "processors", "algorithm"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["measure", "report"])
    parser.add_argument("--eldest", default=str(ROOT / "build/release/sim/eldest"))
    parser.add_argument("--data", default=str(ROOT / "results/loggp/deviation.json.gz"))
    parser.add_argument("--platforms", default=",".join(PLATFORMS))
    arguments = parser.parse_args()
    if arguments.command == "measure":
        measure(arguments.eldest, arguments.data, arguments.platforms.split(","))
    else:
        report(arguments.data)


if __name__ == "__main__":
    main()
