#!/usr/bin/env python3
"""Speedups of games beside those of the synthetic trees that are fitted to logs of the games.

    results/fitted-trees/fitted_trees.py log [--eldest PROGRAM]     the logs of our games, GAME-log.csv
    results/fitted-trees/fitted_trees.py fit [--eldest PROGRAM]     trees fitted to all logs, fits.json.gz
    results/fitted-trees/fitted_trees.py settings                   the sweeps, GAME.ini and GAME-fitted.ini, and for
                                                                    1,024 processors GAME-1024.ini and GAME-fitted-1024.ini
    results/fitted-trees/fitted_trees.py report                     the tables of the page
    results/fitted-trees/fitted_trees.py draw                       speedups.svg, with gnuplot

Intervals of 95 % are those of means over positions or trees, and of the ratios of such means.
"""
import argparse
import itertools
import json
import math
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
TREES = 8  # seeds of each fitted tree, as many as positions of each game
ALGORITHMS = ["abdada", "ybwc", "ybn", "aphid"]
PLATFORMS = {"Server": "server-128", "RDMA": "rdma-1024"}  # names in the data, and their platform files


class Size(NamedTuple):
    """Searches of games and of their trees."""
    ends: tuple  # ends of the names of files, after the game: the game's file, and the tree's
    depths: dict  # by game, a pair: the game's depth, and the tree's
    platforms: list
    algorithms: list
    processors: list


# By game: the file of its positions, the positions' names, and the depth.
GAMES = {
    "chess": ("trees/chess/bratko-kopec.epd", [f"BK.{i:02}" for i in range(1, 25, 3)], 5),
    "othello": ("trees/othello/wc1996-final.txt", [f"WC96-{i:02}" for i in range(3, 50, 6)], 7),
    "checkers": ("trees/checkers/chinook-tinsley-1992.fen",
                 [f"1992-{name}" for name in ["01.10", "05.15", "09.15", "14.10", "18.15", "24.20", "28.10", "33.10"]], 10),
}
SMALL = Size(("", "-fitted"), {game: (depth, depth) for game, (*_, depth) in GAMES.items()}, list(PLATFORMS), ALGORITHMS,
             [16, 64])
LARGE = Size(("-1024", "-fitted-1024"), {"chess": (6, 6), "othello": (10, 10)}, ["RDMA"], ["ybwc"], [1024])
# The tree is deeper here, so that it takes as long as the game on one processor.
AS_LONG = Size(("", "-fitted-11"), {"checkers": (10, 11)}, ["Server"], ALGORITHMS, [16, 64])
SEQUENTIAL = ["--node-costs", "18000,0,0,0", "--algorithm", "negascout", "--processors", "1", "--model", "loggp", "--json", "--quiet"]
MACHINE = "server-128"  # on which the games are logged; the counts are the same on every machine
COLUMNS = ["quiescence", "expanded", "moves", "cutoffs", "first_move_cutoffs", "table_hits"]
NAMES = ["quiescence", "expanded", "moves", "cutoffs", "first_cutoffs", "table_cutoffs"]
COLOURS = {"abdada": "#0072b2", "ybwc": "#d55e00", "ybn": "#009e73", "aphid": "#cc79a7"}


def run(eldest, *words):
    return subprocess.run([eldest, *map(str, words)], check=True, stdout=subprocess.PIPE, cwd=ROOT, encoding="utf-8").stdout


def positions(game):
    file, ids, _ = GAMES[game]
    return [f"{file}:{name}" for name in ids]


def log(eldest):
    for game, (*_, depth) in GAMES.items():
        lines = ["position,depth,nodes,value,seconds," + ",".join(NAMES)]
        for position in positions(game):
            search = json.loads(run(eldest, "simulate", "--platform", MACHINE, *SEQUENTIAL, "--tree", game,
                                    "--position", position, "--depth", depth))
            sums = dict.fromkeys(["nodes", *COLUMNS], 0)
            for iteration in search["iterations"]:
                sums["nodes"] += iteration["nodes"]
                for column in COLUMNS:
                    sums[column] += iteration["counters"].get(column, 0)
                value = iteration["value"] if abs(iteration["value"]) < 100_000 else ""
                lines.append(f"{search['id']},{iteration['depth']},{sums['nodes']},{value},{iteration['time_s']:.6g},"
                             + ",".join(str(sums[column]) for column in COLUMNS))
        (HERE / f"{game}-log.csv").write_text("\n".join(lines) + "\n")


def fit(eldest):
    files = sorted(HERE.glob("*-log.csv"))
    with ThreadPoolExecutor(2) as pool:
        outputs = pool.map(lambda file: run(eldest, "stats", "--fit", file.relative_to(ROOT), "--json", "--quiet"), files)
    fits = {file.stem.removesuffix("-log"): json.loads(output) for file, output in zip(files, outputs)}
    for one in fits.values():
        del one["version"]
    measured.save(FITS, fits)


