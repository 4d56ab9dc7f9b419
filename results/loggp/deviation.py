#!/usr/bin/env python3
"""How far the model loggp is from flow: simulated time and nodes, over platforms, algorithms, trees.

    results/loggp/deviation.py [--eldest build/release/sim/eldest] [--jobs 2] >results/loggp/deviation.md

Every row is a mean over positions of the ratio of loggp to flow, less 1, with its standard error. A
parallel search is chaotic: a message that comes a microsecond later can change the order in which nodes
are searched, and with it the tree. How much of a deviation is that alone, the control tells: flow with
messages up to 0.1 us late, against flow.
"""
import argparse
import itertools
import json
import math
import re
import statistics
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLATFORMS = {"cm5-32": [8, 32], "t3d-128": [8, 32, 128]}
SEQUENTIAL = {"alphabeta", "negascout"}
CONTROL = ["--model", "flow", "--jitter", "1e-7"]


def trees(deeper):
    """Name, and the command lines that search its positions."""
    chess = ["--tree", "chess", "--position", ROOT / "trees/chess/bratko-kopec.epd", "--depth", 4 + deeper]
    othello = [["--tree", "othello", "--depth", 6 + deeper, "--position",
                f"{ROOT / 'trees/othello/wc1996-final.txt'}:WC96-{move:02}"] for move in range(2, 50, 2)]
    synthetic = [["--tree", f"synthetic:name=chesslike,seed={seed}", "--depth", 4 + deeper]
                 for seed in range(1, 25)]
    return {"chess": [chess], "othello": othello, "synthetic": synthetic}


def simulate(eldest, jobs, words):
    """Simulated seconds and nodes of every position of a command line."""
    command = [eldest, "simulate", "--json", "--jobs", jobs, *words]
    output = json.loads(subprocess.run([str(word) for word in command], check=True,
                                       stdout=subprocess.PIPE).stdout)
    return [(run["time_s"], run["nodes"]) for run in output.get("runs", [output])]


def algorithms(eldest):
    listed = subprocess.run([eldest, "list", "algorithms"], check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    return [name for name in re.findall(r"^\s*([a-z][a-z-]+)\s", listed, re.M)
            if name not in SEQUENTIAL and name != "algorithms"]


def ratios(these, those, figure):
    return [this[figure] / that[figure] - 1 for this, that in zip(these, those)]


def percent(values):
    error = statistics.stdev(values) / math.sqrt(len(values))
    return f"{100 * statistics.mean(values):+.1f} ± {100 * error:.1f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--eldest", default=str(ROOT / "build/release/sim/eldest"))
    parser.add_argument("--jobs", default=2)
    parser.add_argument("--deeper", default=0, type=int, help="ply to add to every depth")
    arguments = parser.parse_args()

    print("| platform | processors | algorithm | tree | positions | time, % | nodes, % "
          "| control: time, % | nodes, % |\n|---|---|---|---|---|---|---|---|---|")
    times, nodes = [], []
    for platform, algorithm in itertools.product(PLATFORMS, algorithms(arguments.eldest)):
        for processors, (tree, searches) in itertools.product(PLATFORMS[platform],
                                                              trees(arguments.deeper).items()):
            machine = ["--platform", ROOT / f"platforms/{platform}.xml", "--algorithm", algorithm,
                       "--processors", processors]

            def results(model):
                return [result for search in searches
                        for result in simulate(arguments.eldest, arguments.jobs,
                                               [*machine, *search, *model])]

            flow = results(["--model", "flow"])
            loggp = results(["--model", "loggp"])
            control = results(CONTROL)
            row = [ratios(runs, flow, figure) for runs in (loggp, control) for figure in (0, 1)]
            times.append(statistics.mean(row[0]))
            nodes.append(statistics.mean(row[1]))
            print(f"| {platform} | {processors} | {algorithm} | {tree} | {len(flow)} | "
                  + " | ".join(map(percent, row)) + " |", flush=True)
    print(f"\nMean of the rows' deviations without their signs: time "
          f"{100 * statistics.mean(map(abs, times)):.1f} %, nodes "
          f"{100 * statistics.mean(map(abs, nodes)):.1f} %; with them {100 * statistics.mean(times):+.1f} % "
          f"and {100 * statistics.mean(nodes):+.1f} %.")


if __name__ == "__main__":
    main()
