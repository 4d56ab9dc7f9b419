#!/usr/bin/env python3
"""The choices of the parallel searches, one by one: absolute speedups, and their ratios to those of a table's first row.

    results/variants/variants.py report   # the tables of README.md, in Markdown

The speedup of a position is the time of the faster of recursive alpha-beta and NegaScout on one processor, divided by the time of
the parallel search. A cell of the first row has the mean over the positions with its 95 % interval. The other cells have their
mean, and its ratio to that of the first row with the interval by pairs of searches of a position. Bold ratios differ from 1 at
5 %, corrected by Holm's method for the rows of the column.
"""
import operator
import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import sweeps  # noqa: E402: found by the line above

SEARCHES = HERE / "searches.csv.gz"
# ABDADA as published and with the second pass `arrival` on 128 processors of the T3D, in these positions and others.
HERD = HERE.parent / "herd" / "searches.csv.gz"
NAMES = {"chess": "chess", "othello": "Othello", "checkers": "checkers"}
# The options that vary, with their defaults.
DEFAULTS = {
    "abdada": {"abdada_second_pass": "first", "abdada_push_depth": "0", "abdada_push_grain": "0.0",
               "abdada_revisit_deferred_only": "false", "generate_moves": "while-waiting"},
    "simplified-abdada": {"simplified_abdada_defer_depth": "3", "simplified_abdada_also_mark": "none",
                          "simplified_abdada_sets": "32768", "simplified_abdada_ways": "4"},
    "alphabeta-star": {"alphabeta_star_update_depth": "2", "alphabeta_star_update_grain": "100.0"},
    "ybwc": {"ybwc_poll": "node", "ybwc_tries": "1", "ybwc_hops": "4", "ybwc_min_split_depth": "2",
             "ybwc_helpful_master": "true", "ybwc_star": "false", "ybwc_node_cost": "1.0", "generate_moves": "after-answer"},
    "ybn": {"ybn_grain": "1.0", "ybn_needed_first": "true", "ybn_helper_reads": "true", "ybn_read_if_quicker": "true"},
    "jamboree": {"jamboree_poll": "node", "jamboree_tries": "1", "jamboree_min_steal_depth": "2"},
    "dts": {"dts_poll": "node", "dts_min_split_depth": "2"},
    "shared-table": {"shared_table_order": "random", "shared_table_stagger": "false"},
}


def row(algorithm, **options):
    """The settings of a search with these options and otherwise defaults. Names of options are without that of the algorithm."""
    prefix = algorithm.replace("-", "_")
    own = {name if name in DEFAULTS[algorithm] else f"{prefix}_{name}": value for name, value in options.items()}
    if unknown := set(own) - set(DEFAULTS[algorithm]):
        sys.exit(f"no default of {', '.join(unknown)}")
    return {"algorithm": algorithm, **DEFAULTS[algorithm], **own}


def best(**options):
    """ABDADA `best` with changes."""
    return row("abdada", **{"second_pass": "arrival", "push_depth": "2", "push_grain": "3000.0",
                            "revisit_deferred_only": "true"} | options)


def without(settings, name):
    """Settings with one of them left open."""
    return {option: value for option, value in settings.items() if option != name}


def ybwc_best(**options):
    return row("ybwc", **{"poll": "son", "tries": "8"} | options)


def on(machine, processors, game):
    return {"machine": machine, "processors": processors, "tree": game}


def columns(game_by_game, *places):
    """Columns of a machine and its numbers of processors for each game."""
    return {f"{NAMES[game]}, {count}": on(machine, count, game) for game in game_by_game for machine, count in places}


def by_machine(game, *places):
    return {f"`{machine}`, {count}": on(machine, count, game) for machine, count in places}


