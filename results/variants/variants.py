#!/usr/bin/env python3
"""The variants of the parallel searches: absolute speedups, and their change from the first variant.

    results/variants/variants.py measure [--eldest build/release/sim/eldest] [--data FILE] [--jobs N] [TABLE...]
    results/variants/variants.py report [--data FILE] [TABLE...]

`measure` runs the simulations whose figures are not in the data yet, and adds them (JSON, compressed).
`report` prints the tables, in Markdown. For variants or positions of your own, change GAMES and TABLES below and
give a new --data file.

The speedup of a position is the time of the faster of recursive alpha-beta and NegaScout on one processor,
divided by the time of the parallel search. A cell has its mean over the positions, followed by the change
from the speedup in the table's first row. The change is the mean over the positions, in per cent, with its
standard error.
"""
import argparse
import math
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

ROOT = Path(__file__).resolve().parents[2]
# Name: options, depth, positions.
GAMES = {"chess": ([], 5, ["trees/chess/bratko-kopec.epd"]),
         "othello": (["--tree", "othello"], 9,
                     [f"trees/othello/wc1996-final.txt:WC96-{moves:02}" for moves in range(8, 40, 4)]),
         "checkers": (["--tree", "checkers"], 10,
                      [f"trees/checkers/chinook-tinsley-1992.fen:1992-{game:02}.10" for game in (
                          1, 2, 3, 7, 8, 10, 11, 13, 14, 16, 21, 22)])}
