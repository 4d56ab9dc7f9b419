#!/usr/bin/env python3
"""Predicted absolute speedups, and their comparison with what `kit` has measured.

  results/predictions/predictions.py report                  # the tables of README.md, in Markdown
  results/predictions/predictions.py compare FILE PLATFORM   # a file of the kit with the predictions for a platform

PLATFORM is a platform of machines.csv, or a file that `kit --simulate` has written. The exit status is 1 if a file cannot be
compared.
"""
import argparse
import collections
import csv
import gzip
import itertools
import json
import math
import statistics
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

SEARCHES = HERE / "searches.csv.gz"
COSTS = HERE / "costs.csv.gz"
# Files of the kit, each with what it is compared with.
TESTS = [("two-cores.json.gz", "two-cores-simulated.json.gz"), ("another-seed.json.gz", "ryzen-7950x-16")]
VALUES = HERE / "values.csv"
MACHINES = HERE / "machines.csv"
BASELINES = ["alphabeta", "negascout"]
NAMES = {"ybwc": "YBWC", "ybn": "Young Brothers on Notice", "abdada": "ABDADA `best`", "alphabeta-star": "αβ\\*",
         "split-points": "split points", "simplified-abdada": "Simplified ABDADA", "shared-table": "shared table",
         "lazy-smp-cheng": "Lazy SMP of Cheng"}
# The costs of the predictions, and others, by the settings that name them.
PREDICTED = {"eldest:poll-time": "2.2e-09", "eldest:split-phase": "yes", "eldest:message-overhead": "9.1e-08"}
COSTS_OF = {
    "predictions": PREDICTED,
    "no added work": PREDICTED | {"eldest:poll-time": ""},
    "awaited accesses": PREDICTED | {"eldest:split-phase": ""},
    "messages of 320 ns": PREDICTED | {"eldest:message-overhead": ""},
}
# A prediction holds if the measured mean is between the predicted one divided by this and multiplied by this.
MARGIN = 1.15
FEWEST_POSITIONS = 6
# The share of parallel searches whose values may differ from NegaScout's. They may, because the table answers with results of
# deeper searches, and processors store these in another order.
MOST_OTHER_VALUES = 0.25
FORMAT = 1
MOST_BYTES = 1 << 28  # of a file of the kit, uncompressed

# Searches of one game by one algorithm on one number of processors.
Kind = collections.namedtuple("Kind", ["game", "algorithm", "processors"])
# A sequential search of one position.
Sequential = collections.namedtuple("Sequential", ["game", "algorithm", "id"])


class Refused(Exception):
    """A file that cannot be compared; the text says why."""


class Speedups:
    """Absolute speedups by kind and position; the settings of each game, by name; the value and the nodes of each sequential
    search; and the model version."""

    def __init__(self, speedups, settings, sequential, model_version, title):
        self.speedups, self.settings, self.sequential = speedups, settings, sequential
        self.model_version, self.title = model_version, title


def machines():
    """The lines of machines.csv, with their numbers of processors as numbers."""
    with open(MACHINES, encoding="utf-8", newline="") as file:
        return [row | {"processors": [int(count) for count in row["processors"].split(";")]} for row in csv.DictReader(file)]


# The predictions

def known_sequential():
    """The values and nodes of sequential searches, which are the same on every computer."""
    with open(VALUES, encoding="utf-8", newline="") as file:
        return {Sequential(row["tree"], row["algorithm"], row["id"]): (int(row["value"]), int(row["nodes"]))
                for row in csv.DictReader(file)}


def loaded(path):
    """The searches in a compressed table of this folder."""
    if not path.exists():
        raise Refused(f"{path}: is missing")
    return sweeps.load(path)


def predicted_searches():
    """The searches by which speedups are predicted, each with the name of its platform."""
    return [search | {"name": Path(search["platform_file"]).stem} for search in loaded(SEARCHES)]


