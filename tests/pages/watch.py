#!/usr/bin/env python3
"""Opens pages of traces in Chromium, steers them by keys and mouse, and says what is wrong.

    ./setup install chromium
    tests/pages/watch.py --program build/ci/sim/eldest

With --axe, axe-core checks the pages, too. It is not part of the project: `npm pack axe-core` fetches it, and
package/axe.min.js in the archive is the file. --pictures FOLDER keeps pictures of the pages. --frames counts the frames
a second of a page of 128 processors, which depends on the computer.
"""
import argparse
import re
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

from browser import Browser, BrowserError

SMALL = ["--platform", "cm5-32", "--position", "trees/chess/bratko-kopec.epd:BK.02", "--depth", "4", "--processors", "4"]
WIDTHS = (1280, 400)
SCHEMES = ("light", "dark")
SCRIPT = "</script><script>document.title='ran'</script>"
ROOT = Path(__file__).resolve().parents[2]


class Failures:
    """The faults, with a line for each."""

    def __init__(self):
        self.all = []

    def check(self, holds, words):
        if not holds:
            self.all.append(words)
            print(f"wrong: {words}", flush=True)


def trace(program, page, *options):
    """Writes a page by the program."""
    subprocess.run([program, "simulate", *options, "--quiet", "--trace", page], check=True, cwd=ROOT,
                   stdout=subprocess.DEVNULL)


def panel(tab, search=0):
    """Returns what the panel of a search says, by term."""
    return tab.run(f"""Object.fromEntries([...document.querySelectorAll(".panel")[{search}].querySelectorAll("dt")]
        .map((term) => [term.textContent, term.nextSibling.textContent]))""")


def seconds(tab):
    return float(tab.text("#time").split()[0])


def check_keys(tab, failures):
    """Steers a page by its keys."""
    tab.press("End")
    end = seconds(tab)
    failures.check(end > 0, "End does not move the clock")
    failures.check("over" in tab.text(".resting"), "the end of the search is not named")
    tab.press("Home")
    failures.check(seconds(tab) == 0, "Home does not move the clock to 0")
    for _ in range(10):
        tab.press("ArrowRight", shift=True)
    failures.check(abs(seconds(tab) - end / 20) < 1e-5, "ten long steps are not a 20th of the time")
    tab.press("ArrowLeft")
    failures.check(abs(seconds(tab) - end / 20 + end / 5000) < 1e-5, "a short step back is not a 5000th of the time")
    tab.press("ArrowDown")
    failures.check(tab.run("document.querySelector('.processor').value") == "1", "ArrowDown does not choose processor 1")
    before = seconds(tab)
    tab.press(".")
    failures.check(seconds(tab) > before, ". does not move to the next search")
    found = panel(tab)
    for term in ("At", "State", "Line of play", "Search", "Window", "Since", "Ends", "Its time"):
        failures.check(found.get(term, "") != "", f"the panel has no {term}: {found}")
    failures.check(re.fullmatch(r"([a-h][1-8]){2}.*", found.get("Line of play", "")) is not None, f"no moves in {found}")
    tab.press("+")
    failures.check(tab.run("document.getElementById('zoom').value") == "100", "+ does not change the zoom")
    tab.press("-")
    tab.run("document.getElementById('keys').click()")
    tab.press("Home")
    failures.check(seconds(tab) > 0, "keys work though they are turned off")
    tab.run("document.getElementById('keys').click()")
    failures.check(tab.until("document.getElementById('news').textContent.includes('Processor 1')"),
                   "a screen reader is not told of the processor")


def check_playing(tab, failures):
    """Plays a page, and pauses it."""
    tab.press("Home")
    tab.press(" ")
    failures.check("Pause" in tab.text("#play"), "the page does not play")
    failures.check(tab.until("parseFloat(document.getElementById('time').textContent) > 0"), "the clock does not run")
    tab.press(" ")
    stopped = seconds(tab)
    time.sleep(0.3)
    failures.check(seconds(tab) == stopped, "the clock runs on after a pause")


def check_mouse(tab, failures):
    """Points at a row, and clicks it."""
    box = tab.run("""(() => { const box = document.querySelector(".rows").getBoundingClientRect();
        return [box.left, box.top, box.width, box.height]; })()""")
    tab.run(f"scrollTo(0, {box[1] - 200} + scrollY)")
    top = tab.run("document.querySelector('.rows').getBoundingClientRect().top")
    x, y = box[0] + 0.8 * box[2], top + 2.5 * (box[3] - 18) / 4
    tab.point(x, y)
    failures.check(not tab.run("document.getElementById('tip').hidden"), "no words beside the pointer")
    tip = tab.text("#tip")
    failures.check("Processor 2" in tip and "State" in tip, f"the words beside the pointer are {tip!r}")
    before = seconds(tab)
    tab.point(x, y, click=True)
    failures.check(seconds(tab) > before, "a click on a row does not move the clock")
    failures.check(tab.run("document.querySelector('.processor').value") == "2", "a click does not choose the processor")
    tab.point(5, 5)
    failures.check(tab.run("document.getElementById('tip').hidden"), "the words beside the pointer stay")


