#!/usr/bin/python3
"""The paper, README.md of this folder: its numbers, tables and figures from the data of the other folders, and its PDF file.

    results/paper/paper.py report   # the tables
    results/paper/paper.py check    # exits with 1 if a number or a figure is not that of the data
    results/paper/paper.py update   # replaces the numbers by those of the data
    results/paper/paper.py draw     # the figures; needs Matplotlib (python3-matplotlib)
    results/paper/paper.py pdf      # build/paper/paper.pdf; needs Chromium and its Markdown (chromium, python3-markdown)

In the text, a number from the data is followed by a comment with its name, as in 14.7<!--cm5.chess.abdada-->.
Other numbers with a decimal point or a per cent sign are errors, except where prose() says.
"""
import functools
import importlib
import re
import statistics
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
RESULTS = FOLDER.parent
sys.path[:0] = [str(RESULTS), str(RESULTS.parent / "docs")]
sys.path += [str(RESULTS / name) for name in ["algorithms-t3d", "herd", "map", "scoreboard", "validation", "variants",
                                              "which-algorithm", "work-and-critical-path"]]
import measured  # noqa: E402: found by the lines above
import pictures  # noqa: E402
import scoreboard  # noqa: E402
import sweeps  # noqa: E402

PAPER = FOLDER / "README.md"
MARKED = re.compile(r"([+-]?\d[\d,.]*(?:\s±\s[\d.]+)?(?:\s\([^()]*\))?)<!--([\w.-]+)-->")
MEASURED = re.compile(r"\d+\.\d+|\d+(?= ?%)")


def mean(values):
    return f"{statistics.fmean(values):.1f}"


def speedup(values):
    """The mean of speedups with its interval, as text."""
    return measured.figure(values, positive=True)


comparisons = functools.cache(scoreboard.comparisons)


def scoreboard_numbers():
    compared = comparisons()
    counted = [one for one in compared if one.is_at_its_depth and not one.is_fitted]
    by_figure = {}
    for one in counted:
        figure = tuple(value for name, value in one.row.items() if name not in ("variant", "data", "options"))
        by_figure.setdefault(figure, {})[one.row["variant"]] = one.ratio()
    ratios = [variants[""] for variants in by_figure.values()]
    deeper = [variants.get("d' of 5", variants[""]) for variants in by_figure.values()]

    def within(values, limit):
        return str(sum(abs(value - 1) <= limit for value in values))

    return {"board.figures": str(len(ratios)), "board.within-25": within(ratios, 0.25), "board.within-10": within(ratios, 0.1),
            "board.within-25-deeper": within(deeper, 0.25),
            "board.fitted": str(sum(one.is_fitted for one in compared))}


def ours(place, **row):
    """The comparison with the figure at a place of a paper."""
    found = [one for one in comparisons() if one.row["place"] == place and not one.row["variant"]
             and all(one.row[name] == value for name, value in row.items())]
    if len(found) != 1:
        sys.exit(f"{len(found)} figures at {place} with {row}")
    return found[0]


def of_figure(name, one, digits=1):
    """Our figure and the published one, by name."""
    return {name: f"{one.ratio() * one.published:.{digits}f}", f"{name}.published": f"{one.published:g}"}


def cm5_numbers():
    numbers = {}
    for algorithm in ["abdada", "ybwc"]:
        numbers |= of_figure(f"cm5.chess.{algorithm}",
                             ours("4.3, of Figure 6", algorithm=algorithm, processors="32"))
        numbers |= of_figure(f"cm5.othello.{algorithm}", ours("4.3, of Figure 5", algorithm=algorithm))
        numbers |= of_figure(f"cm5.reads.{algorithm}", ours("3.3", algorithm=algorithm), 2)
    numbers |= of_figure("cm5.othello.relative", ours("3.2, Figure 3", program="bugs"))
    numbers |= of_figure("cm5.chess.relative", ours("3.2, Figure 3", program="frenchess", search="alphabeta"))
    numbers |= of_figure("cm5.times", ours("3.2", quantity="alphabeta_by_negascout"), 2)
    for name, row in [("all", {"quantity": "seconds_of_all"}), ("five", {"note": "position 5"}), ("eight", {"note": "position 8"})]:
        numbers[f"cm5.seconds.{name}"] = f"{ours('3.1, Figure 3', program='frenchess', **row).ratio():.2f}"
    return numbers


