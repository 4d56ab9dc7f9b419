"""Functions for the scripts of results by `eldest sweep`: the searches of a sweep, as `eldest report` writes them to
searches.csv, and means over them."""
import argparse
import csv
import gzip
import io
import math
import operator
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import measured

PUBLISHED = Path(__file__).parent / "scoreboard/published.csv"

NUMBERS = ["time_s", "nodes", "table_reads", "table_writes", "relative_speedup", "absolute_speedup", "search_overhead",
           "search_overhead_by_nodes", "communication_overhead", "synchronization_overhead", "total_overhead",
           "aphid_total_overhead", "aphid_parallelization_overhead", "aphid_search_overhead",
           "aphid_speculative_overhead"]

POSITIVE = {"time_s", "nodes", "table_reads", "table_writes", "relative_speedup", "absolute_speedup"}


def read(path):
    """The rows of a compressed table, each a dictionary by column of texts."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(path, text):
    """Writes a table, as text, compressed. The same text always makes the same file."""
    with gzip.GzipFile(path, "wb", compresslevel=9, mtime=0) as file:
        file.write(text.encode())


def write_rows(path, rows):
    """Writes rows, of which the first is the head, into a compressed table."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    write(path, text.getvalue())


def load(path):
    """The searches in a compressed table, each a dictionary by column; depths, processors and NUMBERS are numbers."""
    searches = read(path)
    for search in searches:
        if search["failure"]:
            sys.exit(f"{path}: a search has failed: {search['command']}")
        for column in ["depth", "processors"]:
            search[column] = int(search[column])
        for column in NUMBERS:
            search[column] = float(search[column]) if search[column] else None
        if not search["id"]:
            search["id"] = search["position"]
    return searches


def export(store, eldest, path, more=None):
    """Writes the searches of a store of `eldest sweep` into a compressed table, always the same for the same searches. `more`
    has the places of further columns in the results, such as {"timeouts": "$.counters.timeouts"}."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([eldest, "report", store, "--out", folder, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        table = Path(folder, "searches.csv").read_bytes().decode()
    write(path, with_columns(table, store, more) if more else table)


def with_columns(table, store, more):
    """A table of the searches of a store, as text, with the columns `more` of `export`."""
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        columns = ", ".join(f"result ->> '{place}'" for place in more.values())
        results = database.execute(f"SELECT key, {columns} FROM outcomes WHERE result IS NOT NULL")
        found = {key: values for key, *values in results}
    rows, text = csv.DictReader(io.StringIO(table, newline="")), io.StringIO(newline="")
    writer = csv.DictWriter(text, [*rows.fieldnames, *more], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(row | dict(zip(more, found.get(row["key"], []))))
    return text.getvalue()


def published(path=PUBLISHED, **settings):
    """The rows of published.csv, or of another such file, with these settings."""
    with open(path, encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if all(row[name] == value for name, value in settings.items())]


def report_only(description, report):
    """Calls `report()` if the only argument is "report". Otherwise exits with the description."""
    if sys.argv[1:] != ["report"]:
        sys.exit(description)
    report()


def export_or_report(description, path, report, more=None):
    """Calls `export(STORE, …)` or `report()`, as the command line says."""
    command_line(description, path, {"report": lambda _arguments: report()}, more)


def command_line(description, path, actions, more=None):
    """Calls `export(STORE, …)`, or the one of `actions` that the command line names, with the arguments. An action "sweep" has
    the arguments of `search`."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="action", required=True)
    for action in ["export", *actions]:
        command = commands.add_parser(action)
        if action in ("sweep", "export"):
            command.add_argument("store")
            command.add_argument("--eldest", default=str(measured.ROOT / "build/release/sim/eldest"))
        if action == "sweep":
            command.add_argument("--jobs", type=int, default=1, help="simulations at a time")
    arguments = parser.parse_args()
    if arguments.action == "export":
        export(arguments.store, arguments.eldest, path, more)
    else:
        actions[arguments.action](arguments)


def search(arguments, settings, *words):
    """Adds the searches of a settings file, with further options of `eldest sweep`, to the store of the arguments."""
    command = [arguments.eldest, "sweep", arguments.store, "--config", settings, "--jobs", arguments.jobs, "--quiet", *words]
    subprocess.run([str(word) for word in command], cwd=measured.ROOT, check=True, stdout=subprocess.DEVNULL)


