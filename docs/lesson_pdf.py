#!/usr/bin/python3
"""Makes the worksheet of the lesson and its answers as PDF for printing, lesson.pdf and lesson-answers.pdf, from the pages of
the site. Needs Debian's Chromium and its module for Markdown:

    ./setup install chromium python3-markdown
    docs/lesson_pdf.py [--out FOLDER]

The default folder is build/lesson.
"""
import argparse
import html
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import markdown

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


def page_of(name):
    """Returns a page of docs/ as HTML. Links to other pages are words only, because paper has no links."""
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    title = html.escape(re.search(r"^# (.*)$", text, re.MULTILINE)[1])
    body = markdown.markdown(text, extensions=["fenced_code", "tables"])
    for picture in re.findall(r'<img [^>]*src="([^"]*)"', body):
        if not (DOCS / picture).is_file():
            sys.exit(f"lesson_pdf.py: {name}.md: no picture {picture}")
    body = re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", body, flags=re.DOTALL)
    return (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><base href="{DOCS.as_uri()}/">'
            f"<title>{title}</title><style>{STYLE}</style></head><body>{body}</body></html>")


def print_page(chromium, text, pdf):
    """Prints HTML into a PDF file. Throws CalledProcessError or TimeoutExpired, or OSError if Chromium has written no file."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(text, encoding="utf-8")
        made = Path(folder) / "page.pdf"
        subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                        "--no-pdf-header-footer", f"--print-to-pdf={made}", page.as_uri()],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
        shutil.copyfile(made, pdf)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    options.add_argument("--out", type=Path, default=DOCS.parent / "build/lesson")
    folder = options.parse_args().out
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("lesson_pdf.py: chromium is missing; see ./setup install chromium python3-markdown")
    folder.mkdir(parents=True, exist_ok=True)
    for name in PAGES:
        pdf = folder / f"{name}.pdf"
        print_page(chromium, page_of(name), pdf)
        print(f"{pdf}: {pdf.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