def predictions_for(name):
    """The predictions for a platform of machines.csv."""
    searches = sweeps.having(predicted_searches(), {"name": name})
    if not searches:
        raise Refused(f"{name}: no predictions for such a platform; there are those for "
                      f"{', '.join(machine['platform'] for machine in machines())}")
    speedups, settings = collections.defaultdict(dict), collections.defaultdict(dict)
    for search in searches:
        settings[search["tree"]] |= {column: text for column, text in search.items() if isinstance(text, str) and text}
        settings[search["tree"]]["depth"] = str(search["depth"])
        if search["processors"] > 1:
            kind = Kind(search["tree"], search["algorithm"], search["processors"])
            speedups[kind][search["id"]] = search["absolute_speedup"]
    versions = {search["model_version"] for search in searches}
    if len(versions) > 1:
        raise Refused(f"{SEARCHES}: has searches of model versions {', '.join(sorted(versions))}")
    title = f"{name}, by eldest {searches[0]['version']}"
    return Speedups(speedups, settings, known_sequential(), int(versions.pop()), title)


# Files of the kit

def read(path):
    """The content of a file of the kit."""
    try:
        with gzip.open(path, "rb") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise Refused(f"{path}: has more than {MOST_BYTES} bytes")
        content = json.loads(text)
    except (OSError, EOFError, zlib.error) as error:
        raise Refused(f"{path}: cannot be read: {error}") from None
    except ValueError:
        raise Refused(f"{path}: is no file of the kit") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Refused(f"{path}: is no file of the kit of format {FORMAT}")
    return content


def checked(search):
    """A search of a file, after a check of its fields."""
    if type(search["processors"]) is not int or search["processors"] < 1:
        raise ValueError(f"a search has {search['processors']!r} processors")
    numbers = [search["time_s"], search["nodes"], search["value"]]
    if not all(isinstance(number, (int, float)) and math.isfinite(number) for number in numbers) or min(numbers[:2]) <= 0:
        raise ValueError(f"a search has time {numbers[0]!r}, nodes {numbers[1]!r}, value {numbers[2]!r}")
    if not all(isinstance(search[name], str) for name in ("game", "id", "algorithm")):
        raise ValueError("a search has no game, position or algorithm")
    return search


def title_of(content):
    """One line on where a file is from, without characters that change a terminal or a table."""
    machine = content["machine"]
    place = (f"simulated on {content['simulated']}" if content["simulated"] else
             f"{machine['model']}, {machine['cores']} cores, {machine['busy_before']:.1f} busy before")
    title = f"{content['made']}, eldest {content['version']}, {place}, rounds: {content['rounds']}"
    return "".join(letter if letter.isprintable() else "?" for letter in title)


def sequential_of(path, searches):
    """The values and nodes of a file's sequential searches, which must be the same in every round."""
    found = {}
    for search in searches:
        if search["algorithm"] in BASELINES:
            key = Sequential(search["game"], search["algorithm"], search["id"])
            figures = search["value"], search["nodes"]
            if found.setdefault(key, figures) != figures:
                raise Refused(f"{path}: {key.algorithm} in {key.id} finds value {figures[0]} with {figures[1]} nodes in one "
                              f"round, and value {found[key][0]} with {found[key][1]} nodes in another")
    for game, name in sorted({(search["game"], search["id"]) for search in searches}):
        for baseline in BASELINES:
            if Sequential(game, baseline, name) not in found:
                raise Refused(f"{path}: has no search by {baseline} in {game} {name}")
    return found


def check_values(path, searches, sequential):
    """Refuses a file in which many parallel searches find other values than NegaScout."""
    parallel = [search for search in searches if search["algorithm"] not in BASELINES]
    other = [search for search in parallel
             if search["value"] != sequential[Sequential(search["game"], "negascout", search["id"])][0]]
    if len(other) > MOST_OTHER_VALUES * len(parallel):
        raise Refused(f"{path}: {len(other)} of {len(parallel)} parallel searches have other values than NegaScout, first "
                      f"{other[0]['algorithm']} in {other[0]['id']}")


def speedups_of(searches):
    """The absolute speedups of a file's searches, by the medians of the times of all rounds."""
    times = collections.defaultdict(list)
    for search in searches:
        times[search["game"], search["algorithm"], search["processors"], search["id"]].append(search["time_s"])
    medians = {key: statistics.median(values) for key, values in times.items()}
    speedups = collections.defaultdict(dict)
    for (game, algorithm, processors, name), time in medians.items():
        if algorithm not in BASELINES and processors > 1:
            best = min(medians[game, baseline, 1, name] for baseline in BASELINES)
            speedups[Kind(game, algorithm, processors)][name] = best / time
    return speedups


