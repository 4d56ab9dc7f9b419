#!/usr/bin/env python3
"""Gives the program command lines with mistakes in them, by the thousand.

Each is a small run of one of the commands, with options from the command's --help. Values are drawn from the help, and
from values that no option takes. The words are then perhaps changed: left out, repeated, swapped, cut, or with other
bytes in them. Each run must end as tests/fuzz/outcome.py says. Command lines depend only on --seed and their number:

    tests/fuzz/command_lines.py --program build/ci/sim/eldest --count 5000
    tests/fuzz/command_lines.py --program build/ci/sim/eldest --seed 1 --only 1234
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import program_options  # noqa: E402
from outcome import fault, run  # noqa: E402

# A run of each command that ends soon, whatever options are added.
BASES = {
    "simulate": ["--platform", "cm5-32", "--depth", "2", "--processors", "3", "--tt-entries", "4096"],
    "run": ["--depth", "2", "--processors", "2", "--tt-entries", "4096"],
    "sweep": ["s.db", "--platform", "cm5-32", "--model", "loggp", "--depth", "1", "--processors", "2"],
    "collect": ["s.db", "result.json"],
    "report": ["s.db"],
    "compare": ["s.db", "--by", "algorithm"],
    "validate": ["--platform", "numa-64", "--depth", "1", "--repeats", "1", "--seeds", "1"],
    "check": ["cm5-32"],
    "calibrate": ["--seconds", "0.001", "--repeats", "1", "--out", "local.xml"],
    "list": ["algorithms"],
    "perft": ["--depth", "2"],
    "stats": ["--depth", "2"],
    "uci": [],
    "help": ["simulate", "table"],
}
# Commands that take more than a second are drawn less often.
RARE = {"calibrate": 0.02, "validate": 0.2}
NO_NUMBER = ["", " ", "x", "nan", "-nan", "inf", "-inf", "1e309", "0x10", "1,2", "1 2", "--", "-", "+1", "1.5.2", "١"]
HUGE = ["2147483648", "-2147483649", "18446744073709551616", "99999999999999999999999", "-1", "-0.5", "1e300", "1e-300"]
ODD = ["ü", b"\xff\xfe", "a\nb", "a\tb", "\x1b[31m", "x" * 2000, "%s%n", "a;b", "$(x)", "../..", "*", "{}", "'", '"']
NOWHERE = "/dev/null/such"  # which not even root can make
FILES = ["/", "/dev/null", NOWHERE, "/proc/self/mem", ".", "result.json", "half.json", "s.db", "settings.ini", "bytes",
         "empty", "no/such/folder/x", "x" * 300]
LISTS = ["1,2,4", "1..3", "1..4:x2", "1..2000000000", "1..2000000000:x2", "4..1", "1..4:x1", "1..4:+0", "0", "1,,2", ",1", "1,",
         "1..", "..2", "1..2..3", "1:x2"]
# Numbers with which a run ends in time, for options with which other numbers rightly take forever.
BOUNDED = {"--depth": ["1", "2"], "--processors": ["1", "2", "3", "1,2", "4..8:x2"], "--tt-entries": ["1", "2", "1000"],
           "--seeds": ["1", "1,2", "1..3"], "--repeats": ["1", "2"], "--seconds": ["0.001"], "--jobs": ["1", "2"]}
# Useful values of options that take any text.
TEXTS = {
    "--tree": ["chess", "othello", "checkers", "synthetic", "synthetic:b=3", "synthetic:name=ties,b=4", "synthetic:b=", "go",
               "chess:b=3", "synthetic:b=2..3,extend=1,leaf=0.5", "synthetic:b=3,cost=0", "synthetic:b=3,spread=0"],
    "--position": ["startpos", "trees/chess/bratko-kopec.epd:BK.01", "trees/othello/ffo.txt:FFO-40", "8/8/8/8/8/8/8/8 w - - 0 1",
                   "k7/8/8/8/8/8/8/K7 w - - 0 1", "B:W1:B", "B:WK1:BK32", "-" * 64 + " X"],
    "--cfg": ["network/crosstraffic:1", "network/model:CM02", "surf/precision:0", "x:1", "contexts/factory:raw", "a", ":"],
    "--node-costs": ["1,2,3,4", "0,0,0,0", "1e11,1,1,1,1", "1,2", "-1,2,3,4"],
    "--failures": ["1@0.001", "0@0", "9@1", "link:x@1", "1@-1", "1@nan", "@"],
    "--hosts": ["node-3,node-0", "pe-0..pe-3", "node-0..node-7", "node-0,node-0", "..", "node-9..node-0", ","],
    "--tt-sharing": ["global", "local", "none"],
    "--time": ["0.001", "1", "0", "1e9", "1e10"],
    "--jitter": ["0", "1e-9", "1", "2"],
    "--limit": ["0.001", "10", "0"],
    "--trace": ["t.json", "t.paje", "t.svg", "t.txt", "no/such/t.json", "/"],
    "--platform": ["cm5-32", "t3d-128", "numa-64", "no-such", "/", "settings.ini"],
    "--program": ["frenchess", "keyano", "chinook", "no-such"],
    "--real": ["true", "false", "echo {}", "echo {processors}", "no-such-program", "exit 7", "kill $$", "echo '", "true #"],
    "--by": ["algorithm", "version", "platform", "seed", "no-such"],
    "--title": ["<b>&"],
    "--out": ["folder", NOWHERE, "s.db", "/dev/full"],
}


def draw_value(option, rng):
    """Draws a value for an option. In most cases, the option takes the value."""
    if rng.random() < 0.55:
        if option.name in BOUNDED:
            return rng.choice(BOUNDED[option.name])
        if option.name in TEXTS:
            return rng.choice(TEXTS[option.name])
        if option.words and (option.value != "N" or rng.random() < 0.1):
            return rng.choice(option.words)
        return rng.choice(["0", "1", "2", "3", "4", "8", "0.5", "yes", "no"])
    wrong = NO_NUMBER + ODD + LISTS + FILES
    # A great depth, number of searches or number of table entries is no mistake.
    return rng.choice(wrong if option.name in BOUNDED else wrong + HUGE + ["64", "1000000"])


def to_bytes(word):
    return word if isinstance(word, bytes) else word.encode()


def add_option(words, option, rng):
    name = rng.choice([option.name] * 20 + [option.name.upper(), option.name[:-1], option.name + "x", option.name[1:]])
    value = draw_value(option, rng)
    if rng.random() < 0.2:
        words.append(to_bytes(name) + b"=" + to_bytes(value))
    else:
        words += [name] if not option.value or rng.random() < 0.03 else [name, value]


def mutate(words, rng):
    """Changes one word, but not to another command."""
    at = rng.randrange(1, len(words)) if len(words) > 1 else 0
    word = to_bytes(words[at])
    kind = rng.choice(["drop", "repeat", "swap", "cut", "bytes", "odd", "equals"])
    if kind == "drop":
        del words[at]
    elif kind == "repeat":
        words.insert(at, word)
    elif kind == "swap":
        other = rng.randrange(at, len(words))
        words[at], words[other] = words[other], words[at]
    elif kind == "cut":
        words[at] = word[:rng.randrange(len(word) + 1)]
    elif kind == "odd":
        words[at] = rng.choice(ODD + NO_NUMBER)
    elif kind == "equals":
        words[at] = word + b"="
    elif word:
        place = rng.randrange(len(word))
        words[at] = word[:place] + bytes([rng.randrange(1, 256)]) + word[place + 1:]


def without_zeros(words):
    return [to_bytes(word).replace(b"\0", b"") for word in words]


def takes_too_long(words):
    """Returns true if a change of the words has made a run that rightly takes long."""
    for option, value in zip(words, words[1:] + [b""]):
        name, _, adjacent = option.partition(b"=")
        numbers = (adjacent or value).decode(errors="replace")
        if name.lower().decode(errors="replace") in BOUNDED and numbers.strip("0123456789.,:x+e") == "" \
                and any(len(number) > 1 for number in numbers.replace("..", ",").replace(":", ",").split(",")
                        if number not in ("0.001", "1000", "x2")):
            return "2000000000" not in numbers
    return False


def make_words(known, seed, number):
    """Returns the words of a command line."""
    rng = random.Random(f"{seed}-{number}")
    while True:
        command = rng.choice(list(BASES) + ["simulate"] * 6 + ["sweep"] * 2)
        if rng.random() >= RARE.get(command, 1):
            continue
        words = [command, *BASES[command]]
        for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 5])):
            if known[command]:
                add_option(words, rng.choice(known[command]), rng)
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            if words:
                mutate(words, rng)
        words = without_zeros(words)
        if not takes_too_long(words):
            return words


def fill(folder, program):
    """Writes the files that command lines refer to."""
    result = subprocess.run([program, "simulate", *BASES["simulate"], "--json"], capture_output=True, check=True).stdout
    pathlib.Path(folder, "result.json").write_bytes(result)
    pathlib.Path(folder, "half.json").write_bytes(result[:len(result) // 2])
    pathlib.Path(folder, "settings.ini").write_text("depth = 1\n[simulate]\nalgorithm = ybwc\n")
    pathlib.Path(folder, "bytes").write_bytes(bytes(range(256)))
    pathlib.Path(folder, "empty").write_bytes(b"")
    subprocess.run([program, "sweep", *BASES["sweep"], "--algorithm", "abdada,ybwc", "--quiet"], cwd=folder, check=True,
                   capture_output=True)


def try_line(arguments, known, files, number):
    words = make_words(known, arguments.seed, number)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(files, folder, dirs_exist_ok=True)
        status, err, _ = run([arguments.program, *words], arguments.time, folder)
    err = "".join(line for line in err.splitlines(keepends=True) if not line.startswith("eldest: measuring "))  # progress
    wrong = fault(status, err)
    if not wrong and "out of memory" in err and b"--tt-entries" not in b" ".join(words):
        wrong = "out of memory"
    line = " ".join(shlex.quote(word.decode(errors="backslashreplace")) for word in words)
    return words[0] if words else b"", status, f"--seed {arguments.seed} --only {number}: {wrong}: {line}: {err[:300]!r}" if wrong else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--only", type=int, help="this command line alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--time", type=float, default=90, help="seconds that a command may take")
    arguments = parser.parse_args()
    arguments.program = os.path.abspath(arguments.program)
    if missing := set(program_options.commands(arguments.program)) - set(BASES):
        sys.exit(f"command_lines.py: no base for {', '.join(missing)}")
    known = {command: program_options.options(arguments.program, command) for command in BASES}
    numbers = [arguments.only] if arguments.only is not None else range(arguments.count)
    counts, failures = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as files, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        fill(files, arguments.program)
        if arguments.only is not None:
            print(shlex.join(w.decode(errors="backslashreplace") for w in make_words(known, arguments.seed, arguments.only)))
        for _, status, wrong in pool.map(lambda n: try_line(arguments, known, files, n), numbers):
            counts[str(status)] += 1
            if wrong:
                failures += 1
                print(wrong, flush=True)
    print(f"{sum(counts.values())} command lines; exit status "
          + ", ".join(f"{status}: {count}" for status, count in sorted(counts.items())) + f"; {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
