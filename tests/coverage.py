#!/usr/bin/env python3
"""Counts the lines and branches of the product that the tests reach. Takes an hour, in build/coverage.

    ./setup install gcovr libbenchmark-dev valgrind openmpi-bin libopenmpi-dev mpich libmpich-dev
    tests/coverage.py                    # builds, tests, and prints a table
    tests/coverage.py --report --lines   # prints the table again, and the lines that no test reaches

Branches of exceptions, which the compiler adds to nearly every call, are left out. What a process has counted is lost
if a signal kills it.
"""
import argparse
import collections
import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build/coverage"
FOLDERS = ("trees", "algorithms", "sim")
FLAGS = "-O1 --coverage -fprofile-update=atomic"

# Child processes end by _exit, which would leave out their counts. Each of the program and its modules has counts.
ENDING = """
#include <stdlib.h>

extern void __gcov_dump(void);

static __attribute__((constructor)) void dump_at_exit(void) {
  at_quick_exit(__gcov_dump);
}

void __wrap__exit(int status) {
  quick_exit(status);
}
"""


def build():
    BUILD.mkdir(parents=True, exist_ok=True)
    source, ending = BUILD / "ending.c", BUILD / "ending.o"
    source.write_text(ENDING, encoding="utf-8")
    subprocess.run(["cc", "-fPIC", "-c", source, "-o", ending], check=True)
    link = f"{ending} --coverage -Wl,--wrap=_exit"
    subprocess.run(["cmake", "--preset", "release", "-B", BUILD, "-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_CXX_FLAGS_DEBUG={FLAGS}",
                    "-DELDEST_LARGE_BATCHES=ON", f"-DCMAKE_EXE_LINKER_FLAGS={link}", f"-DCMAKE_MODULE_LINKER_FLAGS={link}"],
                   cwd=ROOT, check=True)
    subprocess.run(["cmake", "--build", BUILD], check=True)


def test(jobs):
    """Runs the tests. Some measure times and may fail in this build."""
    for counts in BUILD.rglob("*.gcda"):
        counts.unlink()
    subprocess.run(["env", "--default-signal", "ctest", "--parallel", str(jobs), "--timeout", "1500", "--output-on-failure"],
                   cwd=BUILD, check=False)


def read_counts():
    """Returns the files of the product, as gcovr counts them."""
    kept = BUILD / "coverage.json"
    subprocess.run(["gcovr", "--root", ROOT, "--object-directory", BUILD, "--exclude-throw-branches", "--gcov-ignore-parse-errors",
                    *(word for folder in FOLDERS for word in ("--filter", f"{ROOT}/{folder}/")), "-j", str(os.cpu_count()),
                    "--json", kept, BUILD], cwd=ROOT, check=True)
    return json.loads(kept.read_text(encoding="utf-8"))["files"]


def share(part, whole):
    return f"{100 * part / whole:.1f}" if whole else "-"


def report(files, with_lines):
    folders = collections.defaultdict(lambda: [0, 0, 0, 0])
    for file in files:
        parts = Path(file["file"]).parts[:-1]
        lines = [line for line in file["lines"] if not line.get("gcovr/noncode")]
        branches = [branch for line in lines for branch in line["branches"]]
        counts = (len(lines), sum(line["count"] > 0 for line in lines), len(branches),
                  sum(branch["count"] > 0 for branch in branches))
        for name in ("/".join(parts[:2]), "all"):
            folders[name] = [old + new for old, new in zip(folders[name], counts)]
    print("| folder | lines | reached, % | branches | reached, % |\n|---|---:|---:|---:|---:|")
    for name, (lines, reached, branches, taken) in sorted(folders.items(), key=lambda one: (one[0] == "all", one[0])):
        print(f"| `{name}` | {lines:,} | {share(reached, lines)} | {branches:,} | {share(taken, branches)} |")
    for file in files if with_lines else []:
        missed = [line["line_number"] for line in file["lines"] if line["count"] == 0 and not line.get("gcovr/noncode")]
        if missed:
            print(f"{file['file']}: {' '.join(map(str, missed))}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--report", action="store_true", help="only read what an earlier run has counted")
    parser.add_argument("--lines", action="store_true", help="also print the lines that no test reaches")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() + 1)
    given = parser.parse_args()
    if not given.report:
        build()
        test(given.jobs)
    report(read_counts(), given.lines)


if __name__ == "__main__":
    main()
