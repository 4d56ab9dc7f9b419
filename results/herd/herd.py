#!/usr/bin/python3
"""The herd of ABDADA: the tables and the pictures of the page.

    results/herd/herd.py export STORE [--eldest FILE]   # searches.csv.gz from a store of `eldest sweep`
    results/herd/herd.py report                         # the tables of README.md, in Markdown
    results/herd/herd.py draw                           # the pictures; needs Matplotlib (python3-matplotlib)
    results/herd/herd.py check                          # exits with 1 if a picture is not that of the data

searches.csv.gz has the searches, as `eldest report` writes them, and counters that reports leave out.
"""
import argparse
import functools
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import pictures  # noqa: E402
import sweeps  # noqa: E402

FOLDER = Path(__file__).resolve().parent
RESULTS = FOLDER.parent
SEARCHES = FOLDER / "searches.csv.gz"
# The places of counters in the results; `joined` and `met` are those of ABDADA.
COUNTERS = {"joined": "$.counters.joined", "met": "$.counters.met", "expanded": "$.counters.expanded",
            "lock_retries": "$.table.lock_retries"}

# Game: the depths of its searches.
GAMES = {"othello": [7, 8, 9], "chess": [5, 6], "checkers": [8]}
NAMES = {"othello": "Othello", "chess": "chess", "checkers": "checkers"}
PROCESSORS = 128


def abdada(variant, second_pass):
    """The settings of a variant of ABDADA. It is "own" if only the second pass is not as published."""
    return {"algorithm": "abdada", "abdada_variant": variant, "abdada_second_pass": second_pass}


PUBLISHED, ARRIVAL = "as published", "arrival"
VARIANTS = {PUBLISHED: abdada("published", "first"), ARRIVAL: abdada("own", "arrival")}
T3D = {"platform": "T3D", "jitter": "1e-07", "seed": "1", "move_order": "all", "quiescence": "false"}


@functools.cache
def searches():
    """All searches, with their counters as numbers where they have them."""
    return [search | {name: int(search[name]) for name in COUNTERS if search[name]} for search in sweeps.load(SEARCHES)]


def chosen(**settings):
    """The searches with these settings, by position."""
    found = sweeps.choose(searches(), **settings)
    if not found:
        sys.exit(f"no search with {settings}")
    return found


def on_t3d(game, variant, **settings):
    """The searches of a game on the T3D by a variant, with the settings of most tables unless others are given, by position."""
    return chosen(**(T3D | {"tree": game, "processors": PROCESSORS} | VARIANTS[variant] | settings))


def speedups(found):
    return [search["absolute_speedup"] for search in found.values()]


def speedup(found):
    """The mean speedup with its interval, as text."""
    return measured.figure(speedups(found), positive=True)


def times(found, others):
    """The mean speedup of searches divided by that of others in the same positions, with its interval."""
    if list(found) != list(others):
        sys.exit(f"searches of different positions: {list(found.values())[0]['command']}")
    return measured.ratio(speedups(found), speedups(others))


def company(found):
    """The mean number of processors that a processor meets in a deferred son which others are searching, and its interval over
    the positions."""
    means = [search["met"] / search["joined"] for search in found.values() if search["joined"]]
    return statistics.fmean(means), measured.interval(means)


def met(found):
    mean, ends = company(found)
    return measured.with_interval(mean, ends, ".0f" if mean >= 9.95 else ".1f")


def mean(found, column, digits=1):
    return f"{sweeps.mean(found, column):.{digits}f}"


def expansions(found, one):
    """The mean number of nodes whose moves are generated, as a multiple of that on one processor."""
    return statistics.fmean(search["expanded"] / one[name]["expanded"] for name, search in found.items())


def retries(found):
    """The mean number of unsuccessful tries to lock an entry, for each access to the table."""
    return statistics.fmean(search["lock_retries"] / (search["table_reads"] + search["table_writes"]) for search in found.values())


def pair(game, **settings):
    """The searches as published and those without the herd."""
    return [on_t3d(game, variant, **settings) for variant in VARIANTS]


def by_depth():
    print(f"Absolute speedups on {PROCESSORS} PEs\n")
    rows = []
    for game, depths in GAMES.items():
        for depth in depths:
            published, arrival = pair(game, depth=depth)
            seconds = mean(on_t3d(game, PUBLISHED, depth=depth, processors=1), "time_s", 0)
            rows.append([f"{NAMES[game]}, depth {depth}", seconds, speedup(published), speedup(arrival),
                         measured.with_interval(*times(arrival, published))])
    sweeps.table(["", "seconds of one PE", *VARIANTS, f"{ARRIVAL} / {PUBLISHED}"], rows)


