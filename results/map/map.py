#!/usr/bin/env python3
"""The map of the best algorithms: the tables of the page and its figures, from the compressed tables beside this file, and
the place of a machine on the map.

    results/map/map.py report
    results/map/map.py figures
    results/map/map.py find PLATFORM --node SECONDS --processors N [--eldest PROGRAM]
"""
import argparse
import functools
import json
import math
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402
from machines import LATENCIES  # noqa: E402

HERE = Path(__file__).parent
TREES = {"chess": "chess, depth 5", "othello": "Othello, depth 8", "checkers": "checkers, depth 10",
         "order-80": "synthetic, depth 7", "order-90": "synthetic, depth 7", "order-98": "synthetic, depth 7"}
OWN = {"ybn"}  # algorithms of this project's own
NODE = 1e-6  # seconds, of every node of the map
COLOURS = {"abdada": "#77aadd", "ybwc": "#44bb99", "ybn": "#bbcc33", "dts": "#eedd88", "tdsab": "#99ddff",
           "aphid": "#ffaabb", "tree-splitting": "#aaaa00", "mwf": "#ddaacc", "shared-table": "#ee8866"}
ALIKE = "#dddddd"


class Cell:
    """The searches of a tree on one machine with one number of processors."""

    def __init__(self, searches):
        """`searches` has absolute speedups: by algorithm, by the sharing of the table, by position."""
        positions = sorted(next(iter(next(iter(searches.values())).values())))
        speedups, self.own_tables = {}, set()
        for algorithm, by_sharing in searches.items():
            if any(sorted(values) != positions for values in by_sharing.values()):
                sys.exit(f"{algorithm} has not searched the positions of the others")
            means = {sharing: statistics.mean(values.values()) for sharing, values in by_sharing.items()}
            better = max(means, key=means.get)
            speedups[algorithm] = [by_sharing[better][position] for position in positions]
            if better == "local":
                self.own_tables.add(algorithm)
        self.winners = measured.alike(speedups)
        self.best = self.winners[0]
        self.speedups = speedups[self.best]  # by position, in their order
        self.speedup = statistics.mean(self.speedups)
        self.gains = measured.interval(self.speedups, positive=True)[0] > 1

    def name(self, algorithm):
        return algorithm + ("°" if algorithm in self.own_tables else "")

    def __str__(self):
        if not self.gains:
            return "none"
        names = ", ".join(map(self.name, self.winners)) if len(self.winners) <= 3 else f"{len(self.winners)} alike"
        return f"{self.speedup:.1f} {names}"


@functools.lru_cache(maxsize=1)
def searches_of(tree):
    return sweeps.load(HERE / f"{tree}.csv.gz")


def position_of(search):
    """The name of a position, or of a synthetic tree."""
    return search["tree"] if search["tree"].startswith("synthetic:") else search["id"]


class Map:
    """The cells of a tree, by latency and number of processors, for all algorithms or for the published ones only."""

    def __init__(self, tree, published=False):
        places, first_moves = {}, []
        for search in searches_of(tree):
            if search["processors"] == 1:
                if search["algorithm"] == "negascout":
                    first_moves.append(float(search["first_move_cutoff_rate"]))
                continue
            if published and search["algorithm"] in OWN:
                continue
            place = (search["platform"].removeprefix("latency-"), search["processors"])
            places.setdefault(place, {}).setdefault(search["algorithm"], {}).setdefault(
                search["tt_sharing"], {})[position_of(search)] = search["absolute_speedup"]
        self.searches = places
        self.cells = {place: Cell(searches) for place, searches in places.items()}
        self.processors = sorted({processors for _, processors in self.cells})
        self.title = f"{TREES[tree]}: {100 * statistics.mean(first_moves):.0f} % of cut-offs by the first move"


def ratio(latency):
    """The latency divided by the time of a node, as text."""
    return f"{LATENCIES[latency] / NODE:g}"


def report():
    for tree in TREES:
        every, published = Map(tree), Map(tree, published=True)
        print(f"{every.title[0].upper()}{every.title[1:]}\n")
        head = ["latency / node", *(f"{count}" for count in every.processors),
                *(f"{count}, published" for count in every.processors)]
        sweeps.table(head, [[ratio(latency), *(one.cells[latency, count] for one in (every, published)
                                               for count in one.processors)] for latency in LATENCIES])


SIDE, LEFT, TOP, GAP = 56, 62, 56, 34


def square(x, y, cell):
    """A cell of the figure, in the winner's colour, or in two colours, or grey if more than two cannot be told apart."""
    if not cell.gains:
        yield f'<text x="{x + SIDE / 2}" y="{y + SIDE / 2 + 4}" text-anchor="middle" class="axis">–</text>'
        return
    first = COLOURS[cell.winners[0]] if len(cell.winners) <= 2 else ALIKE
    yield f'<rect x="{x}" y="{y}" width="{SIDE - 1}" height="{SIDE - 1}" fill="{first}"/>'
    if len(cell.winners) == 2:
        yield f'<path d="M{x + SIDE - 1} {y}v{SIDE - 1}h-{SIDE - 1}z" fill="{COLOURS[cell.winners[1]]}"/>'
    yield (f'<text x="{x + SIDE / 2}" y="{y + SIDE / 2 + 4}" text-anchor="middle">'
           f'{cell.speedup:.1f}{"°" if cell.best in cell.own_tables else ""}</text>')