def having(searches, settings):
    """The searches with these settings."""
    if not settings:
        return searches
    settings_of = operator.itemgetter(*settings)
    wanted = settings_of(settings)
    return [search for search in searches if settings_of(search) == wanted]


def choose(searches, **settings):
    """The searches with these settings, by position."""
    chosen = {}
    for search in having(searches, settings):
        if search["id"] in chosen:
            sys.exit(f"two searches of {search['id']} with {settings}")
        chosen[search["id"]] = search
    return dict(sorted(chosen.items()))


def over_seeds(searches, column, **settings):
    """The figures of a column of the searches with these settings by position, each a mean over the seeds."""
    figures = {}
    for search in having(searches, settings):
        by_seed = figures.setdefault(search["id"], {})
        if search["seed"] in by_seed:
            sys.exit(f"two searches of {search['id']} with {settings} and the same seed")
        by_seed[search["seed"]] = search[column]
    return {position: sum(by_seed.values()) / len(by_seed) for position, by_seed in sorted(figures.items())}


def over(searches, baseline):
    """The searches with absolute speedups over `baseline`, "alphabeta" or "negascout", on one processor, instead of over the
    faster of the two. Those without a search by the baseline are omitted."""
    times, found = {}, []
    for search in having(searches, {"algorithm": baseline, "processors": 1}):
        key = search["tree"], search["depth"], search["id"]
        if key in times:
            sys.exit(f"two searches of {search['id']} by {baseline} to depth {search['depth']}")
        times[key] = search["time_s"]
    for search in searches:
        time = times.get((search["tree"], search["depth"], search["id"]))
        if time is not None:
            found.append(search | {"absolute_speedup": time / search["time_s"]})
    return found


def depths(searches, **settings):
    """The depths at which there are such searches, ascending."""
    return sorted({search["depth"] for search in having(searches, settings)})


def mean(chosen, column):
    """The mean of a column over the positions."""
    return sum(search[column] for search in chosen.values()) / len(chosen)


def cell(chosen, column):
    """The mean of a column over the positions, and the interval of the mean; empty without searches."""
    if not chosen:
        return ""
    return measured.figure([search[column] for search in chosen.values()], column in POSITIVE)


def ranked(rows, column="absolute_speedup"):
    """The cells of several algorithms on the same positions: bold are the best, and those that cannot be told from it."""
    if not all(rows) or len({tuple(row) for row in rows}) > 1:
        return [cell(row, column) for row in rows]
    values = {place: [search[column] for search in row.values()] for place, row in enumerate(rows)}
    return list(measured.ranked(values).values())


def ratios(pairs, column="absolute_speedup", geometric=False):
    """Cells of a table: the mean of a column over searches, divided by that over others of the same positions, with its
    interval. Means are arithmetic, as in `cell`, or geometric. `pairs` has the two, by any key. Bold are the ratios that differ
    from 1, corrected for their number."""
    found, p_values = {}, {}
    for key, pair in pairs.items():
        if len({tuple(chosen) for chosen in pair}) > 1:
            sys.exit(f"{key}: searches of different positions")
        values, others = ([search[column] for search in chosen.values()] for chosen in pair)
        if geometric:
            logarithm = measured.estimate([math.log(one / other) for one, other in zip(values, others)])
            quotient = math.exp(logarithm.mean)
        else:
            logarithm, quotient = measured.paired(values, others), statistics.fmean(values) / statistics.fmean(others)
        found[key] = quotient, measured.from_logarithm(quotient, logarithm)
        p_values[key] = logarithm.p_value(math.log(quotient))
    adjusted, cells = measured.adjusted(p_values), {}
    for key, ratio in found.items():
        mark = "**" if adjusted[key] <= 1 - measured.CONFIDENCE else ""
        cells[key] = mark + measured.with_interval(*ratio) + mark
    return cells


def table(head, rows):
    """Prints a table in Markdown."""
    print("| " + " | ".join(map(str, head)) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(word) for word in row) + " |")
    print()
