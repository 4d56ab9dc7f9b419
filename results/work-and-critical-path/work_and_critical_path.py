#!/usr/bin/env python3
"""Work and critical path of the parallel searches, and how well they predict the times on the CM5 and the T3D: the tables
of the page, from the compressed tables beside this file and those of ../weill-cm5 and ../weill-t3d.

    results/work-and-critical-path/work_and_critical_path.py report
"""
import math
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402: found by the line above

HERE = Path(__file__).parent
TREES = {"chess": "chess", "othello": "Othello", "checkers": "checkers", "synthetic": "synthetic"}
ALGORITHMS = ["abdada", "ybwc", "ybn", "jamboree", "dts"]
STAMPED = ["ybwc", "ybn", "jamboree", "dts"]  # their critical path is measured by time stamps
ORACLES = {"none": "no oracle", "pv": "PV nodes", "cut": "CUT nodes", "all": "ALL nodes", "any": "any node"}
MOST = 256  # processors; more do not come near the costs of what a search needs in a row
T3D_BY_CM5 = 17.8 / 12.5  # speeds of their processors, units of work a second


class Costless:
    """The seconds of the searches where communication costs nothing."""

    def __init__(self, tree):
        self.times = {}
        self.stamped = {}  # critical paths by time stamps
        for search in sweeps.load(HERE / f"{tree}.csv.gz"):
            key = search["algorithm"], search["depth"], search["id"], search["processors"]
            self.times[key] = search["time_s"]
            if search["critical_path_s"]:
                self.stamped[key] = float(search["critical_path_s"])

    def depths(self, algorithm):
        return sorted({depth for name, depth, _, count in self.times if (name, count) == (algorithm, MOST)})

    def positions(self, algorithm, depth):
        return sorted({name for one, at, name, _ in self.times if (one, at) == (algorithm, depth)})

    def counts(self, algorithm, depth):
        return sorted({count for one, at, _, count in self.times if (one, at) == (algorithm, depth)})

    def work(self, algorithm, depth, position):
        return self.times[algorithm, depth, position, 1]

    def path(self, algorithm, depth, position):
        """The critical path: the least time on any number of processors."""
        return min(self.times[algorithm, depth, position, count] for count in self.counts(algorithm, depth))


def fit(points):
    """c1 and c2 of T = c1 C + c2 W / P, with the least sum of squares of relative errors; `points` are (C, W / P, T)."""
    cc = cw = ww = c = w = 0.0
    for path, share, time in points:
        x, y = path / time, share / time
        cc, cw, ww, c, w = cc + x * x, cw + x * y, ww + y * y, c + x, w + y
    determinant = cc * ww - cw * cw
    return (c * ww - w * cw) / determinant, (w * cc - c * cw) / determinant


def spread(ratios):
    """The geometric mean of ratios of measured to predicted times, and the factor of one standard deviation, as a cell."""
    logarithms = [math.log(ratio) for ratio in ratios]
    return f"{math.exp(statistics.mean(logarithms)):.2f} ×/÷ {math.exp(statistics.stdev(logarithms)):.2f}"


def paths_table(trees):
    print("Work W and critical path C, in seconds of a node of the CM5, as means over the positions, and the mean of W / C\n")
    rows = []
    for tree, costless in trees.items():
        for depth in costless.depths("abdada"):
            row = [TREES[tree], depth]
            for algorithm in ALGORITHMS:
                if depth not in costless.depths(algorithm):
                    row.append("")
                    continue
                names = costless.positions(algorithm, depth)
                work = [costless.work(algorithm, depth, name) for name in names]
                path = [costless.path(algorithm, depth, name) for name in names]
                ratio = statistics.mean(w / c for w, c in zip(work, path))
                row.append(f"{statistics.mean(work):.2f}, {statistics.mean(path):.3f}: {ratio:.1f}")
            rows.append(row)
    sweeps.table(["tree", "depth", *(f"{algorithm}: W, C: W / C" for algorithm in ALGORITHMS)], rows)