PARTING = ["--abdada-second-pass", "arrival"]
DEFERRED = ["--abdada-revisit-deferred-only", "yes"]
PUSH = ["--abdada-push-depth", "2"]
BEST = ["--abdada-variant", "best"]
# `best` before it measured whether pushes pay, as in the tables of older model versions
ALWAYS = [*BEST, "--abdada-push-grain", "0"]
AFTER = ["--generate-moves", "after-answer"]
WHILE = ["--generate-moves", "while-waiting"]
BETTER = ["--tt-store", "better"]
SON = ["--ybwc-poll", "son"]
HOPS = ["--ybwc-hops", "127"]
TRIES = ["--ybwc-tries", "8"]
SLOW = ["--ybwc-node-cost", "1.3"]
YBWC_BEST = ["--ybwc-variant", "best"]
# Name: machine, games, numbers of processors, rows. A row: label, algorithm, options.
TABLES = {
    "second pass": ("t3d-128", ["othello", "chess"], [16, 64, 128], [
        ("Figure 1", "abdada", []),
        ("arrival", "abdada", PARTING),
        ("rank", "abdada", ["--abdada-second-pass", "rank"]),
        ("windows pushed", "abdada", PUSH),
        ("deferred only, pushed", "abdada", DEFERRED + PUSH),
        ("arrival, deferred only", "abdada", PARTING + DEFERRED),
        ("arrival, pushed", "abdada", PARTING + PUSH),
        ("all three: `best`", "abdada", ALWAYS),
        ("all three, by rank", "abdada", [*ALWAYS, "--abdada-second-pass", "rank"]),
        ("`best`, better results kept", "abdada", ALWAYS + BETTER),
    ]),
    "simplified": ("t3d-128", ["othello", "chess"], [16, 64, 128], [
        ("Kerrigan", "simplified-abdada", []),
        ("rank", "simplified-abdada", ["--simplified-abdada-deferred", "rank"]),
    ]),
    "notes": ("server-128", ["chess", "othello"], [8, 32], [
        ("Kerrigan", "simplified-abdada", []),
        *[(f"note 1: from depth {depth} on", "simplified-abdada", ["--simplified-abdada-defer-depth", str(depth)])
          for depth in (1, 2, 4, 5)],
        *[(f"note 2: {sets} sets of {ways}", "simplified-abdada",
           ["--simplified-abdada-sets", str(sets), "--simplified-abdada-ways", str(ways)])
          for sets, ways in ((256, 1), (64, 4), (32768, 1))],
        *[(f"note {note}: {label} marked, too", "simplified-abdada", ["--simplified-abdada-also-mark", searches])
          for note, label, searches in (("5.1", "eldest sons", "eldest"), ("5.2", "re-searches", "researched"),
                                        ("5.3", "deferred sons", "deferred"))],
    ]),
    "generation": ("cm5-32", ["chess"], [8, 16, 32], [
        ("ABDADA, while waiting", "abdada", []),
        ("ABDADA, after the answer", "abdada", AFTER),
        ("ABDADA `best`, while waiting", "abdada", ALWAYS),
        ("ABDADA `best`, after the answer", "abdada", ALWAYS + AFTER),
        ("YBWC, after the answer", "ybwc", []),
        ("YBWC, while waiting", "ybwc", WHILE),
        ("YBWC at cost 1.3, after the answer", "ybwc", SLOW),
    ]),
    "ybwc": ("t3d-128", ["othello", "chess"], [32, 128], [
        ("default", "ybwc", []),
        ("looks for messages before each son", "ybwc", SON),
        ("127 hops", "ybwc", HOPS),
        ("8 tries", "ybwc", TRIES),
        ("each son, 8 tries: `best`", "ybwc", YBWC_BEST),
        ("each son, 8 tries, gives away at depth 1", "ybwc", [*SON, *TRIES, "--ybwc-min-split-depth", "1"]),
        ("each son, 8 tries, no help", "ybwc", [*SON, *TRIES, "--ybwc-helpful-master", "no"]),
        ("each son, 8 tries, YBWC*", "ybwc", [*SON, *TRIES, "--ybwc-star", "yes"]),
        ("better results kept", "ybwc", BETTER),
    ]),
    **{machine: (machine, ["othello", "chess"], counts, [
        ("YBWC", "ybwc", []),
        ("Young Brothers on Notice", "ybn", []),
        ("any grain", "ybn", ["--ybn-grain", "0"]),
        ("grain 3", "ybn", ["--ybn-grain", "3"]),
        ("notices always read", "ybn", ["--ybn-read-if-quicker", "no"]),
        ("ABDADA `best`", "abdada", ALWAYS),
    ]) for machine, counts in (("origin2000-64", [16, 64]), ("server-128", [32, 128]), ("myrinet-32", [8, 32]))},
    "notices": ("cm5-32", ["chess"], [8, 16, 32], [
        ("YBWC", "ybwc", []),
        ("YBWC `best`", "ybwc", YBWC_BEST),
        ("Young Brothers on Notice", "ybn", []),
        ("notices always read", "ybn", ["--ybn-read-if-quicker", "no"]),
        ("at cost 1.3", "ybn", ["--ybn-node-cost", "1.3"]),
    ]),
    "young brothers on notice": ("t3d-128", ["othello", "chess"], [32, 128], [
        ("YBWC `best`", "ybwc", YBWC_BEST),
        ("Young Brothers on Notice", "ybn", []),
        ("no sons needed first", "ybn", ["--ybn-needed-first", "no"]),
        ("masters do not read", "ybn", ["--ybn-helper-reads", "no"]),
        ("grain 3", "ybn", ["--ybn-grain", "3"]),
        ("grain 100", "ybn", ["--ybn-grain", "100"]),
        ("8 looks", "ybn", ["--ybn-looks", "8"]),
    ]),
    "jamboree": ("t3d-128", ["othello", "chess"], [16, 64, 128], [
        ("published", "jamboree", []),
        ("looks before each son", "jamboree", ["--jamboree-poll", "son"]),
        ("8 refusals", "jamboree", ["--jamboree-tries", "8"]),
        ("both", "jamboree", ["--jamboree-poll", "son", "--jamboree-tries", "8"]),
        ("down to depth 1", "jamboree", ["--jamboree-min-steal-depth", "1"]),
        ("son, down to depth 1", "jamboree", ["--jamboree-poll", "son", "--jamboree-min-steal-depth", "1"]),
        ("both, down to depth 1", "jamboree", ["--jamboree-poll", "son", "--jamboree-tries", "8",
                                               "--jamboree-min-steal-depth", "1"]),
    ]),
    "dts": ("t3d-128", ["othello", "chess"], [16, 64, 128], [
        ("published", "dts", []),
        ("looks before each son", "dts", ["--dts-poll", "son"]),
        ("down to depth 1", "dts", ["--dts-min-split-depth", "1"]),
        ("both", "dts", ["--dts-poll", "son", "--dts-min-split-depth", "1"]),
    ]),
    "shared table": ("t3d-128", ["othello", "chess"], [8, 32], [
        ("random", "shared-table", ["--shared-table-order", "random"]),
        ("random, staggered", "shared-table", ["--shared-table-order", "random", "--shared-table-stagger", "yes"]),
        ("root", "shared-table", ["--shared-table-order", "root"]),
        ("root, staggered: `lazy-smp-cheng`", "lazy-smp-cheng", []),
        ("same", "shared-table", ["--shared-table-order", "same"]),
        ("same, staggered", "lazy-smp-cheng", ["--lazy-smp-cheng-order", "same"]),
    ]),
}
PROCESSORS = {"t3d-128": [32, 128], "origin2000-64": [64], "server-128": [128], "myrinet-32": [32], "cm5-32": [32]}
OTHERS = {"ethernet-100-32": [32], "numa-64": [64], "cs6400-64": [64], "altra-80": [80], "epyc-9654-192": [192]}


def with_depth(algorithm, option, base, depth):
    """A row: the least depth of nodes about which processors tell one another, whatever that takes."""
    return (f"depth {depth}" if depth else "none", algorithm,
            [*base, f"--{algorithm}-{option}-depth", str(depth), f"--{algorithm}-{option}-grain", "0"])


def with_grain(algorithm, option, base, grain):
    """A row: the least ratio of times at nodes of depth 2 and more about which processors tell one another."""
    return (f"grain {grain}", algorithm, [*base, f"--{algorithm}-{option}-grain", str(grain)])


