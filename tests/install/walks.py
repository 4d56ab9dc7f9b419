#!/usr/bin/env python3
"""Follows the walks of docs/building-on-eldest.md with an installed eldest, each from an empty folder to its figures, and
prints how long each takes, in real time and in processor time.

    cmake --install build/release --prefix /tmp/eldest
    tests/install/walks.py --prefix /tmp/eldest [--limit MINUTES]

A walk is a section of the page with commands, which are blocks of bash. Its files are the blocks below their names.
Each block without a language must be the output of the commands above it. Fails if a figure is missing, or if a walk
takes longer than the limit.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))
import pages  # noqa: E402

PAGE = ROOT / "docs/building-on-eldest.md"
PREFIX = "/tmp/eldest"  # the page's
FILE = re.compile(r"`([\w.-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FIGURE = re.compile(r"`([\w./-]+\.(?:svg|html))`")


def processor_seconds():
    """Returns the processor time of all commands that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class WalkError(Exception):
    """A walk does not end as the page says."""


def follow(section, prefix, folder, seconds):
    """Follows a walk in an empty folder. Ends a command after `seconds`. Throws WalkError."""
    for file, text in FILE.findall(section):
        (folder / file).write_text(text, encoding="utf-8")
    environment = dict(os.environ, PATH=f"{prefix}/bin:{os.environ['PATH']}", ELDEST_DATA_DIR=f"{prefix}/share/eldest")
    output = ""
    for language, text in pages.BLOCK.findall(section):
        if language == "bash":
            try:
                done = subprocess.run(["bash", "-euc", text.replace(PREFIX, str(prefix))], cwd=folder, env=environment,
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=seconds)
            except subprocess.TimeoutExpired:
                raise WalkError(f"the commands do not end in {seconds:.0f} s") from None
            output = done.stdout
            if done.returncode != 0:
                raise WalkError(f"{output}{done.stderr}the commands end with status {done.returncode}")
        elif language == "" and not pages.shows(text, output):
            raise WalkError(f"{output}the page says:\n{text}")
    figures = FIGURE.findall(pages.BLOCK.sub("", section))
    for figure in figures:
        if not (folder / figure).is_file() or (folder / figure).stat().st_size == 0:
            raise WalkError(f"there is no figure {figure}, or it is empty")
    if not figures:
        raise WalkError("the page names no figure")


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    options.add_argument("--prefix", type=Path, required=True, help="the folder in which eldest is installed")
    options.add_argument("--limit", type=float, default=10, help="the most minutes that a walk may take")
    given = options.parse_args()
    sections = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    walks = [section for section in sections if "```bash" in section]
    failed = not walks
    for section in walks:
        name = section.splitlines()[0]
        begin, busy = time.monotonic(), processor_seconds()
        try:
            with tempfile.TemporaryDirectory() as folder:
                follow(section, given.prefix.resolve(), Path(folder), 60 * given.limit)
        except WalkError as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed = True
            continue
        seconds = time.monotonic() - begin
        print(f"{name}: {seconds:.0f} s, {processor_seconds() - busy:.0f} s of a processor", flush=True)
        if seconds > 60 * given.limit:
            print(f"{name}: takes longer than {given.limit:g} minutes", file=sys.stderr)
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
