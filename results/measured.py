"""Functions for the scripts of the results: simulations, files of their figures, means and intervals."""
import argparse
import functools
import gzip
import json
import math
import statistics
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
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
    return f"{100 * math.expm1(mean):+.{digits}f} ± {100 * math.exp(mean) * error:.{digits}f}"


def inside_of_t(t, degrees):
    """The probability that Student's t with this number of degrees of freedom is between -t and t (Abramowitz & Stegun 1964,
    26.7.3 and 26.7.4)."""
    angle = math.atan2(t, math.sqrt(degrees))
    term = math.cos(angle) if degrees % 2 else 1.0
    terms = 0.0
    for place in range(2 + degrees % 2, degrees + 1, 2):
        terms += term
        term *= math.cos(angle) ** 2 * (place - 1) / place
    return 2 / math.pi * (angle + math.sin(angle) * terms) if degrees % 2 else math.sin(angle) * terms


@functools.cache
def quantile_of_t(degrees):
    """The number t such that Student's t is between -t and t with the probability CONFIDENCE."""
    low, high = 0.0, 1e3
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if inside_of_t(middle, degrees) >= CONFIDENCE else (middle, high)
    return high


def corrections(skewness):
    """The lengths that skewness adds to t on both sides of an interval, as a share of t, and on the side of its longer
    tail, with the sign of the skewness (Edgeworth's expansion; Hall 1983)."""
    z = statistics.NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return (z ** 4 + 2 * z ** 2 - 3) / 18 * skewness ** 2, (2 * z ** 2 + 1) / 6 * skewness


class Estimate:
    """A mean of independent values, or the difference of two, with its cumulants. results/intervals/ says how often its
    intervals contain the true mean. sim/experiments/statistics.hpp has the same method."""

    def __init__(self, mean, variance, third_cumulant, degrees):
        self.mean, self.degrees, self.error = mean, degrees, math.sqrt(variance)
        self.variance, self.third_cumulant = variance, third_cumulant
        self.skewness = third_cumulant / (variance * self.error) if variance else 0

    def __sub__(self, other):
        """The difference to an estimate from other samples."""
        return Estimate(self.mean - other.mean, self.variance + other.variance, self.third_cumulant - other.third_cumulant,
                        min(self.degrees, other.degrees))

    def interval(self):
        """The ends of the interval that contains the true mean with the probability CONFIDENCE."""
        both, longer = corrections(self.skewness)
        t = quantile_of_t(self.degrees) * (1 + both)
        return self.mean - self.error * (t - min(longer, 0)), self.mean + self.error * (t + max(longer, 0))

    def p_value(self, distance):
        """The least probability of error at which the interval around `distance` would not contain 0. The corrections are
        those of the interval at CONFIDENCE, since Edgeworth's expansion does not hold far out."""
        if self.error == 0 or distance == 0:
            return float(distance == 0)
        both, longer = corrections(self.skewness)
        t = (abs(distance) / self.error - max(-longer if distance > 0 else longer, 0)) / (1 + both)
        return 1 - inside_of_t(max(t, 0), self.degrees)


def estimate(values):
    """The estimate of the mean of at least two independent values."""
    n, mean = len(values), statistics.fmean(values)
    squares, cubes = (math.fsum((value - mean) ** power for value in values) for power in (2, 3))
    return Estimate(mean, squares / (n * (n - 1)), cubes / (n * (n - 1) * (n - 2)) if n > 2 else 0, n - 1)


def relative(values):
    """The values as multiples of their mean, whose estimate is also that of the logarithm of the mean, except for the mean."""
    mean = statistics.fmean(values)
    return [value / mean for value in values]


def from_logarithm(figure, logarithm):
    """The interval of a positive figure, from the estimate of its logarithm."""
    return tuple(figure * math.exp(end - logarithm.mean) for end in logarithm.interval())


def interval(values, positive=False):
    """The interval of the mean of at least two values. That of `positive` figures, such as times and speedups, is above 0."""
    return from_logarithm(statistics.fmean(values), estimate(relative(values))) if positive else estimate(values).interval()


def paired(values, others):
    """The estimate of the difference of the logarithms of two means over the same positions, except for the mean."""
    return estimate([one - other for one, other in zip(relative(values), relative(others))])


def ratio(values, others):
    """The mean of values divided by that of others in the same positions, and the interval of the ratio."""
    quotient = statistics.fmean(values) / statistics.fmean(others)
    return quotient, from_logarithm(quotient, paired(values, others))


def with_interval(value, ends, form=".2f"):
    """A figure with its interval, as text in a format such as ".2f"."""
    low, high = ends
    return f"{value:{form}} ({low:{form}} to {high:{form}})"


def figure(values, positive=False, form=None):
    """The mean with its interval, as text in a format; by default with one decimal if the mean is less than 100."""
    mean = statistics.mean(values)
    return with_interval(mean, interval(values, positive), form or (".1f" if mean < 99.95 else ".0f"))


def adjusted(p_values):
    """p-values corrected for their number (Holm 1979), by what they are of."""
    greatest, corrected = 0, {}
    for place, name in enumerate(sorted(p_values, key=p_values.get)):
        greatest = max(greatest, min(1, (len(p_values) - place) * p_values[name]))
        corrected[name] = greatest
    return corrected


def alike(speedups):
    """The algorithms that cannot be told from the best one, the best first. `speedups` has, by algorithm, those of the same
    positions. An algorithm cannot be told from the best if its p-value, corrected for the number of algorithms, is above
    1 - CONFIDENCE."""
    means = {algorithm: statistics.mean(values) for algorithm, values in speedups.items()}
    best = max(means, key=means.get)
    p_values = adjusted({algorithm: paired(speedups[best], values).p_value(math.log(means[best] / means[algorithm]))
                         for algorithm, values in speedups.items() if algorithm != best})
    return sorted([best, *(algorithm for algorithm, value in p_values.items() if value > 1 - CONFIDENCE)], key=means.get,
                  reverse=True)


def ranked(speedups, form=None):
    """Cells of a table row, by algorithm: the mean and its interval as by `figure`, bold for the algorithms of `alike`.
    `speedups` has, by algorithm, those of the positions."""
    best = alike(speedups)
    bold = {algorithm: "**" if algorithm in best else "" for algorithm in speedups}
    return {algorithm: bold[algorithm] + figure(values, True, form) + bold[algorithm]
            for algorithm, values in speedups.items()}


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
