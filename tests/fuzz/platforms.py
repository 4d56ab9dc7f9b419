#!/usr/bin/env python3
"""Gives the program platform files with mistakes in them, by the thousand.

Each input is one of the shipped platforms, or of the small ones below, with one to three changes: of
numbers, attributes, elements, properties, settings or bytes. `eldest check` and a tiny search in either
model must end, with exit status 0, 1 or 2 and at most one line on standard error. No process of theirs
may crash, and no file that is known to be broken may succeed. Inputs depend only on --seed and their
number:

    tests/fuzz/platforms.py --program build/ci/sim/eldest --count 2000 --jobs 2
    tests/fuzz/platforms.py --program build/ci/sim/eldest --seed 1 --only 1234 --keep /tmp/1234.xml
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import sys
import tempfile

from outcome import fault, run

HEAD = ('<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
        '<platform version="4.1">\n')
PROPERTIES = """<prop id="eldest:service" value="{service}"/>
<prop id="eldest:send-overhead" value="1us"/>
<prop id="eldest:receive-overhead" value="1.5us"/>
<prop id="eldest:service-time" value="0.5us"/>
<prop id="eldest:local-access" value="0.2us"/>
<prop id="eldest:write" value="fetched"/>
"""
SMALL = [
    """<config><prop id="network/model" value="CM02"/><prop id="precision/timing" value="1e-12"/></config>
<zone id="z" routing="Full">
{p}<host id="a" speed="1Mf"/><host id="b" speed="2Mf" core="1"/><host id="c" speed="1Mf,2Mf" pstate="1"/>
<link id="l" bandwidth="1MBps" latency="5us"/>
<link id="m" bandwidth="10Mbps" latency="1ms" sharing_policy="SPLITDUPLEX"/>
<link id="n" bandwidth="1GBps" latency="0" sharing_policy="FATPIPE"/>
<route src="a" dst="b"><link_ctn id="l"/></route>
<route src="a" dst="c"><link_ctn id="m" direction="UP"/><link_ctn id="n"/></route>
<route src="b" dst="c" symmetrical="NO"><link_ctn id="n"/></route>
<route src="c" dst="b" symmetrical="NO"><link_ctn id="l"/></route>
</zone>
""",
    """<zone id="z" routing="Full">
{p}<cluster id="c" prefix="n" suffix="" radical="0-7" speed="1Gf" bw="125MBps" lat="20us"
 bb_bw="1GBps" bb_lat="1us" loopback_bw="1GBps" loopback_lat="1us"/>
</zone>
""",
    """<zone id="z" routing="Full">
{p}<cluster id="c" prefix="n" suffix="" radical="0-7" speed="1Gf" bw="125MBps" lat="20us"
 topology="TORUS" topo_parameters="2,2,2" sharing_policy="SHARED"/>
</zone>
""",
    """<zone id="z" routing="Full">
{p}<cluster id="c" prefix="n" suffix="" radical="0-7" speed="1Gf" bw="125MBps" lat="20us"
 topology="FAT_TREE" topo_parameters="2;4,2;1,2;1,1" limiter_link="1GBps"/>
</zone>
""",
    """<zone id="z" routing="Full">
{p}<cluster id="c" prefix="n" suffix="" radical="0-119" speed="1Gf" bw="125MBps" lat="20us"
 topology="DRAGONFLY" topo_parameters="3,4;4,3;5,1;2"/>
