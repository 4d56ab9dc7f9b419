#!/usr/bin/python3
"""Makes the worksheet of the lesson and its answers as PDF for printing, lesson.pdf and lesson-answers.pdf, from the pages of
the site. Needs Debian's Chromium and its module for Markdown:

    ./setup install chromium python3-markdown
    docs/lesson_pdf.py [--out FOLDER]

The default folder is build/lesson.
"""
import argparse
from pathlib import Path

import printing

DOCS = Path(__file__).resolve().parent
PAGES = ["lesson", "lesson-answers"]
STYLE = """
@page { size: A4; margin: 18mm 18mm 20mm; @bottom-center { content: counter(page); font: 9pt sans-serif; } }
body { font: 10.5pt/1.45 sans-serif; }
h1 { font-size: 18pt; margin: 0 0 .5em; }
h2 { font-size: 13pt; margin: 1.6em 0 .5em; break-after: avoid; }
p, li { orphans: 3; widows: 3; }
li { margin-bottom: .35em; }
code { font-size: .92em; }
pre { font-size: 8.2pt; line-height: 1.3; padding: .6em; background: #f3f3f3; break-inside: avoid; white-space: pre-wrap; }
table { border-collapse: collapse; margin: .8em 0; }
tr { break-inside: avoid; }
th, td { padding: .2em .8em .2em 0; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }
th:empty { padding: 0; }
img { display: block; width: 100%; margin: .8em 0; break-inside: avoid; }
"""


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    options.add_argument("--out", type=Path, default=DOCS.parent / "build/lesson")
    folder = options.parse_args().out
    for name in PAGES:
        printing.print_page(DOCS / f"{name}.md", STYLE, folder / f"{name}.pdf")


if __name__ == "__main__":
    main()
