#!/usr/bin/env python3
"""Plants bugs in a copy of the project, one at a time, and lists those that no test catches.

A bug (a mutant) changes one line: it negates a condition, moves the border of a comparison, leaves a statement out,
exchanges true and false in a return, or takes 1 away instead of adding it. The lines are drawn at random, in each room
in turn. All bugs are compiled into one build, and the environment variable ELDEST_MUTANT chooses the one that acts, so
that the project is compiled once. Each bug is tried by the tests of its room first, and then by all others, up to the
first that fails. The report names this test, or says that the bug was missed. A missed bug is a line that no test
depends on, or one that changes nothing.

    tests/mutants.py --folder /tmp/mutants --count 50 --seed 1 >mutants.txt

The folder must not exist yet. With --only 7,12, tries these bugs again, in the build that is there.
"""
import argparse
import os
import random
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SWITCH = "trees/base/mutation.hpp"
SWITCH_TEXT = """#pragma once

#include <cstdlib>
#include <type_traits>

/// Bugs that are chosen by an environment variable.
namespace eldest::mutation {

inline int chosen() {
  static const int number = [] {
    const char* const text = std::getenv("ELDEST_MUTANT");
    return text == nullptr ? 0 : std::atoi(text);
  }();
  return number;
}

constexpr bool on(int number) { return !std::is_constant_evaluated() && chosen() == number; }

} // namespace eldest::mutation
"""
# Folders of tests that try a room's bugs first, by the room's folder.
OWN_TESTS = {"trees/base": "trees", "trees": "chess|othello|checkers|synthetic|trees",
             "algorithms": "algorithms|sequential|simulated_search|synthetic", "sim/cli": "cli|command_line",
             "sim/sweeps": "sweeps|command_line", "sim/uci": "uci", "sim/system": "system",
             "sim/platform_files": "platform_files|platforms|command_line",
             "sim/machines": "machine|threads|cluster|platform|naive|trace|simulated_search",
             "sim/experiments": "experiments|fitting|thread_search|simulated_search|command_line|trace"}
# Tests of the number of instructions, of the installed headers, and of committed data, which no bug can concern.
UNFIT = "^(speed|install|results|package)"
SECONDS_PER_TEST = 300


def is_in_template_list(line):
    return "template" in line or "<<" in line or ">>" in line


def negated_condition(line):
    """Returns the line with its condition negated in mutant N."""
    found = re.fullmatch(r"(\s*(?:\} else )?if \()(.*)(\)(?: \{)?)", line)
    if not found or re.search(r";|[^=!<>]=[^=]", found[2]):
        return None
    return f"{found[1]}eldest::mutation::on(N) != static_cast<bool>({found[2]}){found[3]}"


def moved_border(line):
    """Returns the line with < for <=, > for >=, or the reverse, between two plain operands."""
    plain = r"[\w.:]+(?:->\w+|\(\)|\[\w+\])*"
    found = re.search(rf"(?<![\w.>+*/%-] )(?<![\w.>)])({plain}) (<=|>=|<|>) ({plain})(?![\w(\[.]| [-+*/%])", line)
    if not found or is_in_template_list(line) or not re.search(r"\b(if|while|return|for)\b|&&|\|\|", line):
        return None
    left, operator, right = found.groups()
    other = operator[0] if len(operator) == 2 else operator + "="
    changed = f"(eldest::mutation::on(N) ? {left} {other} {right} : {left} {operator} {right})"
    return line[:found.start()] + changed + line[found.end():]


def left_out(line):
    found = re.fullmatch(r"(\s{2,})((?:\+\+|--)?[a-z_][\w.]*(?:->\w+)*(?:\(.*\)| [-+|&^]?= .*)?);", line)
    if not found or re.match(r"(return|break|continue|throw|using|case|default|co_\w+|public|delete|goto)\b", found[2]):
        return None
    if found[2].count("(") != found[2].count(")") or not re.search(r"\(|=|\+\+|--", found[2]):
        return None
    return f"{found[1]}if (!eldest::mutation::on(N)) {found[2]};"


def exchanged_truth(line):
    found = re.fullmatch(r"(\s+(?:if \(.*\) )?return )(true|false);", line)
    return found and f"{found[1]}{'!' * (found[2] == 'true')}eldest::mutation::on(N);"


def taken_away(line):
    found = re.search(r" ([-+]) 1(?=[;,)\]])", line)
    if not found:
        return None
    other = "+" if found[1] == "-" else "-"
    return f"{line[:found.start()]} {found[1]} (eldest::mutation::on(N) ? {other}1 : {found[1]}1)" \
        .replace(f"{found[1]} (", "+ (", 1) + line[found.end():]


CHANGES = [negated_condition, moved_border, left_out, exchanged_truth, taken_away]


def is_statement(lines, index):
    """Returns true if the line begins after the end of another statement, or of a condition's line."""
    before = lines[index - 1].split("//")[0].rstrip()
    return before.endswith((";", "{", "}", ":")) or re.match(r"\s*(if|for|while) \(.*\)$|\s*else$", before)


def changes_of(path):
    """Yields the index and the changed text of each line of a file that a bug can change."""
    lines = path.read_text().split("\n")
    for index, line in enumerate(lines):
        code = line.split("//")[0].rstrip()
        if index == 0 or not code.startswith("  ") or re.search(r"constexpr|static_assert|CHECK|case ", code):
            continue
        for change in CHANGES:
            changed = change(code)
            if changed and (change not in (left_out, exchanged_truth) or is_statement(lines, index)):
                yield index, changed


