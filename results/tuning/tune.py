#!/usr/bin/env python3
"""Settings of the algorithms for a server, with slow and with fast nodes, each found by trials on the same positions.

  results/tuning/tune.py search STORE [--eldest FILE]   # simulates what STORE lacks; writes server.csv.gz and CLASS.ini
  results/tuning/tune.py report                         # the table of README.md, in Markdown

STORE is a store of `eldest sweep`. A CLASS is server-slow or server-fast. The report fails if a CLASS.ini is not what the data
give.
"""
import argparse
import math
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

ROOT = HERE.parents[1]
SEARCHES = HERE / "server.csv.gz"
PLATFORM, PROCESSORS = "server-128", 32
DEPTHS = {"chess": 5, "othello": 9}
# Class: the game of its trials. Nodes take 1 us in chess and 0.2 us in Othello.
CLASSES = {"server-slow": "chess", "server-fast": "othello"}
# The options of an algorithm that are changed, with their defaults; and its changes.
OPTIONS = {
    "ybwc": ({"ybwc-poll": "node", "ybwc-tries": 1, "ybwc-min-split-depth": 2},
             [{"ybwc-poll": "son"}, {"ybwc-tries": 8}, {"ybwc-min-split-depth": 1}, {"ybwc-min-split-depth": 3}]),
    "ybn": ({"ybn-grain": 1, "ybn-past-eldest": 0, "ybn-guess-plies": 1},
            [{"ybn-grain": 0.3}, {"ybn-grain": 3}, {"ybn-past-eldest": 1}, {"ybn-guess-plies": 0}]),
    "abdada": ({"abdada-second-pass": "first", "abdada-revisit-deferred-only": "no", "abdada-push-depth": 0,
                "abdada-push-grain": 0},
               [{"abdada-second-pass": "arrival"}, {"abdada-second-pass": "rank"}, {"abdada-revisit-deferred-only": "yes"},
                {"abdada-push-depth": 2, "abdada-push-grain": 3000}]),
    "alphabeta-star": ({"alphabeta-star-speculation": 16, "alphabeta-star-update-depth": 2,
                        "alphabeta-star-update-grain": 100},
                       [{"alphabeta-star-speculation": 4}, {"alphabeta-star-speculation": 64},
                        {"alphabeta-star-update-depth": 0}, {"alphabeta-star-update-grain": 1000}]),
    "split-points": ({"split-points-min-split-depth": 2, "split-points-max-processors": 0, "split-points-late-join": "first"},
                     [{"split-points-min-split-depth": 1}, {"split-points-min-split-depth": 3},
                      {"split-points-max-processors": 8}, {"split-points-late-join": "highest"}]),
    "simplified-abdada": ({"simplified-abdada-deferred": "first", "simplified-abdada-defer-depth": 3,
                           "simplified-abdada-cutoff-check-depth": 0},
                          [{"simplified-abdada-deferred": "rank"}, {"simplified-abdada-defer-depth": 2},
                           {"simplified-abdada-defer-depth": 4}, {"simplified-abdada-cutoff-check-depth": 4}]),
}


def text_of(change):
    """A change as it is written in a table."""
    return ", ".join(f"`{option} {value}`" for option, value in change.items())


def as_stored(value):
    """An option's value as searches.csv writes it, as far as comparisons need that."""
    text = {"yes": "true", "no": "false"}.get(str(value), str(value))
    try:
        return float(text)
    except ValueError:
        return text