def mechanism():
    print(f"The herd on {PROCESSORS} PEs\n")
    rows = []
    for game, depths in GAMES.items():
        for depth in depths:
            one = on_t3d(game, PUBLISHED, depth=depth, processors=1)
            for variant in VARIANTS:
                found = on_t3d(game, variant, depth=depth)
                rows.append([f"{NAMES[game]}, depth {depth}, {variant}", met(found), f"{expansions(found, one):.1f}",
                             mean(found, "search_overhead"), f"{retries(found):.2f}", mean(found, "communication_overhead", 2)])
    sweeps.table(["", "met", "expanded", "SO", "tries", "CO"], rows)


# Name: settings.
SQUARES = {"tree": "othello:order=squares"}
ORDERS = {"by mobility": {}, "by squares": SQUARES | {"move_order": "table+static"}, "by squares, killers, history": SQUARES}


def by_order():
    print(f"Othello, depth 7, by the order of moves, on {PROCESSORS} PEs\n")
    rows = []
    for name, settings in ORDERS.items():
        published, arrival = pair("othello", depth=7, **settings)
        one = on_t3d("othello", PUBLISHED, depth=7, processors=1, **settings)
        first = statistics.fmean(float(search["first_move_cutoff_rate"]) for search in one.values())
        rows.append([name, f"{first:.2f}", met(published), met(arrival), f"{expansions(published, one):.1f}", speedup(published),
                     speedup(arrival), measured.with_interval(*times(arrival, published))])
    sweeps.table(["order", "first moves", "met", f"met, {ARRIVAL}", "expanded", *VARIANTS, f"{ARRIVAL} / {PUBLISHED}"], rows)


# Greatest delay of a message as it is in the data, and as a share of the time of a node of Othello on a PE.
NODE_S = 180e-6
JITTERS = ["0.0", "1.8e-05", "0.00018", "0.0018"]


def by_noise():
    print(f"By the greatest random delay of a message, Othello, depth 6, {PROCESSORS} PEs\n")
    rows = []
    for jitter in JITTERS:
        published, arrival = pair("othello", depth=6, jitter=jitter)
        rows.append([f"{1e6 * float(jitter):g} µs", f"{100 * float(jitter) / NODE_S:,.0f} %", met(published),
                     met(arrival), *overheads(published), *overheads(arrival), speedup(published), speedup(arrival),
                     measured.with_interval(*times(arrival, published))])
    sweeps.table(["delay", "of a node", "met", f"met, {ARRIVAL}", "SO", "CO", f"SO, {ARRIVAL}", f"CO, {ARRIVAL}", *VARIANTS,
                  f"{ARRIVAL} / {PUBLISHED}"], rows)


def overheads(searches):
    """The mean overheads by search and communication."""
    return mean(searches, "search_overhead"), mean(searches, "communication_overhead", 2)


# Nodes of the server: the searches with them, by whether they have quiescence search.
NODES = {"1 µs a node": "true", "bare nodes": "false"}
SERVER_PROCESSORS = [2, 8, 32, 128]


def server():
    print("Chess, depth 5, on `server-128`: absolute speedups by the number of cores\n")
    found = sweeps.load(RESULTS / "split-points" / "searches.csv.gz")
    rows = []
    for nodes, quiescence in NODES.items():
        columns = {variant: [sweeps.choose(found, quiescence=quiescence, processors=count, algorithm="abdada",
                                           abdada_variant=variant) for count in SERVER_PROCESSORS]
                   for variant in ("published", "best")}
        rows += [[f"{nodes}, {name}", *map(speedup, columns[variant])]
                 for variant, name in (("published", PUBLISHED), ("best", "`best`"))]
        ratios = map(times, columns["best"], columns["published"])
        rows.append([f"{nodes}, `best` / {PUBLISHED}", *(measured.with_interval(*ratio) for ratio in ratios)])
    sweeps.table(["", *SERVER_PROCESSORS], rows)


def speedup_over(slow, fast):
    """The mean over the positions of the ratio of two times, and its interval."""
    ratios = [slow[name]["time_s"] / search["time_s"] for name, search in fast.items()]
    return statistics.fmean(ratios), measured.interval(ratios, positive=True)


def beside(published, ours):
    """Cells: our figure with its interval, and the figure as a share of the published one."""
    value, ends = ours
    return [measured.with_interval(value, ends, ".1f" if published > 3 else ".2f"), f"{value / published:.2f}"]