def settings():
    """Writes the settings of the sweeps: the same algorithms and processors for a game and for its tree. The machines and the
    cost of a node are given on the command line."""
    fits = measured.load(FITS, {})
    for size in [SMALL, LARGE, AS_LONG]:
        for game, depths in size.depths.items():
            names = [f"{game}{end}.ini" for end in size.ends]
            common = [["model = loggp", f"algorithm = {','.join(size.algorithms)}",
                       f"processors = {','.join(map(str, size.processors))}", f"depth = {depth}", "tt-entries = 1048576"]
                      for depth in depths]
            real = [f"tree = {game}", *(f"position = {position}" for position in positions(game))]
            write(names[0], f"{game}: the searches that fitted trees are held against.", [*real, *common[0]])
            if game in fits:
                fitted = [f"tree = {fits[game]['tree']},seed={seed}" for seed in range(1, TREES + 1)]
                write(names[1], f"The tree that is fitted to {game}, {TREES} times.", [*fitted, *common[1]])


def write(name, comment, lines):
    (HERE / name).write_text("\n".join([f"# {comment}", "[sweep]", *lines]) + "\n")


class Cell:
    """The speedups of a game, and of its tree, by an algorithm on a machine."""

    def __init__(self, real, fitted):
        self.real, self.fitted = real, fitted
        self.ratio = statistics.mean(fitted) / statistics.mean(real)
        logarithm = measured.estimate(measured.relative(fitted)) - measured.estimate(measured.relative(real))
        self.low, self.high = measured.from_logarithm(self.ratio, logarithm)


class Figures:
    """The searches of a size, by game."""

    def __init__(self, size):
        self.size = size
        self.searches = {game: [sweeps.load(HERE / f"{game}{end}.csv.gz") for end in size.ends] for game in size.depths}

    def both(self, column, game, **settings):
        """A column of the game's searches, and of the tree's."""
        return [[search[column] for search in sweeps.choose(searches, **settings).values()] for searches in self.searches[game]]

    def cells(self):
        for game in self.size.depths:
            for platform in self.size.platforms:
                for algorithm in self.size.algorithms:
                    for processors in self.size.processors:
                        yield game, platform, algorithm, processors, Cell(*self.both(
                            "absolute_speedup", game, platform=platform, algorithm=algorithm, processors=processors))

    def milliseconds(self, game):
        """The times of the game's searches on one processor of the first platform, and those of the tree's, in milliseconds."""
        return [[1000 * second for second in seconds] for seconds in self.both(
            "time_s", game, platform=self.size.platforms[0], algorithm="negascout", processors=1)]


def mean_and_interval(values):
    """The mean of times or speedups with its interval."""
    return measured.figure(values, positive=True)


def report_fits():
    for name, one in measured.load(FITS, {}).items():
        rows = []
        for row in one["depths"]:
            cells_of_row = [row["depth"] if row["depth"] <= one["fit"]["fitted_depth"] else f"{row['depth']}*"]
            for figure, scale, digits in [("nodes", 1, 0), ("first_move_cutoff_rate", 100, 1), ("table_rate", 100, 1)]:
                for source in ["log", "fit"]:
                    cells_of_row.append(f"{scale * row[figure][source]:.{digits}f}" if figure in row else "")
            rows.append(cells_of_row)
        print(f"{name}: `{one['tree']}`\n")
        sweeps.table(["depth", "nodes", "fit", "first %", "fit", "table %", "fit"], rows)


def report():
    report_fits()
    small, large, as_long = map(Figures, [SMALL, LARGE, AS_LONG])
    all_cells = [*small.cells(), *large.cells()]
    report_sizes([small, large, as_long])
    for platform in PLATFORMS:
        print(f"{PLATFORMS[platform]}:\n")
        report_speedups(SMALL, platform, all_cells)
    print(f"{PLATFORMS['RDMA']}, larger searches:\n")
    report_speedups(LARGE, "RDMA", all_cells)
    print("Overheads:\n")
    report_overheads([small, large])
    print(f"{PLATFORMS['Server']}, deeper tree:\n")
    report_speedups(AS_LONG, "Server", list(as_long.cells()))
    rows = []
    for game in GAMES:
        of_game = [cell for name, *_, cell in all_cells if name == game]
        logs = [math.log(cell.ratio) for cell in of_game]
        covered = sum(cell.low <= 1 <= cell.high for cell in of_game)
        rows.append([game, len(of_game), f"{math.exp(statistics.mean(logs)):.2f}",
                     f"{math.exp(statistics.mean(map(abs, logs))):.2f}", covered, orders(all_cells, game)])
    print("All of them:\n")
    sweeps.table(["game", "speedups", "tree / game, mean", "factor, mean", "level", "pairs in the same order"], rows)


