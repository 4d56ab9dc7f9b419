#!/usr/bin/env python3
"""Speedups of games beside those of the synthetic trees that are fitted to logs of the games.

    results/fitted-trees/fitted_trees.py log            the logs of the games, GAME-log.csv
    results/fitted-trees/fitted_trees.py fit            trees fitted to all logs, fits.json.gz
    results/fitted-trees/fitted_trees.py sweep STORE    searches of eldest's own games and of all trees, by speedups.ini
    results/fitted-trees/fitted_trees.py export STORE   searches.csv.gz from the store
    results/fitted-trees/fitted_trees.py games          searches of the games of tests/games, games.csv.gz
    results/fitted-trees/fitted_trees.py report         the tables of the page
    results/fitted-trees/fitted_trees.py draw           speedups.svg, with gnuplot

The programs are eldest, and games, which has the games of tests/games, in build/ci or the folder of --build. Intervals of 95 %
are those of means over positions or trees, and of the ratios of such means.
"""
import argparse
import functools
import itertools
import json
import math
import os
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FITS = HERE / "fits.json.gz"
SEARCHES = HERE / "searches.csv.gz"
GAMES = HERE / "games.csv.gz"

POSITIONS = 24  # of each game; as many seeds of each tree
ALGORITHMS = ["abdada", "ybwc", "ybn", "aphid"]
PROCESSORS = [4, 16, 64]
MACHINE = "server-128"
NODE = "18000,0,0,0"  # the costs of a node: a microsecond on this machine
COUNTERS = ["quiescence", "expanded", "moves", "forced", "cutoffs", "first_move_cutoffs", "deep_cutoffs",
            "deep_first_move_cutoffs", "table_hits"]
COLUMNS = ["version", "model_version", "game", "position", "algorithm", "processors", "time_s"]

# The depth of each game's searches, and of eldest's own games the file of positions and their names.
OWN = {
    "chess": (5, "trees/chess/bratko-kopec.epd", [f"BK.{i:02}" for i in range(1, 25)]),
    "othello": (9, "trees/othello/wc1996-final.txt", [f"WC96-{i:02}" for i in range(1, 48, 2)]),
    "checkers": (11, "trees/checkers/chinook-tinsley-1992.fen",
                 [f"1992-{name}" for name in ["01.10", "03.10", "04.20", "05.15", "07.10", "08.10", "09.15", "11.10", "13.10",
                                              "14.10", "16.10", "17.15", "18.15", "21.10", "23.15", "24.20", "26.15", "28.10",
                                              "31.15", "33.10", "34.20", "36.10", "37.10", "39.15"]]),
}
OTHERS = {"ataxx": 6, "breakthrough": 6, "domineering": 6, "hex": 5, "kalah": 14}
DEPTHS = {**{game: depth for game, (depth, *_) in OWN.items()}, **OTHERS}
COLOURS = {"abdada": "#0072b2", "ybwc": "#d55e00", "ybn": "#009e73", "aphid": "#cc79a7"}

build = ROOT / "build/ci"  # the folder of the programs


def run(program, *words):
    return subprocess.run([build / program, *map(str, words)], check=True, stdout=subprocess.PIPE, cwd=ROOT, encoding="utf-8",
                          env={**os.environ, "ELDEST_DATA_DIR": str(build / "share/eldest")}).stdout


def eldest(*words):
    return run("sim/eldest", *words)


def outside(*words):
    return run("games/games", *words)


def positions(game):
    _, file, names = OWN[game]
    return [f"{file}:{name}" for name in names]


def log_of(game):
    """The log of sequential searches of a game, as CSV."""
    if game in OTHERS:
        return outside("log", game, OTHERS[game], POSITIONS)
    lines = ["position,depth,nodes,value,seconds,quiescence,expanded,moves,forced,cutoffs,first_cutoffs,deep_cutoffs,"
             "deep_first_cutoffs,table_cutoffs"]
    for position in positions(game):
        search = json.loads(eldest("simulate", "--platform", MACHINE, "--model", "loggp", "--node-costs", NODE, "--algorithm",
                                   "negascout", "--processors", 1, "--json", "--quiet", "--tree", game, "--position", position,
                                   "--depth", DEPTHS[game]))
        sums = dict.fromkeys(["nodes", *COUNTERS], 0)
        for iteration in search["iterations"]:
            sums["nodes"] += iteration["nodes"]
            for counter in COUNTERS:
                sums[counter] += iteration["counters"].get(counter, 0)
            value = iteration["value"] if abs(iteration["value"]) < 100_000 else ""
            lines.append(f"{search['id']},{iteration['depth']},{sums['nodes']},{value},{iteration['time_s']:.6g},"
                         + ",".join(str(sums[counter]) for counter in COUNTERS))
    return "\n".join(lines) + "\n"


