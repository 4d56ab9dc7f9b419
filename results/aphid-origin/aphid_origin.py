#!/usr/bin/env python3
"""APHID in four programs on the Origin 2000, and YBWC in one: the tables of the page, from searches.csv.gz.

    results/aphid-origin/aphid_origin.py report
"""
import functools
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

PROCESSORS = [8, 16, 32, 64]
DEPTHS = {"keyano": "15", "chinook": "25 to 29", "crafty": "11 and 12", "theturk": "11 and 12"}
NAMES = {"keyano": "Keyano", "chinook": "Chinook", "crafty": "Crafty", "theturk": "TheTurk"}


@functools.cache
def load(name):
    """The searches of a file here."""
    return sweeps.load(Path(__file__).with_name(f"{name}.csv.gz"))


def published(program, quantity):
    """The figures of Table I, by processors."""
    return {int(row["processors"]): float(row["published"])
            for row in sweeps.published(place="Table I", program=program, quantity=quantity)}


def search_overhead(chosen):
    """The mean search and speculative overhead, in per cent."""
    return f"{100 * sum(sweeps.mean(chosen, f'aphid_{part}_overhead') for part in ['search', 'speculative']):.0f}"


def speedup_and_overhead(chosen):
    """The cell with absolute speedup and overhead; empty without searches."""
    return f"{sweeps.cell(chosen, 'absolute_speedup')}; {search_overhead(chosen)}" if chosen else ""


def speedup_of_sums(chosen):
    """The absolute speedup of all positions together; empty without searches."""
    seconds = [search["time_s"] for search in chosen.values()]
    alone = sum(search["absolute_speedup"] * search["time_s"] for search in chosen.values())
    return f"{alone / sum(seconds):.1f}" if seconds else ""


def published_speedups_and_overheads(program):
    """The published speedups and overheads as cells, by processors; empty where nothing is published."""
    speedup, overhead = (published(program, quantity) for quantity in ["absolute_speedup", "total_search_overhead"])
    return [f"{speedup[count]}; {100 * overhead[count]:.0f}" if count in speedup else "" for count in PROCESSORS]


def speedups(searches, program, algorithm):
    print(f"{NAMES[program]}, {algorithm.upper()}, by depth: absolute speedup\n")
    rows = []
    for depth in sweeps.depths(searches, program=program, algorithm=algorithm):
        chosen = [sweeps.choose(searches, program=program, algorithm=algorithm, depth=depth, processors=processors)
                  for processors in PROCESSORS]
        positions = max(map(len, chosen))
        rows.append([depth, positions, *(sweeps.cell(own, "absolute_speedup") for own in chosen)])
    if algorithm == "aphid":
        rows.append([f"{rows[-1][0]}, ratio of sums", "", *map(speedup_of_sums, chosen)])
        figures = published(program, "absolute_speedup")
        rows.append([f"{DEPTHS[program]}, published", "", *(figures.get(processors, "") for processors in PROCESSORS)])
    sweeps.table(["depth", "positions", *PROCESSORS], rows)


def overheads(searches, program):
    print(f"{NAMES[program]}, APHID, by depth: overheads in per cent, as search + speculative / parallelization\n")
    rows = []
    for depth in sweeps.depths(searches, program=program, algorithm="aphid"):
        row = [depth]
        for processors in PROCESSORS:
            own = sweeps.choose(searches, program=program, algorithm="aphid", depth=depth, processors=processors)
            parts = [round(100 * sweeps.mean(own, f"aphid_{part}_overhead")) for part in
                     ["search", "speculative", "parallelization"]] if own else []
            row.append(f"{parts[0]} + {parts[1]} / {parts[2]}" if own else "")
        rows.append(row)
    figures = published(program, "total_search_overhead")
    rows.append([f"{DEPTHS[program]}, published: search and speculative",
                 *(f"{100 * figures[processors]:.0f}" if processors in figures else "" for processors in PROCESSORS)])
    sweeps.table(["depth", *PROCESSORS], rows)


