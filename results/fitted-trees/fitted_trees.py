#!/usr/bin/env python3
"""Speedups of games and of the synthetic trees that are fitted to logs of them, side by side.

    results/fitted-trees/fitted_trees.py log [--eldest PROGRAM]     the logs of our games, GAME-log.csv
    results/fitted-trees/fitted_trees.py fit [--eldest PROGRAM]     trees fitted to all logs, fits.json.gz
    results/fitted-trees/fitted_trees.py settings                   the sweeps, GAME.ini and GAME-fitted.ini
    results/fitted-trees/fitted_trees.py report                     the tables of the page
    results/fitted-trees/fitted_trees.py figure                     speedups.svg

The intervals hold 95 % of the means over positions, or trees, that are drawn at random, with replacement; that of a ratio
those of the ratios of such means.
"""
import argparse
import json
import math
import random
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FITS = HERE / "fits.json.gz"
TREES = 8  # seeds of each fitted tree, as many as positions of each game
SIMULATED = ["chess", "othello"]  # games whose trees are simulated, too
PROCESSORS = [16, 64]
ALGORITHMS = ["abdada", "ybwc", "ybn", "aphid"]
PLATFORMS = {"Server": "server-128", "RDMA": "rdma-1024"}  # as they call themselves, and their files
# Name: options of the game, the file of its positions, which of them, and the depth.
GAMES = {
    "chess": (["tree = chess"], "trees/chess/bratko-kopec.epd", [f"BK.{i:02}" for i in range(1, 25, 3)], 5),
    "othello": (["tree = othello"], "trees/othello/wc1996-final.txt", [f"WC96-{i:02}" for i in range(3, 50, 6)], 7),
    "checkers": (["tree = checkers"], "trees/checkers/chinook-tinsley-1992.fen",
                 [f"1992-{name}" for name in ["01.10", "05.15", "09.15", "14.10", "18.15", "24.20", "28.10", "33.10"]], 8),
}
SEQUENTIAL = ["--node-costs", "18000,0,0,0", "--algorithm", "negascout", "--processors", "1", "--model", "loggp", "--json", "--quiet"]
MACHINE = "server-128"  # on which the games are logged; no other differs in what it counts
COLUMNS = ["quiescence", "expanded", "moves", "cutoffs", "first_move_cutoffs", "table_hits"]
NAMES = ["quiescence", "expanded", "moves", "cutoffs", "first_cutoffs", "table_cutoffs"]
COLOURS = {"abdada": "#4477aa", "ybwc": "#228833", "ybn": "#ccbb44", "aphid": "#ee6677"}


def run(eldest, *words):
    return subprocess.run([eldest, *map(str, words)], check=True, stdout=subprocess.PIPE, cwd=ROOT, encoding="utf-8").stdout


def positions(game):
    _, file, ids, _ = GAMES[game]
    return [f"{file}:{name}" for name in ids]


def log(eldest):
    for game, (options, _, _, depth) in GAMES.items():
        words = [f"--{name}" if i % 2 == 0 else name for option in options for i, name in enumerate(option.split(" = "))]
        lines = ["position,depth,nodes,value,seconds," + ",".join(NAMES)]
        for position in positions(game):
            search = json.loads(run(eldest, "simulate", "--platform", MACHINE, *SEQUENTIAL, *words, "--position", position,
                                    "--depth", depth))
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
    """Writes the sweeps: the same algorithms and processors for a game and for its tree. The machines, and what a node costs
    there, are words of the command line."""
    fits = measured.load(FITS, {})
    for game in SIMULATED:
        options, _, _, depth = GAMES[game]
        common = ["model = loggp", f"algorithm = {','.join(ALGORITHMS)}", f"processors = {','.join(map(str, PROCESSORS))}",
                  f"depth = {depth}", "tt-entries = 1048576"]
        real = [*options, *(f"position = {position}" for position in positions(game))]
        write(f"{game}.ini", f"{game}: the searches that fitted trees are held against.", [*real, *common])
        if game in fits:
            fitted = [f"tree = {fits[game]['tree']},seed={seed}" for seed in range(1, TREES + 1)]
            write(f"{game}-fitted.ini", f"The tree that is fitted to {game}, {TREES} times.", [*fitted, *common])


def write(name, comment, lines):
    (HERE / name).write_text("\n".join([f"# {comment}", "[sweep]", *lines]) + "\n")


class Cell:
    """The speedups of a game, and of its tree, by an algorithm on a machine."""

    def __init__(self, real, fitted, source):
        self.real, self.fitted = real, fitted
        self.ratio = statistics.mean(fitted) / statistics.mean(real)
        ratios = sorted(statistics.mean(source.choices(fitted, k=len(fitted))) /
                        statistics.mean(source.choices(real, k=len(real))) for _ in range(500))
        self.low, self.high = measured.interval(ratios)


def cells():
    source = random.Random(1)
    for game in SIMULATED:
        searches = {kind: sweeps.load(HERE / f"{game}{kind}.csv.gz") for kind in ["", "-fitted"]}
        for platform in PLATFORMS:
            for algorithm in ALGORITHMS:
                for processors in PROCESSORS:
                    values = [[search["absolute_speedup"] for search in sweeps.choose(
                        searches[kind], platform=platform, algorithm=algorithm, processors=processors).values()]
                        for kind in ["", "-fitted"]]
                    yield game, platform, algorithm, processors, Cell(*values, source)