def t3d_numbers():
    table_1 = {depth: ours("5, Table 1", depth=str(depth)) for depth in range(3, 10)}
    table_2 = {depth: ours("5, Table 2", depth=str(depth)) for depth in range(3, 10)}
    shares = [one.ratio() for one in (*table_1.values(), *table_2.values())]
    numbers = {"t3d.least": f"{min(shares):.2f}", "t3d.greatest": f"{max(shares):.2f}"}
    for depth, name in [(3, "three"), (9, "nine")]:
        numbers |= of_figure(f"t3d.{name}", table_1[depth]) | of_figure(f"t3d.{name}.over-32", table_2[depth], 2)
    return numbers


def aphid_numbers():
    numbers = {}
    for count in ["8", "64"]:
        numbers |= of_figure(f"aphid.speedup.{count}",
                             ours("Table I", program="keyano", processors=count, quantity="absolute_speedup"))
    squares, deeper = (sweeps.load(RESULTS / "aphid-origin" / f"keyano-{name}.csv.gz") for name in ["squares", "deeper"])
    for name, searches, algorithm in [("five", deeper, "aphid"), ("ybwc", squares, "ybwc")]:
        chosen = sweeps.choose(searches, algorithm=algorithm, processors=64)
        numbers[f"aphid.{name}"] = sweeps.cell(chosen, "absolute_speedup")
    return numbers


def herd_numbers():
    herd, variants = (importlib.import_module(name) for name in ["herd", "variants"])
    searches = variants.load()
    numbers = {}
    for game, depth in [("othello", 9), ("chess", 6)]:
        published, arrival = herd.pair(game, depth=depth)
        numbers |= {f"herd.{game}.figure-1": herd.speedup(published), f"herd.{game}.arrival": herd.speedup(arrival),
                    f"herd.{game}.arrival.times": measured.with_interval(*herd.times(arrival, published)),
                    f"herd.{game}.met": f"{herd.company(published)[0]:.0f}"}
        first, best = (sweeps.choose(searches, **variants.on("t3d-128", 128, game), **settings)
                       for settings in [variants.row("abdada"), variants.best()])
        numbers |= {f"herd.{game}.best": herd.speedup(best),
                    f"herd.{game}.best.times": measured.with_interval(*herd.times(best, first))}
    return numbers


T3D_LABELS = {"ybn": "Young Brothers on Notice", "ybwc": "YBWC", "abdada-best": "ABDADA `best`", "abdada": "ABDADA",
              "star": "αβ*", "dts": "Dynamic Tree Splitting", "shared": "shared table, random order", "felten": "Felten and Otto",
              "tree": "tree splitting", "tdsab": "TDSAB", "aphid": "APHID", "cheng": "Lazy SMP (Cheng)"}


def equal_terms_numbers():
    algorithms = importlib.import_module("algorithms")
    labels = T3D_LABELS | {"dts-looks": "Dynamic Tree Splitting, looks before each son", "pvsplit": "PV-Split"}
    return {f"t3d.{game}.{name}": speedup(list(algorithms.figures(game, label, 128).values()))
            for game in ["chess", "othello"] for name, label in labels.items()}


def server_numbers():
    table = importlib.import_module("which_algorithm").tables()["chess, 1 µs"]
    labels = {"ybn": "Young Brothers on Notice", "split-points": "split points", "ybwc": "YBWC", "abdada": "ABDADA",
              "star": "αβ\\*", "shared": "shared table"}
    return {f"server.slow.{name}.{count}": speedup(list(table.tuned(label, count).values()))
            for name, label in labels.items() for count in table.processors}


def map_numbers():
    found = importlib.import_module("map")
    numbers = {}
    for tree in ["chess", "othello"]:
        of_tree = found.Map(tree)
        for latency, name in [("100ns", "tenth"), ("10us", "ten"), ("100us", "hundred")]:
            for algorithm, by_sharing in of_tree.searches[latency, 128].items():
                for sharing, values in by_sharing.items():
                    numbers[f"map.{tree}.{name}.{algorithm}.{sharing}"] = mean(list(values.values()))
    return numbers


def path_numbers():
    paths = importlib.import_module("work_and_critical_path")
    numbers = {}
    for tree in paths.TREES:
        for oracle, (parallelism, ratio) in paths.with_oracles(tree).items():
            numbers |= {f"path.{tree}.{oracle}": f"{parallelism:.0f}", f"path.{tree}.{oracle}.left": f"{ratio:.2f}"}
    return numbers