def papers_algorithm(searches, of_the_paper):
    print("The next table compares the paper's APHID, except for the limit on searching ahead, with ours, at the greatest "
          "depth that both have. A cell has the absolute speedup and, after the semicolon, the search and speculative "
          "overhead in per cent:\n")
    ours = searches + [search for search in load("keyano-horizon")
                       if search["aphid_horizon"] == "4"]
    rows = []
    for program, name in NAMES.items():
        depth = max(sweeps.depths(of_the_paper, program=program, algorithm="aphid"))
        horizon = "4" if program == "keyano" else "0"
        for kind, group in [("the paper's", of_the_paper), ("ours", ours)]:
            chosen = [sweeps.choose(group, program=program, algorithm="aphid", depth=depth, processors=processors,
                                    aphid_horizon=horizon) for processors in PROCESSORS]
            rows.append([name, depth, kind, *map(speedup_and_overhead, chosen)])
        rows.append([name, DEPTHS[program], "published", *published_speedups_and_overheads(program)])
    sweeps.table(["program", "depth", "APHID", *PROCESSORS], rows)


def quiescence(searches):
    print("Keyano, APHID with a quiescence search over corners, and without it: absolute speedup\n")
    with_quiescence = load("keyano-quiescence")
    rows = []
    for depth in sweeps.depths(with_quiescence, program="keyano", algorithm="aphid"):
        for name, group in [("with", with_quiescence), ("without", searches)]:
            chosen = [sweeps.choose(group, program="keyano", algorithm="aphid", depth=depth, processors=processors)
                      for processors in PROCESSORS[1:]]
            rows.append([depth, name, *(sweeps.cell(own, "absolute_speedup") for own in chosen)])
    rows.append(["15, published", "with", "", "", 22])  # section 4.3
    rows.append(["15, published", "without", *(published("keyano", "absolute_speedup")[n] for n in PROCESSORS[1:])])
    sweeps.table(["depth", "quiescence search", *PROCESSORS[1:]], rows)


def horizons(searches):
    print("Keyano, APHID, by d': absolute speedup; after the semicolon, search and speculative overhead in per cent\n")
    fixed = load("keyano-horizon") + [
        search for search in load("keyano-evaluation")
        if search["tree"] == EVALUATIONS["learned"] and search["processors"] in [8, 32, 64]]
    rows = []
    for depth in sweeps.depths(fixed, program="keyano", algorithm="aphid"):
        for horizon in ["0", "3", "4", "5", "6"]:
            row = [depth, "automatic" if horizon == "0" else horizon]
            for processors in PROCESSORS:
                own = sweeps.choose(fixed + searches, program="keyano", algorithm="aphid", depth=depth,
                                    processors=processors, aphid_horizon=horizon)
                row.append(speedup_and_overhead(own))
            if any(row[2:]):
                rows.append(row)
    rows.append(["15, published", 4, *published_speedups_and_overheads("keyano")])
    sweeps.table(["depth", "d'", *PROCESSORS], rows)


def orders():
    print("Keyano to depth 11, with the paper's d', by the order of moves: the share of cut-offs by the first move in the sequential "
          "NegaScout, and absolute speedups\n")
    searches = load("keyano-orders")
    rows = []
    for name, tree in [("by mobility", EVALUATIONS["learned"]), ("by squares", EVALUATIONS["learned"] + ",order=squares")]:
        first = [float(search["first_move_cutoff_rate"]) for search in
                 sweeps.choose(searches, tree=tree, algorithm="negascout", processors=1).values()]
        rows.append([name, len(first), f"{statistics.mean(first):.2f}",
                     *(sweeps.cell(sweeps.choose(searches, tree=tree, algorithm=algorithm, processors=processors),
                                   "absolute_speedup") for algorithm in ["aphid", "ybwc"] for processors in [16, 64])])
    sweeps.table(["order", "positions", "first moves", "APHID, 16", "APHID, 64", "YBWC, 16", "YBWC, 64"], rows)


def busy(chosen):
    """The share of the time in which processors are not idle, in per cent, as the mean over the positions."""
    return f"{100 * statistics.mean(1 - search['synchronization_overhead'] / (1 + search['total_overhead']) for search in chosen.values()):.0f}"


def granularity():
    print("Keyano to depth 13 by squares, YBWC on 64 processors, by the least depth of the nodes that it gives away\n")
    searches = load("keyano-granularity")
    rows = []
    for depth in ["2", "8"]:
        chosen = sweeps.choose(searches, algorithm="ybwc", processors=64, ybwc_min_split_depth=depth)
        rows.append([depth, busy(chosen), sweeps.cell(chosen, "absolute_speedup")])
    sweeps.table(["least depth", "busy, per cent", "absolute speedup"], rows)