GRAINS = {"pushes": [("grain 3000: `best`", "abdada", BEST),
                     *[with_grain("abdada", "push", BEST, grain) for grain in (1000, 10000)],
                     *[with_depth("abdada", "push", BEST, depth) for depth in (0, 2, 4)]],
          "updates": [("grain 100, by default", "alphabeta-star", []),
                      *[with_grain("alphabeta-star", "update", [], grain) for grain in (30, 1000)],
                      *[with_depth("alphabeta-star", "update", [], depth) for depth in (0, 2, 4)]]}
CHOSEN = {name: [row for row in rows if row[0] in (rows[0][0], "none", "depth 2")] for name, rows in GRAINS.items()}
# Name: machines, games, rows. A table for each game, with a column for each machine and number of processors. Its parts are those
# of machines.
WIDE = {**{name: (PROCESSORS, ["chess", "othello"], rows) for name, rows in GRAINS.items()},
        **{f"{name} elsewhere": (OTHERS, ["checkers"], rows) for name, rows in CHOSEN.items()}}
PARTS = {f"{name}, {machine}": (machine, games, counts, rows)
         for name, (machines, games, rows) in WIDE.items() for machine, counts in machines.items()}
TABLES |= PARTS


def simulate(arguments, machine, game, processors, algorithm, options):
    """The command line of an algorithm, and the figures of its runs for each position and number of processors."""
    words_of_game, depth, positions = GAMES[game]
    runs = []
    for position in positions:
        words = ["--platform", f"platforms/{machine}.xml", "--model", "loggp", *words_of_game, "--position", position,
                 "--depth", str(depth), "--algorithm", algorithm, *options,
                 "--processors", ",".join(map(str, processors)), "--baseline"]
        output = measured.simulate(arguments.eldest, [*words, "--jobs", arguments.jobs], ROOT)
        runs += [{"position": run["id"], "processors": run["processors"], "time_s": run["time_s"],
                  "nodes": run["nodes"], "interior": run["counters"]["interior"],
                  "accesses": run["table"]["reads"] + run["table"]["writes"],
                  "joined": run["counters"].get("joined", 0), "met": run["counters"].get("met", 0),
                  "speedup": run["speedup"]["absolute"]} for run in output.get("runs", [output])]
    return {"command": "eldest simulate " + " ".join(words), "runs": runs}


def key(table, game, label):
    return f"{table} / {game} / {label}"


def measure(arguments, data):
    for table in arguments.tables:
        machine, games, processors, rows = TABLES[table]
        for game in games:
            for label, algorithm, options in rows:
                if key(table, game, label) in data:
                    continue
                print(key(table, game, label), flush=True)
                data[key(table, game, label)] = simulate(arguments, machine, game, processors, algorithm, options)
                measured.save(arguments.data, data)


def speedups(data, table, game, label, processors):
    """The speedups of a row of a table, by position."""
    return {run["position"]: run["speedup"] for run in data[key(table, game, label)]["runs"]
            if run["processors"] == processors}


def cell(data, table, game, label, count):
    """The mean speedup of a row of a table, and its change from the first row."""
    label_of_first = TABLES[table][3][0][0]
    first = speedups(data, table, game, label_of_first, count)
    own = speedups(data, table, game, label, count)
    mean = f"{statistics.mean(own.values()):.1f}"
    ratios = [math.log(own[position] / first[position]) for position in first]
    return mean if label == label_of_first else f"{mean} ({measured.change(ratios)})"


def print_table(title, head, rows):
    print(f"\n{title}\n\n| | {' | '.join(head)} |\n" + "|---" * (len(head) + 1) + "|")
    for label, cells in rows:
        print(f"| {label} | " + " | ".join(cells) + " |")


def report(arguments, data):
    for table in [table for table in arguments.tables if table not in PARTS]:
        machine, games, processors, rows = TABLES[table]
        for game in games:
            print_table(f"`{machine}`, {game}, depth {GAMES[game][1]}", [str(count) for count in processors],
                        [(label, [cell(data, table, game, label, count) for count in processors])
                         for label, *_ in rows if key(table, game, label) in data])
    for name, (machines, games, rows) in WIDE.items():
        columns = [(machine, count) for machine, counts in machines.items() for count in counts]
        for game in games if f"{name}, {columns[0][0]}" in arguments.tables else []:
            print_table(f"{name}, {game}, depth {GAMES[game][1]}", [f"`{machine}`, {count}" for machine, count in columns],
                        [(label, [cell(data, f"{name}, {machine}", game, label, count) for machine, count in columns])
                         for label, *_ in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["measure", "report"])
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=", ".join(TABLES))
    parser.add_argument("--eldest", default=str(ROOT / "build/release/sim/eldest"))
    parser.add_argument("--data", type=Path, default=Path(__file__).with_name("runs.json.gz"))
    parser.add_argument("--jobs", type=int, default=1, help="simulations at a time")
    arguments = parser.parse_intermixed_args()
    arguments.tables = arguments.tables or list(TABLES)
    data = measured.load(arguments.data, {})
    {"measure": measure, "report": report}[arguments.action](arguments, data)


if __name__ == "__main__":
    main()
