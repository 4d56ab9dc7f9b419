#!/usr/bin/env python3
"""How often 95 % intervals contain the true mean, by the method of the interval, where speedups and overheads by position
that are recorded in results/ are the populations.

    results/intervals/intervals.py measure
    results/intervals/intervals.py report

`measure` draws samples of 6, 12 and 24 positions from each population, with replacement, and counts the intervals that
contain the population's mean. It needs numpy (Debian: python3-numpy), takes some minutes, and writes coverage.json.gz.
`report` prints the tables of the page from that file.
"""
import collections
import functools
import itertools
import math
import statistics
import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

RESULTS = Path(__file__).resolve().parents[1]
DATA = Path(__file__).with_name("coverage.json.gz")
SIZES = [6, 12, 24]
SAMPLES, DRAWS = 2000, 999
OUTER, INNER = 200, 100  # draws of the double bootstrap
LEAST = 24  # positions of a population
SPREAD = 0.01  # least difference of two values, as a share of the greatest
NOMINAL, WANTED = 0.95, 0.94

# Sweeps whose searches are of at least LEAST positions.
TABLES = ["weill-cm5/chess", "weill-cm5/othello-mobility", "weill-cm5/cs6400", "weill-t3d/searches", "others/searches",
          "aphid-origin/searches", "aphid-origin/paper", "aphid-origin/crafty-tables", "work-and-critical-path/chess",
          "which-algorithm/searches", "algorithms-t3d/searches"]
LEFT_OUT = ["version", "id", "position", "seed", "node_costs"]
SPEEDUPS, RATIOS, OVERHEADS, REPEATS = "speedups", "ratios of two speedups", "overheads", "speedups, repeated"
KINDS = {"absolute_speedup": SPEEDUPS, "relative_speedup": SPEEDUPS, "ratio": RATIOS, "repeats": REPEATS,
         **dict.fromkeys(["search_overhead", "synchronization_overhead", "communication_overhead", "total_overhead"],
                         OVERHEADS)}
NUMBERS = {"ratio": 40, "repeats": 8, **dict.fromkeys(["absolute_speedup", "relative_speedup"], 30)}  # of populations
OTHERWISE = 12

FORMER, CORRECTED = "percentile bootstrap, widened (the former)", "t, corrected for skewness (the present)"


def settings_of(search, columns):
    return tuple(search[column] for column in columns)


def searches_of_tables():
    """Yields the searches of each table by their settings and position: parts of a name, and figures by position."""
    for name in TABLES:
        searches = sweeps.load(RESULTS / f"{name}.csv.gz")
        columns = list(searches[0])
        columns = [column for column in columns[:columns.index("time_s")] if column not in LEFT_OUT]
        groups = collections.defaultdict(dict)
        for search in searches:
            if search["processors"] > 1:
                groups[settings_of(search, columns)][search["id"]] = search
        values = collections.defaultdict(set)  # that searches by an algorithm have in a column
        for search in searches:
            for column in columns:
                values[search["algorithm"], column].add(search[column])
        for positions in groups.values():
            first = next(iter(positions.values()))
            yield (name, first["algorithm"], *(f"{column.replace('_', ' ')} {first[column]}" for column in columns
                                               if len(values[first["algorithm"], column]) > 1)), positions


def repeated_speedups():
    """Yields the speedups of two threads over one, by position and repeat, of the players that are measured repeatedly."""
    seconds = collections.defaultdict(dict)
    for run in measured.load(RESULTS / "playing/depths.json.gz", []):
        seconds[run["player"]][run["threads"], run["id"], run["repeat"]] = run["seconds"]
    for player, times in seconds.items():
        repeats = sorted({repeat for threads, _, repeat in times if threads == 2})
        ids = sorted({id for threads, id, _ in times if threads == 2})
        rows = [[times[1, id, repeat] / times[2, id, repeat] for repeat in repeats] for id in ids
                if all((threads, id, repeat) in times for threads in (1, 2) for repeat in repeats)]
        if len(rows) >= LEAST and len(repeats) > 1:
            yield f"playing/depths: {player}", rows