def t3d_figures():
    """Yields the name of each figure of the T3D's tables, the figure, and our searches whose times it divides, by variant."""
    old = sweeps.load(RESULTS / "weill-t3d" / "quiescence.csv.gz")
    new = [search for search in searches() if search["platform"] == "T3D" and search["quiescence"] == "true"]
    for place, name, scale in [("5, Table 1", "128 PEs over one", "per-processor"),
                               ("5, Table 2", "128 PEs over 32", "constant")]:
        for row in sweeps.published(place=place):
            depth = int(row["depth"])
            if depth > 5:
                continue
            pairs = {}
            for variant in VARIANTS:
                source = old if variant == PUBLISHED else new
                settings = {"depth": depth, **VARIANTS[variant]}
                slow = (sweeps.choose(old, algorithm="abdada", depth=depth, processors=1, tt_scale="constant")
                        if scale == "per-processor" else
                        sweeps.choose(source, processors=32, tt_scale="constant", **settings))
                pairs[variant] = slow, sweeps.choose(source, processors=128, tt_scale=scale, **settings)
            yield f"T3D, chess, depth {depth}, {name}", float(row["published"]), pairs


def weill():
    print("Weill's figures and ours\n")
    rows = []
    for name, published, pairs in t3d_figures():
        ours = [beside(published, speedup_over(*pairs[variant])) for variant in VARIANTS]
        rows.append([name, f"{published:g}", *ours[0], *ours[1], measured.with_interval(*time_ratio(pairs))])
    sweeps.table(["figure", "Weill", PUBLISHED, "/ Weill", ARRIVAL, "/ Weill", f"{ARRIVAL} / {PUBLISHED}"], rows)


def time_ratio(pairs):
    """The mean speedup without the herd divided by that with it, and its interval, by pairs of positions."""
    ratios = [[slow[name]["time_s"] / search["time_s"] for name, search in sorted(fast.items())]
              for slow, fast in (pairs[variant] for variant in (ARRIVAL, PUBLISHED))]
    return measured.ratio(*ratios)


def point(found):
    """A mean with the ends of its interval, rounded to what a picture shows."""
    value, (low, high) = found
    return round(value, 2), round(low, 2), round(high, 2)


def mean_speedup(found):
    return statistics.fmean(speedups(found)), measured.interval(speedups(found), positive=True)


def curves():
    """Speedups, and processors met, by depth: for each game and variant."""
    found = {(game, variant): {depth: on_t3d(game, variant, depth=depth) for depth in depths}
             for game, depths in GAMES.items() for variant in VARIANTS}
    return {key: [{depth: point(of(searches_of_one)) for depth, searches_of_one in by_depth_of.items()}
                  for of in (mean_speedup, company)] for key, by_depth_of in found.items()}


def plot(axes, points, number, label):
    """Plots means with their intervals."""
    means, lows, highs = zip(*points.values())
    errors = [[one - low for one, low in zip(means, lows)], [high - one for one, high in zip(means, highs)]]
    axes.errorbar([value + 0.06 * (2 * number - 1) for value in points], means, errors, label=label, marker="osD"[number], color=f"C{number}",
                  markersize=4.5, linewidth=1.3, elinewidth=1.1, capsize=2.5)


def draw_herd(plt, shown):
    games = list(dict.fromkeys(game for game, _ in shown))
    figure, axes = plt.subplots(2, len(games), figsize=(9, 6), sharex="col", sharey="row",
                                width_ratios=[len(GAMES[game]) + 0.5 for game in games])
    for column, game in enumerate(games):
        for number, variant in enumerate(VARIANTS):
            for row, points in enumerate(shown[game, variant]):
                plot(axes[row][column], points, number, variant)
        axes[0][column].set_title(f"{NAMES[game].capitalize()}")
        axes[1][column].set_xlabel("depth")
        axes[1][column].set_xticks(GAMES[game])
        for row in axes:
            row[column].set_xlim(GAMES[game][0] - 0.5, GAMES[game][-1] + 0.5)
            row[column].grid(alpha=0.3)
    for row in axes:
        row[0].set_ylim(bottom=0)
    axes[0][0].set_ylabel("absolute speedup")
    axes[1][0].set_ylabel("others met in a deferred son")
    axes[0][0].legend(loc="upper left")
    return figure


def drawn():
    return [pictures.Picture(FOLDER / "herd.svg", draw_herd, curves())]


def check():
    if wrong := pictures.names_of_wrong(drawn()):
        sys.exit(f"{FOLDER}: not of the data: {', '.join(wrong)}; draw them again with `herd.py draw`")


def report():
    for table in (by_depth, mechanism, by_order, by_noise, weill, server):
        table()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["export", "report", "draw", "check"])
    parser.add_argument("store", nargs="?")
    parser.add_argument("--eldest", default=str(RESULTS.parent / "build/release/sim/eldest"))
    arguments = parser.parse_args()
    if (arguments.action == "export") != (arguments.store is not None):
        parser.error("export, and no other action, needs a store")
    if arguments.action == "export":
        sweeps.export(arguments.store, arguments.eldest, SEARCHES, COUNTERS)
    else:
        {"report": report, "draw": lambda: pictures.draw(drawn()), "check": check}[arguments.action]()


if __name__ == "__main__":
    main()
