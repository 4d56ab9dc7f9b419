#!/usr/bin/env python3
"""Makes the pictures of docs/pictures as the program draws them: timelines, and the figures that the commands of a page
make. Rectangles of one row and one colour become one path, which looks the same and takes a third of the space.

    docs/pictures.py [--eldest PROGRAM] [--check]

With --check, prints the names of timelines that differ from those that the program draws, and writes nothing.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pages

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs/pictures"

# The search of docs/algorithms.md, by every algorithm.
SEARCH = ["--platform", "t3d-128", "--model", "loggp", "--position", "trees/chess/bratko-kopec.epd:BK.06",
          "--depth", "5", "--processors", "16"]
ALGORITHMS = ["abdada", "simplified-abdada", "ybwc", "ybn", "jamboree", "dts", "split-points", "aphid", "alphabeta-star",
              "shared-table", "lazy-smp-cheng", "lazy-smp-stockfish", "pvsplit", "felten-otto", "uidpabs", "tdsab",
              "tree-splitting", "mwf"]
# The searches of docs/lesson.md, exercises 2, 3 and 5.
CRITICAL_TREE = ["--platform", "cm5-32", "--tree", "synthetic:name=knuth-moore,b=8", "--depth", "6",
                 "--processors", "8"]
ETHERNET = ["--platform", "ethernet-100-32", "--position", "trees/chess/bratko-kopec.epd:BK.06", "--depth", "6",
            "--processors", "8"]
# The picture of README.md, without the moves of the root.
README = "readme"
TIMELINES = {name: ["--algorithm", name, *SEARCH] for name in ALGORITHMS} | {
    README: ["--algorithm", "abdada", "--platform", "cm5-32", "--position", "trees/chess/bratko-kopec.epd:BK.09",
             "--depth", "6", "--processors", "32"],
    "lesson-pvsplit": ["--algorithm", "pvsplit", *CRITICAL_TREE],
    "lesson-abdada": ["--algorithm", "abdada", *CRITICAL_TREE],
    "lesson-ethernet": ["--algorithm", "abdada", *ETHERNET],
}
# The pictures of a page, and the files below /tmp that its commands write for them.
FIGURES = {
    "first-comparison.md": {"comparison-speedup": "comparison/chess-depth-4-on-cm5-loggp-speedup.svg",
                            "comparison-time-lost": "comparison/chess-depth-4-on-cm5-loggp-time-lost.svg"},
    "own-platform.md": {"cluster-speedup": "cluster/chess-depth-4-on-cluster-loggp-speedup.svg"},
}

RECTANGLE = re.compile(r'<rect x="(\d+)" y="([\d.]+)" width="(\d+)" height="([\d.]+)" fill="(#\w+)"/>\n')


def number(text):
    """Returns a number without the zeros at its end."""
    return f"{float(text):g}"


def packed(svg):
    """Returns the picture with its rectangles packed: neighbours in one row become one path for each colour."""
    result, paths, row, end = [], {}, None, 0  # paths: by colour, the moves of the pen and its place

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


def timeline(program, options, work):
    """Returns the timeline of a search."""
    picture = work / "timeline.svg"
    subprocess.run([program, "simulate", *options, "--trace", picture], check=True, cwd=ROOT,
                   stdout=subprocess.DEVNULL)
    return packed(picture.read_text(encoding="utf-8"))


def upper_half(svg):
    """Returns a timeline without the moves of the root."""
    cut = svg.index('<text', svg.index("A row is a processor;"))
    height = re.search(r'y="([\d.]+)"', svg[cut:])[1]
    half = svg[:cut].replace(" Dashed lines: a depth is complete.", "")  # they are drawn after the moves
    return re.sub(r'viewBox="0 0 (\d+) \d+" width="\d+" height="\d+"',
                  lambda size: f'viewBox="0 0 {size[1]} {float(height) - 22:.0f}"', half, count=1) + "</svg>\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eldest", type=Path, default=ROOT / "build/release/sim/eldest")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    program = arguments.eldest.resolve()
    FOLDER.mkdir(exist_ok=True)
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for name, options in TIMELINES.items():
            kept = FOLDER / f"{name}.svg"
            drawn = timeline(program, options, work)
            if name == README:
                drawn = upper_half(drawn)
            if not arguments.check:
                kept.write_text(drawn, encoding="utf-8")
            elif not kept.exists() or kept.read_text(encoding="utf-8") != drawn:
                wrong.append(str(kept.relative_to(ROOT)))
        for page, figures in FIGURES.items() if not arguments.check else ():
            text = (ROOT / "docs" / page).read_text(encoding="utf-8")
            pages.run(pages.commands_of(text), program, work)
            for name, path in figures.items():
                (FOLDER / f"{name}.svg").write_text((work / path).read_text(encoding="utf-8"), encoding="utf-8")
    for name in wrong:
        print(f"{name}: not as the program draws it; docs/pictures.py makes it", file=sys.stderr)
    return bool(wrong)


sys.exit(main())