</zone>
""",
    """<zone id="z" routing="Floyd">
{p}<host id="a" speed="1Mf"/><host id="b" speed="1Mf"/><router id="r"/>
<link id="l" bandwidth="1MBps" latency="5us"/><link id="m" bandwidth="1MBps" latency="5us"/>
<route src="a" dst="r"><link_ctn id="l"/></route><route src="r" dst="b"><link_ctn id="m"/></route>
</zone>
""",
    """<zone id="z" routing="Dijkstra">
{p}<host id="a" speed="1Mf"/><host id="b" speed="1Mf"/><host id="c" speed="1Mf"/>
<link id="l" bandwidth="1MBps" latency="5us"/><link id="m" bandwidth="1MBps" latency="5us"/>
<route src="a" dst="b"><link_ctn id="l"/></route><route src="b" dst="c"><link_ctn id="m"/></route>
</zone>
""",
    """<zone id="z" routing="Vivaldi">
{p}<peer id="a" speed="1Mf" bw_in="1MBps" bw_out="1MBps" coordinates="0.1 0.2 0.1"/>
<peer id="b" speed="1Mf" bw_in="1MBps" bw_out="1MBps" coordinates="1 2 0.1"/>
</zone>
""",
    """<zone id="world" routing="Full">
{p}<zone id="x" routing="Full"><host id="a" speed="1Mf"/></zone>
<zone id="y" routing="Full"><prop id="colour" value="red"/><host id="b" speed="1Mf"/></zone>
<link id="l" bandwidth="1MBps" latency="5us"/>
<zoneRoute src="x" dst="y" gw_src="a" gw_dst="b"><link_ctn id="l"/></zoneRoute>
</zone>
""",
    """<zone id="z" routing="Cluster">
{p}<host id="a" speed="1Mf"/><host id="b" speed="1Mf"/><router id="r"/>
<link id="au" bandwidth="1MBps" latency="5us"/><link id="ad" bandwidth="1MBps" latency="5us"/>
<link id="bu" bandwidth="1MBps" latency="5us"/><link id="bd" bandwidth="1MBps" latency="5us"/>
<host_link id="a" up="au" down="ad"/><host_link id="b" up="bu" down="bd"/>
<backbone id="bb" bandwidth="1MBps" latency="5us"/>
</zone>
""",
    """<zone id="z" routing="Full">
{p}<host id="a" speed="1Mf"/><host id="b" speed="1Mf"/>
<link id="l" bandwidth="1MBps" latency="5us" bandwidth_file="{f}" latency_file="{g}"/>
<route src="a" dst="b"><link_ctn id="l"/></route>
</zone>
""",
]

NO_NUMBER = ["", "-1", "nan", "inf", "abc", "1e999", "--1", "NaNf", "1 2"]
BROKEN = {
    "speed": NO_NUMBER + ["0", "0f", "-1Mf", "1Xf", "infMf", "1MB", "1e400f"],
    "bandwidth": NO_NUMBER + ["0", "0Bps", "-1MBps", "1Xps", "nanBps", "1us", "1e400Bps"],
    "bw": NO_NUMBER + ["0", "0Bps", "-1MBps", "1f"],
    "bw_in": NO_NUMBER + ["0", "-1MBps"],
    "latency": NO_NUMBER[1:] + ["-5us", "infs", "nan", "5Xs", "1MBps", "1e300s"],
    "lat": NO_NUMBER[1:] + ["-5us", "infs", "5Xs"],
    "radical": NO_NUMBER + ["5-3", "0-2147483647", "0-7-9", "0-7x", "0-99999999999"],
    "core": NO_NUMBER + ["0", "-4", "1.5", "9999999999"],
    "coordinates": ["1 2", "nan 1 2", "1 inf 2", "1 2 -1", "a b c", "1e300 0 0"],
    "topo_parameters": ["0", "a", "2,2", "-1,2,3", "99999,99999", ";;;", "2;4,2;1,2"],
    "bandwidth_file": ["/no/such", "/", "/proc/self/mem", "/dev/null"],
    "routing": ["", "Wifi", "wifi", "Star", "full "],
    "sharing_policy": ["WIFI", "shared", ""],
    "version": ["", "3", "5", "nan", "-4.1"],
    "pstate": ["-1", "7", "x"],
}
# Values that may be right or wrong; the outcome is not known.
ODD = ["0", "1", "-0", "1e-300", "1e300", "1e18", "1e-18f", "+1Mf", " 1Mf ", "1KiBps", "7w", "a", "b", "z",
       "l", "None", "Full", "YES", "&#10;", "&lt;", "ü", "x" * 500, "0x10", "1e-9us", "2,2,2", "1;1;1;1"]
SETTINGS = [("cpu/model", "x"), ("network/model", "x"), ("surf/precision", "0"), ("surf/precision", "-1"),
            ("precision/timing", "nan"), ("no/such", "1"), ("network/latency-factor", "-2"),
            ("network/bandwidth-factor", "0"), ("network/TCP-gamma", "x"), ("plugin", "cmonkey"),
            ("network/model", "help"),
            ("maxmin/concurrency-limit", "1"), ("host/model", "ptask_L07"), ("network/solver", "bmf"),
            ("maxmin/precision", "1")]
ODD_SETTINGS = [("network/model", "LV08"), ("network/model", "SMPI"), ("network/model", "IB"),
                ("network/crosstraffic", "yes"), ("network/latency-factor", "13.01"), ("cpu/optim", "TI"),
                ("network/bandwidth-factor", "1e-6"), ("network/optim", "Full"), ("network/solver", "fairbottleneck"),
                ("precision/timing", "1e-3"), ("precision/timing", "1"), ("network/weight-S", "20000"),
                ("plugin", "host_energy"), ("contexts/stack-size", "1"), ("tracing", "yes"), ("model-check/replay", "1"),
                ("network/TCP-gamma", "4194304"), ("maxmin/precision", "1e-3"), ("network/loopback-lat", "1")]
BROKEN_PROPERTIES = [("Eldest:service", "poll"), ("eldest-service", "poll"), ("ELDEST:service", "poll"),
                     ("eldset:service", "poll"), ("eldest:none", "1"), ("eldest:service", "x"),
                     ("eldest:service-time", "-1us"), ("eldest:service-time", "nan"),
                     ("eldest:send-overhead", "1Xs"), ("eldest:split-phase", "maybe"),
                     ("eldest:busy-slowdown", "0.5"), ("eldest:node-slowdown-chess-ybwc", "0"),
                     ("eldest:node-slowdown-chess", "2"), ("eldest:poll-time", "1Xs"), ("eldest:lock-round-trips", "99999999"),
                     ("eldest:packet-payload", "-1"), ("eldest:node-costs-chess", "1,2"),
                     (" eldest:service", "poll"), ("eldest:receive-overhead", "1e300s")]
PROFILES = {"{f}": "0 1000000\n0.001 500000\n0.002 2000000\nPERIODICITY 0.003\n", "{g}": "0 0.000005\n0.1 0.001\n"}
ELEMENTS = ['<trace id="t" file="" periodicity="1">0 1</trace>', '<actor host="a" function="f"/>', '<process host="a" function="f"/>', '<storage id="s"/>',
            '<include file="x"/>', '<frob/>', '<link id="w" bandwidth="1MBps" sharing_policy="WIFI"/>',
            '<host id="sp" speed="1Mf" speed_file="x"/>', '<host id="st" speed="1Mf" state_file="x"/>',
            '<link id="no" bandwidth="1MBps" bandwidth_file="/no/such"/>', '<zone id="w" routing="Wifi"/>',
            '<link id="pr" bandwidth="1MBps"><prop id="eldest:service" value="poll"/></link>',
            '<route src="a" dst="no-such"/>', '<host id="a\tb" speed="1Mf"/>', '<host id="" speed="1Mf"/>']


def first_zone(text, addition):
    """Returns the text with `addition` after the properties of its first zone."""
    begin = text.index(">", text.index("<zone")) + 1
    while found := re.compile(r"\s*<prop [^>]*>").match(text, begin):
        begin = found.end()
    return text[:begin] + addition + text[begin:]


def in_zone(text, addition):
    begin = text.index(">", text.index("<zone")) + 1
    return text[:begin] + addition + text[begin:]


def set_attribute(text, rng, names, values):
    """Changes one attribute of these names to one of `values`. Returns None if there is no such attribute."""
    places = [m for m in re.finditer(r'\b([a-z_]+)="([^"]*)"', text) if m.group(1) in names
              and m.start() > text.find("<platform")]  # and not in the declaration of XML
    if not places:
        return None
    place = rng.choice(places)
    value = rng.choice(values[place.group(1)])
    return text[:place.start(2)] + value.replace('"', "") + text[place.end(2):]


def with_setting(text, setting):
    name, value = setting
    return text.replace("<zone", f'<config><prop id="{name}" value="{value}"/></config>\n<zone', 1)


def mutate(text, rng):
    """Returns a mutant of a text, its changes, and whether it is certainly broken."""
    kind = rng.choice(["number", "number", "number", "odd", "odd", "property", "setting", "odd setting",
                       "element", "remove", "duplicate", "truncate", "bytes", "swap", "rename", "duplicate"])
    if kind == "number":
        mutant = set_attribute(text, rng, BROKEN, BROKEN)
        return (mutant or text[:-20]), kind, True
    if kind == "odd":
        anything = collections.defaultdict(lambda: ODD)
        names = {m.group(1) for m in re.finditer(r'\b([a-z_]+)="', text)} - {"version"}
        return set_attribute(text, rng, names, anything), kind, False
    if kind == "property":
        name, value = rng.choice(BROKEN_PROPERTIES)
        return in_zone(text, f'<prop id="{name}" value="{value}"/>'), kind, True
    if kind == "setting":
        if "<config" in text:
            text = re.sub(r"<config.*?</config>", "", text, flags=re.S)
        return with_setting(text, rng.choice(SETTINGS)), kind, True
    if kind == "odd setting":
        if "<config" in text:
            text = re.sub(r"<config.*?</config>", "", text, flags=re.S)
        return with_setting(text, rng.choice(ODD_SETTINGS)), kind, False
    if kind == "element":
        return first_zone(text, rng.choice(ELEMENTS)), kind, True
    if kind == "truncate":
        return text[:rng.randrange(len(text) - 12)], kind, True
    if kind == "bytes":
        data = bytearray(text.encode())
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        return bytes(data), kind, False
    tags = list(re.finditer(r"<[a-z_]+ [^<>]*/>\s*", text))
    tag = rng.choice(tags)
    if kind == "remove":
        return text[:tag.start()] + text[tag.end():], kind, False
    if kind == "duplicate":
        return text[:tag.end()] + tag.group() + text[tag.end():], kind, False
    if kind == "swap":
        return text[:tag.start()] + text[tag.end():] + tag.group(), kind, True
    names = re.findall(r'(?:id|src|dst|element|trace)="([^"]+)"', text)
    attribute = rng.choice(["id", "src", "dst", "up", "down", "gw_src", "prefix"])
    mutant = set_attribute(text, rng, {attribute}, {attribute: names + ["no-such"]})
    return (mutant or text), "rename", False


def make_input(bases, seed, number):
    """Returns the bytes of an input, its base and changes, and whether it is certainly broken."""
    rng = random.Random(f"{seed}-{number}")
    name, text = rng.choice(bases)
    done, broken = [name], False
    for _ in range(rng.choice([0, 1, 1, 1, 1, 1, 2, 3]) if number % 50 else 0):
        if isinstance(text, bytes):
            break
        try:
            changed, kind, breaks = mutate(text, rng)
        except (ValueError, IndexError):  # an earlier change has left nothing to change
            continue
        if changed is None:
            continue
        # A second change may undo the first one, or remove its place.
        broken = breaks if len(done) == 1 else False
        text = changed
        done.append(kind)
    data = text if isinstance(text, bytes) else text.encode()
    return data, ", ".join(done), broken, len(done) == 1


def judge(status, err, broken, whole):
    """Returns what is wrong with an outcome, or an empty text."""
    if wrong := fault(status, err):
        return wrong
    if broken and status == 0:
        return "success on a broken file"
    if whole and status != 0:
        return "refusal of a right file"
    return ""


def try_input(arguments, bases, number, folder):
    data, done, broken, whole = make_input(bases, arguments.seed, number)
    path = os.path.join(folder, f"{number}.xml")
    with open(path, "wb") as file:
        file.write(data.replace(b"{f}", b"f.txt").replace(b"{g}", b"g.txt"))
    commands = [["check", path]] if number % 4 == 0 else []
    simulate = ["simulate", "--platform", path, "--depth", "1", "--processors", "2", "--jobs", "1", "--model"]
    commands += [simulate + ["flow"], simulate + ["loggp"]]
    outcomes, failures = [], []
    for words in commands:
        # The profile of the last small platform is not for loggp.
        status, err, _ = run([arguments.program, *words], arguments.time)
        outcomes.append(status)
        unfollowed = status == 2 and "--model loggp" in err
        if wrong := judge(status, err, broken, whole and not unfollowed):
            failures.append(f"{number} ({done}): {wrong}: {' '.join(words)}: {err[:300]}")
    os.remove(path)
    return outcomes, failures


def read_bases(folder):
    bases = []
    for path in sorted(pathlib.Path(folder).glob("*.xml")):
        text = re.sub(r"<!--.*?-->", "", path.read_text(), flags=re.S)
        bases.append((path.name, text))
    services = ["interrupt", "poll", "hardware"]
    for i, content in enumerate(SMALL):
        text = HEAD + content.replace("{p}", PROPERTIES.format(service=services[i % 3])) + "</platform>\n"
        bases += [(f"small {i}", text)] * 2
    return bases


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--platforms", default=str(pathlib.Path(__file__).parents[2] / "platforms"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--only", type=int, help="this input alone")
    parser.add_argument("--keep", help="file to write that input to")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=float, default=90, help="seconds that a command may take")
    arguments = parser.parse_args()
    bases = read_bases(arguments.platforms)
    if arguments.keep:
        pathlib.Path(arguments.keep).write_bytes(make_input(bases, arguments.seed, arguments.only)[0])
        return 0
    numbers = [arguments.only] if arguments.only is not None else range(arguments.count)
    counts, failures = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for place, content in PROFILES.items():
            pathlib.Path(folder, place.strip("{}") + ".txt").write_text(content)
        for outcomes, wrong in pool.map(lambda n: try_input(arguments, bases, n, folder), numbers):
            counts.update(str(status) for status in outcomes)
            failures += wrong
            for line in wrong:
                print(line.rstrip(), flush=True)
    print(f"{len(numbers)} inputs, {sum(counts.values())} commands; exit status "
          + ", ".join(f"{status}: {count}" for status, count in sorted(counts.items()))
          + f"; {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
