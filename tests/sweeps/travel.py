#!/usr/bin/env python3
"""Copies a store, and nothing else, into an empty folder, and repeats random points of it there to the bit.

The store is of a sweep on a platform file with a profile, and with a file of settings and one of positions. All of these
are deleted before the copy is used, and the folder of eldest's own data is an empty one. Then a sweep with the settings
and the platform of the copy adds a position:

    tests/sweeps/travel.py --program build/ci/sim/eldest
    tests/sweeps/travel.py --program build/ci/sim/eldest --points 100 --seed 2
"""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile

from stores import OF_THE_RUN, Eldest, rows

# The names that a result has of its position, its tree and its preset. The search does not depend on them.
NAMES = ["id", "tree"]

HOSTS = 4
LINKS = '<link id="l0" bandwidth="10MBps" latency="20us" bandwidth_file="slow.txt"/>' + "".join(
    f'<link id="l{host}" bandwidth="10MBps" latency="20us"/>' for host in range(1, HOSTS))
ROUTES = "".join(f'<route src="h{one}" dst="h{other}"><link_ctn id="l{one}"/><link_ctn id="l{other}"/></route>'
                 for one in range(HOSTS) for other in range(one + 1, HOSTS))
PLATFORM = f"""<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<!-- Four hosts, of which one has a link that becomes slow. -->
<platform version="4.1"><zone id="Four" routing="Full">
<prop id="eldest:message-overhead" value="2us"/>
{"".join(f'<host id="h{host}" speed="100Mf"/>' for host in range(HOSTS))}{LINKS}{ROUTES}
</zone></platform>
"""
PROFILE = "0.005 2e6\n"  # bytes a second
POSITIONS = ["1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - id one;",
             "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - id two;",
             "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - id three;"]
NEW_POSITION = "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1"
SETTINGS = """# A study with a platform of its own.
platform = four.xml
algorithm = abdada,ybwc
depth = 3
processors = 2,4
seeds = 1..2
position = mine.epd
"""


def make_store(eldest, folder):
    """Makes the sweep in a folder, and returns the path of its store."""
    for name, text in [("four.xml", PLATFORM), ("slow.txt", PROFILE), ("study.ini", SETTINGS), ("mine.epd", "\n".join(POSITIONS))]:
        (folder / name).write_text(text)
    eldest.run("sweep", "study.db", "--config", "study.ini", "--quiet")
    return folder / "study.db"


def comparable(text):
    """Returns a result without what differs in another run, and without names that it is given."""
    result = json.loads(text)
    for field in OF_THE_RUN + NAMES:
        result.pop(field, None)
    return result


def repeat(eldest, store, count, seed):
    """Repeats random points of a store. Returns the number of those that differ."""
    found = rows(store)
    keys = random.Random(seed).sample(sorted(found), min(count, len(found)))
    different = 0
    for key in keys:
        again = comparable(eldest.run("simulate", "--from", f"{store}:{key}", "--json", "--quiet"))
        if again != comparable(json.dumps(found[key]["result"])):
            print(f"{key}: differs", file=sys.stderr)
            different += 1
    print(f"{len(keys) - different} of {len(keys)} random points are the same to the bit")
    return different


def extend(eldest, store):
    """Adds a position to a store, and repeats its sweep for it. Returns true if all simulations were new."""
    said = eldest.run("sweep", store, "--config", f"{store}:study.ini", "--platform", f"{store}:four.xml",
                      "--position", NEW_POSITION, "--quiet")
    print(said, end="")
    ended = re.search(r": (\d+) of (\d+) simulations ended, (\d+) of them by this sweep; 0 failed", said)
    return ended is not None and len(set(ended.groups())) == 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--points", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as author, tempfile.TemporaryDirectory() as bare, \
            tempfile.TemporaryDirectory() as no_data:
        store = make_store(Eldest(options.program, author), pathlib.Path(author))
        shutil.copy(store, bare)
        for path in pathlib.Path(author).iterdir():
            path.unlink()
        os.environ["ELDEST_DATA_DIR"] = no_data
        eldest = Eldest(options.program, bare)
        different = repeat(eldest, pathlib.Path(bare, store.name), options.points, options.seed)
        grown = extend(eldest, pathlib.Path(bare, store.name))
        report = json.loads(eldest.run("report", store.name, "--json"))
        is_one_study = len(report["panels"]) == 1 and report["of_other_versions"] == 0
        if different or not grown or not is_one_study:
            sys.exit("a copy of the store is not enough")


main()