class Trials:
    """The searches of a game by their algorithm's options."""

    def __init__(self, game, searches):
        self.times = {}
        for search in sweeps.having(searches, {"tree": game, "processors": PROCESSORS}):
            algorithm = search["algorithm"]
            if algorithm in OPTIONS:
                options = tuple(as_stored(search[option.replace("-", "_")]) for option in OPTIONS[algorithm][0])
                self.times.setdefault((algorithm, options), {})[search["id"]] = search["time_s"]

    def of(self, algorithm, change):
        """The times with a change of the defaults, by position; empty if it has not been searched."""
        defaults = OPTIONS[algorithm][0]
        return self.times.get((algorithm, tuple(as_stored(value) for value in (defaults | change).values())), {})

    def logarithms(self, algorithm, change):
        """The logarithms of the times with a change, divided by those of the defaults."""
        usual, times = self.of(algorithm, {}), self.of(algorithm, change)
        if set(usual) != set(times) or not usual:
            sys.exit(f"{algorithm}: searches with {change} and with the defaults are of different positions")
        return [math.log(times[name] / usual[name]) for name in sorted(usual)]

    def effect(self, algorithm, change):
        """The mean of the logarithms over all positions, and its standard error."""
        return measured.mean_and_error(self.logarithms(algorithm, change))

    def taken(self, algorithm):
        """The changes that shorten searches by more than the standard error, the best first."""
        effects = [(*self.effect(algorithm, change), place) for place, change in enumerate(OPTIONS[algorithm][1])]
        return [OPTIONS[algorithm][1][place] for mean, error, place in sorted(effects) if mean < -error]

    def combination(self, algorithm):
        """All changes that are taken, of those of the same option the best one; None if that is not more than one change."""
        together = {}
        for change in reversed(self.taken(algorithm)):
            together |= change
        return None if together in (*OPTIONS[algorithm][1], {}) else together

    def tuned(self, algorithm):
        """The setting that is chosen, as a change of the defaults."""
        taken, together = self.taken(algorithm), self.combination(algorithm)
        if together and self.effect(algorithm, together)[0] < self.effect(algorithm, taken[0])[0]:
            return together
        return taken[0] if taken else {}

    def cell(self, algorithm, change):
        """The change of the time in per cent, bold if the change is the tuned setting."""
        if not self.of(algorithm, change):
            return "not searched"
        marks = "**" if change == self.tuned(algorithm) else ""
        return marks + measured.change(self.logarithms(algorithm, change), 1) + marks


def load():
    """The trials of each class."""
    searches = sweeps.load(SEARCHES)
    return {name: Trials(game, searches) for name, game in CLASSES.items()}


def settings_text(name, trials):
    """The content of CLASS.ini."""
    lines = [f"# The tuned settings of the class {name}, by tune.py: every algorithm's own options that differ from the "
             "defaults."]
    for algorithm in OPTIONS:
        lines += [f"{option} = {value}" for option, value in trials.tuned(algorithm).items()]
    return "\n".join(lines) + "\n"


def search(store, eldest):
    def sweep(game, algorithm, change):
        print(game, algorithm, change, flush=True)
        words = [word for option, value in change.items() for word in (f"--{option}", str(value))]
        subprocess.run([eldest, "sweep", store, "--config", f"results/tuning/{game}.ini", "--platform", PLATFORM,
                        "--processors", str(PROCESSORS), "--depth", str(DEPTHS[game]), "--algorithm", algorithm,
                        "--jobs", "1", *words], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)

    def searched():
        sweeps.export(store, eldest, SEARCHES)
        return load()

    for algorithm, (_, changes) in OPTIONS.items():
        for change in [{}, *changes]:
            for game in CLASSES.values():
                sweep(game, algorithm, change)
    for name, trials in searched().items():
        for algorithm in OPTIONS:
            if together := trials.combination(algorithm):
                sweep(CLASSES[name], algorithm, together)
    for name, trials in searched().items():
        (HERE / f"{name}.ini").write_text(settings_text(name, trials), encoding="utf-8")


def report():
    trials = load()
    for name in CLASSES:
        if (HERE / f"{name}.ini").read_text(encoding="utf-8") != settings_text(name, trials[name]):
            sys.exit(f"{name}.ini: is not what {SEARCHES.name} gives")
    rows = []
    for algorithm, (_, changes) in OPTIONS.items():
        together = [one.combination(algorithm) for one in trials.values()]
        together = [change for place, change in enumerate(together) if change and change not in together[:place]]
        rows += [[algorithm, text_of(change), *(one.cell(algorithm, change) for one in trials.values())]
                 for change in [*changes, *together]]
    sweeps.table(["algorithm", "change", *CLASSES], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    searching = actions.add_parser("search", help="simulate the trials")
    searching.add_argument("store", metavar="STORE")
    searching.add_argument("--eldest", default="eldest")
    actions.add_parser("report", help="print the table of README.md")
    arguments = parser.parse_args()
    if arguments.action == "search":
        search(arguments.store, arguments.eldest)
    else:
        report()


if __name__ == "__main__":
    main()