def report_sizes(all_figures):
    rows = []
    for figures in all_figures:
        for game, depths in figures.size.depths.items():
            rows.append([game, *depths, *map(mean_and_interval, figures.milliseconds(game))])
    sweeps.table(["game", "its depth", "the tree's", "game, ms", "tree, ms"], rows)


def report_speedups(size, platform, all_cells):
    rows = []
    for game in size.depths:
        for algorithm in size.algorithms:
            row = [game, algorithm]
            for processors in size.processors:
                cell = next(cell for *key, cell in all_cells if key == [game, platform, algorithm, processors])
                row += [mean_and_interval(cell.real), mean_and_interval(cell.fitted),
                        f"{cell.ratio:.2f} ({cell.low:.2f} to {cell.high:.2f})"]
            rows.append(row)
    sweeps.table(["game", "algorithm",
                  *(f"P = {p:,}: {what}" for p in size.processors for what in ["game", "tree", "tree / game"])], rows)


def report_overheads(all_figures):
    """Prints YBWC's overheads on the greatest number of processors of the cluster."""
    rows = []
    for figures in all_figures:
        processors = figures.size.processors[-1]
        for game in figures.size.depths:
            row = [game, f"{processors:,}"]
            for column in ["search_overhead", "synchronization_overhead", "communication_overhead"]:
                row += map(measured.figure,
                           figures.both(column, game, platform="RDMA", algorithm="ybwc", processors=processors))
            rows.append(row)
    kinds = [f"{what}: {of}" for what in ["search", "synchronization", "communication"] for of in ["game", "tree"]]
    sweeps.table(["game", "P", *kinds], rows)


def orders(all_cells, game):
    """The number of pairs of algorithms of which one is ahead by a tenth in the game, and how many have the same order in the
    tree."""
    same = pairs = 0
    for size in [SMALL, LARGE]:
        for machine in itertools.product(size.platforms, size.processors):
            of_machine = [cell for name, at, _, count, cell in all_cells if name == game and (at, count) == machine]
            for one, other in itertools.combinations(of_machine, 2):
                real = statistics.mean(one.real) / statistics.mean(other.real)
                if not 1 / 1.1 < real < 1.1:
                    pairs += 1
                    same += (real > 1) == (statistics.mean(one.fitted) > statistics.mean(other.fitted))
    return f"{same} of {pairs}"


MARKS = {("Server", "small"): 7, ("RDMA", "small"): 6, ("RDMA", "large"): 5}  # gnuplot's points
MARKS_SAY = ["server-128", "rdma-1024", "rdma-1024, P = 1,024"]


def draw():
    """Draws a panel for each game: the speedups in its tree over those in the game."""
    script = [f"set terminal svg size {330 * len(GAMES)},360 noenhanced font 'sans,12' background 'white'",
              f"set output '{HERE / 'speedups.svg'}'",
              f"set multiplot layout 1,{len(GAMES)}", "set grid lc rgb '#dddddd'", "set border 3", "set tics nomirror",
              "set logscale xy 2", "set xrange [0.25:32]", "set yrange [0.25:32]", "set samples 2", "set size ratio 1",
              "set xlabel 'speedup in the game'", "set ylabel 'speedup in its tree'",
              "set key bottom right Right noautotitle samplen 1"]
    all_cells = [(mark, *cell) for mark, size in [("small", SMALL), ("large", LARGE)] for cell in Figures(size).cells()]
    for place, game in enumerate(GAMES):
        elements = ["x with lines lc rgb '#888888' dt 2"]
        for mark, name, platform, algorithm, _, cell in all_cells:
            if name == game:
                script += [f"$point{len(elements)} << END", " ".join(map(str, point(cell))), "END"]
                elements.append(f"$point{len(elements)} with xyerrorbars lc rgb '{COLOURS[algorithm]}' "
                                f"pt {MARKS[platform, mark]} ps 0.7")
        if place == 0:
            elements += [f"NaN with points lc rgb '{colour}' pt 7 title '{algorithm}'" for algorithm, colour in COLOURS.items()]
        if place == 1:
            elements += [f"NaN with points lc rgb 'black' pt {mark} title '{words}'"
                         for mark, words in zip(MARKS.values(), MARKS_SAY)]
        script += [f"set title '{game}'", "plot " + ", ".join(elements)]
    subprocess.run(["gnuplot"], input="\n".join(script) + "\n", check=True, encoding="utf-8")


def point(cell):
    """The mean speedups of the game and of the tree, followed by the ends of their intervals."""
    means, intervals = zip(*((statistics.mean(values), measured.interval(values, positive=True))
                             for values in [cell.real, cell.fitted]))
    return [*means, *intervals[0], *intervals[1]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["log", "fit", "settings", "report", "draw"])
    parser.add_argument("--eldest", default=str(ROOT / "build/release/sim/eldest"))
    arguments = parser.parse_args()
    action = globals()[arguments.action]
    action(arguments.eldest) if arguments.action in ["log", "fit"] else action()


if __name__ == "__main__":
    main()