@functools.cache
def deviations():
    """The deviations of simulated speedups on two cores from the real ones, by game and algorithm: one for each position, as
    ratios."""
    table = importlib.import_module("table")
    return {game: table.deviations(RESULTS / "validation" / f"charged-{game}.json.gz") for game in ["chess", "othello"]}


def validation_numbers():
    numbers = {}
    for game, by_algorithm in deviations().items():
        means = [100 * (statistics.fmean(ratios) - 1) for ratios in by_algorithm.values()]
        numbers |= {f"real.{game}.lowest": f"{min(means):+.1f}", f"real.{game}.highest": f"{max(means):+.1f}"}
    return numbers


def numbers():
    """All numbers of the paper as text, by name."""
    found = {}
    for part in [scoreboard_numbers, cm5_numbers, t3d_numbers, aphid_numbers, herd_numbers, equal_terms_numbers, server_numbers,
                 map_numbers, path_numbers, validation_numbers]:
        found |= part()
    return found


def report():
    algorithms = importlib.import_module("algorithms")
    columns = [measured.ranked(algorithms.speedups(game, 128)) for game in algorithms.GAMES]
    sweeps.table(["on 128 PEs", "chess, depth 5", "Othello, depth 9", "checkers, depth 10"],
                 [[label, *(cells[label] for cells in columns)] for label in algorithms.ALGORITHMS])


def point(values):
    """A mean with the ends of its interval, rounded to what a figure shows."""
    low, high = measured.interval(values, positive=True)
    return round(statistics.fmean(values), 2), round(low, 2), round(high, 2)


def cm5_curves():
    curves = {}
    for game, file, search in [("chess", "chess", "negascout"), ("Othello", "othello", "alphabeta")]:
        searches = sweeps.over(sweeps.load(RESULTS / "weill-cm5" / f"{file}.csv.gz"), search)
        for algorithm, name in [("abdada", "ABDADA"), ("ybwc", "YBWC")]:
            for count in [8, 32]:
                chosen = {depth: sweeps.choose(searches, algorithm=algorithm, search=search, depth=depth, processors=count)
                          for depth in sweeps.depths(searches, algorithm=algorithm, search=search, processors=count)}
                curves[game, f"{name} on {count}"] = {depth: point([one["absolute_speedup"] for one in found.values()])
                                                      for depth, found in chosen.items()}
    return curves


def t3d_curves():
    algorithms = importlib.import_module("algorithms")
    return {(game.capitalize(), label.replace("`", "")): {
        count: point(list(algorithms.figures(game, label, count).values()))
        for count in algorithms.PROCESSORS} for game in ["chess", "othello"] for label in T3D_LABELS.values()}


def draw_panels(plt, curves, across, log):
    """Draws curves with intervals, a panel for each game."""
    games = list(dict.fromkeys(game for game, _ in curves))
    figure, axes = plt.subplots(1, len(games), figsize=(9, 4.2))
    for place, game in zip(axes, games):
        for number, (label, points) in enumerate((label, points) for (of, label), points in curves.items() if of == game):
            means, lows, highs = zip(*points.values())
            errors = [[one - low for one, low in zip(means, lows)], [high - one for one, high in zip(means, highs)]]
            shift = 1 + 0.012 * (number - 5) if log else 1
            place.errorbar([count * shift for count in points], means, errors, label=label, marker="os^Dv<>pPX*h"[number],
                           markersize=4, linewidth=1.1, elinewidth=0.7, color=[*(f"C{place}" for place in range(10)), "0", "y"][number])
        place.set_title(game)
        place.set_xlabel(across)
        if log:
            place.set_xscale("log", base=2)
        ticks = sorted({count for (of, _), points in curves.items() if of == game for count in points})
        place.set_xticks(ticks, ticks)
        place.minorticks_off()
        place.set_ylim(bottom=0)
        place.grid(alpha=0.3)
    axes[0].set_ylabel("absolute speedup")
    axes[0].legend(fontsize=7.5)
    return figure


def draw_deviations(plt, by_game):
    figure, axes = plt.subplots(figsize=(9, 3.6))
    axes.axhspan(-5, 5, color="C2", alpha=0.15, lw=0)
    axes.axhline(0, color="C2", lw=1)
    algorithms = list(by_game["chess"])
    for number, (game, by_algorithm) in enumerate(by_game.items()):
        for place, algorithm in enumerate(algorithms):
            middle, low, high = (100 * (value - 1) for value in by_algorithm[algorithm])
            axes.errorbar(place + 0.3 * number - 0.15, middle, [[middle - low], [high - middle]], marker="os"[number],
                          color=f"C{number}", label=game.capitalize() if place == 0 else None)
    axes.set_xticks(range(len(algorithms)), algorithms, rotation=30, ha="right")
    axes.set_ylabel("simulated − real, %")
    axes.legend()
    return figure