def log(_arguments):
    for game in DEPTHS:
        (HERE / f"{game}-log.csv").write_text(log_of(game))


def fit(_arguments):
    files = sorted(HERE.glob("*-log.csv"))
    fits = {file.stem.removesuffix("-log"): json.loads(eldest("stats", "--fit", file.relative_to(ROOT), "--json", "--quiet"))
            for file in files}
    for one in fits.values():
        del one["version"]
    measured.save(FITS, fits)


def roots_of(game, of):
    """The arguments of a sweep that choose the positions of a game, or the trees that are fitted to it."""
    if of == "tree":
        return ["--tree", f"{tree_of(game)},seed=1..{POSITIONS}"]
    return ["--tree", game, *(word for position in positions(game) for word in ["--position", position])]


@functools.cache
def tree_of(game):
    """The tree that is fitted to a game."""
    return measured.load(FITS, {})[game]["tree"]


def sweep(arguments):
    for game, of in itertools.product(DEPTHS, ["game", "tree"]):
        if of == "tree" or game in OWN:
            eldest("sweep", arguments.store, "--config", HERE / "speedups.ini", "--depth", DEPTHS[game], "--jobs", arguments.jobs,
                   "--quiet", *roots_of(game, of))


def export(arguments):
    sweeps.export(arguments.store, build / "sim/eldest", SEARCHES)


def games(arguments):
    """The times of searches of the games of tests/games."""
    about = json.loads(eldest("simulate", "--platform", MACHINE, "--depth", 1, "--json", "--quiet"))
    tasks = [(game, *of) for game in OTHERS
             for of in [("alphabeta", 1), ("negascout", 1), *itertools.product(ALGORITHMS, PROCESSORS)]]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        outputs = pool.map(lambda task: outside("simulate", task[0], DEPTHS[task[0]], POSITIONS, MACHINE, *task[1:]), tasks)
        rows = [[about["version"], about["model_version"], game, *line.split(",")]
                for (game, *_), output in zip(tasks, outputs) for line in output.splitlines()]
    sweeps.write_rows(GAMES, [COLUMNS, *rows])


class Cell(NamedTuple):
    """The speedups of a game, and of its tree, by an algorithm on a number of processors."""
    game: str
    algorithm: str
    processors: int
    real: list
    fitted: list

    @property
    def ratio(self):
        return statistics.mean(self.fitted) / statistics.mean(self.real)

    def interval(self):
        logarithm = measured.estimate(measured.relative(self.fitted)) - measured.estimate(measured.relative(self.real))
        return measured.from_logarithm(self.ratio, logarithm)


class Searches:
    """The searches of games and of their trees."""

    def __init__(self):
        self.by_tree = {}
        for search in sweeps.load(SEARCHES):
            self.by_tree.setdefault(search["tree"].split(",seed=")[0], []).append(search)
        rows = sweeps.read(GAMES)
        for game in OTHERS:
            self.by_tree[game] = with_speedups([row for row in rows if row["game"] == game])

    def of(self, game, of, algorithm, processors):
        """The searches of a game, or of its tree, by an algorithm on a number of processors."""
        found = self.by_tree[game if of == "game" else tree_of(game)]
        return sweeps.having(found, {"algorithm": algorithm, "processors": processors})

    def column(self, name, *which):
        return [search[name] for search in self.of(*which)]


def with_speedups(rows):
    """The searches of a game of tests/games, with the speedups over the faster of αβ and NegaScout on one processor."""
    best, searches = {}, []
    for row in rows:
        search = row | {"processors": int(row["processors"]), "time_s": float(row["time_s"])}
        searches.append(search)
        if search["processors"] == 1:
            best[search["position"]] = min(search["time_s"], best.get(search["position"], math.inf))
    return [search | {"absolute_speedup": best[search["position"]] / search["time_s"]} for search in searches]