def populations():
    """All populations, by quantity: a name, and the values by position, with a list of two for a ratio."""
    found = collections.defaultdict(dict)
    alike = collections.defaultdict(list)  # of the same settings, except the algorithm
    for words, positions in searches_of_tables():
        if len(positions) < LEAST:
            continue
        ids = sorted(positions)
        name = f"{words[0]}: {', '.join(words[1:])}"
        for quantity, kind in KINDS.items():
            values = [positions[id].get(quantity) for id in ids]
            if None not in values and max(values) - min(values) > SPREAD * max(map(abs, values)):
                found[quantity][name] = values
                if quantity == "absolute_speedup":
                    alike[words[0], *words[2:]].append((name, values))
    for group in alike.values():
        for (one, values), (other, others) in zip(group, group[1:]):
            found["ratio"][f"{one} / {other}"] = [values, others]
    found["repeats"] = dict(repeated_speedups())
    return found


def chosen_populations():
    """Yields some populations of each quantity, at equal distances in the order of their names."""
    for quantity, all_of_them in populations().items():
        names = sorted(all_of_them)
        number = min(NUMBERS.get(quantity, OTHERWISE), len(names))
        for place in range(number):
            name = names[place * len(names) // number]
            yield quantity, name, all_of_them[name]


class Samples:
    """Samples of n positions of a population, with what all methods need. A ratio is estimated by its logarithm."""

    def __init__(self, np, quantity, values, n, source):
        self.np, self.n, self.is_ratio = np, n, quantity == "ratio"
        population = np.array(values)
        picked = source.integers(0, population.shape[-1 if self.is_ratio else 0], (SAMPLES, n))
        self.weights = source.multinomial(n, [1 / n] * n, DRAWS).astype(float)
        if self.is_ratio:
            self.x, y = population[0][picked], population[1][picked]
            self.truth = math.log(population[0].mean() / population[1].mean())
            self.mean = np.log(self.x.mean(1) / y.mean(1))
            self.deviations = self.x / self.x.mean(1)[:, None] - y / y.mean(1)[:, None]
            above, below = self.x @ self.weights.T / n, y @ self.weights.T / n
            squares = ((self.x ** 2) @ self.weights.T / above ** 2 - 2 * (self.x * y) @ self.weights.T / (above * below)
                       + (y ** 2) @ self.weights.T / below ** 2) / n
            self.means, self.variances = np.log(above / below), squares
        else:
            if population.ndim == 2:  # position, repeat
                repeats = source.integers(0, population.shape[1], (SAMPLES, n, population.shape[1]))
                self.x = population[picked[:, :, None], repeats].mean(2)
            else:
                self.x = population[picked]
            self.truth, self.mean = population.mean(), self.x.mean(1)
            self.deviations = self.x - self.mean[:, None]
            moved = self.deviations @ self.weights.T / n
            self.means = self.mean[:, None] + moved
            self.variances = (self.deviations ** 2) @ self.weights.T / n - moved ** 2
        self.is_positive = KINDS[quantity] in (SPEEDUPS, REPEATS)
        self.variances = np.maximum(self.variances, 0) * n / (n - 1)
        self.deviation = np.sqrt((self.deviations ** 2).sum(1) / (n - 1))
        self.error = self.deviation / math.sqrt(n)
        cubes = (self.deviations ** 3).sum(1) * n / ((n - 1) * (n - 2))
        self.skewness = np.divide(cubes, self.deviation ** 3, out=np.zeros(SAMPLES), where=self.deviation > 0) / math.sqrt(n)
        self.sorted = np.sort(self.means, 1)

    def at(self, ranked, share):
        """The values of each row below which there is a share of them. `share` may differ by row."""
        last = ranked.shape[1] - 1
        places = self.np.clip(self.np.round(self.np.asarray(share) * (last + 2)).astype(int) - 1, 0, last)
        return ranked[self.np.arange(len(ranked)), places]

    def percentile(self):
        return self.at(self.sorted, 0.025), self.at(self.sorted, 0.975)

    def widened(self):
        factor = math.sqrt(self.n / (self.n - 1))
        return [self.mean + factor * (end - self.mean) for end in self.percentile()]

    def bias_corrected(self):
        """BCa (Efron 1987)."""
        np, normal = self.np, statistics.NormalDist()
        below = (self.means < self.mean[:, None]).mean(1) + (self.means == self.mean[:, None]).mean(1) / 2
        shift = np.array([normal.inv_cdf(min(max(share, 1 / (DRAWS + 1)), DRAWS / (DRAWS + 1))) for share in below])
        squares = (self.deviations ** 2).sum(1)
        acceleration = np.divide((self.deviations ** 3).sum(1), 6 * squares ** 1.5, out=np.zeros(SAMPLES), where=squares > 0)
        ends = []
        for z in (normal.inv_cdf(0.025), normal.inv_cdf(0.975)):
            moved = shift + (shift + z) / (1 - acceleration * (shift + z))
            ends.append(self.at(self.sorted, [normal.cdf(value) for value in moved]))
        return ends

    def double_bootstrap(self):
        """Percentiles at the levels that would have been right in each of the draws (Beran 1987)."""
        np, n = self.np, self.n
        outer, inner = self.counts_of_draws(), self.weights[-INNER:] / n
        levels = np.array([(values[outer] @ inner.T < mean).mean(1) for values, mean in zip(self.x, self.mean)])
        levels.sort(1)
        return [self.at(self.sorted, self.at(levels, share)) for share in (0.025, 0.975)]

    def counts_of_draws(self):
        """The first draws, each as the places of its values."""
        return self.np.array([self.np.repeat(self.np.arange(self.n), counts.astype(int)) for counts in self.weights[:OUTER]])

    @functools.cached_property
    def studentised(self):
        errors = self.np.sqrt(self.variances / self.n)
        distances = self.means - self.mean[:, None]
        infinite = self.np.where(distances > 0, self.np.inf, -self.np.inf)
        infinite[self.np.abs(distances) < 1e-12] = 0
        return self.np.divide(distances, errors, out=infinite, where=errors > 1e-9 * self.error[:, None])

    def bootstrap_t(self):
        ranked = self.np.sort(self.studentised, 1)
        return self.mean - self.at(ranked, 0.975) * self.error, self.mean - self.at(ranked, 0.025) * self.error

    def symmetric_bootstrap_t(self):
        reach = self.at(self.np.sort(self.np.abs(self.studentised), 1), 0.95) * self.error
        return self.mean - reach, self.mean + reach

    @property
    def t(self):
        return measured.quantile_of_t(self.n - 1)

    def student(self):
        return self.mean - self.t * self.error, self.mean + self.t * self.error

    def johnson(self):
        """The mean shifted by its skewness (Johnson 1978)."""
        shift = self.skewness * self.error / 6
        return [end + shift for end in self.student()]

    def geometric(self):
        """t on the logarithms of the values, whose mean is that of another figure."""
        logarithms = self.np.log(self.x)
        mean, error = logarithms.mean(1), logarithms.std(1, ddof=1) / math.sqrt(self.n)
        return self.np.exp(mean - self.t * error), self.np.exp(mean + self.t * error)

    def corrected(self):
        both, longer = measured.corrections(self.skewness)
        low = self.error * (self.t * (1 + both) - self.np.minimum(longer, 0))
        high = self.error * (self.t * (1 + both) + self.np.maximum(longer, 0))
        if self.is_positive:
            return self.mean * self.np.exp(-low / self.mean), self.mean * self.np.exp(high / self.mean)
        return self.mean - low, self.mean + high


METHODS = {"percentile bootstrap": Samples.percentile, FORMER: Samples.widened, "BCa": Samples.bias_corrected,
           "double bootstrap": Samples.double_bootstrap, "bootstrap t": Samples.bootstrap_t,
           "symmetric bootstrap t": Samples.symmetric_bootstrap_t, "t": Samples.student, "Johnson's t": Samples.johnson,
           "t on logarithms of values": Samples.geometric, CORRECTED: Samples.corrected}


def applies(method, samples):
    """False for logarithms of figures that may be negative, and for the double bootstrap of a ratio."""
    if method == "t on logarithms of values":
        return samples.is_positive
    return method != "double bootstrap" or not samples.is_ratio


def measure():
    import numpy as np
    figures = []
    for quantity, name, values in chosen_populations():
        print(quantity, name, flush=True)
        source = np.random.default_rng(zlib.crc32(f"{quantity} {name}".encode()))
        own = {"quantity": quantity, "population": name, "positions": np.array(values).shape[-1 if quantity == "ratio" else 0],
               "sizes": {}}
        for n in SIZES:
            samples = Samples(np, quantity, values, n, source)
            usual = np.mean(2 * samples.t * samples.error)
            own["sizes"][n] = {method: coverage(np, samples, ends(samples), usual)
                               for method, ends in METHODS.items() if applies(method, samples)}
        figures.append(own)
    measured.save(DATA, figures)


def coverage(np, samples, ends, usual):
    """The shares of intervals that contain the truth and that are unbounded, and the mean width of the bounded ones
    relative to `usual`, the mean width by t."""
    low, high = ends
    bounded = np.isfinite(high - low)
    contained = (low <= samples.truth) & (samples.truth <= high)
    return [round(float(figure), 4) for figure in
            (contained.mean(), 1 - bounded.mean(), np.mean((high - low)[bounded]) / usual)]


def report():
    figures = measured.load(DATA, [])
    for kind in dict.fromkeys(KINDS.values()):
        own = [figure for figure in figures if KINDS[figure["quantity"]] == kind]
        print(f"{kind[0].upper()}{kind[1:]}: {len(own)} populations\n")
        rows = []
        for method in METHODS:
            cells = [cell_of(own, method, n) for n in SIZES]
            if all(cells):
                rows.append([method, *itertools.chain.from_iterable(zip(*cells))])
        sweeps.table(["method", *(f"{what}, n = {n}" for what in ["contain the mean", "94 % or more", "width"] for n in SIZES)],
                     rows)
    worst(figures)


def cell_of(figures, method, n):
    """The mean coverage of a method, the share of populations with the wanted coverage, and the mean width."""
    cells = [figure["sizes"][str(n)][method] for figure in figures if method in figure["sizes"][str(n)]]
    if len(cells) < len(figures):
        return None
    contained, unbounded, width = zip(*cells)
    enough = sum(share >= WANTED for share in contained)
    unbounded = f"; {100 * statistics.mean(unbounded):.1f} % unbounded" if any(unbounded) else ""
    mean_width = statistics.mean(width)
    return (f"{100 * statistics.mean(contained):.1f} %", f"{enough} of {len(cells)}",
            (f"{mean_width:.2f}" if mean_width < 100 else "> 100") + unbounded)


def worst(figures):
    """Prints the populations of speedups whose mean the present intervals contain least often."""
    print("Speedups whose means the present intervals contain least often\n")
    speedups = [figure for figure in figures if KINDS[figure["quantity"]] == SPEEDUPS]
    least = sorted(speedups, key=lambda figure: min(figure["sizes"][str(n)][CORRECTED][0] for n in SIZES))[:6]
    sweeps.table(["population", *(f"n = {n}" for n in SIZES), *(f"t, n = {n}" for n in SIZES)],
                 [[f"{figure['population']}, {figure['quantity'].replace('_', ' ')}",
                   *(f"{100 * figure['sizes'][str(n)][method][0]:.1f} %" for method in (CORRECTED, "t") for n in SIZES)]
                  for figure in least])


if __name__ == "__main__":
    {"measure": measure, "report": report}[sys.argv[1]]() if sys.argv[1:] in (["measure"], ["report"]) else sys.exit(__doc__)