def mean_and_interval(values):
    return measured.figure(statistics.mean(values), measured.Draws(len(values)).means(values))


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
    all_cells = list(cells())
    for platform in PLATFORMS:
        rows = []
        for game in SIMULATED:
            for algorithm in ALGORITHMS:
                row = [game, algorithm]
                for processors in PROCESSORS:
                    cell = next(cell for *key, cell in all_cells if key == [game, platform, algorithm, processors])
                    row += [mean_and_interval(cell.real), mean_and_interval(cell.fitted),
                            f"{cell.ratio:.2f} ({cell.low:.2f} to {cell.high:.2f})"]
                rows.append(row)
        print(f"{PLATFORMS[platform]}:\n")
        sweeps.table(["game", "algorithm", *(f"P = {p}: {what}" for p in PROCESSORS for what in ["game", "tree", "tree / game"])],
                     rows)
    rows = []
    for game in SIMULATED:
        of_game = [cell for name, *_, cell in all_cells if name == game]
        logs = [math.log(cell.ratio) for cell in of_game]
        covered = sum(cell.low <= 1 <= cell.high for cell in of_game)
        rows.append([game, len(of_game), f"{math.exp(statistics.mean(logs)):.2f}",
                     f"{math.exp(statistics.mean(map(abs, logs))):.2f}", covered, orders(all_cells, game)])
    print("All of them:\n")
    sweeps.table(["game", "speedups", "tree / game, mean", "factor, mean", "level", "pairs in the same order"], rows)


def orders(all_cells, game):
    """The pairs of algorithms that one of which is ahead by a tenth in the game, and how many of them in the tree, too."""
    same = pairs = 0
    for platform in PLATFORMS:
        for processors in PROCESSORS:
            of_machine = [cell for name, at, _, count, cell in all_cells
                          if (name, at, count) == (game, platform, processors)]
            for i, one in enumerate(of_machine):
                for other in of_machine[:i]:
                    real = statistics.mean(one.real) / statistics.mean(other.real)
                    if not 1 / 1.1 < real < 1.1:
                        pairs += 1
                        same += (real > 1) == (statistics.mean(one.fitted) > statistics.mean(other.fitted))
    return f"{same} of {pairs}"


def figure():
    """Speedups of trees over those of their games, on logarithmic scales."""
    size, edge, most = 420, 50, 64

    def place(speedup):
        return (size - 2 * edge) * math.log(max(1, speedup)) / math.log(most)

    marks = []
    for game, platform, algorithm, processors, cell in cells():
        x, y = edge + place(statistics.mean(cell.real)), size - edge - place(statistics.mean(cell.fitted))
        shape = {"chess": f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"', "othello": f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7"',
                 "checkers": f'<path d="M{x - 4:.1f} {y + 4:.1f}h8l-4 -8z"'}[game]
        fill = COLOURS[algorithm] if platform == "Server" else "none"
        marks.append(f'{shape} fill="{fill}" stroke="{COLOURS[algorithm]}" stroke-width="1.5">'
                     f"<title>{game}, {algorithm}, {processors} processors of {PLATFORMS[platform]}</title></{shape[1:].split()[0]}>")
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" font-family="sans-serif" font-size="12">',
             f'<rect width="{size}" height="{size}" fill="white"/>',
             f'<path d="M{edge} {size - edge}L{size - edge} {edge}" stroke="#bbbbbb"/>']
    for speedup in [1, 2, 4, 8, 16, 32, 64]:
        at = place(speedup)
        lines += [f'<text x="{edge + at:.1f}" y="{size - edge + 18}" text-anchor="middle">{speedup}</text>',
                  f'<text x="{edge - 8}" y="{size - edge - at + 4:.1f}" text-anchor="end">{speedup}</text>']
    lines += [f'<path d="M{edge} {edge}V{size - edge}H{size - edge}" fill="none" stroke="black"/>', *marks,
              f'<text x="{size / 2}" y="{size - 12}" text-anchor="middle">speedup in the game</text>',
              f'<text transform="translate(16 {size / 2}) rotate(-90)" text-anchor="middle">speedup in the fitted tree</text>']
    for i, (algorithm, colour) in enumerate(COLOURS.items()):
        lines.append(f'<text x="{edge + 10}" y="{edge + 14 + 16 * i}" fill="{colour}">{algorithm}</text>')
    lines += [f'<text x="{edge + 10}" y="{edge + 14 + 16 * 4}">○ chess, □ Othello, △ checkers</text>',
              f'<text x="{edge + 10}" y="{edge + 14 + 16 * 5}">filled: server, open: cluster</text>', "</svg>"]
    (HERE / "speedups.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["log", "fit", "settings", "report", "figure"])
    parser.add_argument("--eldest", default=str(ROOT / "build/release/sim/eldest"))
    arguments = parser.parse_args()
    action = globals()[arguments.action]
    action(arguments.eldest) if arguments.action in ["log", "fit"] else action()


if __name__ == "__main__":
    main()