def panel(x, y, tree):
    kind, order = tree.title.split(": ")
    yield f'<text x="{x}" y="{y - 34}" font-weight="bold">{kind}</text><text x="{x}" y="{y - 19}">{order}</text>'
    for column, count in enumerate(tree.processors):
        yield f'<text x="{x + (column + 0.5) * SIDE}" y="{y - 4}" text-anchor="middle" class="axis">{count}</text>'
    for row, latency in enumerate(reversed(LATENCIES)):
        yield (f'<text x="{x - 5}" y="{y + (row + 0.5) * SIDE + 4}" text-anchor="end" class="axis">'
               f'{ratio(latency)}</text>')
        for column, count in enumerate(tree.processors):
            yield from square(x + column * SIDE, y + row * SIDE, tree.cells[latency, count])


def legend(y, trees):
    shown = {name for tree in trees for cell in tree.cells.values() if cell.gains and len(cell.winners) <= 2
             for name in cell.winners}
    x = LEFT
    for name, colour in COLOURS.items():
        if name not in shown:
            continue
        yield f'<rect x="{x}" y="{y - 11}" width="13" height="13" fill="{colour}"/><text x="{x + 18}" y="{y}">{name}</text>'
        x += 34 + 7 * len(name)
    yield f'<rect x="{x}" y="{y - 11}" width="13" height="13" fill="{ALIKE}"/><text x="{x + 18}" y="{y}">more than two alike</text>'


def figures():
    figure("map.svg", [Map(tree) for tree in TREES])
    figure("published.svg", [Map(tree, published=True) for tree in TREES])


def figure(name, trees):
    columns = max(len(tree.processors) for tree in trees)
    width, height = LEFT + columns * SIDE + GAP, TOP + len(LATENCIES) * SIDE + GAP
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="12" '
             f'viewBox="0 0 {3 * width} {2 * height + 40}" width="{3 * width}" height="{2 * height + 40}">',
             "<style>.axis{fill:#555;font-size:11px}</style>", '<rect width="100%" height="100%" fill="#ffffff"/>']
    for place, tree in enumerate(trees):
        lines += panel(LEFT + place % 3 * width, TOP + place // 3 * height, tree)
    lines += legend(2 * height + 12, trees)
    lines += [f'<text x="{LEFT}" y="{2 * height + 32}" class="axis">across: processors; up: latency of a message / time of '
              'a node; in the cells: absolute speedup of the best, ° with tables of their own; –: none gains</text>',
              "</svg>"]
    (HERE / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def between(values, value):
    """The two of positive `values` around `value`, with their weights, which are linear in the logarithm. It is one with
    weight 1 if `value` is among them, and none if all are smaller or greater."""
    values = sorted(values)
    if not values[0] * (1 - 1e-9) <= value <= values[-1] * (1 + 1e-9):
        return {}
    high = next(one for one in values if value <= one * (1 + 1e-9))
    low = max((one for one in values if one <= value * (1 + 1e-9)), default=high)
    if low >= high:
        return {low: 1.0}
    share = math.log(value / low) / math.log(high / low)
    return {low: 1 - share, high: share}


def interpolated(tree, latency_ratio, processors):
    """The cell of a tree for a latency by the time of a node, and a number of processors. It is interpolated between the
    cells around it, for each algorithm and position, linearly in the logarithms of all three. Returns text in its place
    if it is not on the map."""
    rows = between((LATENCIES[latency] / NODE for latency, _ in tree.cells), latency_ratio)
    if not rows:
        return "not on the map"
    corners = {}
    for latency in LATENCIES:
        row = rows.get(LATENCIES[latency] / NODE, 0)
        if row > 0:
            columns = between((count for at, count in tree.cells if at == latency), processors)
            if not columns:
                return "not on the map"
            corners.update({(latency, count): row * column for count, column in columns.items()})
    first = tree.searches[next(iter(corners))]
    positions = next(iter(next(iter(first.values())).values()))

    def speedup(algorithm, sharing, position):
        return math.exp(sum(weight * math.log(tree.searches[corner][algorithm][sharing][position])
                            for corner, weight in corners.items()))

    cell = Cell({algorithm: {sharing: {position: speedup(algorithm, sharing, position) for position in positions}
                             for sharing in by_sharing} for algorithm, by_sharing in first.items()})
    return f"{cell}{', interpolated' if len(corners) > 1 else ''}"


def find(arguments):
    command = [arguments.eldest, "check", arguments.platform, "--json"]
    ended = subprocess.run(command, stdout=subprocess.PIPE)
    if ended.returncode != 0:
        sys.exit(ended.returncode)
    costs = json.loads(ended.stdout)["costs"]["farthest"]
    print(f"{arguments.platform}: a message takes {costs['message_s']:.3g} s, a table access {costs['read_s']:.3g} s")
    print(f"The map: latencies from {ratio(min(LATENCIES, key=LATENCIES.get))} to "
          f"{ratio(max(LATENCIES, key=LATENCIES.get))} nodes. {arguments.processors} processors:")
    trees = list(map(Map, TREES))
    for what, seconds in [("messages", costs["message_s"]), ("table accesses, two messages each", costs["read_s"] / 2)]:
        latency_ratio = seconds / arguments.node
        is_there = between((latency / NODE for latency in LATENCIES.values()), latency_ratio)
        print(f"by its {what}: {latency_ratio:.3g} of a node{'' if is_there else ', which is not on the map'}")
        for tree in trees if is_there else []:
            print(f"  {tree.title}: {interpolated(tree, latency_ratio, arguments.processors)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("report")
    actions.add_parser("figures")
    finding = actions.add_parser("find")
    finding.add_argument("platform", help="a platform file, or the name of a shipped platform")
    finding.add_argument("--node", type=float, required=True, help="the time of a node in seconds")
    finding.add_argument("--processors", type=int, required=True)
    finding.add_argument("--eldest", default=str(measured.ROOT / "build/release/sim/eldest"))
    arguments = parser.parse_args()
    if arguments.action == "find":
        find(arguments)
    else:
        {"report": report, "figures": figures}[arguments.action]()


if __name__ == "__main__":
    main()