LARGE = [("t3d-128", 128), ("origin2000-64", 64), ("server-128", 128), ("myrinet-32", 32), ("cm5-32", 32)]
ELSEWHERE = [("numa-64", 64), ("cs6400-64", 64), ("altra-80", 80)]
NO_PUSHES = without(best(push_depth="0"), "abdada_push_grain")  # with any granularity, which makes no difference
PUSHES = {
    "`best`: granularity 3,000": best(),
    "none": NO_PUSHES,
    "always": best(push_grain="0.0"),
}
UPDATES = {
    "default: granularity 100": row("alphabeta-star"),
    "none": row("alphabeta-star", update_depth="0", update_grain="0.0"),
    "always": row("alphabeta-star", update_grain="0.0"),
}
NOTICES = {
    "Young Brothers on Notice": row("ybn"),
    "YBWC": row("ybwc"),
    "any granularity": row("ybn", grain="0.0"),
    "notices always read": row("ybn", read_if_quicker="false"),
    "ABDADA `best`": best(),
}
NOTE = {f"note 1: from depth {depth} on": row("simplified-abdada", defer_depth=str(depth)) for depth in (1, 2, 4)}
# Title: columns, rows.
TABLES = {
    "ABDADA on the T3D": (columns(["othello", "chess"], ("t3d-128", 16), ("t3d-128", 128)), {
        "as published": row("abdada"),
        "arrival": row("abdada", second_pass="arrival"),
        "bounds pushed": row("abdada", push_depth="2", push_grain="3000.0"),
        "`best`": best(),
    }),
    "The parts of ABDADA `best` on the T3D": (columns(["othello", "chess"], ("t3d-128", 128)), {
        "`best`": best(),
        "by rank": best(second_pass="rank"),
        "no arrival": best(second_pass="first"),
        "no bounds pushed": NO_PUSHES,
        "all sons revisited": best(revisit_deferred_only="false"),
    }),
    "Simplified ABDADA on the server": (columns(["chess", "othello"], ("server-128", 32)), {
        "Kerrigan": row("simplified-abdada"),
        **NOTE,
        **{f"note 2: {sets} sets of {ways}": row("simplified-abdada", sets=str(sets), ways=str(ways))
           for sets, ways in ((256, 1), (64, 4), (32768, 1))},
        **{f"note {note}: {label} marked, too": row("simplified-abdada", also_mark=searches)
           for note, label, searches in (("5.1", "eldest sons", "eldest"), ("5.2", "re-searches", "researched"),
                                         ("5.3", "deferred sons", "deferred"))},
    }),
    "Pushed bounds of ABDADA `best` in chess": (by_machine("chess", *LARGE), PUSHES),
    "Pushed bounds of ABDADA `best` in Othello": (by_machine("othello", *LARGE), PUSHES),
    "Pushed bounds of ABDADA `best` in checkers": (by_machine("checkers", *ELSEWHERE), PUSHES),
    "Updates of αβ\\* in chess": (by_machine("chess", *LARGE[1:4]), UPDATES),
    "Updates of αβ\\* in Othello": (by_machine("othello", *LARGE[1:4]), UPDATES),
    "Updates of αβ\\* in checkers": (by_machine("checkers", *ELSEWHERE), UPDATES),
    "Generating moves on the CM5, in chess": ({
        f"{label}, {count}": on("cm5-32", count, "chess") | without(settings, "generate_moves")
        for label, settings in (("ABDADA", row("abdada")), ("`best`", best()), ("YBWC", row("ybwc"))) for count in (8, 32)}, {
            "after the answer": {"generate_moves": "after-answer"},
            "while waiting": {"generate_moves": "while-waiting"},
        }),
    "Weill's comparison": (columns(["chess"], ("cm5-32", 8), ("cm5-32", 32)), {
        "ABDADA, after the answer": row("abdada", generate_moves="after-answer"),
        "YBWC": row("ybwc"),
        "YBWC at cost 1.3": row("ybwc", node_cost="1.3"),
    }),
    "YBWC on the T3D": (columns(["othello", "chess"], ("t3d-128", 32), ("t3d-128", 128)), {
        "as published": row("ybwc"),
        "looks before each son": row("ybwc", poll="son"),
        "8 tries": row("ybwc", tries="8"),
        "127 hops": row("ybwc", hops="127"),
        "looks before each son, 8 tries: `best`": ybwc_best(),
    }),
    "YBWC `best` on the T3D": (columns(["othello", "chess"], ("t3d-128", 128)), {
        "`best`": ybwc_best(),
        "down to depth 1": ybwc_best(min_split_depth="1"),
        "no help": ybwc_best(helpful_master="false"),
        "YBWC\\*": ybwc_best(star="true"),
    }),
    "Young Brothers on Notice in chess": (by_machine("chess", *LARGE[1:]), NOTICES),
    "Young Brothers on Notice in Othello": (by_machine("othello", *LARGE[1:]), NOTICES),
    "Parts of Young Brothers on Notice on the T3D": (columns(["othello", "chess"], ("t3d-128", 128)), {
        "Young Brothers on Notice": row("ybn"),
        "no sons needed first": row("ybn", needed_first="false"),
        "masters do not read": row("ybn", helper_reads="false"),
        "granularity 100": row("ybn", grain="100.0"),
        "YBWC `best`": ybwc_best(),
    }),
    "Jamboree on the T3D": (columns(["othello", "chess"], ("t3d-128", 128)), {
        "as published": row("jamboree"),
        "looks before each son": row("jamboree", poll="son"),
        "looks before each son, down to depth 1": row("jamboree", poll="son", min_steal_depth="1"),
        "both, 8 refusals": row("jamboree", poll="son", min_steal_depth="1", tries="8"),
    }),
    "Dynamic Tree Splitting on the T3D": (columns(["othello", "chess"], ("t3d-128", 128)), {
        "as published": row("dts"),
        "looks before each son": row("dts", poll="son"),
        "looks before each son, down to depth 1": row("dts", poll="son", min_split_depth="1"),
    }),
    "Shared table on the T3D": (columns(["othello", "chess"], ("t3d-128", 8)), {
        f"{order}{', staggered' if stagger == 'true' else ''}": row("shared-table", order=order, stagger=stagger)
        for order in ("random", "root", "same") for stagger in ("false", "true")}),
}


