#!/usr/bin/env python3
"""Checks that the tables of the pages in results/ are those that their scripts make from the data there.

    tests/check_results.py

Every folder with data (*.gz) has a script that prints its tables, from nothing but the folder and the files beside it.
Every row of the tables must be in the folder's README.md. The same holds for the tables that pages of docs/ take from
there.
"""
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[1] / "results"
DOCS = RESULTS.parent / "docs"
# The arguments of scripts that are not called as `SCRIPT report`.
WORDS = {"validation/table.py": [["chess.json.gz"], ["othello.json.gz"]]}
# Scripts that print no table of a page.
SILENT = {"fitted-trees/uci_log.py", "map/machines.py", "measured.py", "robustness/platforms.py", "robustness/positions.py",
          "sweeps.py", "validation/one_thread.py", "validation/sequential.py", "validation/two_programs.py"}


def commands():
    """Yields the page of each script, and its command."""
    for script in sorted([*RESULTS.glob("*.py"), *RESULTS.glob("*/*.py")]):
        name = str(script.relative_to(RESULTS))
        if name in SILENT:
            continue
        for words in WORDS.get(name, [["report"]]):
            paths = [str(script.parent / word) if word.endswith(".gz") else word for word in words]
            yield script.parent / "README.md", [sys.executable, str(script), *paths]
    for name in ("algorithms", "which-algorithm"):
        yield DOCS / f"{name}.md", [sys.executable, str(DOCS / "tables.py"), name]


def rows_not_in(page, command):
    """Returns the rows that the command prints but the page does not have."""
    run = subprocess.run(command, capture_output=True, encoding="utf-8", env={"PYTHONDONTWRITEBYTECODE": "1"})
    if run.returncode != 0:
        return [run.stderr]
    rows = [line for line in run.stdout.splitlines() if line.startswith("|")]
    lines = set(page.read_text(encoding="utf-8").splitlines())
    missing = [row for row in rows if row not in lines]
    return missing if rows else [f"no table is printed by {' '.join(command)}"]


def main():
    pages, lines = zip(*commands())
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(rows_not_in, pages, lines))
    failed = False
    for page, missing in zip(pages, results):
        for row in missing[:1]:
            print(f"{page}: not as the data have it: {row}")
            failed = True
    for folder in {data.parent for data in RESULTS.glob("*/*.gz")} - {page.parent for page in pages}:
        print(f"{folder}: has data, but no script that makes tables of them")
        failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