def cells(searches):
    for game, algorithm, processors in itertools.product(DEPTHS, ALGORITHMS, PROCESSORS):
        yield Cell(game, algorithm, processors,
                   *(searches.column("absolute_speedup", game, of, algorithm, processors) for of in ["game", "tree"]))


def mean_and_interval(values):
    """The mean of times or speedups with its interval."""
    return measured.figure(values, positive=True)


def report(_arguments):
    fits, searches = measured.load(FITS, {}), Searches()
    report_fits(fits)
    all_cells = list(cells(searches))
    print("Times on one processor:\n")
    report_times(searches)
    print("Speedups:\n")
    report_speedups(all_cells)
    print("Verdicts:\n")
    report_verdicts(fits, all_cells)
    print("Overheads:\n")
    report_overheads(searches)
    print("On 1,024 processors:\n")
    report_large()


def report_fits(fits):
    for name, one in fits.items():
        lines = []
        for row in one["depths"]:
            line = [row["depth"] if row["depth"] <= one["fit"]["fitted_depth"] else f"{row['depth']}*"]
            for figure, scale, digits in [("nodes", 1, 0), ("first_move_cutoff_rate", 100, 1),
                                          ("deep_first_move_cutoff_rate", 100, 1), ("table_rate", 100, 1)]:
                for source in ["log", "fit"]:
                    line.append(f"{scale * row[figure][source]:.{digits}f}" if figure in row else "")
            lines.append(line)
        print(f"{name}, {one['verdict']}: `{one['tree']}`\n")
        sweeps.table(["depth", "nodes", "fit", "first %", "fit", "deep %", "fit", "table %", "fit"], lines)


def report_times(searches):
    lines = []
    for game, depth in DEPTHS.items():
        times = [[1000 * second for second in searches.column("time_s", game, of, "negascout", 1)] for of in ["game", "tree"]]
        lines.append([game, depth, *map(mean_and_interval, times)])
    sweeps.table(["game", "depth", "game, ms", "tree, ms"], lines)


def report_speedups(all_cells):
    lines = []
    for (game, algorithm), of_algorithm in itertools.groupby(all_cells, key=lambda cell: cell[:2]):
        line = [game, algorithm]
        for cell in of_algorithm:
            line += [mean_and_interval(cell.real), mean_and_interval(cell.fitted),
                     measured.with_interval(cell.ratio, cell.interval())]
        lines.append(line)
    sweeps.table(["game", "algorithm",
                  *(f"P = {p}: {what}" for p in PROCESSORS for what in ["game", "tree", "tree / game"])], lines)


def best_is_right(machine):
    """Returns true if the algorithm of greatest mean speedup in the tree is one of those that cannot be told from the best in
    the game."""
    chosen = max(machine, key=lambda cell: statistics.mean(cell.fitted))
    return chosen.algorithm in measured.alike({cell.algorithm: cell.real for cell in machine})


def report_verdicts(fits, all_cells):
    lines = []
    for game, of_game in itertools.groupby(all_cells, key=lambda cell: cell.game):
        of_game = list(of_game)
        machines = [[cell for cell in of_game if cell.processors == processors] for processors in PROCESSORS]
        logs = [math.log(cell.ratio) for cell in of_game]
        near = sum(1 / 1.2 <= cell.ratio <= 1.2 for cell in of_game)
        covered = sum(low <= 1 <= high for low, high in (cell.interval() for cell in of_game))
        lines.append([game, fits[game]["verdict"], f"{sum(map(best_is_right, machines))} of {len(machines)}",
                      f"{near} of {len(of_game)}", f"{covered} of {len(of_game)}", f"{math.exp(statistics.mean(logs)):.2f}",
                      f"{math.exp(statistics.mean(map(abs, logs))):.2f}", orders(machines)])
    sweeps.table(["game", "verdict", "best right", "within 20 %", "level", "tree / game, mean", "factor, mean",
                  "pairs in the same order"], lines)


