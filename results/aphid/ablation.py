#!/usr/bin/env python3
"""APHID with the additions to the paper and without, one by one, on the simulated Origin 2000.

    results/aphid/ablation.py measure [--eldest build/release/sim/eldest] [--data FILE]
    results/aphid/ablation.py report [--data FILE]

`measure` runs the simulations whose figures are not in the data yet, and adds them (JSON, compressed).
`report` prints their tables, in Markdown.
"""
import argparse
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

ROOT = Path(__file__).resolve().parents[2]
OTHELLO = ("keyano", "trees/othello/wc1996-final.txt", ["WC96-10", "WC96-15", "WC96-20", "WC96-25"])
CHESS = ("crafty", "trees/chess/bratko-kopec.epd", ["BK.02", "BK.04", "BK.07", "BK.12"])
# Name: program, file of positions, positions; depth.
GAMES = {"Crafty, depth 7": (*CHESS, 7), "Keyano, depth 11": (*OTHELLO, 11), "Crafty, depth 8": (*CHESS, 8)}
PROCESSORS = 64
SMALL = ["Crafty, depth 7", "Keyano, depth 11"]
WINDOWS = ["--aphid-window-margin", "0.5"]
# The programs' settings that differ from those of their presets.
PROGRAMS = {"crafty": ["--losing-captures", "yes", "--tt-entries", "1048576"],
            "keyano": ["--tree", "othello:evaluation=swinging", "--tt-depth", "exact", "--tt-entries", "1048576"]}
# Name: what differs from the defaults, and the games.
VARIANTS = {
    "default": ([], list(GAMES)),
    "d' is chosen once": (["--aphid-load", "0"], list(GAMES)),
    "without parity": (["--aphid-parity", "no"], SMALL),
    "without preemption": (["--aphid-preemption", "no"], SMALL),
    "slaves ahead without limit": (["--aphid-ahead", "64"], SMALL),
    "windows ten times as wide": (WINDOWS, SMALL),
    "the largest piece divided after every pass": (["--aphid-division", "pass"], ["Crafty, depth 7"]),
    "pieces divided while slaves are idle": (["--aphid-division", "idle"], SMALL),
    "infinite window only if INVALID": (["--aphid-pv-window", "invalid"], SMALL),
    "the paper, except for the limit ahead": (["--aphid-load", "0", "--aphid-parity", "no", "--aphid-preemption", "no",
                                            "--aphid-pv-window", "invalid"], SMALL),
}


def key(variant, game):
    return f"{variant} / {game}"


def configurations():
    """The variants by game, the smaller searches first."""
    return [(variant, game) for game in GAMES for variant, (_, games) in VARIANTS.items() if game in games]


def figures(run):
    """The figures of a run that the data keep."""
    slaves = run["per_processor"][1:]
    return {"time_s": run["time_s"], "nodes": run["nodes"], "slaves_nodes": sum(slave["nodes"] for slave in slaves),
            "slaves_idle": sum(slave["idle_s"] for slave in slaves) / (len(slaves) * run["time_s"]),
            **({"speedup": run["speedup"]["relative"], "aphid_overhead": run["aphid_overhead"]}
               if "speedup" in run else {}),
            "counters": {name: run["counters"][name] for name in (
                "passes", "master_leaves", "exemptions", "window_researches", "leaves_moved", "needed_nodes",
                "ahead_nodes", "abandoned_nodes", "repeated_nodes", "master_busy_us", "with_slaves_us")}}


def simulate(eldest, variant, game):
    """The command lines and the figures of a game's positions; with baselines for the default variant."""
    program, file, positions, depth = GAMES[game]
    result = {"commands": [], "runs": []}
    for position in positions:
        words = ["--platform", "platforms/origin2000-64.xml", "--model", "loggp", "--program", program, *PROGRAMS[program],
                 "--position", f"{file}:{position}", "--depth", str(depth), "--algorithm", "aphid",
                 *VARIANTS[variant][0], "--processors", str(PROCESSORS),
                 *(["--baseline"] if variant == "default" else [])]
        run = measured.simulate(eldest, [*words, "--jobs", 1], ROOT)
        result["commands"].append("eldest simulate " + " ".join(words))
        result["runs"].append({"position": position, **figures(run)})
    return result


def measure(arguments, data):
    for variant, game in configurations():
        if key(variant, game) not in data:
            print(key(variant, game), flush=True)
            data[key(variant, game)] = simulate(arguments.eldest, variant, game)
            measured.save(arguments.data, data)


def change(data, variant, games):
    """The mean change of a position's time from the default's, as a cell; empty where nothing was measured."""
    logarithms = [math.log(run["time_s"] / of_default["time_s"]) for game in games if key(variant, game) in data
                  for run, of_default in zip(data[key(variant, game)]["runs"], data[key("default", game)]["runs"])]
    return measured.change(logarithms) + " %" if logarithms else ""


def report_variants(data):
    print("| | " + " | ".join(GAMES) + " | all |\n" + "|---" * (len(GAMES) + 2) + "|")
    for variant in VARIANTS:
        if variant != "default":
            print(f"| {variant} | " + " | ".join(change(data, variant, [game]) for game in GAMES)
                  + f" | {change(data, variant, GAMES)} |")


def percent(run, name):
    return 100 * run["counters"][name] / run["slaves_nodes"]


def report_work(data):
    columns = {
        "speedup": lambda run: run["speedup"],
        "search": lambda run: run["aphid_overhead"]["search"],
        "speculative": lambda run: run["aphid_overhead"]["speculative"],
        "needed %": lambda run: percent(run, "needed_nodes"),
        "ahead %": lambda run: percent(run, "ahead_nodes"),
        "abandoned %": lambda run: percent(run, "abandoned_nodes"),
        "repeated %": lambda run: percent(run, "repeated_nodes"),
        "slaves idle %": lambda run: 100 * run["slaves_idle"],
        "master busy %": lambda run: 100 * run["counters"]["master_busy_us"] / run["counters"]["with_slaves_us"],
    }
    print("| | " + " | ".join(columns) + " |\n" + "|---" * (len(columns) + 1) + "|")
    for game in GAMES:
        if key("default", game) not in data:
            continue
        runs = data[key("default", game)]["runs"]
        cells = []
        for name, value in columns.items():
            mean, error = measured.mean_and_error([value(run) for run in runs])
            digits = 0 if name.endswith("%") else 1 if name == "speedup" else 2
            cells.append(f"{mean:.{digits}f} ± {error:.{digits}f}")
        print(f"| {game} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["measure", "report"])
    parser.add_argument("--eldest", default=str(ROOT / "build/release/sim/eldest"))
    parser.add_argument("--data", type=Path, default=Path(__file__).with_name("runs.json.gz"))
    arguments = parser.parse_args()
    data = measured.load(arguments.data, {})
    if arguments.action == "measure":
        measure(arguments, data)
    else:
        report_variants(data)
        print()
        report_work(data)


if __name__ == "__main__":
    main()
