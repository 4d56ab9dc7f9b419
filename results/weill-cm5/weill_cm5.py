#!/usr/bin/env python3
"""ABDADA and the Young Brothers Wait Concept on the CM5: the tables of the page, from chess.csv.gz and othello.csv.gz.

    results/weill-cm5/weill_cm5.py report
"""
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sweeps  # noqa: E402: found by the line above

PROCESSORS = [8, 16, 24, 32]
GAMES = {"chess": "chess", "Othello": "othello:evaluation=swinging,order=squares"}
BASELINES = {"chess": "negascout", "Othello": "alphabeta"}  # of his absolute speedups
NAMES = {"abdada": "ABDADA", "ybwc": "YBWC", "alphabeta": "αβ", "negascout": "NegaScout"}


def relative_speedups(searches):
    print("Relative speedup on 32 processors\n")
    columns = [("chess", "ybwc", "alphabeta"), ("chess", "ybwc", "negascout"), ("chess", "abdada", "alphabeta"),
               ("chess", "abdada", "negascout"), ("Othello", "ybwc", "alphabeta"), ("Othello", "ybwc", "negascout"),
               ("Othello", "abdada", "alphabeta"), ("Othello", "abdada", "negascout")]
    columns = [(game, algorithm, search) for game, algorithm, search in columns
               if sweeps.depths(searches, tree=GAMES[game], algorithm=algorithm, search=search)]
    rows = [[depth, *(sweeps.cell(sweeps.choose(searches, tree=GAMES[game], algorithm=algorithm, search=search,
                                                depth=depth, processors=32), "relative_speedup")
                      for game, algorithm, search in columns)]
            for depth in sweeps.depths(searches, processors=32)]
    sweeps.table(["depth", *(f"{game}, {NAMES[algorithm]} on {NAMES[search]}" for game, algorithm, search in columns)],
                 rows)


def absolute_speedups(searches, game):
    baseline = BASELINES[game]
    print(f"Speedup over recursive {NAMES[baseline]}, {game}, on {NAMES[baseline]}\n")
    searches = sweeps.over(searches, baseline)
    rows = []
    for depth in sweeps.depths(searches, tree=GAMES[game], processors=32):
        cells = []
        for processors in PROCESSORS:
            cells += sweeps.ranked([sweeps.choose(searches, tree=GAMES[game], algorithm=algorithm, search=baseline,
                                                  depth=depth, processors=processors)
                                    for algorithm in ["abdada", "ybwc"]])
        rows.append([depth, *cells])
    sweeps.table(["depth", *(f"{NAMES[algorithm]}, {processors}" for processors in PROCESSORS
                             for algorithm in ["abdada", "ybwc"])], rows)


def overheads(searches, game, search):
    print(f"Overheads on 32 processors, {game}, on {NAMES[search]}\n")
    rows = []
    for depth in sweeps.depths(searches, tree=GAMES[game], processors=32):
        row = [depth]
        abdada, ybwc = (sweeps.choose(searches, tree=GAMES[game], algorithm=algorithm, search=search, depth=depth,
                                      processors=32) for algorithm in ["abdada", "ybwc"])
        for chosen in [abdada, ybwc]:
            row += [f"{sweeps.mean(chosen, column):.2f}" for column in
                    ["search_overhead_by_nodes", "communication_overhead", "synchronization_overhead"]]
            row.append(f"{mean_ratio(chosen, 'table_reads', chosen, 'table_writes'):.2f}")
        row += [f"{mean_ratio(abdada, column, ybwc, column):.2f}" for column in ["table_reads", "table_writes"]]
        rows.append(row)
    sweeps.table(["depth", *(f"{NAMES[algorithm]} {figure}" for algorithm in ["abdada", "ybwc"]
                             for figure in ["SO", "CO", "SY", "reads/writes"]),
                  "reads, ABDADA/YBWC", "writes, ABDADA/YBWC"], rows)


def mean_ratio(numerators, column, denominators, other_column):
    """The mean over the positions of a column of some searches, divided by a column of others."""
    return statistics.mean(search[column] / denominators[position][other_column] for position, search in numerators.items())


def sequential(searches):
    print("Sequential searches: seconds on a node of the CM5, summed over all positions\n")
    rows = []
    for game, tree in GAMES.items():
        for depth in sweeps.depths(searches, tree=tree, algorithm="negascout"):
            times = [sum(search["time_s"] for search in sweeps.choose(searches, tree=tree, algorithm=algorithm,
                                                                      depth=depth, processors=1).values())
                     for algorithm in ["alphabeta", "negascout"]]
            rows.append([game, depth, *(f"{time:.0f}" for time in times), f"{times[0] / times[1]:.2f}"])
    sweeps.table(["game", "depth", "αβ", "NegaScout", "αβ / NegaScout"], rows)