def points_of(costless, algorithm, path=None):
    """(C, W / P, T) of all searches of an algorithm, except those on the most processors, whose times are the paths.
    `path` returns C for a depth and a position."""
    path = path or (lambda depth, name: costless.path(algorithm, depth, name))
    return [(path(depth, name), costless.work(algorithm, depth, name) / count,
             costless.times[algorithm, depth, name, count])
            for depth in costless.depths(algorithm) for name in costless.positions(algorithm, depth)
            for count in costless.counts(algorithm, depth) if count < MOST]


def fitted(points):
    """c1 and c2 of the points, and measured time divided by fitted time, as cells."""
    c1, c2 = fit(points)
    return [f"{c1:.2f}", f"{c2:.2f}", spread([time / (c1 * path + c2 * share) for path, share, time in points])]


def fits_table(trees):
    print("The constants of T = c1 C + c2 W / P if communication costs nothing, and the measured time divided by the fitted "
          "time\n")
    sweeps.table(["tree", "algorithm", "c1", "c2", "measured / fitted"],
                 [[TREES[tree], algorithm, *fitted(points_of(costless, algorithm))]
                  for tree, costless in trees.items() for algorithm in ALGORITHMS])


def stamps_table(trees):
    print("C by time stamps in a search on 1, 16 or 256 processors, divided by the least time; and the time T on 256 "
          "processors, divided by the C of that search\n")
    counts = [1, 16, MOST]
    rows = []
    for tree, costless in trees.items():
        for algorithm in STAMPED:
            searches = [(depth, name) for depth in costless.depths(algorithm)
                        for name in costless.positions(algorithm, depth)]
            by_least = [spread([costless.stamped[algorithm, *search, count] / costless.path(algorithm, *search)
                                for search in searches]) for count in counts]
            of_most = spread([costless.times[algorithm, *search, MOST] / costless.stamped[algorithm, *search, MOST]
                              for search in searches])
            rows.append([TREES[tree], algorithm, *by_least, of_most])
    sweeps.table(["tree", "algorithm", *(f"C on {count}" for count in counts), f"T / C on {MOST}"], rows)


def stamped_fits_table(trees):
    print("The constants of T = c1 C + c2 W / P with C by time stamps in the search on one processor, and the measured time "
          "divided by the fitted time. The same search gives W.\n")
    sweeps.table(["tree", "algorithm", "c1", "c2", "measured / fitted"],
                 [[TREES[tree], algorithm,
                   *fitted(points_of(costless, algorithm,
                                     lambda depth, name: costless.stamped[algorithm, depth, name, 1]))]
                  for tree, costless in trees.items() for algorithm in STAMPED])


def predictions_table(trees):
    print("Times on networks that cost time, predicted by C, W and the constants of the machine without such costs: measured "
          "time divided by predicted time\n")
    rows = []
    for machine, tree, file, speed, settings in [
            ("CM5", "chess", "weill-cm5/chess.csv.gz", 1, {"search": "negascout"}),
            ("CM5", "othello", "weill-cm5/othello-mobility.csv.gz", 1, {"search": "alphabeta"}),
            ("T3D", "chess", "weill-t3d/searches.csv.gz", T3D_BY_CM5,
             {"tt_scale": "constant", "abdada_defer_depth": "1"})]:
        measured = [search for search in sweeps.load(HERE.parent / file)
                    if all(search[name] == value for name, value in settings.items())]
        costless = trees[tree]
        for algorithm in ["abdada", "ybwc"]:
            c1, c2 = fit(points_of(costless, algorithm))
            for depth in costless.depths(algorithm):
                row = {}
                for search in measured:
                    if search["algorithm"] != algorithm or search["depth"] != depth or search["processors"] == 1 \
                            or search["id"] not in costless.positions(algorithm, depth):
                        continue
                    predicted = (c1 * costless.path(algorithm, depth, search["id"]) +
                                 c2 * costless.work(algorithm, depth, search["id"]) / search["processors"]) / speed
                    row.setdefault(search["processors"], []).append(search["time_s"] / predicted)
                if row:
                    rows.append([machine, TREES[tree], algorithm, depth,
                                 *(spread(row[count]) if count in row else "" for count in [8, 16, 24, 32, 128])])
    sweeps.table(["machine", "tree", "algorithm", "depth", 8, 16, 24, 32, 128], rows)


