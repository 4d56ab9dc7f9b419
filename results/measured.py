"""Functions for the scripts of the results: simulations, files of their figures, means and intervals."""
import argparse
import array
import functools
import gzip
import json
import math
import operator
import random
import statistics
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DRAWS = 10_000
CONFIDENCE = 0.95


def report_of(eldest, words, folder=None):
    """The --json report of the program `eldest` with the arguments `words`, run in `folder` or the current folder."""
    command = [eldest, *words, "--json", "--quiet"]
    return json.loads(subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE,
                                     cwd=folder).stdout)


def simulate(eldest, words, folder=None):
    """The report of `eldest simulate` with the arguments `words`."""
    return report_of(eldest, ["simulate", *words], folder)


def search_on_one_thread(eldest, algorithm, words):
    """The report of `eldest run` on one thread, with the further arguments `words`."""
    return report_of(eldest, ["run", "--processors", 1, "--algorithm", algorithm, *words])


def load(path, default):
    """The figures in a file of compressed JSON, or `default` if the file does not exist."""
    return json.loads(gzip.open(path).read()) if path.exists() else default


def save(path, figures):
    """Writes figures as compressed JSON. The same figures always make the same file."""
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        file.write(json.dumps(figures, indent=1).encode())


def mean_and_error(values):
    """The mean of the values, and its standard error."""
    return statistics.mean(values), statistics.stdev(values) / math.sqrt(len(values))


def change(logarithms, digits=0):
    """The mean of logarithms of ratios as a change in per cent, with its standard error."""
    mean, error = mean_and_error(logarithms)
    return f"{100 * math.expm1(mean):+.{digits}f} ± {100 * error:.{digits}f}"


def left_out(count):
    """The number of values, of `count`, that are beyond each end of an interval."""
    return int(count * (1 - CONFIDENCE) / 2)


def interval(values):
    """The ends of the interval in which the share CONFIDENCE of the sorted values lies."""
    beyond = left_out(len(values))
    return values[beyond], values[-1 - beyond]


def figure(mean, values):
    low, high = interval(sorted(values))
    digits = 1 if mean < 99.95 else 0
    return f"{mean:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


@functools.cache
def draws(positions):
    """DRAWS draws of `positions` positions, at random and with replacement, each as a function that picks them from a
    list."""
    source = random.Random(1)
    return [operator.itemgetter(*source.choices(range(positions), k=positions)) for _ in range(DRAWS)]


@functools.lru_cache(maxsize=256)  # the same values are often asked for again, soon
def means_of_draws(values):
    return array.array("d", [sum(draw(values)) / len(values) for draw in draws(len(values))])


class Draws:
    """Means over positions drawn at random, at least two; the draws are the same for all algorithms."""

    def __init__(self, positions):
        self.positions = positions

    def means(self, values):
        """The mean of the values in each draw, from the values by position."""
        assert len(values) == self.positions
        return means_of_draws(tuple(values))

    def interval(self, values):
        """The interval of the mean of the values."""
        return interval(sorted(self.means(values)))

    def alike(self, speedups):
        """The algorithms that cannot be told from the best one, the best first. `speedups` has, by algorithm, those of the
        positions. An algorithm cannot be told from the best if their difference in the same draws is not clear of zero."""
        return self.alike_in(speedups, {algorithm: self.means(values) for algorithm, values in speedups.items()})

    def alike_in(self, speedups, drawn):
        """The same as `alike`, with the means of the draws, by algorithm, given as `drawn`."""
        means = {algorithm: statistics.mean(values) for algorithm, values in speedups.items()}
        best = max(means, key=means.get)
        alike = [algorithm for algorithm, values in drawn.items()
                 if sum(map(operator.le, drawn[best], values)) > left_out(DRAWS)]  # the interval's low end is not above 0
        return sorted(alike, key=means.get, reverse=True)

    def ranked(self, speedups):
        """Cells of a table row, by algorithm: the mean and its interval, bold for the algorithms of `alike`. `speedups` has,
        by algorithm, those of the positions."""
        drawn = {algorithm: self.means(values) for algorithm, values in speedups.items()}
        alike = self.alike_in(speedups, drawn)
        cells = {}
        for algorithm, values in speedups.items():
            bold = "**" if algorithm in alike else ""
            cells[algorithm] = bold + figure(statistics.mean(values), drawn[algorithm]) + bold
        return cells


def add_jobs(parser):
    parser.add_argument("--jobs", type=int, default=1, help="simulations at a time")


def measure_or_report(description, data, measure, report, add_options=add_jobs):
    """Calls `measure(arguments, figures)` or `report(figures)`, as the command line says. `data` is the file of the
    figures, unless the option --data names another one. `add_options(parser)` adds the script's other options."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["measure", "report"])
    parser.add_argument("--eldest", default=str(ROOT / "build/release/sim/eldest"))
    parser.add_argument("--data", type=Path, default=data)
    add_options(parser)
    arguments = parser.parse_args()
    figures = load(arguments.data, {})
    if arguments.action == "measure":
        measure(arguments, figures)
    else:
        report(figures)