def check_looks(tab, failures, width, words):
    """Checks that nothing is cut off, and that no text is smaller than 10 pixels."""
    failures.check(tab.run("document.documentElement.scrollWidth") <= width, f"{words}: wider than {width} pixels")
    small = tab.run("""[...document.querySelectorAll("body *")].filter((one) => one.childNodes.length > 0 &&
        [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "") &&
        parseFloat(getComputedStyle(one).fontSize) < 10).map((one) => one.className || one.tagName)""")
    failures.check(small == [], f"{words}: texts smaller than 10 pixels: {small}")
    nameless = tab.run("""[...document.querySelectorAll("canvas, svg, [role=img]")]
        .filter((one) => (one.getAttribute("aria-label") ?? "").length < 10).map((one) => one.className.baseVal ?? one.className)""")
    failures.check(nameless == [], f"{words}: pictures without words: {nameless}")


def check_axe(tab, failures, source, words):
    """Checks a page by axe-core."""
    tab.run(source + "; undefined")
    for one in tab.run("axe.run().then((result) => result.violations.map((one) => [one.id, one.nodes.map((node) => node.html)]))"):
        failures.check(False, f"{words}: axe: {one[0]}: {one[1][:3]}")


def pixels(path):
    """Returns the rows of a PNG of 8-bit RGB or RGBA, as bytes, and the bytes of a pixel."""
    data = Path(path).read_bytes()
    width, height, _, kind = struct.unpack(">IIBB", data[16:26])
    size = {2: 3, 6: 4}[kind]
    packed, place = b"", 8
    while place < len(data):
        length, name = struct.unpack(">I4s", data[place:place + 8])
        packed += data[place + 8:place + 8 + length] if name == b"IDAT" else b""
        place += 12 + length
    raw, rows, above = zlib.decompress(packed), [], bytes(width * size)
    for line in range(height):
        begin = line * (width * size + 1)
        row = bytearray(raw[begin + 1:begin + 1 + width * size])
        unfilter(raw[begin], row, above, size)
        rows.append(bytes(row))
        above = row
    return rows, size