def with_oracles(tree):
    """W / C of Young Brothers on Notice as the mean over the positions, and the geometric mean of its C divided by C without an
    oracle, by oracle."""
    paths = {}
    for search in sweeps.having(sweeps.load(HERE / f"oracle-{tree}.csv.gz"), {"algorithm": "ybn"}):
        paths.setdefault(search["ybn_oracle"], {})[search["id"]] = search["time_s"], float(search["critical_path_s"])
    none = paths["none"]
    return {oracle: (statistics.mean(work / path for work, path in paths[oracle].values()),
                     math.exp(statistics.mean(math.log(paths[oracle][one][1] / none[one][1]) for one in none)))
            for oracle in ORACLES}


def oracle_table():
    print("W / C of Young Brothers on Notice on one processor, C by time stamps, if an oracle knows the values of eldest sons: "
          "means over the positions, and the critical path divided by that without an oracle\n")
    rows = []
    for tree, name in TREES.items():
        depth = sweeps.depths(sweeps.load(HERE / f"oracle-{tree}.csv.gz"))[0]
        found = with_oracles(tree)
        rows.append([name, depth, *(f"{parallelism:.0f}" + ("" if oracle == "none" else f", {ratio:.2f}")
                                    for oracle, (parallelism, ratio) in found.items())])
    sweeps.table(["tree", "depth", *ORACLES.values()], rows)


class PastEldest:
    """Searches whose young brothers wait for the eldest or go past it, by machine, processors, settings and position."""

    def __init__(self, tree):
        self.searches = {}
        for search in sweeps.having(sweeps.load(HERE / f"past-eldest-{tree}.csv.gz"), {"algorithm": "ybn"}):
            if search["processors"] > 1:
                key = search["processors"], search["platform"], int(search["aspiration"]), float(search["ybn_past_eldest"])
                self.searches.setdefault(key, {})[search["id"]] = search
        self.sequential = {}  # the seconds of the fastest sequential search of any setting, by machine and position
        for (_, platform, *_), chosen in self.searches.items():
            for name, search in chosen.items():
                seconds = search["absolute_speedup"] * search["time_s"]
                known = self.sequential.get((platform, name), seconds)
                self.sequential[platform, name] = min(known, seconds)

    def speedups(self, key):
        return [self.sequential[key[1], name] / search["time_s"] for name, search in sorted(self.searches[key].items())]

    def mean(self, key, column):
        return statistics.mean(float(search[column]) for search in self.searches[key].values())


def past_eldest_table():
    print("Absolute speedups of Young Brothers on Notice, by `--ybn-past-eldest`; the ratio to the mean without it; and the "
          "means of C and of the nodes\n")
    rows = []
    for tree in ["chess", "othello"]:
        searches = PastEldest(tree)
        for key in sorted(searches.searches):
            processors, platform, aspiration, odds = key
            waits, past = searches.speedups((*key[:3], 0.0)), searches.speedups(key)
            ratio = measured.with_interval(*measured.ratio(past, waits)) if odds > 0 else ""
            rows.append([TREES[tree], platform, processors, aspiration, f"{odds:g}", measured.figure(past, True), ratio,
                         f"{searches.mean(key, 'critical_path_s') * 1e6:,.0f}", f"{searches.mean(key, 'nodes'):,.0f}"])
    sweeps.table(["tree", "machine", "processors", "aspiration", "past the eldest", "speedup", "ratio", "C, µs", "nodes"], rows)


def report():
    trees = {tree: Costless(tree) for tree in TREES}
    paths_table(trees)
    fits_table(trees)
    stamps_table(trees)
    stamped_fits_table(trees)
    predictions_table(trees)
    oracle_table()
    past_eldest_table()


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
