#!/usr/bin/env python3
"""APHID with the additions to the paper and without, one by one, on the simulated Origin 2000.

    results/aphid/aphid.py export STORE [--eldest FILE]   # searches.csv.gz from a store of `eldest sweep`
    results/aphid/aphid.py report                         # the tables of README.md, in Markdown
"""
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

SEARCHES = Path(__file__).with_name("searches.csv.gz")
PROCESSORS = 64
# Name: tree, depth.
GAMES = {"Crafty, depth 6": ("chess", 6), "Keyano, depth 9": ("othello", 9), "Crafty, depth 7": ("chess", 7)}
DEFAULT = {"aphid_load": "1.0", "aphid_parity": "true", "aphid_preemption": "true", "aphid_ahead": "2",
           "aphid_window_margin": "0.05", "aphid_division": "iteration", "aphid_pv_window": "always"}
# Name: what differs from the defaults.
VARIANTS = {
    "d' is chosen once": {"aphid_load": "0.0"},
    "without parity": {"aphid_parity": "false"},
    "without preemption": {"aphid_preemption": "false"},
    "slaves ahead without limit": {"aphid_ahead": "64"},
    "windows ten times as wide": {"aphid_window_margin": "0.5"},
    "the largest piece divided after every pass": {"aphid_division": "pass"},
    "pieces divided while slaves are idle": {"aphid_division": "idle"},
    "infinite window only if INVALID": {"aphid_pv_window": "invalid"},
    "the paper, except for the limit ahead": {"aphid_load": "0.0", "aphid_parity": "false", "aphid_preemption": "false",
                                              "aphid_pv_window": "invalid"},
}
COUNTERS = ["needed_nodes", "ahead_nodes", "abandoned_nodes", "repeated_nodes", "master_busy_us", "with_slaves_us"]
MORE = {name: f"$.counters.{name}" for name in COUNTERS} | {
    "idle_s": "$.processor_time_s.idle", "master_idle_s": "$.per_processor[0].idle_s",
    "master_nodes": "$.per_processor[0].nodes"}


def of(searches, game, change):
    """The searches of a game by APHID with changed defaults, by position."""
    tree, depth = GAMES[game]
    return sweeps.choose([search for search in searches if search["tree"].startswith(tree)], depth=depth, algorithm="aphid",
                         processors=PROCESSORS, **(DEFAULT | change))


def report_variants(searches):
    pairs = {(name, game): (found, of(searches, game, {})) for name, change in VARIANTS.items() for game in GAMES
             if (found := of(searches, game, change))}
    cells = sweeps.ratios(pairs)
    sweeps.table(["", *GAMES], [[name, *(cells.get((name, game), "") for game in GAMES)] for name in VARIANTS])


def of_slaves(search, counter):
    """A number of the slaves' nodes, in per cent of them all."""
    return 100 * int(search[counter]) / (search["nodes"] - int(search["master_nodes"]))


def slaves_idle(search):
    """The share of the slaves' time in which they are idle, in per cent."""
    return 100 * (float(search["idle_s"]) - float(search["master_idle_s"])) / ((PROCESSORS - 1) * search["time_s"])


def report_work(searches):
    columns = {
        "speedup": lambda search: search["relative_speedup"],
        "search": lambda search: search["aphid_search_overhead"],
        "speculative": lambda search: search["aphid_speculative_overhead"],
        "needed %": lambda search: of_slaves(search, "needed_nodes"),
        "ahead %": lambda search: of_slaves(search, "ahead_nodes"),
        "abandoned %": lambda search: of_slaves(search, "abandoned_nodes"),
        "repeated %": lambda search: of_slaves(search, "repeated_nodes"),
        "slaves idle %": slaves_idle,
        "master busy %": lambda search: 100 * int(search["master_busy_us"]) / int(search["with_slaves_us"]),
    }
    rows = []
    for game in GAMES:
        cells = []
        for name, figure in columns.items():
            values = [figure(search) for search in of(searches, game, {}).values()]
            form = ".0f" if name.endswith("%") else ".1f" if name == "speedup" else ".2f"
            cells.append(measured.with_interval(statistics.fmean(values), measured.interval(values, name == "speedup"), form))
        rows.append([game, *cells])
    sweeps.table(["", *columns], rows)


def report():
    searches = sweeps.load(SEARCHES)
    report_variants(searches)
    report_work(searches)


if __name__ == "__main__":
    sweeps.export_or_report(__doc__, SEARCHES, report, MORE)
