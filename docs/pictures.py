#!/usr/bin/env python3
"""Makes the pictures of docs/pictures: timelines and figures as the program draws them. Rectangles of one row and one
colour become one path, which looks the same and takes a quarter of the room.

    docs/pictures.py [--eldest PROGRAM] [NAME...]
"""
import argparse
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs/pictures"
RECTANGLE = re.compile(r'<rect x="(\d+)" y="([\d.]+)" width="(\d+)" height="([\d.]+)" fill="(#\w+)"/>\n')

# The search of docs/algorithms.md, by every algorithm.
SEARCH = ["--platform", "t3d-128", "--model", "loggp", "--position", "trees/chess/bratko-kopec.epd:BK.06",
          "--depth", "5", "--processors", "16"]
ALGORITHMS = ["abdada", "simplified-abdada", "ybwc", "ybn", "jamboree", "dts", "aphid", "alphabeta-star",
              "shared-table", "lazy-smp", "pvsplit", "felten-otto", "uidpabs"]
# Those of docs/lesson.md.
CRITICAL_TREE = ["--tree", "synthetic:name=knuth-moore,b=8", "--depth", "6", "--processors", "8"]
ETHERNET = ["--position", "trees/chess/bratko-kopec.epd:BK.06", "--depth", "6", "--processors", "8"]
TIMELINES = {name: ["--algorithm", name, *SEARCH] for name in ALGORITHMS} | {
    "lesson-pvsplit": ["--platform", "cm5-32", "--algorithm", "pvsplit", *CRITICAL_TREE],
    "lesson-abdada": ["--platform", "cm5-32", "--algorithm", "abdada", *CRITICAL_TREE],
    "lesson-ethernet": ["--platform", "ethernet-100-32", "--algorithm", "abdada", *ETHERNET],
}


def number(text):
    """A number without the zeros at its end."""
    return f"{float(text):g}"


def packed(svg):
    """The picture with its rectangles packed, run by run: neighbours in one row."""
    result, paths, row, end = [], {}, None, 0  # paths: by colour, the moves of the pen, and where it is

    def flush():
        result.extend(f'<path fill="{colour}" d="{path}"/>\n' for colour, (path, _) in paths.items())
        paths.clear()

    for found in RECTANGLE.finditer(svg):
        x, y, width, height, colour = found.groups()
        if found.start() != end or row != (y, height):
            flush()
        result.append(svg[end:found.start()])
        row, end = (y, height), found.end()
        path, pen = paths.get(colour, ("", None))
        start = f"M{x} {number(y)}" if pen is None else f"m{int(x) - pen} 0"
        paths[colour] = (path + f"{start}h{width}v{number(height)}h-{width}z", int(x))
    flush()
    return "".join(result) + svg[end:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eldest", default=str(ROOT / "build/release/sim/eldest"))
    parser.add_argument("names", nargs="*", default=[*TIMELINES])
    arguments = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name in arguments.names:
        with tempfile.TemporaryDirectory() as work:
            picture = Path(work) / "picture.svg"
            subprocess.run([arguments.eldest, "simulate", *TIMELINES[name], "--trace", picture], check=True, cwd=ROOT,
                           stdout=subprocess.DEVNULL)
            (FOLDER / f"{name}.svg").write_text(packed(picture.read_text(encoding="utf-8")), encoding="utf-8")


main()