def report_overheads(searches):
    lines = []
    for game, processors, algorithm in itertools.product(OWN, PROCESSORS, ["ybwc", "ybn"]):
        chosen = [searches.of(game, of, algorithm, processors) for of in ["game", "tree"]]
        line = [game, processors, algorithm]
        for found in chosen:
            values = [search["search_overhead"] for search in found]
            line.append(measured.with_interval(statistics.mean(values), measured.interval(values)))
        for column in ["communication_overhead", "synchronization_overhead"]:
            line += [f"{statistics.mean(search[column] for search in found):.2f}" for found in chosen]
        lines.append(line)
    sweeps.table(["game", "P", "algorithm", *(f"{kind}, {of}" for kind in ["SO", "CO", "SY"] for of in ["game", "tree"])], lines)


def report_large():
    """Prints YBWC's speedup in chess on all processors of a cluster."""
    searches = sweeps.load(HERE / "chess-1024.csv.gz")
    for times, processors, algorithm, column in [(1000, 1, "negascout", "time_s"), (1, 1024, "ybwc", "absolute_speedup")]:
        values = [times * search[column] for search in
                  sweeps.choose(searches, algorithm=algorithm, processors=processors).values()]
        print(f"{algorithm}, P = {processors:,}: {mean_and_interval(values)}{' ms' if column == 'time_s' else ''}")
    print()


def orders(machines):
    """The number of pairs of algorithms of which one is ahead by a tenth in the game, and how many have the same order in the
    tree."""
    same = pairs = 0
    for machine in machines:
        for one, other in itertools.combinations(machine, 2):
            real = statistics.mean(one.real) / statistics.mean(other.real)
            if not 1 / 1.1 < real < 1.1:
                pairs += 1
                same += (real > 1) == (statistics.mean(one.fitted) > statistics.mean(other.fitted))
    return f"{same} of {pairs}"


def draw(_arguments):
    """Draws a panel for each game: the speedups in its tree over those in the game."""
    all_cells = list(cells(Searches()))
    columns = 4
    script = [f"set terminal svg size {260 * columns},{280 * math.ceil(len(DEPTHS) / columns)} noenhanced font 'sans,12' "
              "background 'white'", f"set output '{HERE / 'speedups.svg'}'",
              f"set multiplot layout {math.ceil(len(DEPTHS) / columns)},{columns}", "set grid lc rgb '#dddddd'", "set border 3",
              "set tics nomirror", "set logscale xy 2", "set xrange [1:64]", "set yrange [1:64]", "set samples 2",
              "set size ratio 1", "set xlabel 'speedup in the game'", "set ylabel 'speedup in its tree'",
              "set key bottom right Right noautotitle samplen 1"]
    for place, game in enumerate(DEPTHS):
        elements = ["x with lines lc rgb '#888888' dt 2"]
        for cell in all_cells:
            if cell.game == game:
                script += [f"$point{len(elements)} << END", " ".join(map(str, point(cell))), "END"]
                elements.append(f"$point{len(elements)} with xyerrorbars lc rgb '{COLOURS[cell.algorithm]}' pt 7 ps 0.6")
        if place == 0:
            elements += [f"NaN with points lc rgb '{colour}' pt 7 title '{algorithm}'" for algorithm, colour in COLOURS.items()]
        script += [f"set title '{game}'", "plot " + ", ".join(elements)]
    subprocess.run(["gnuplot"], input="\n".join(script) + "\n", check=True, encoding="utf-8")


def point(cell):
    """The mean speedups of the game and of the tree, followed by the ends of their intervals."""
    means, intervals = zip(*((statistics.mean(values), measured.interval(values, positive=True))
                             for values in [cell.real, cell.fitted]))
    return [*means, *intervals[0], *intervals[1]]


def main():
    global build
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="action", required=True)
    actions = {action.__name__: action for action in [log, fit, sweep, export, games, report, draw]}
    for name in actions:
        command = commands.add_parser(name)
        command.add_argument("--build", type=Path, default=build)
        if name in ("sweep", "export"):
            command.add_argument("store")
        if name in ("sweep", "games"):
            command.add_argument("--jobs", type=int, default=1, help="simulations at a time")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    actions[arguments.action](arguments)


if __name__ == "__main__":
    main()
