#!/usr/bin/env python3
"""Runs libFuzzer on each of the targets in this folder, and prints the number of inputs.

    cmake --preset fuzz && cmake --build --preset fuzz
    tests/fuzz/run.py --seconds 10               # for each target
    tests/fuzz/run.py --hours 2                  # for all of them, on all cores
    tests/fuzz/run.py --target fen --seconds 60

The targets are those of the programs that have been built. The first inputs are those in seeds/TARGET.txt, with lines
of four dashes between them, and those that earlier runs have stored in --corpus. Findings are stored there, too, with
the command that reads them again.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

FUZZ = pathlib.Path(__file__).resolve().parent
BUILD = FUZZ.parents[1] / "build/fuzz"


def seeds(target):
    return (FUZZ / "seeds" / f"{target}.txt").read_bytes().removesuffix(b"\n").split(b"\n----\n")


def programs(folder):
    """Returns the program of each target."""
    return {target: path for path in sorted(folder.glob("fuzz_*"))
            for target in subprocess.run([path], capture_output=True, encoding="utf-8", check=True).stdout.split()}


def dictionary(path, inputs):
    """Returns the option to insert words of the seeds, or nothing without words: an empty file is refused."""
    words = sorted({word for text in inputs for word in re.findall(rb"[A-Za-z][A-Za-z0-9:_-]{2,30}", text)})
    path.write_bytes(b"".join(b'"' + word + b'"\n' for word in words))
    return [f"-dict={path}"] if words else []


def fuzz(arguments, target, seconds):
    """Returns the number of inputs read as a target, and the report of the findings, or an empty text."""
    corpus = arguments.corpus / target
    corpus.mkdir(parents=True, exist_ok=True)
    inputs = seeds(target)
    for number, text in enumerate(inputs):
        (corpus / f"seed-{number}").write_bytes(text)
    program = arguments.program_of[target]
    words = [program, corpus, f"-max_total_time={seconds}", *dictionary(arguments.corpus / f"{target}.dict", inputs),
             f"-seed={arguments.seed}", "-max_len=4096", "-timeout=25", "-rss_limit_mb=4096", "-print_final_stats=1",
             f"-artifact_prefix={arguments.corpus}/{target}-"]
    run = subprocess.run(words, env=os.environ | {"ELDEST_FUZZ_TARGET": target}, capture_output=True, check=False)
    said = run.stderr.decode(errors="replace")
    counts = re.findall(r"^(?:stat::number_of_executed_units: |#)(\d+)", said, flags=re.M)
    report = "" if run.returncode == 0 else f"{target}:\n{said[-4000:]}\nagain: ELDEST_FUZZ_TARGET={target} {program} FILE\n"
    return int(counts[-1]) if counts else 0, report


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", type=pathlib.Path, default=BUILD / "tests/fuzz", help="the folder of fuzz_trees and the others")
    parser.add_argument("--seconds", type=int, default=10, help="for each target")
    parser.add_argument("--hours", type=float, help="for all targets together")
    parser.add_argument("--target", action="append", help="this one alone; more than once for several")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=pathlib.Path, default=BUILD / "corpus")
    arguments = parser.parse_args()
    arguments.program_of = programs(arguments.programs)
    targets = arguments.target or list(arguments.program_of)
    if missing := [target for target in targets if not (FUZZ / "seeds" / f"{target}.txt").exists()]:
        sys.exit(f"run.py: no seeds for {', '.join(missing)}")
    seconds = arguments.seconds
    if arguments.hours:
        seconds = int(3600 * arguments.hours * min(arguments.jobs, len(targets)) / len(targets))
    failed, total = False, 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for target, (count, report) in zip(targets, pool.map(lambda one: fuzz(arguments, one, seconds), targets)):
            print(f"{target:15} {count:12,} inputs{'  FAILED' if report else ''}", flush=True)
            total += count
            if report:
                failed = True
                print(report, flush=True)
    print(f"{'all':15} {total:12,} inputs")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