def drawn():
    """The figures that this script draws."""
    cm5, t3d = cm5_curves(), t3d_curves()
    real = {game: {algorithm: tuple(round(value, 4) for value in (statistics.fmean(ratios), *measured.interval(ratios, True)))
                   for algorithm, ratios in by_algorithm.items()} for game, by_algorithm in deviations().items()}
    shown = {"cm5": [draw_panels, cm5, "depth", False], "t3d": [draw_panels, t3d, "processors", True],
             "real": [draw_deviations, real]}
    return [pictures.Picture(FOLDER / f"{name}.svg", *parts) for name, parts in shown.items()]


def prose(text):
    """The text without what may have numbers of its own: marked numbers, headings, tables, figures, code, numbers of sections,
    the confidence of intervals, and references."""
    text = text.partition("\n## References")[0]
    text = MARKED.sub("", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    text = re.sub(r"^(#|\||!)[^\n]*|`[^`]*`|\]\([^)]*\)", "", text, flags=re.MULTILINE)
    return re.sub(rf"[Ss]ection [\d.]+|{100 * measured.CONFIDENCE:.0f} %", "", text)


def check():
    found, wrong = numbers(), []
    text = PAPER.read_text(encoding="utf-8")
    if len(MARKED.findall(text)) != text.count("<!--"):
        wrong.append("a name has no number before it")
    for shown, name in MARKED.findall(text):
        if name not in found:
            wrong.append(f"no number is named {name}")
        elif found[name].split() != shown.split():
            wrong.append(f"{name} is {shown}, should be {found[name]}")
    wrong += [f"{number} has no name: {line.strip()}" for line in prose(text).splitlines() for number in MEASURED.findall(line)]
    wrong += [f"{name} is not of the data: draw it again with `paper.py draw`" for name in pictures.names_of_wrong(drawn())]
    if wrong:
        sys.exit("\n".join(f"{PAPER}: {line}" for line in wrong))


def update():
    found = numbers()
    text = PAPER.read_text(encoding="utf-8")
    PAPER.write_text(MARKED.sub(lambda one: f"{found.get(one[2], one[1])}<!--{one[2]}-->", text), encoding="utf-8")


STYLE = """
@page { size: A4; margin: 17mm 15mm 18mm; @bottom-center { content: counter(page); font: 8pt serif; } }
body { font: 9.6pt/1.32 serif; columns: 2; column-gap: 7mm; text-align: justify; hyphens: auto; }
h1 { font: bold 18pt/1.2 sans-serif; column-span: all; text-align: center; margin: 0 0 .3em; }
h1 + p { column-span: all; text-align: center; margin: 0 0 1.2em; }
h2 { font: bold 11.5pt sans-serif; margin: 1.1em 0 .35em; break-after: avoid; }
h3 { font: bold 9.8pt sans-serif; margin: .8em 0 .25em; break-after: avoid; }
p { margin: .35em 0; orphans: 2; widows: 2; }
ul, ol { margin: .35em 0; padding-left: 1.3em; }
code { font-size: .9em; }
pre { font-size: 7pt; line-height: 1.25; white-space: pre-wrap; text-align: left; }
table { border-collapse: collapse; font-size: 7.6pt; margin: .6em auto; text-align: left; column-span: all; }
th, td { padding: .12em .9em .12em 0; border-bottom: 1px solid #ccc; }
p:has(> img) { column-span: all; text-align: center; break-inside: avoid; margin: .8em 0 .2em; }
img { max-width: 100%; max-height: 105mm; }
p:has(> img) + p { column-span: all; font-size: 8.6pt; margin: 0 0 1em; break-before: avoid; }
"""


def pdf():
    import printing  # pylint: disable=import-outside-toplevel
    printing.print_page(PAPER, STYLE, RESULTS.parent / "build/paper/paper.pdf")


def main():
    actions = {"report": report, "check": check, "update": update, "draw": lambda: pictures.draw(drawn()), "pdf": pdf}
    if len(sys.argv) != 2 or sys.argv[1] not in actions:
        sys.exit(__doc__)
    actions[sys.argv[1]]()


if __name__ == "__main__":
    main()
