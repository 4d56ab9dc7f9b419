#!/usr/bin/env python3
"""All parallel searches on the simulated T3D, in three games: absolute speedups, with their intervals.

    results/algorithms-t3d/algorithms.py measure [--eldest build/release/sim/eldest] [--data FILE] [--jobs N] [GAME...]
    results/algorithms-t3d/algorithms.py report [--data FILE] [GAME...]

`measure` runs the simulations whose figures are not in the data yet, and adds them (JSON, compressed).
`report` prints the tables, in Markdown. For an algorithm, a game or positions of your own, change GAMES
and ALGORITHMS below and give a new --data file.

The speedup of a position is the time of the faster of recursive alpha-beta and NegaScout on one processor,
divided by the time of the parallel search. A table has the mean over the positions, followed by its 95 %
interval. An algorithm is bold if it has the best mean, or if it cannot be told from the best one.
"""
import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

ROOT = Path(__file__).resolve().parents[2]
PLATFORM = "platforms/t3d-128.xml"
PROCESSORS = [8, 16, 32, 64, 128]
# Name: options, depth, positions.
GAMES = {"chess": ([], 5, ["trees/chess/bratko-kopec.epd"]),
         "othello": (["--tree", "othello"], 9,
                     [f"trees/othello/wc1996-final.txt:WC96-{moves:02}" for moves in range(6, 42, 3)]),
         "checkers": (["--tree", "checkers"], 10,
                      [f"trees/checkers/chinook-tinsley-1992.fen:1992-{game:02}.10" for game in (
                          1, 2, 3, 7, 8, 10, 11, 13, 14, 16, 21, 22)])}
# Label: name, options.
ALGORITHMS = {
    "ABDADA": ("abdada", []),
    "ABDADA `best`": ("abdada", ["--abdada-variant", "best"]),
    "Simplified ABDADA": ("simplified-abdada", []),
    "Simplified ABDADA, parted": ("simplified-abdada", ["--simplified-abdada-deferred", "rank"]),
    "YBWC": ("ybwc", []),
    "YBWC `best`": ("ybwc", ["--ybwc-variant", "best"]),
    "Young Brothers on Notice": ("ybn", []),
    "Young Brothers on Notice, node cost 1.3": ("ybn", ["--ybn-node-cost", "1.3"]),
    "αβ*": ("alphabeta-star", []),
    "Jamboree": ("jamboree", []),
    "Jamboree, looks before each son, down to depth 1": ("jamboree", ["--jamboree-poll", "son",
                                                                      "--jamboree-min-steal-depth", "1"]),
    "Dynamic Tree Splitting": ("dts", []),
    "Dynamic Tree Splitting, looks before each son": ("dts", ["--dts-poll", "son"]),
    "split points": ("split-points", []),
    "TDSAB": ("tdsab", []),
    "APHID": ("aphid", []),
    "UIDPABS": ("uidpabs", []),
    "PV-Split": ("pvsplit", []),
    "Enhanced PV-Split": ("pvsplit", ["--pvsplit-enhanced", "yes"]),
    "tree splitting": ("tree-splitting", []),
    "mandatory work first": ("mwf", []),
    "mandatory work first, deep cut-offs": ("mwf", ["--mwf-deep-cutoffs", "yes"]),
    "Felten and Otto": ("felten-otto", []),
    "Felten and Otto, down to depth 1": ("felten-otto", ["--felten-otto-min-depth", "1"]),
    "shared table, random order": ("shared-table", ["--shared-table-order", "random"]),
    "Lazy SMP (Cheng)": ("lazy-smp-cheng", []),
    "Lazy SMP (Stockfish)": ("lazy-smp-stockfish", []),
}


def simulate(arguments, game, algorithm, options):
    """The command line of an algorithm, and the figures of its runs."""
    words_of_game, depth, positions = GAMES[game]
    runs = []
    for position in positions:
        words = ["--platform", PLATFORM, "--model", "loggp", *words_of_game, "--position", position, "--depth",
                 str(depth), "--algorithm", algorithm, *options, "--processors", ",".join(map(str, PROCESSORS)),
                 "--baseline"]
        output = measured.simulate(arguments.eldest, [*words, "--jobs", arguments.jobs], ROOT)
        runs += [{"position": run["id"], "processors": run["processors"], "time_s": run["time_s"],
                  "nodes": run["nodes"], "speedup": run["speedup"]["absolute"], "search": run["overhead"]["search"],
                  "communication": run["overhead"]["communication"],
                  "synchronization": run["overhead"]["synchronization"]} for run in output["runs"]]
    return {"command": "eldest simulate " + " ".join(words), "runs": runs}


def key(game, label):
    return f"{game} / {label}"


def measure(arguments, data):
    for game in arguments.games:
        for label, (algorithm, options) in ALGORITHMS.items():
            if key(game, label) in data:
                continue
            print(key(game, label), flush=True)
            data[key(game, label)] = simulate(arguments, game, algorithm, options)
            measured.save(arguments.data, data)


def runs_of(data, game, label, processors):
    return [run for run in data[key(game, label)]["runs"] if run["processors"] == processors]


def report(arguments, data):
    for game in arguments.games:
        labels = [label for label in ALGORITHMS if key(game, label) in data]
        cells = {}
        for count in PROCESSORS:
            speedups = {label: [run["speedup"] for run in runs_of(data, game, label, count)] for label in labels}
            cells[count] = measured.ranked(speedups)
        positions = len(runs_of(data, game, labels[0], PROCESSORS[0]))
        print(f"\n{game.capitalize()}, depth {GAMES[game][1]}, {positions} positions\n")
        print("| | " + " | ".join(map(str, PROCESSORS)) + " | SO / CO / SY at " +
              f"{PROCESSORS[-1]} |\n" + "|---" * (len(PROCESSORS) + 2) + "|")
        for label in labels:
            last = runs_of(data, game, label, PROCESSORS[-1])
            overheads = " / ".join(f"{statistics.mean(run[kind] for run in last):.2f}"
                                   for kind in ("search", "communication", "synchronization"))
            print(f"| {label} | " + " | ".join(cells[count][label] for count in PROCESSORS) + f" | {overheads} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["measure", "report"])
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--eldest", default=str(ROOT / "build/release/sim/eldest"))
    parser.add_argument("--data", type=Path, default=Path(__file__).with_name("runs.json.gz"))
    parser.add_argument("--jobs", type=int, default=1, help="simulations at a time")
    arguments = parser.parse_intermixed_args()
    arguments.games = arguments.games or list(GAMES)
    data = measured.load(arguments.data, {})
    {"measure": measure, "report": report}[arguments.action](arguments, data)


if __name__ == "__main__":
    main()