def machines(cm5, cs6400):
    print("ABDADA in chess, on NegaScout: speedup over recursive NegaScout on the CS6400 and on the CM5\n")
    cm5, cs6400 = (sweeps.over(searches, BASELINES["chess"]) for searches in (cm5, cs6400))
    rows = []
    for depth in sweeps.depths(cs6400, processors=32):
        rows.append([depth, *(sweeps.cell(sweeps.choose(searches, tree=GAMES["chess"], algorithm="abdada", search="negascout",
                                                        depth=depth, processors=processors), "absolute_speedup")
                              for processors in PROCESSORS for searches in [cs6400, cm5])])
    sweeps.table(["depth", *(f"{machine}, {processors}" for processors in PROCESSORS for machine in ["CS6400", "CM5"])],
                 rows)


def orders(by_mobility, by_squares):
    print("Othello at depth 11, by the order of moves. *Even* are the even-numbered positions. First moves are the share of cut-offs by "
          "the first move in the sequential αβ. Absolute speedups are over recursive αβ:\n")
    by_mobility, by_squares = (sweeps.over(searches, BASELINES["Othello"]) for searches in (by_mobility, by_squares))
    figures = {(row["quantity"], row["algorithm"], int(row["processors"])): float(row["published"])
               for row in sweeps.published(program="bugs")}
    rows = []
    for name, column, algorithm, processors in [
            ("relative speedup, YBWC on 32", "relative_speedup", "ybwc", 32),
            ("absolute speedup, YBWC on 16", "absolute_speedup", "ybwc", 16),
            ("absolute speedup, ABDADA on 16", "absolute_speedup", "abdada", 16),
            ("absolute speedup, YBWC on 32", "absolute_speedup", "ybwc", 32),
            ("absolute speedup, ABDADA on 32", "absolute_speedup", "abdada", 32),
            ("search overhead, ABDADA on 32", "search_overhead_by_nodes", "abdada", 32),
            ("waiting, YBWC on 32", "synchronization_overhead", "ybwc", 32),
            ("first moves", "first_move_cutoff_rate", "alphabeta", 1)]:
        published = figures.get((column, algorithm, processors))
        old, new = ([float(search[column]) for search in sweeps.choose(
            searches, depth=11, algorithm=algorithm, processors=processors).values()]
                    for searches in (by_mobility, by_squares))
        even = statistics.mean(new[0::2])  # the first is WC96-00
        mean = statistics.mean(new)
        rows.append([name, f"{published:g}" if published else "", f"{statistics.mean(old):.2f}", f"{mean:.2f}", f"{even:.2f}",
                     *([f"{mean / published:.2f}", f"{even / published:.2f}"] if published else ["", ""])])
    sweeps.table(["", "Weill", "by mobility", "by squares", "even", "by squares / Weill", "even / Weill"], rows)


CHESS_ORDERS = {"all": "all", "table+captures+static+killers": "no history",
                "table+captures+static": "no history, no killers",
                "table+captures": "no history, no killers, no static order"}


def chess_orders(searches):
    print("Chess at depth 8, by the order of moves: first moves in NegaScout, and seconds on a node of the CM5\n")
    figures = {row["note"]: float(row["published"]) for row in sweeps.published(program="frenchess", algorithm="negascout")}
    ratio = float(sweeps.published(program="frenchess", quantity="alphabeta_by_negascout")[0]["published"])
    rows = [["Weill", "", "", f"{figures['']:.0f}", f"{ratio}", f"{figures['position 5']:.0f}", f"{figures['position 8']:.0f}"]]
    for order, name in CHESS_ORDERS.items():
        alphabeta, negascout = (sweeps.choose(searches, move_order=order, algorithm=algorithm, depth=8)
                                for algorithm in ["alphabeta", "negascout"])
        times = [sum(search["time_s"] for search in chosen.values()) for chosen in (alphabeta, negascout)]
        first = statistics.mean(float(search["first_move_cutoff_rate"]) for search in negascout.values())
        rows.append([name, f"{first:.2f}", *(f"{time:.0f}" for time in times), f"{times[0] / times[1]:.2f}",
                     *(f"{negascout[position]['time_s']:.0f}" for position in ["BK.05", "BK.08"])])
    sweeps.table(["order", "first moves", "αβ", "NegaScout", "αβ / NegaScout", "position 5", "position 8"], rows)


def report():
    folder = Path(__file__).parent
    searches = sweeps.load(folder / "chess.csv.gz") + sweeps.load(folder / "othello.csv.gz")
    sequential(searches)
    orders(*(sweeps.load(folder / f"{name}.csv.gz") for name in ["othello-mobility", "othello"]))
    relative_speedups(searches)
    absolute_speedups(searches, "chess")
    absolute_speedups(searches, "Othello")
    overheads(searches, "chess", "negascout")
    overheads(searches, "Othello", "alphabeta")
    chess_orders(sweeps.load(folder / "chess-orders.csv.gz"))
    machines(searches, sweeps.load(folder / "cs6400.csv.gz"))


if __name__ == "__main__":
    sweeps.report_only(__doc__, report)