def unfilter(kind, row, above, size):
    """Undoes a filter of PNG (RFC 2083, section 6)."""
    for i, value in enumerate(row):
        left = row[i - size] if i >= size else 0
        corner = above[i - size] if i >= size else 0
        guess = left + above[i] - corner
        nearest = min((left, above[i], corner), key=lambda one: abs(guess - one))
        row[i] = (value + (0, left, above[i], (left + above[i]) // 2, nearest)[kind]) & 255


def contrast(one, other):
    """Returns the contrast of two colours (WCAG 2.1)."""
    def luminance(colour):
        parts = [value / 255 for value in colour]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def check_colours(tab, failures, words):
    """Checks that each state stands out from the background, 3 to 1, as in WCAG 2.1, 1.4.11."""
    colours = tab.run("""Object.fromEntries(["back", "useful", "wasted", "communication", "idle", "deferred", "helping", "ahead",
        "repeated", "clock"].map((name) => [name, getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim()]))""")
    numbers = {name: tuple(bytes.fromhex(colour[1:])) for name, colour in colours.items()}
    for name, colour in numbers.items():
        ratio = contrast(colour, numbers["back"])
        failures.check(name == "back" or ratio >= 3, f"{words}: the contrast of {name} is {ratio:.2f}")


def check_idle(browser, page, scheme, failures, folder):
    """Checks that idle time in rows is hatched. The page is of PV-Split, whose processors wait for the eldest sons."""
    tab = browser.open(page.as_uri(), prefers_color_scheme=scheme)
    tab.run("""(() => { const zoom = document.getElementById("zoom"); zoom.value = "1"; zoom.dispatchEvent(new Event("change")); })()""")
    path = folder / "row.png"
    left, top, width, height = tab.run("""(() => { const box = document.querySelector(".rows").getBoundingClientRect();
        return [box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round); })()""")
    middle = top + round((height - 18) * 7 / 8)  # of the last of 4 processors
    tab.picture(path, {"x": left + 40, "y": middle - 6, "width": width - 44, "height": 12, "scale": 1})
    rows, size = pixels(path)
    idle = bytes.fromhex(tab.run("getComputedStyle(document.documentElement).getPropertyValue('--idle').trim().slice(1)"))
    hatched = [all(abs(one - other) < 48 for one, other in zip(row[at:at + 3], idle))
               for row in rows for at in range(0, len(row), size)]
    failures.check(sum(hatched) >= 0.04 * len(hatched), f"{scheme}: {sum(hatched)} of {len(hatched)} pixels of an idle row are hatched")
    tab.close()


def check_pages(browser, pages, arguments, folder, failures):
    axe = Path(arguments.axe).read_text(encoding="utf-8") if arguments.axe else None
    for name, page in pages.items():
        for width in WIDTHS:
            for scheme in SCHEMES:
                words = f"{name}, {width} pixels, {scheme}"
                tab = browser.open(page.as_uri() + "#t=0.1&p=3", width, prefers_color_scheme=scheme)
                check_looks(tab, failures, width, words)
                check_colours(tab, failures, words)
                if axe is not None:
                    check_axe(tab, failures, axe, words)
                if arguments.pictures:
                    tab.resize(width, tab.run("document.documentElement.scrollHeight"))
                    time.sleep(0.3)
                    tab.picture(Path(arguments.pictures) / f"{name}-{width}-{scheme}.png")
                for fault in tab.faults():
                    failures.check(False, f"{words}: {fault}")
                tab.close()


def check_steering(browser, page, failures):
    tab = browser.open(page.as_uri())
    check_keys(tab, failures)
    check_playing(tab, failures)
    check_mouse(tab, failures)
    tab.run("document.getElementById('scheme').value = 'dark'; document.getElementById('scheme').dispatchEvent(new Event('change'))")
    failures.check(tab.run("getComputedStyle(document.body).backgroundColor") == "rgb(16, 19, 23)", "the switch of colours")
    for fault in tab.faults():
        failures.check(False, fault)
    tab.close()


def check_reduced_motion(browser, page, failures):
    """Checks that the clock moves in steps of a second where motion is not wanted."""
    tab = browser.open(page.as_uri(), prefers_reduced_motion="reduce")
    for _ in range(3):  # play, pause and play: the clock moves as after one
        tab.press(" ")
    times = tab.run("""new Promise((done) => { const times = new Set(); const begin = performance.now();
        const look = () => { times.add(document.getElementById("time").textContent);
          if (performance.now() - begin < 2500) setTimeout(look, 20); else done(times.size); };
        look(); })""")
    failures.check(2 <= times <= 4, f"the clock shows {times} times in 2.5 s without motion")
    tab.close()


def check_names(browser, program, folder, failures):
    """Checks that a name with a script in it stays a name."""
    epd, page = folder / "names.epd", folder / "names.html"
    epd.write_text("8/8/8/8/8/4k3/4p3/4K3 w - - id \"a\";\n")
    trace(program, page, "--platform", "cm5-32", "--position", f"{epd}:a", "--depth", "2", "--processors", "2")
    text = page.read_text(encoding="utf-8").replace('"algorithm":"abdada"', '"algorithm":' + escaped(SCRIPT))
    page.write_text(text, encoding="utf-8")
    tab = browser.open(page.as_uri())
    failures.check(tab.text("h2") == SCRIPT, "a name with a script in it is not shown as it is")
    failures.check(tab.run("document.title") != "ran", "a script in a name ran")
    tab.close()


def check_report(browser, program, folder, failures):
    """Follows the links of a sweep's report to the pages that play searches."""
    store, out = folder / "store.db", folder / "report"
    subprocess.run([program, "sweep", store, "--platform", "cm5-32", "--model", "loggp", "--tree", "synthetic:b=5,seed=1..3",
                    "--depth", "3", "--processors", "2,4", "--quiet"], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    subprocess.run([program, "report", store, "--out", out, "--watch", "lowest,median,highest"], check=True, cwd=ROOT,
                   stdout=subprocess.DEVNULL)
    tab = browser.open((out / "index.html").as_uri())
    links = tab.run("[...document.querySelectorAll('table a')].map((link) => [link.textContent, link.href])")
    tab.close()
    failures.check([words.split(":")[0] for words, _ in links] == ["lowest", "median", "highest"],
                   f"the links of a report are {links}")
    for words, address in links:
        tab = browser.open(address)
        failures.check("processor by processor" in tab.text("h1"), f"the link {words} opens no page that plays a search")
        tab.close()


def check_lesson(browser, program, folder, failures):
    """Checks that the page of docs/lesson.md says what docs/lesson-answers.md says."""
    page = folder / "lesson.html"
    trace(program, page, "--platform", "cm5-32", "--tree", "synthetic:name=knuth-moore,b=8", "--depth", "6", "--algorithm",
          "pvsplit,abdada", "--processors", "8")
    tab = browser.open(page.as_uri())
    tab.press(".")
    tab.press(".")
    for found in (panel(tab, 0), panel(tab, 1)):
        failures.check((found["Line of play"], found["Search"], found["Ends"]) == ("1", "depth 0", "evaluated"),
                       f"lesson 4.3: {found}")
    failures.check("12.4" in shares(tab, 1), f"lesson 4.3: ABDADA's shares are {shares(tab, 1)}")
    tab.run("location.hash = '#t=0.0415&p=6'")
    failures.check(tab.until("document.getElementById('time').textContent.startsWith('0.041500')"), "lesson 4.4: the address")
    failures.check(panel(tab, 0)["State"] == "idle", f"lesson 4.4: {panel(tab, 0)}")
    found = panel(tab, 1)
    failures.check((found["Line of play"], found["State"], found["Ends"]) == ("1 8", "wasted work", "left"), f"lesson 4.5: {found}")
    tab.press("End")
    failures.check(shares(tab, 0).startswith("73.3 0.0 3.0 23.7") and shares(tab, 1).startswith("51.9 42.1 5.2 0.7"),
                   f"lesson 4.1: {shares(tab, 0)}; {shares(tab, 1)}")
    totals = tab.run("document.querySelectorAll('.search')[1].querySelector('details').textContent")
    failures.check("5375 visits of nodes, 44.8" in totals, f"lesson 4.2: {totals}")
    tab.close()


def shares(tab, search):
    """Returns the shares of a search's states, in per cent."""
    return tab.run(f"""[...document.querySelectorAll(".shares")[{search}].querySelectorAll("dd")]
        .map((share) => parseFloat(share.textContent).toFixed(1)).join(" ")""")


def escaped(text):
    return '"' + text.replace("<", "\\u003c") + '"'


def count_frames(browser, program, folder):
    """Prints the frames a second of a page of 128 processors while it plays."""
    page = folder / "many.html"
    trace(program, page, "--platform", "server-128", "--position", "trees/chess/bratko-kopec.epd:BK.02", "--depth", "6",
          "--processors", "128")
    for zoom in ("1", "10", "100"):
        tab = browser.open(page.as_uri(), 1280)
        tab.run(f"document.getElementById('zoom').value = '{zoom}'; document.getElementById('zoom').dispatchEvent(new Event('change'))")
        tab.press(" ")
        frames = tab.run("""new Promise((done) => { const begin = performance.now(); let frames = 0; let longest = 0; let last = begin;
            const count = (now) => { ++frames; longest = Math.max(longest, now - last); last = now;
              if (now - begin > 5000) done([frames * 1000 / (now - begin), longest]); else requestAnimationFrame(count); };
            requestAnimationFrame(count); })""")
        print(f"128 processors, rows show 1/{zoom}: {frames[0]:.1f} frames a second, the longest {frames[1]:.0f} ms,"
              f" page of {page.stat().st_size} bytes")
        tab.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--axe", help="axe.min.js of axe-core")
    parser.add_argument("--pictures", help="folder for pictures of the pages")
    parser.add_argument("--frames", action="store_true", help="count frames a second with 128 processors")
    arguments = parser.parse_args()
    program = str(Path(arguments.program).resolve())
    failures = Failures()
    try:
        with tempfile.TemporaryDirectory() as name, Browser() as browser:
            folder = Path(name)
            pages = {"one": folder / "one.html", "both": folder / "both.html"}
            trace(program, pages["one"], *SMALL)
            trace(program, pages["both"], *SMALL, "--algorithm", "abdada,ybwc")
            if arguments.frames:
                count_frames(browser, program, folder)
            check_pages(browser, pages, arguments, folder, failures)
            idle = folder / "idle.html"
            trace(program, idle, *SMALL, "--algorithm", "pvsplit")
            for scheme in SCHEMES:
                check_idle(browser, idle, scheme, failures, folder)
            check_steering(browser, pages["one"], failures)
            check_reduced_motion(browser, pages["one"], failures)
            check_names(browser, program, folder, failures)
            check_report(browser, program, folder, failures)
            check_lesson(browser, program, folder, failures)
    except BrowserError as error:
        sys.exit(f"watch.py: {error}")
    print(f"{len(pages)} pages at {len(WIDTHS)} widths, {len(failures.all)} faults")
    return 1 if failures.all else 0


if __name__ == "__main__":
    sys.exit(main())
