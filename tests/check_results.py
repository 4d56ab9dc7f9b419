#!/usr/bin/env python3
"""Checks that the tables of the pages in results/ are those that their scripts make from the data there.

    tests/check_results.py
    tests/check_results.py --update

Every folder with data (*.gz) has a script that prints its tables, from nothing but the folder and the files beside it.
Every row of the tables must be in the folder's README.md. The same holds for the tables that pages of docs/ take from
there. The pictures of the herd and of the scoreboard, and the paper's numbers and figures, must be those of the data, too. With
--update, the tables of the pages are replaced by those of the scripts that have the same head.
"""
import collections
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[1] / "results"
DOCS = RESULTS.parent / "docs"
# The arguments of scripts that are not called as `SCRIPT report`.
WORDS = {"validation/table.py": [["charged-chess.json.gz"], ["charged-othello.json.gz"], ["chess.json.gz"],
                                 ["othello.json.gz"]]}
# Scripts that print no table of a page.
SILENT = {"fitted-trees/uci_log.py", "map/machines.py", "measured.py", "pictures.py", "robustness/platforms.py",
          "robustness/positions.py", "sweeps.py", "validation/one_thread.py", "validation/sequential.py",
          "validation/two_programs.py"}

# Scripts that check more than tables.
CHECKED = ["herd/herd.py", "paper/paper.py", "scoreboard/scoreboard.py"]


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


def output_of(command):
    """Returns what a script prints, and its error message if it fails."""
    run = subprocess.run(command, capture_output=True, encoding="utf-8", env={"PYTHONDONTWRITEBYTECODE": "1"})
    return run.stdout, run.stderr if run.returncode != 0 else None


def rows_not_in(page, command):
    """Returns the rows that the command prints but the page does not have."""
    output, error = output_of(command)
    if error is not None:
        return [error]
    rows = [line for line in output.splitlines() if line.startswith("|")]
    lines = set(page.read_text(encoding="utf-8").splitlines())
    missing = [row for row in rows if row not in lines]
    return missing if rows else [f"no table is printed by {' '.join(command)}"]


TABLE = re.compile(r"^\|.*\n\|[-:|]+\|\n(?:\|.*\n)*", re.MULTILINE)


def head(table):
    return table.splitlines()[0]


def update(page, page_commands):
    """Replaces the tables of the page by those that its commands print, in their order if several have the same head."""
    tables = collections.defaultdict(collections.deque)
    for command in page_commands:
        for table in TABLE.findall(output_of(command)[0] + "\n"):
            tables[head(table)].append(table)

    def replacement(found):
        printed = tables[head(found[0])]
        return printed.popleft() if printed else found[0]

    text = page.read_text(encoding="utf-8")
    page.write_text(TABLE.sub(replacement, text), encoding="utf-8")


def main():
    if sys.argv[1:] == ["--update"]:
        commands_of = collections.defaultdict(list)
        for page, command in commands():
            commands_of[page].append(command)
        for page, page_commands in commands_of.items():
            if any(rows_not_in(page, command) for command in page_commands):
                update(page, page_commands)
    pages, lines = zip(*commands())
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(rows_not_in, pages, lines))
    failed = False
    for page, missing in zip(pages, results):
        for row in missing[:1]:
            print(f"{page}: not as the data have it: {row}")
            failed = True
    for script in CHECKED:
        _, error = output_of([sys.executable, str(RESULTS / script), "check"])
        if error:
            print(error)
            failed = True
    for folder in {data.parent for data in RESULTS.glob("*/*.gz")} - {page.parent for page in pages}:
        print(f"{folder}: has data, but no script that makes tables of them")
        failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
