#!/usr/bin/env python3
"""Prints the table of docs/algorithms.md, which is a part of those of results/algorithms-t3d; tests/check_results.py
compares the two."""
import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "results/algorithms-t3d/README.md"
ALGORITHMS = ["ABDADA", "ABDADA `best`", "Simplified ABDADA", "YBWC", "Young Brothers on Notice", "Jamboree",
              "Dynamic Tree Splitting", "APHID", "αβ*", "shared table, random order", "Lazy SMP", "PV-Split",
              "Enhanced PV-Split", "Felten and Otto", "UIDPABS"]
PROCESSORS = ["8", "32", "128"]


def tables():
    """By game and algorithm: a row's cells, by the head of its table."""
    found = {}
    for part in PAGE.read_text(encoding="utf-8").split("\n## ")[0].split(" positions\n\n")[1:]:
        rows = [[cell.strip() for cell in line.strip("|").split("|")]
                for line in part.splitlines() if line.startswith("|")]
        head = rows[0]
        found[len(found)] = {row[0]: dict(zip(head, row)) for row in rows[2:]}
    return found.values()


def mean(cell):
    """A cell without its interval."""
    return re.sub(r" \([^)]*\)", "", cell)


def main():
    games = list(tables())
    chess = games[0]
    for name in ALGORITHMS:
        cells = [mean(game[name][count]) for game in games for count in PROCESSORS]
        print(f"| {name} | " + " | ".join([*cells, chess[name]["SO / CO / SY at 128"]]) + " |")


main()