def moves_generated(search):
    """The time at which a search generates moves."""
    named, own = search["generate_moves"], DEFAULTS.get(search["algorithm"], {}).get("generate_moves", "")
    return own if named == "own" else named


def load():
    """The searches of this folder, and those of the herd that have their settings."""
    own, herd = ([search | {"machine": Path(search["platform_file"]).stem, "generate_moves": moves_generated(search)}
                  for search in sweeps.load(path)] for path in (SEARCHES, HERD))
    shared = operator.itemgetter("machine", "tree", "depth", "id", "jitter", "tt_entries", "seed", "move_order", "quiescence")
    known = {shared(search) for search in own}
    empty = dict.fromkeys(own[0], "")
    return own + [empty | search for search in herd if shared(search) in known and search["processors"] > 1]


def cells_of(searches, column, rows):
    """The cells of a column by the rows' labels."""
    found = {label: sweeps.choose(searches, **column, **settings) for label, settings in rows.items()}
    (label, first), *others = found.items()
    if not first:
        sys.exit(f"no searches of {label} on {column}")
    others = {name: chosen for name, chosen in others if chosen}
    ratios = sweeps.ratios({name: (chosen, first) for name, chosen in others.items()})
    return {label: sweeps.cell(first, "absolute_speedup")} | {
        name: f"{sweeps.mean(chosen, 'absolute_speedup'):.1f}; {ratios[name]}" for name, chosen in others.items()}


def accesses(searches):
    """Prints the accesses to tables for each node of Simplified ABDADA, by the least depth at which sons are deferred."""
    print("Accesses to tables for each node, on 32 cores\n")
    rows = []
    for depth in (1, 2, 3, 4):
        found = [sweeps.choose(searches, **on("server-128", 32, game), **row("simplified-abdada", defer_depth=str(depth)))
                 for game in ("chess", "othello")]
        rows.append([f"from depth {depth} on", *(
            f"{statistics.fmean((one['table_reads'] + one['table_writes']) / one['nodes'] for one in by_position.values()):.1f}"
            for by_position in found)])
    sweeps.table(["", "chess", "Othello"], rows)


def report():
    searches = load()
    for title, (table_columns, rows) in TABLES.items():
        print(f"{title}\n")
        cells = [cells_of(searches, column, rows) for column in table_columns.values()]
        sweeps.table(["", *table_columns], [[label, *(column.get(label, "") for column in cells)] for label in rows])
    accesses(searches)


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
