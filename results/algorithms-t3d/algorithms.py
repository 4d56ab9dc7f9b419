#!/usr/bin/env python3
"""All parallel searches on the simulated T3D, in three games: absolute speedups, with their intervals.

    results/algorithms-t3d/algorithms.py report   # the tables of README.md, in Markdown

The speedup of a position is the time of the faster of recursive alpha-beta and NegaScout on one processor,
divided by the time of the parallel search. It is the mean over the seeds. A table has the mean over the
positions, followed by its 95 % interval. An algorithm is bold if it has the best mean, or if it cannot be
told from the best one.
"""
import functools
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

SEARCHES = Path(__file__).with_name("searches.csv.gz")
APHID = Path(__file__).with_name("aphid.csv.gz")
PROCESSORS = [8, 16, 32, 64, 128]
OVERHEADS = ["search_overhead", "communication_overhead", "synchronization_overhead"]
GAMES = {"chess": 5, "othello": 9, "checkers": 10}  # with their depths
# Label: settings.
ALGORITHMS = {
    "ABDADA": {"algorithm": "abdada", "abdada_variant": "published"},
    "ABDADA `best`": {"algorithm": "abdada", "abdada_variant": "best"},
    "Simplified ABDADA": {"algorithm": "simplified-abdada", "simplified_abdada_deferred": "first"},
    "Simplified ABDADA, parted": {"algorithm": "simplified-abdada", "simplified_abdada_deferred": "rank"},
    "YBWC": {"algorithm": "ybwc", "ybwc_variant": "published"},
    "YBWC `best`": {"algorithm": "ybwc", "ybwc_variant": "best"},
    "Young Brothers on Notice": {"algorithm": "ybn", "ybn_node_cost": "1.0"},
    "Young Brothers on Notice, node cost 1.3": {"algorithm": "ybn", "ybn_node_cost": "1.3"},
    "αβ*": {"algorithm": "alphabeta-star"},
    "Jamboree": {"algorithm": "jamboree", "jamboree_poll": "node"},
    "Jamboree, looks before each son, down to depth 1": {"algorithm": "jamboree", "jamboree_poll": "son"},
    "Dynamic Tree Splitting": {"algorithm": "dts", "dts_poll": "node"},
    "Dynamic Tree Splitting, looks before each son": {"algorithm": "dts", "dts_poll": "son"},
    "split points": {"algorithm": "split-points"},
    "TDSAB": {"algorithm": "tdsab", "tdsab_wait": "always"},
    "TDSAB, waits at cut nodes": {"algorithm": "tdsab", "tdsab_wait": "cut"},
    "APHID": {"algorithm": "aphid"},
    "UIDPABS": {"algorithm": "uidpabs"},
    "PV-Split": {"algorithm": "pvsplit", "pvsplit_enhanced": "false"},
    "Enhanced PV-Split": {"algorithm": "pvsplit", "pvsplit_enhanced": "true"},
    "tree splitting": {"algorithm": "tree-splitting"},
    "mandatory work first": {"algorithm": "mwf", "mwf_deep_cutoffs": "false"},
    "mandatory work first, deep cut-offs": {"algorithm": "mwf", "mwf_deep_cutoffs": "true"},
    "Felten and Otto": {"algorithm": "felten-otto", "felten_otto_min_depth": "2"},
    "Felten and Otto, down to depth 1": {"algorithm": "felten-otto", "felten_otto_min_depth": "1"},
    "shared table, random order": {"algorithm": "shared-table"},
    "Lazy SMP (Cheng)": {"algorithm": "lazy-smp-cheng"},
    "Lazy SMP (Stockfish)": {"algorithm": "lazy-smp-stockfish"},
}


# The searches of APHID, with their depths and processors, and the d' of the master's tree: label, settings.
HORIZONS = {"chess": 6, "othello": 9}
FEW = [2, 8, 32]
ONCE = {"aphid_load": "0.0"}
AUTOMATIC = {"automatic, follows the load": {"aphid_horizon": "0", "aphid_load": "1.0"},
             "automatic, chosen once": {"aphid_horizon": "0"} | ONCE}


@functools.cache
def searches_of(game):
    """The searches of a game."""
    return sweeps.having(sweeps.load(SEARCHES), {"tree": game})


@functools.cache
def figures(game, label, processors, column="absolute_speedup"):
    """The figures of a column by position, each a mean over the seeds."""
    return sweeps.over_seeds(searches_of(game), column, processors=processors, **ALGORITHMS[label])


def speedups(game, processors):
    """The speedups on a number of processors by algorithm, as lists over the same positions."""
    found = {label: figures(game, label, processors) for label in ALGORITHMS}
    positions = set(map(tuple, found.values()))
    if len(positions) > 1 or () in positions:
        sys.exit(f"{game}, {processors} processors: algorithms have different positions, or none")
    return {label: list(values.values()) for label, values in found.items()}


def overheads(game, label):
    """The overheads on the most processors, as multiples of the time of one processor."""
    return " / ".join(f"{statistics.fmean(figures(game, label, PROCESSORS[-1], column).values()):.2f}" for column in OVERHEADS)


def report():
    for game, depth in GAMES.items():
        cells = [measured.ranked(speedups(game, count)) for count in PROCESSORS]
        print(f"{game.capitalize()}, depth {depth}, {len(figures(game, 'ABDADA', PROCESSORS[0]))} positions\n")
        sweeps.table(["", *PROCESSORS, f"SO / CO / SY at {PROCESSORS[-1]}"],
                     [[label, *(column[label] for column in cells), overheads(game, label)] for label in ALGORITHMS])
    report_horizons()


def report_horizons():
    """Prints APHID's speedups by the depth of the tree of its master."""
    searches, columns = sweeps.load(APHID), []
    kinds = {str(horizon): {"aphid_horizon": str(horizon)} | ONCE for horizon in range(2, 6)} | AUTOMATIC
    for game, depth in HORIZONS.items():
        for processors in FEW:
            found = {label: sweeps.choose(searches, tree=game, depth=depth, processors=processors, algorithm="aphid", **settings)
                     for label, settings in kinds.items()}
            columns.append(measured.ranked({label: [search["relative_speedup"] for search in chosen.values()]
                                            for label, chosen in found.items()}, ".2f"))
    print("APHID's relative speedups by d'\n")
    sweeps.table(["d'", *(f"{game}, {count}" for game in HORIZONS for count in FEW)],
                 [[label, *(cells[label] for cells in columns)] for label in kinds])


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
