#!/usr/bin/env python3
"""Writes the pages of docs/gallery.md, by the commands of this page, into the folder `gallery` of the site.

    docs/gallery.py [--eldest PROGRAM] [--out SITE] [--draw]

With --draw, also draws the pictures of docs/gallery.md, as Debian's Chromium shows the moments that they link.
"""
import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

import chromium
import pages

DOCS = Path(__file__).resolve().parent
# A picture of the page: its file, and the file and the moment that it opens.
MOMENT = re.compile(r"\]\((pictures/[\w-]+\.png)\)\n\n\[[^]]*\]\((gallery/[\w-]+\.html)#([^)]*)\)")
WIDTH, HEIGHT = 1280, 900


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eldest", type=Path, default=DOCS.parent / "build/release/sim/eldest")
    parser.add_argument("--out", type=Path, default=DOCS.parent / "build/docs/html")
    parser.add_argument("--draw", action="store_true")
    arguments = parser.parse_args()
    if not arguments.eldest.is_file():
        sys.exit(f"gallery: there is no program {arguments.eldest}; ./setup builds it")
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    site = arguments.out.resolve()
    with tempfile.TemporaryDirectory() as folder:
        pages.run(pages.commands_of(text), arguments.eldest.resolve(), folder)
        shutil.copytree(Path(folder) / "gallery", site / "gallery", dirs_exist_ok=True)
    for picture, file, moment in MOMENT.findall(text) if arguments.draw else ():
        chromium.run("--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={DOCS / picture}",
                     f"{(site / file).as_uri()}#{moment}")


if __name__ == "__main__":
    main()