def squares():
    print("Keyano to depth 15 by squares, with the paper's d' of 4 and with 5: absolute speedup; after the semicolon, search and speculative "
          "overhead in per cent. *Held back* are the six positions by which the order was not chosen\n")
    searches, deeper = load("keyano-squares"), load("keyano-deeper")
    rows = []
    for name, of_horizon, algorithm, held_back in [
            ("APHID, 4", searches, "aphid", False), ("APHID, 4, held back", searches, "aphid", True),
            ("APHID, 5", deeper, "aphid", False), ("APHID, 5, held back", deeper, "aphid", True),
            ("YBWC", searches, "ybwc", False), ("YBWC, held back", searches, "ybwc", True)]:
        cells = []
        for processors in PROCESSORS:
            chosen = {position: search for position, search in
                      sweeps.choose(of_horizon, algorithm=algorithm, processors=processors, depth=15).items()
                      if not held_back or int(position[-2:]) % 6 != 0}
            overhead = (search_overhead(chosen) if algorithm == "aphid" else
                        f"{100 * sweeps.mean(chosen, 'search_overhead_by_nodes'):.0f}")
            cells.append(f"{sweeps.cell(chosen, 'absolute_speedup')}; {overhead}")
        rows.append([name, *cells])
    rows.append(["APHID, published", *published_speedups_and_overheads("keyano")])
    sweeps.table(["", *PROCESSORS], rows)
    print("The shares of the time in which the processors of 64 are not idle, and APHID's overheads there, in per cent\n")
    rows = []
    for name, of_horizon, algorithm in [("APHID, 4", searches, "aphid"), ("APHID, 5", deeper, "aphid"), ("YBWC", searches, "ybwc")]:
        chosen = sweeps.choose(of_horizon, algorithm=algorithm, processors=64, depth=15)
        parts = [f"{100 * sweeps.mean(chosen, f'aphid_{part}_overhead'):.0f}" if algorithm == "aphid" else ""
                 for part in ["search", "speculative", "parallelization"]]
        rows.append([name, busy(chosen), *parts])
    rows.append(["published", "60 (YBWC)", "", "33", ""])
    sweeps.table(["", "busy", "search", "speculative", "parallelization"], rows)


EVALUATIONS = {"swinging": "othello", "steady": "othello:evaluation=steady", "learned": "othello:evaluation=learned"}
STAGES = {"all": range(60), "6 to 24": range(6, 25), "27 to 39": range(27, 40)}  # moves made before a position


def evaluations():
    print("Keyano, APHID with a d' of 4, by the evaluation and by the moves made before a position: absolute speedup; after "
          "the semicolon, search and speculative overhead in per cent\n")
    searches = [search for name in ["evaluation", "horizon"]
                for search in load(f"keyano-{name}")
                if name == "evaluation" or (search["depth"] == 15 and search["aphid_horizon"] == "4")]
    processors = [2, *PROCESSORS]
    rows = []
    for depth in [13, 15]:
        for name, tree in EVALUATIONS.items():
            for stage, moves in STAGES.items():
                row = [depth, name, stage]
                for count in processors:
                    own = sweeps.choose(searches, tree=tree, algorithm="aphid", depth=depth, processors=count)
                    own = {id: search for id, search in own.items() if int(id[-2:]) in moves}
                    row.append(speedup_and_overhead(own))
                if any(row[3:]):
                    rows.append(row)
    sweeps.table(["depth", "evaluation", "moves", *processors], rows)
    print("Keyano, YBWC to depth 13, by the evaluation: absolute speedup\n")
    sweeps.table(["evaluation", *PROCESSORS], [
        [name, *(sweeps.cell(sweeps.choose(searches, tree=tree, algorithm="ybwc", processors=count), "absolute_speedup")
                 for count in PROCESSORS)] for name, tree in EVALUATIONS.items()])


USUAL = {"aphid_window_margin": "0.05", "aphid_window_growth": "0.02", "aphid_pv_window": "always", "aphid_exemption": "6.0",
         "aphid_division": "iteration", "aphid_ahead": "2", "aphid_parity": "true", "aphid_load_balancing": "true",
         "aphid_load": "1.0", "aphid_preemption": "true", "platform": "Origin2000"}