def measured_in(path):
    """The speedups in a file of the kit."""
    content = read(path)
    try:
        searches = [checked(search) for search in content["searches"]]
        sequential = sequential_of(path, searches)
        check_values(path, searches, sequential)
        settings = {game: {name.replace("-", "_"): ",".join(values) for name, values in found.items()}
                    for game, found in content["settings"].items()}
        for game in sorted({search["game"] for search in searches} - set(settings)):
            raise Refused(f"{path}: has no settings of {game}")
        return Speedups(speedups_of(searches), settings, sequential, content["model_version"], title_of(content))
    except KeyError as error:
        raise Refused(f"{path}: lacks {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise Refused(f"{path}: is no file of the kit: {error}") from None


# The comparison

def check_alike(path, found, predicted):
    """Refuses a file of other searches than the predictions are of."""
    if found.model_version != predicted.model_version:
        raise Refused(f"{path}: has searches of model version {found.model_version}, the predictions are of "
                      f"{predicted.model_version}")
    for game, settings in found.settings.items():
        for name, value in settings.items():
            other = predicted.settings.get(game, {}).get(name)
            if name != "algorithm" and other != value:
                raise Refused(f"{path}: {game} has {name} {value}, the predictions have {other}")
    for key, figures in found.sequential.items():
        other = predicted.sequential.get(key)
        if other is None:
            raise Refused(f"{path}: has {key.game} {key.id}, which is no position of the predictions")
        for what, one, right in zip(["value", "nodes"], figures, other):
            if one != right:
                raise Refused(f"{path}: {key.algorithm} in {key.game} {key.id} has {what} {one}, should be {right}; this is "
                              "another version of the search")


class Comparison:
    """Measured and predicted speedups of one kind, on their common positions."""

    def __init__(self, found, predicted):
        common = sorted(set(found) & set(predicted))
        self.found, self.predicted = ([speedups[name] for name in common] for speedups in (found, predicted))
        self.ratio, self.interval = measured.ratio(self.found, self.predicted)
        self.inside = abs(math.log(self.ratio)) <= math.log(MARGIN)
        edge = math.copysign(math.log(MARGIN), math.log(self.ratio))
        # The least probability of error of saying on which side of the nearer edge of the margin the ratio is.
        self.p_value = measured.paired(self.found, self.predicted).p_value(math.log(self.ratio) - edge)

    def verdict(self, p_value):
        """The verdict of the comparison at a corrected p-value."""
        if p_value > 1 - measured.CONFIDENCE:
            return "undecided"
        return "upheld" if self.inside else "refuted"

    def cells(self, p_value):
        return [len(self.found), measured.figure(self.found, positive=True), measured.figure(self.predicted, positive=True),
                measured.with_interval(self.ratio, self.interval), f"{p_value:.3f}" if p_value >= 0.001 else "< 0.001",
                self.verdict(p_value)]


def comparisons_of(path, found, predicted):
    """The comparison of each kind that both have."""
    kinds = sorted(set(found.speedups) & set(predicted.speedups))
    if not kinds:
        raise Refused(f"{path}: has no search that is predicted")
    for kind in kinds:
        common = len(set(found.speedups[kind]) & set(predicted.speedups[kind]))
        if common < FEWEST_POSITIONS:
            raise Refused(f"{path}: {kind.algorithm} in {kind.game} on {kind.processors} processors has {common} positions, "
                          f"should have {FEWEST_POSITIONS} or more")
    return {kind: Comparison(found.speedups[kind], predicted.speedups[kind]) for kind in kinds}


def order_of(comparisons):
    """The row on the order of the algorithms, whose comparisons are of the same game and number of processors."""
    by_side = [{algorithm: getattr(one, side) for algorithm, one in comparisons.items()} for side in ("predicted", "found")]
    predicted, found = map(measured.alike, by_side)
    if found[0] in predicted:
        verdict = "upheld"
    else:
        verdict = "undecided" if set(predicted) & set(found) else "refuted"
    # Pairs of algorithms that differ in the prediction, in the measurement, and in both in the same order.
    pairs = collections.Counter()
    for one, other in itertools.combinations(comparisons, 2):
        signs = [sign_of(side[one], side[other]) for side in by_side]
        pairs["both"] += all(signs)
        pairs["same"] += all(signs) and signs[0] == signs[1]
    return [", ".join(predicted), ", ".join(found), verdict, f"{pairs['same']} of {pairs['both']}"]


def sign_of(values, others):
    """1 if the mean of the values is significantly greater than that of the others, -1 if less, 0 if neither."""
    _, (low, high) = measured.ratio(values, others)
    return (low > 1) - (high < 1)


def compare(path, platform):
    predicted = measured_in(platform) if platform.endswith(".gz") else predictions_for(platform)
    found = measured_in(path)
    check_alike(path, found, predicted)
    comparisons = comparisons_of(path, found, predicted)
    p_values = measured.adjusted({kind: one.p_value for kind, one in comparisons.items()})
    print(f"measured: {found.title}\npredicted: {predicted.title}\n")
    sweeps.table(["game", "P", "algorithm", "positions", "measured", "predicted", "measured / predicted", "p", "verdict"],
                 [[kind.game, kind.processors, kind.algorithm, *comparisons[kind].cells(p_values[kind])]
                  for kind in sorted(comparisons, key=lambda kind: (kind.game, kind.processors, kind.algorithm))])
    groups = collections.defaultdict(dict)
    for kind, one in comparisons.items():
        groups[kind.game, kind.processors][kind.algorithm] = one
    sweeps.table(["game", "P", "predicted fastest", "measured fastest", "verdict", "pairs in the predicted order"],
                 [[*group, *order_of(algorithms)] for group, algorithms in sorted(groups.items()) if len(algorithms) > 1])
    verdicts = collections.Counter(one.verdict(p_values[kind]) for kind, one in comparisons.items())
    print(", ".join(f"{verdict} {verdicts[verdict]}" for verdict in ("upheld", "undecided", "refuted")),
          f"of {len(comparisons)} predictions")


# The tables of the page

def report():
    searches = predicted_searches()
    for game in ("chess", "othello"):
        rows = []
        for machine in machines():
            for count in machine["processors"]:
                chosen = [sweeps.choose(searches, tree=game, name=machine["platform"], processors=count, algorithm=algorithm)
                          for algorithm in NAMES]
                rows.append([machine["platform"], count, *sweeps.ranked(chosen)])
        print(f"{game}\n")
        sweeps.table(["platform", "P", *NAMES.values()], rows)


def report_costs():
    """Prints how much greater speedups are with other costs, in per cent."""
    searches = loaded(COSTS)
    rows = []
    for algorithm, name in NAMES.items():
        by_costs = {costs: [search["absolute_speedup"] for search in
                            sweeps.choose(searches, algorithm=algorithm, processors=16, **settings).values()]
                    for costs, settings in COSTS_OF.items()}
        usual = by_costs.pop("predictions")
        rows.append([name, measured.figure(usual, positive=True), *(change(values, usual) for values in by_costs.values())])
    sweeps.table(["algorithm", *COSTS_OF], rows)


def change(values, usual):
    """The change of the mean in per cent, with its interval, by pairs of positions."""
    ratio, ends = measured.ratio(values, usual)
    mean, *ends = (100 * (figure - 1) for figure in (ratio, *ends))
    return measured.with_interval(mean, ends, "+.0f")


def report_tests():
    """Prints the comparisons that test the kit, on real cores and by simulation."""
    for file, other in TESTS:
        compare(str(HERE / file), str(HERE / other) if other.endswith(".gz") else other)
        print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("report", help="print the tables of README.md")
    comparing = actions.add_parser("compare", help="compare a file of the kit with predictions")
    comparing.add_argument("file", metavar="FILE")
    comparing.add_argument("platform", metavar="PLATFORM")
    arguments = parser.parse_args()
    try:
        if arguments.action == "report":
            report()
            report_costs()
            report_tests()
        else:
            compare(arguments.file, arguments.platform)
    except Refused as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
