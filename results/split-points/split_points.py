#!/usr/bin/env python3
"""Split points in shared memory on a server: their speedups beside those of other searches, and the effects of their options.

    results/split-points/split_points.py report   # the tables of README.md, in Markdown
"""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

SEARCHES = Path(__file__).with_name("searches.csv.gz")
PROCESSORS = [2, 8, 32, 128]
# Name: the searches with such nodes, by whether they have quiescence search.
NODES = {"1 µs a node": {"quiescence": "true"}, "bare nodes": {"quiescence": "false"}}
USUAL = {"algorithm": "split-points", "split_points_min_split_depth": "2", "split_points_max_processors": "0",
         "split_points_helpful_master": "true", "split_points_late_join": "first"}
RIVALS = {
    "split points": USUAL,
    "split points, least depth 1": USUAL | {"split_points_min_split_depth": "1"},
    "split points, at most 8 processors": USUAL | {"split_points_max_processors": "8"},
    "YBWC `best`": {"algorithm": "ybwc"},
    "Young Brothers on Notice": {"algorithm": "ybn"},
    "DTS, looks before each son": {"algorithm": "dts"},
    "ABDADA": {"algorithm": "abdada", "abdada_variant": "published"},
    "ABDADA `best`": {"algorithm": "abdada", "abdada_variant": "best"},
    "shared table": {"algorithm": "shared-table"},
}
VARIANTS = {
    "least depth 1": {"split_points_min_split_depth": "1"},
    "least depth 3": {"split_points_min_split_depth": "3"},
    "at most 4 processors": {"split_points_max_processors": "4"},
    "late join highest": {"split_points_late_join": "highest"},
    "at most 4, late join highest": {"split_points_max_processors": "4", "split_points_late_join": "highest"},
    "at most 8": {"split_points_max_processors": "8"},
    "at most 8, late join highest": {"split_points_max_processors": "8", "split_points_late_join": "highest"},
    "no helpful master": {"split_points_helpful_master": "false"},
    "no late join": {"split_points_late_join": "no"},
    "neither": {"split_points_helpful_master": "false", "split_points_late_join": "no"},
}


def rivals(searches, nodes):
    """Prints the speedups of all searches."""
    print(f"{nodes}, depth 5, 24 positions\n")
    columns = [sweeps.ranked([sweeps.choose(searches, processors=count, **NODES[nodes], **settings)
                              for settings in RIVALS.values()]) for count in PROCESSORS]
    rows = []
    for place, (name, settings) in enumerate(RIVALS.items()):
        last = sweeps.choose(searches, processors=PROCESSORS[-1], **NODES[nodes], **settings)
        overheads = " / ".join(f"{sweeps.mean(last, f'{kind}_overhead'):.2f}"
                               for kind in ("search", "communication", "synchronization"))
        rows.append([name, *(column[place] for column in columns), overheads])
    sweeps.table(["", *PROCESSORS, f"SO / CO / SY at {PROCESSORS[-1]}"], rows)


def change(chosen, usual):
    """The mean change of the speedup in per cent, with its interval, by pairs of positions."""
    logs = [math.log(chosen[name]["absolute_speedup"] / usual[name]["absolute_speedup"]) for name in usual]
    estimate = measured.estimate(logs)
    mean, *ends = (100 * math.expm1(value) for value in (estimate.mean, *estimate.interval()))
    return measured.with_interval(mean, ends, "+.0f")


def variants(searches, nodes):
    """Prints the changes of the speedup by other options."""
    print(f"{nodes}: change of the speedup in %\n")
    rows = []
    for name, settings in VARIANTS.items():
        cells = []
        for count in PROCESSORS[1:]:
            chosen, usual = (sweeps.choose(searches, processors=count, **NODES[nodes], **USUAL | own)
                             for own in (settings, {}))
            cells.append(change(chosen, usual))
        rows.append([name, *cells])
    sweeps.table(["", *PROCESSORS[1:]], rows)


def report():
    searches = sweeps.load(SEARCHES)
    for nodes in NODES:
        rivals(searches, nodes)
    for nodes in NODES:
        variants(searches, nodes)


sweeps.report_only(__doc__, report)
