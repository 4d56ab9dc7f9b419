"""Prints pages in Markdown as PDF, by Debian's Chromium and its module for Markdown."""
import html
import re
import shutil
import sys
import tempfile
from pathlib import Path

import markdown

import chromium


def html_of(page, style):
    """Returns a page as HTML. Links to other pages are words only, because paper has no links. Exits with a message if a picture
    is missing."""
    text = page.read_text(encoding="utf-8")
    title = html.escape(re.search(r"^# (.*)$", text, re.MULTILINE)[1])
    body = markdown.markdown(text, extensions=["fenced_code", "tables"])
    for picture in re.findall(r'<img [^>]*src="([^"]*)"', body):
        if not (page.parent / picture).is_file():
            sys.exit(f"{page}: no picture {picture}")
    body = re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", body, flags=re.DOTALL)
    return (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><base href="{page.parent.as_uri()}/">'
            f"<title>{title}</title><style>{style}</style></head><body>{body}</body></html>")


def print_page(page, style, pdf):
    """Prints a page with a style sheet into a PDF file, and the file's name and size on standard output. Exits with a message
    without Chromium. Raises OSError if Chromium has written no file, and CalledProcessError or TimeoutExpired if it fails."""
    pdf.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(html_of(page, style), encoding="utf-8")
        made = Path(folder) / "page.pdf"
        chromium.run("--no-pdf-header-footer", f"--print-to-pdf={made}", file.as_uri())
        shutil.copyfile(made, pdf)
    print(f"{pdf}: {pdf.stat().st_size // 1000} kB")
