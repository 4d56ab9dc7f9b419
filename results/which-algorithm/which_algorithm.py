#!/usr/bin/env python3
"""Absolute speedups of parallel searches on a server, as published and tuned.

    results/which-algorithm/which_algorithm.py report   # the tables of README.md, in Markdown

A speedup is the time of the faster of recursive alpha-beta and NegaScout on one processor, divided by the time of the parallel
search. A cell has the mean over the positions, followed by its 95 % interval. Bold marks the best mean, and those that are not
significantly behind it by more than MODEL_ERROR.
"""
import collections
import math
import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parent / "tuning"))
import measured  # noqa: E402: found by the lines above
import sweeps  # noqa: E402
import tune  # noqa: E402

SEARCHES = HERE / "searches.csv.gz"
# The greatest error of the ratio of two algorithms' speedups on two real cores (validation). In Othello that of the shared
# table is simulated 2.0 % too high, and that of Simplified ABDADA 3.5 % too low. 1.020 / 0.965 is 1.057.
MODEL_ERROR = 0.06
NAMES = {"ybwc": "YBWC", "ybn": "Young Brothers on Notice", "split-points": "split points",
         "abdada": "ABDADA", "alphabeta-star": "αβ\\*", "simplified-abdada": "Simplified ABDADA",
         "shared-table": "shared table"}
# Table: platform, the class by which it is tuned, tree, quiescence search, depth.
TABLES = {"chess, 1 µs": ("server-128", "server-slow", "chess", "true", 5)}
OVERHEADS = ["search_overhead", "communication_overhead", "synchronization_overhead"]


def settings_of(name):
    """The tuned settings of a class: by algorithm, its changes of the defaults."""
    settings = collections.defaultdict(dict)
    for line in (HERE.parent / "tuning" / f"{name}.ini").read_text(encoding="utf-8").splitlines():
        option, equals, value = line.partition(" = ")
        if equals and not line.startswith("#"):
            algorithm = next(algorithm for algorithm in tune.OPTIONS if option in tune.OPTIONS[algorithm][0])
            settings[algorithm][option] = value
    return settings


def options_of(algorithm, change):
    """An algorithm's options after a change, as a tuple that is equal for equal options."""
    defaults = tune.OPTIONS[algorithm][0] if algorithm in tune.OPTIONS else {}
    return tuple(tune.as_stored(value) for value in (defaults | change).values())


class Table:
    """The searches of a table by the rows' labels, numbers of processors and positions."""

    def __init__(self, searches, name):
        self.name = name
        self.platform, of_class, tree, quiescence, self.depth = TABLES[name]
        tuned = settings_of(of_class)
        found = collections.defaultdict(lambda: collections.defaultdict(lambda: collections.defaultdict(list)))
        for search in searches:
            algorithm = search["algorithm"]
            if (search["processors"] > 1 and
                    (search["platform_file"], search["tree"], search["quiescence"], search["depth"]) ==
                    (self.platform, tree, quiescence, self.depth)):
                options = tuple(tune.as_stored(search[option.replace("-", "_")])
                                for option in tune.OPTIONS.get(algorithm, ({},))[0])
                found[algorithm, options][search["processors"]][search["id"]].append(search)
        self.rows = {}
        for algorithm, label in NAMES.items():
            self.rows[label] = found.get((algorithm, options_of(algorithm, {})), {})
            if tuned[algorithm]:
                self.rows[f"{label}, tuned"] = found.get((algorithm, options_of(algorithm, tuned[algorithm])), {})
        self.processors = sorted({count for row in self.rows.values() for count in row})

    def values(self, label, count, column="absolute_speedup"):
        """A column of a row's searches, by position: means over the seeds."""
        return {name: statistics.fmean(search[column] for search in found)
                for name, found in sorted(self.rows[label].get(count, {}).items())}

    def tuned(self, label, count, column="absolute_speedup"):
        """The same of an algorithm with tuned settings, which may be the published ones."""
        tuned = f"{label}, tuned"
        return self.values(tuned if tuned in self.rows else label, count, column)

    def speedups(self, count):
        """The speedups of all rows that have searches, as lists over the same positions."""
        found = {label: self.values(label, count) for label in self.rows}
        found = {label: values for label, values in found.items() if values}
        if len({tuple(values) for values in found.values()}) > 1:
            sys.exit(f"{self.platform}, {self.name}, {count} processors: algorithms have different positions")
        return {label: list(values.values()) for label, values in found.items()}

    def leaders(self, count):
        """The rows that are bold: those that are not significantly behind the best by more than MODEL_ERROR."""
        speedups = self.speedups(count)
        means = {label: statistics.fmean(values) for label, values in speedups.items()}
        best = max(means, key=means.get)
        behind = {label: math.log(means[best] / means[label]) - math.log(1 + MODEL_ERROR) for label in means}
        p_values = measured.adjusted({label: measured.paired(speedups[best], values).p_value(behind[label])
                                      if behind[label] > 0 else 1 for label, values in speedups.items() if label != best})
        return [best, *(label for label, value in p_values.items() if value > 1 - measured.CONFIDENCE)]

    def cells(self):
        """The rows as cells, by label."""
        cells = collections.defaultdict(list)
        for count in self.processors:
            speedups, leaders = self.speedups(count), self.leaders(count)
            for label in self.rows:
                if label not in speedups:
                    cells[label].append("not searched")
                else:
                    marks = "**" if label in leaders else ""
                    cells[label].append(marks + measured.figure(speedups[label], positive=True) + marks)
        return cells

    def overheads(self, label, count):
        """The overheads on a number of processors, as multiples of the time of one processor."""
        values = [self.values(label, count, column) for column in OVERHEADS]
        return " / ".join(f"{statistics.fmean(value.values()):.2f}" for value in values) if all(values) else ""

    def positions(self):
        return max(len(values) for values in self.speedups(self.processors[0]).values())


def tables():
    searches = sweeps.load(SEARCHES)
    return {name: Table(searches, name) for name in TABLES}


def report():
    for name, table in tables().items():
        most = table.processors[-1]
        print(f"`{table.platform}`, {name} a node, depth {table.depth}, {table.positions()} positions\n")
        sweeps.table([name, *table.processors, f"SO / CO / SY on {most}"],
                     [[label, *cells, table.overheads(label, most)] for label, cells in table.cells().items()])


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