def rooms(folder):
    """Returns the sources of each room."""
    found = {}
    for top in ("trees", "algorithms", "sim"):
        for path in sorted((folder / top).rglob("*.[ch]pp")):
            found.setdefault(str(path.parent.relative_to(folder)), []).append(path)
    return found


class Planter:
    """Draws bugs, each in another file's line, and plants them."""

    def __init__(self, folder, seed):
        self.folder = folder
        self.draw = random.Random(seed)
        self.rooms = {room: [(path, *change) for path in paths for change in changes_of(path)]
                      for room, paths in rooms(folder).items()}
        self.order = [room for room, changes in sorted(self.rooms.items()) if changes]
        self.draw.shuffle(self.order)
        self.bugs = {}  # file, index, line before and after, by number

    def free_changes(self, room):
        """Returns the changes of a room's lines that have no bug."""
        taken = {(path, index) for path, index, *_ in self.bugs.values()}
        return [change for change in self.rooms[room] if change[:2] not in taken]

    def plant(self, number):
        start = number % len(self.order)
        order = self.order[start:] + self.order[:start]
        path, index, changed = self.draw.choice(next(filter(None, map(self.free_changes, order))))
        lines = path.read_text().split("\n")
        self.bugs[number] = (path, index, lines[index], changed)
        lines[index] = changed.replace("on(N)", f"on({number})")
        path.write_text("\n".join(lines))

    def include_switch(self):
        for path in {bug[0] for bug in self.bugs.values()}:
            text = path.read_text()
            if SWITCH not in text:
                path.write_text(text.replace("\n#include", f'\n#include "{SWITCH}" //\n#include', 1)
                                if not text.startswith("#include") else f'#include "{SWITCH}" //\n{text}')

    def uproot(self, number):
        """Removes a bug that does not compile."""
        path, index, before, _ = self.bugs.pop(number)
        text = path.read_text().split("\n")
        place = next(i for i, line in enumerate(text) if f"mutation::on({number})" in line)
        text[place] = before
        path.write_text("\n".join(text))


def copy_project(folder):
    folder.mkdir(parents=True)
    archive = subprocess.run(["git", "-C", ROOT, "archive", "HEAD"], check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
    (folder / SWITCH).write_text(SWITCH_TEXT)


def build(folder):
    """Returns the output of the compiler, or nothing if everything compiles."""
    for command in (["cmake", "--preset", "ci", "-DELDEST_WERROR=OFF"], ["cmake", "--build", "--preset", "ci", "--", "-k", "0"]):
        ended = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if ended.returncode != 0:
            return ended.stdout
    return ""


def broken_bugs(planter, output):
    """Returns the numbers of bugs in lines for which the compiler reports an error."""
    errors = {(name, int(line)) for name, line in re.findall(r"^(\S+?):(\d+):\d+: error", output, re.MULTILINE)}
    broken = []
    for number, (path, *_) in planter.bugs.items():
        for at, line in enumerate(path.read_text().split("\n"), 1):
            if f"mutation::on({number})" in line and (str(path), at) in errors:
                broken.append(number)
    return broken


def failed_test(folder, number, words):
    """Returns the first test that fails with a bug, or nothing."""
    ended = subprocess.run(["ctest", "--test-dir", "build/ci", "--parallel", str(os.cpu_count()), "--stop-on-failure",
                            "--timeout", str(SECONDS_PER_TEST), "--exclude-regex", UNFIT, *words],
                           cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           env={**os.environ, "ELDEST_MUTANT": str(number)})
    if ended.returncode == 0:
        return ""
    failed = re.search(r"Test +#\d+: (.*?) \.*\**(?:Failed|Exception|Subprocess|Timeout)", ended.stdout)
    return failed[1].rstrip(" .*") if failed else "ctest failed"


def own_tests(room):
    return OWN_TESTS[max((folder for folder in OWN_TESTS if room.startswith(folder)), key=len)]


def catch(folder, number, room):
    own = failed_test(folder, number, ["--tests-regex", f"^({own_tests(room)})"])
    return own or failed_test(folder, number, [])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True, help="for the copy of the project and its build")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="numbers of bugs, separated by commas")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    listing = folder / "bugs.txt"
    if not arguments.only:
        copy_project(folder)
        planter = Planter(folder, arguments.seed)
        for number in range(1, arguments.count + 1):
            planter.plant(number)
        planter.include_switch()
        while output := build(folder):
            broken = broken_bugs(planter, output)
            if not broken:
                sys.exit(f"mutants: the build fails elsewhere:\n{output[-3000:]}")
            for number in broken:
                planter.uproot(number)
                planter.plant(number)
            planter.include_switch()
        listing.write_text("".join(f"{number}\t{path.relative_to(folder)}\t{index + 1}\t{before.strip()}\t{after.strip()}\n"
                                   for number, (path, index, before, after) in sorted(planter.bugs.items())))
        if failure := failed_test(folder, 0, []):
            sys.exit(f"mutants: without a bug, a test fails: {failure}")
    wanted = {int(number) for number in arguments.only.split(",") if number}
    missed = 0
    bugs = [line.split("\t") for line in listing.read_text().splitlines()]
    for number, path, line, before, after in bugs:
        if wanted and int(number) not in wanted:
            continue
        test = catch(folder, int(number), str(Path(path).parent))
        missed += not test
        print(f"{number} {path}:{line}: {before}  ->  {after}\n  {'caught by ' + test if test else 'MISSED'}", flush=True)
    print(f"{len(wanted or bugs)} bugs, {missed} missed")


if __name__ == "__main__":
    main()
