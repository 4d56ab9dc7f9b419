#!/usr/bin/env python3
"""Prints the table of a page in docs/. It is a part of a table in results/; tests/check_results.py compares the two.

    docs/tables.py algorithms|which-algorithm
"""
import re
import sys
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[1] / "results"


def tables(page):
    """Returns the tables of a page. Each has its head and, by their first cells, its rows, all as lists of cells."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", (RESULTS / page).read_text(encoding="utf-8"), re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        found.append((rows[0], {row[0]: row for row in rows[2:]}))
    return found


def mean(cell):
    """Returns a mean without its interval."""
    return re.sub(r" \([^)]*\)", "", cell)


def row(*cells):
    print(f"| {' | '.join(cells)} |")


def algorithms():
    """Prints speedups on 8, 32 and 128 processors of the T3D in three games, and the overheads in chess."""
    chess, othello, checkers = tables("algorithms-t3d/README.md")[:3]
    head = chess[0]
    for name in ["ABDADA", "ABDADA `best`", "Simplified ABDADA", "YBWC", "Young Brothers on Notice", "Jamboree",
                 "Dynamic Tree Splitting", "Dynamic Tree Splitting, looks before each son", "split points", "TDSAB", "APHID",
                 "αβ*", "shared table, random order", "Lazy SMP (Cheng)", "Lazy SMP (Stockfish)", "PV-Split",
                 "Enhanced PV-Split", "tree splitting", "mandatory work first", "Felten and Otto", "UIDPABS"]:
        means = [mean(game[1][name][head.index(count)]) for game in (chess, othello, checkers)
                 for count in ("8", "32", "128")]
        row(name, *means, chess[1][name][-1])


def which_algorithm():
    """Prints speedups with tuned settings on a modern server with nodes of a microsecond."""
    head, rows = tables("which-algorithm/README.md")[0]
    names = ["Young Brothers on Notice", "split points", "YBWC", "ABDADA", "αβ\\*", "Simplified ABDADA", "shared table"]
    for count in head[1:-1]:
        row(count, *(mean(rows.get(f"{name}, tuned", rows[name])[head.index(count)]) for name in names))


{"algorithms": algorithms, "which-algorithm": which_algorithm}[sys.argv[1]]()