CHOICES = {
    "as it is": {},
    "window margin 0.2": {"aphid_window_margin": "0.2"},
    "window margin 0.01": {"aphid_window_margin": "0.01"},
    "window growth 0": {"aphid_window_growth": "0.0"},
    "infinite window only if invalid": {"aphid_pv_window": "invalid"},
    "no exemptions": {"aphid_exemption": "0.0"},
    "division after every pass": {"aphid_division": "pass"},
    "division while slaves are idle": {"aphid_division": "idle"},
    "no iterations ahead": {"aphid_ahead": "0"},
    "no parity": {"aphid_parity": "false"},
    "no load balancing": {"aphid_load_balancing": "false"},
    "no preemption": {"aphid_preemption": "false"},
    "d' chosen once": {"aphid_load": "0.0"},
    "no preemption, no parity, d' chosen once, infinite window only if invalid: the paper, except for the limit ahead": {
        "aphid_preemption": "false", "aphid_parity": "false", "aphid_load": "0.0", "aphid_pv_window": "invalid"},
    "d' of 4": {"aphid_horizon": "4"},
    "messages of 100 us at either end": {"platform": "Origin2000-slow-messages"},
}


def choices(searches, usual, columns):
    """Prints a row for each choice that has been searched. A choice is a change of the usual settings. `columns` has further
    settings by the head of their column; each column has three cells in a row."""
    rows = []
    for name, change in CHOICES.items():
        if change and change.items() <= usual.items():
            continue
        row = [name]
        for settings in columns.values():
            there = sweeps.choose(searches, algorithm="aphid", **usual | settings)
            here = sweeps.choose(searches, algorithm="aphid", **usual | settings | change)
            gains = [here[id]["absolute_speedup"] - there[id]["absolute_speedup"] for id in here]
            row += [f"{sweeps.mean(here, 'absolute_speedup'):.1f}",
                    measured.figure(gains) if change else "",
                    search_overhead(here)] if here else ["", "", ""]
        if any(row[1:]):
            rows.append(row)
    sweeps.table(["", *(word for head in columns for word in [head, "adds", "overhead"])], rows)


CHOICES_SAY = ("in which one choice is changed at a time. The columns are the absolute speedup, what the change adds to it (by "
               "pairs of searches of a position), and search and speculative overhead in per cent:\n")


def keyano_choices():
    print(f"Keyano, APHID to depth 13 with a d' of 4, {CHOICES_SAY}")
    searches = load("keyano-choices")
    choices(searches, {**USUAL, "aphid_horizon": "4"}, {count: {"processors": count} for count in [16, 64]})


def crafty_choices(searches, of_the_paper):
    print(f"Crafty, APHID on 64 processors, {CHOICES_SAY}")
    choices(searches + of_the_paper + load("crafty-choices"),
            {**USUAL, "program": "crafty", "aphid_horizon": "0", "processors": 64},
            {f"depth {depth}": {"depth": depth} for depth in [8, 9]})


def tables(searches):
    print("Crafty, APHID, by the number of entries of the table: absolute speedup; search and speculative overhead in per "
          "cent\n")
    small = load("crafty-tables")
    rows = []
    for depth, entries in [(8, "32768"), (8, "1048576"), (8, "16777216"), (9, "131072"), (9, "16777216")]:
        row = [depth, entries]
        for processors in [16, 64]:
            own = sweeps.choose(small + searches, program="crafty", algorithm="aphid", depth=depth, processors=processors,
                                tt_entries=entries)
            row += [sweeps.cell(own, "absolute_speedup"), search_overhead(own)]
        rows.append(row)
    figures = [published("crafty", quantity) for quantity in ["absolute_speedup", "total_search_overhead"]]
    rows.append(["11, 12", "400 MB, published", figures[0][16], f"{100 * figures[1][16]:.0f}", figures[0][64],
                 f"{100 * figures[1][64]:.0f}"])
    sweeps.table(["depth", "entries", "16", "overhead", "64", "overhead"], rows)


def report():
    searches, of_the_paper = load("searches"), load("paper")
    papers_algorithm(searches, of_the_paper)
    for program in NAMES:
        if not sweeps.depths(searches, program=program):
            continue
        speedups(searches, program, "aphid")
        if program == "keyano":
            speedups(searches, program, "ybwc")
        overheads(searches, program)
        if program == "keyano":
            horizons(searches)
            evaluations()
            keyano_choices()
            quiescence(searches)
            orders()
            squares()
            granularity()
        if program == "crafty":
            tables(searches)
            crafty_choices(searches, of_the_paper)


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
