#!/usr/bin/env python3
"""`eldest uci` as a player: games against other programs and among its algorithms, and its time to a depth.

    results/playing/playing.py games        # plays what games.jsonl.gz does not have yet; with stockfish and gnuchess
    results/playing/playing.py selectivity  # measures what selectivity.json.gz does not have yet
    results/playing/playing.py depths       # measures what depths.json.gz does not have yet; on a quiet computer
    results/playing/playing.py report       # the tables, in Markdown
"""
import argparse
import collections
import gzip
import itertools
import json
import math
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above

HERE = Path(__file__).resolve().parent
GAMES = HERE / "games.jsonl.gz"
DEPTHS = HERE / "depths.json.gz"
SELECTIVITY = HERE / "selectivity.json.gz"
SCRIPT = measured.ROOT / "tests/uci/games.py"
POSITIONS = measured.ROOT / "trees/chess/bratko-kopec.epd"
ALGORITHMS = ["abdada", "simplified-abdada", "ybwc", "ybn", "lazy-smp"]
CLOCK = "1+0.05"  # of the games against others
MOVE_TIME = 0.05  # of those among the algorithms
STOCKFISH_ELO = 2000
STOCKFISH = f"stockfish:UCI_LimitStrength=true,UCI_Elo={STOCKFISH_ELO}"
OTHERS = {STOCKFISH: 100, "gnuchess": 60}  # games on each number of threads
GAMES_OF_PAIR = 20
DEPTH = {"eldest": 12, "stockfish": 20}
REPEATS = 3
SELECTIVE_DEPTH = 9
SELECTIVE_CLOCK = "1+0.02"
SELECTIVE_GAMES = 400
# The options that make the search more selective, each with the value that switches it off.
OFF = {"Futility Margin": "0", "Logarithmic Reductions": "false", "Null Move Growth": "0", "Countermoves": "false"}
SEARCHES = {"none of the four": OFF,
            **{f"only {name}": {other: value for other, value in OFF.items() if other != name} for name in OFF},
            "all four": {}}


def eldest(algorithm, threads):
    return f"eldest:Algorithm={algorithm},Threads={threads}"


def player_without(options):
    return ",".join(["eldest:Algorithm=negascout", *(f"{name}={value}" for name, value in options.items())])


def play(arguments):
    """Plays all games that have not been played, and keeps them."""
    plain = arguments.work
    if GAMES.exists() and not plain.exists():
        plain.write_bytes(gzip.open(GAMES).read())
    words = [sys.executable, SCRIPT, "--program", arguments.eldest, "--out", plain]
    for opponent, games in OTHERS.items():
        for threads in (1, 2):
            run([*words, "--first", eldest("abdada", threads), "--second", opponent, "--time", CLOCK,
                 "--games", games, "--jobs", max(1, arguments.jobs // threads)])
    for first, second in itertools.combinations(ALGORITHMS, 2):
        run([*words, "--first", eldest(first, 2), "--second", eldest(second, 2), "--movetime", MOVE_TIME,
             "--grace", 1, "--games", GAMES_OF_PAIR])
    run([*words, "--first", player_without({}), "--second", player_without(OFF), "--time", SELECTIVE_CLOCK,
         "--games", SELECTIVE_GAMES, "--jobs", arguments.jobs])
    with gzip.GzipFile(GAMES, "wb", mtime=0) as file:
        file.write(plain.read_bytes())


def run(words):
    print(*words[4:], flush=True)
    subprocess.run([str(word) for word in words], check=False)


def positions():
    for line in POSITIONS.read_text(encoding="utf-8").splitlines():
        fields = line.split()
        if len(fields) > 4 and not line.startswith("#"):
            yield line.split("id ")[1].split(";")[0].strip(' "'), " ".join(fields[:4])


def search(player, fen, depth):
    """The seconds and nodes of a search in a process of its own."""
    name, command, options = player
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    nodes = 0
    for line in [*options, "isready"]:
        process.stdin.write(line + "\n")
    while process.stdout.readline().strip() != "readyok":
        pass
    start = time.monotonic()
    process.stdin.write(f"position fen {fen} 0 1\ngo depth {depth}\n")
    for line in process.stdout:
        if " nodes " in line:
            nodes = int(line.split(" nodes ")[1].split()[0])
        if line.startswith("bestmove"):
            break
    seconds = time.monotonic() - start
    process.stdin.write("quit\n")
    process.wait()
    return {"player": name, "seconds": seconds, "nodes": nodes}


def players(arguments):
    """For each number of threads and each player: the name, command and options of the player, and the depth."""
    for threads in (1, 2):
        options = [f"setoption name {name} value {value}" for name, value in (("Threads", threads), ("Hash", 64))]
        for algorithm in ALGORITHMS:
            yield threads, (algorithm, [arguments.eldest, "uci"],
                            [f"setoption name Algorithm value {algorithm}", *options]), DEPTH["eldest"]
        yield threads, ("stockfish", ["/usr/games/stockfish"], options), DEPTH["stockfish"]


def measure(arguments):
    """Measures the players in turns, so that other load on the computer affects all alike."""
    runs = measured.load(DEPTHS, [])
    done = {(one["player"], one["threads"], one["id"], one["repeat"]) for one in runs}
    for repeat, (name, fen) in itertools.product(range(REPEATS), positions()):
        for threads, player, depth in players(arguments):
            if (player[0], threads, name, repeat) not in done:
                runs.append({**search(player, fen, depth), "threads": threads, "id": name, "repeat": repeat,
                             "depth": depth, "load": os.getloadavg()[0]})
        measured.save(DEPTHS, runs)


def measure_selectivity(arguments):
    """Measures the search with each of the options, in turns."""
    runs = measured.load(SELECTIVITY, [])
    done = {(one["player"], one["id"], one["repeat"]) for one in runs}
    for repeat, (name, fen) in itertools.product(range(REPEATS), positions()):
        for search_name, off in SEARCHES.items():
            options = ["setoption name Algorithm value negascout",
                       *(f"setoption name {option} value {value}" for option, value in off.items())]
            if (search_name, name, repeat) not in done:
                runs.append({**search((search_name, [arguments.eldest, "uci"], options), fen, SELECTIVE_DEPTH),
                             "id": name, "repeat": repeat, "depth": SELECTIVE_DEPTH})
    measured.save(SELECTIVITY, runs)


def elo(score):
    """The difference of strength, in Elo, that corresponds to a mean score in [0, 1]."""
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def pairs(games, score=lambda game: game["score"]):
    """The mean score of each opening, which is played with either colour."""
    by_opening = collections.defaultdict(list)
    for game in games:
        by_opening[game["second"], game["first"], game["number"] // 2].append(score(game))
    return [statistics.mean(scores) for scores in by_opening.values()]


def strength(scores, base=0):
    low, high = measured.interval(scores)
    figures = [elo(value) + base for value in (statistics.mean(scores), low, high)]
    return "{:+.0f} ({:+.0f} to {:+.0f})".format(*figures) if base == 0 else "{:.0f} ({:.0f} to {:.0f})".format(*figures)


def failures(games, first):
    """The games that ended by a failure of the first or second player."""
    ended = [game for game in games if game["reason"].endswith((" of White", " of Black"))]
    return [game for game in ended if (game["reason"].endswith("White") == game["first_is_white"]) == first]


def counts(games):
    return [sum(game["score"] == score for game in games) for score in (1, 0.5, 0)]


def least_left(games):
    return min(game["least_left"]["white" if game["first_is_white"] else "black"] for game in games)


def report_others(games):
    print("| opponent | threads | games | won | drawn | lost | failures of eldest | of the opponent | least time left (ms) | "
          "Elo difference | Elo |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for opponent, threads in itertools.product(OTHERS, (1, 2)):
        own = [game for game in games if game["second"] == opponent and game["first"] == eldest("abdada", threads)]
        if not own:
            continue
        rating = strength(pairs(own), STOCKFISH_ELO) if opponent == STOCKFISH else ""
        name = f"Stockfish, UCI_Elo {STOCKFISH_ELO}" if opponent == STOCKFISH else "GNU Chess"
        cells = [name, threads, len(own), *counts(own), len(failures(own, True)), len(failures(own, False)),
                 f"{1000 * least_left(own):.0f}", strength(pairs(own)), rating]
        print(f"| {' | '.join(map(str, cells))} |")
    print()


def report_reasons(games):
    print("| the games ended by | |\n|---|---|")
    reasons = collections.Counter(game["reason"].split(" of ")[0] for game in games)
    for reason, count in reasons.most_common():
        print(f"| {reason} | {count} |")
    print()


def report_algorithms(games):
    own = {name: eldest(name, 2) for name in ALGORITHMS}
    among = [game for game in games if game["first"] in own.values() and game["second"] in own.values()]
    if not among:
        return
    print(f"| | {' | '.join(ALGORITHMS)} | games | score | Elo difference to the others |")
    print("|---|" + "---|" * (len(ALGORITHMS) + 3))
    for name in ALGORITHMS:
        cells = []
        for other in ALGORITHMS:
            met = [game for game in among if {game["first"], game["second"]} == {own[name], own[other]}]
            cells.append("" if name == other or not met else f"{sum(score_of(game, own[name]) for game in met):g}")
        all_met = [game for game in among if own[name] in (game["first"], game["second"])]
        scores = pairs(all_met, lambda game, name=name: score_of(game, own[name]))
        cells += [str(len(all_met)), f"{100 * statistics.mean(scores):.1f} %", strength(scores)]
        print(f"| {name} | {' | '.join(cells)} |")
    print()


def score_of(game, player):
    return game["score"] if game["first"] == player else 1 - game["score"]


def geometric(logarithms):
    return measured.with_interval(math.exp(statistics.mean(logarithms)), map(math.exp, measured.interval(logarithms)))


def report_depths(runs):
    seconds, nodes = collections.defaultdict(list), collections.defaultdict(list)
    for one in runs:
        key = one["player"], one["threads"], one["id"]
        seconds[key].append(one["seconds"])
        nodes[key].append(one["nodes"])
    depth = {one["player"]: one["depth"] for one in runs}
    print("| | depth | seconds, 1 thread | seconds, 2 threads | speedup | nodes, 2 threads / 1 |")
    print("|---|---|---|---|---|---|")
    for player in [*ALGORITHMS, "stockfish"]:
        ids = sorted(name for who, threads, name in seconds if who == player and threads == 2)
        if len(ids) < 2:
            continue
        # Of several searches of a position, which differ on two threads, the mean and not the luckiest.
        one, two = ([[statistics.mean(of[player, threads, name]) for name in ids] for of in (seconds, nodes)]
                    for threads in (1, 2))
        sums = [f"{sum(of[0]):.1f}" for of in (one, two)]
        speedups, growths = [math.log(x / y) for x, y in zip(one[0], two[0])], [math.log(y / x) for x, y in zip(one[1], two[1])]
        print(f"| {player.replace('stockfish', 'Stockfish 15.1')} | {depth[player]} | {' | '.join(sums)} | "
              f"{geometric(speedups)} | {geometric(growths)} |")


def report_selectivity(runs, games):
    nodes, seconds = collections.defaultdict(dict), collections.defaultdict(lambda: collections.defaultdict(list))
    for one in runs:
        nodes[one["player"]][one["id"]] = one["nodes"]
        seconds[one["player"]][one["id"]].append(one["seconds"])
    base, *_ = SEARCHES
    print(f"| search | nodes to depth {SELECTIVE_DEPTH}, mean | relative to the first row | time, relative |")
    print("|---|---|---|---|")
    for name in SEARCHES:
        ids = sorted(nodes[name])
        ratios = [math.log(nodes[name][one] / nodes[base][one]) for one in ids]
        times = [math.log(statistics.mean(seconds[name][one]) / statistics.mean(seconds[base][one])) for one in ids]
        compared = ["", ""] if name == base else [geometric(ratios), geometric(times)]
        print(f"| {name} | {statistics.mean(nodes[name].values()):,.0f} | {' | '.join(compared)} |")
    print()
    own = [game for game in games if game["second"] == player_without(OFF)]
    if own:
        print("| games | won | drawn | lost | failures of either | Elo difference |\n|---|---|---|---|---|---|")
        cells = [len(own), *counts(own), len(failures(own, True)) + len(failures(own, False)), strength(pairs(own))]
        print(f"| {' | '.join(map(str, cells))} |\n")


def report():
    games = [json.loads(line) for line in gzip.open(GAMES)] if GAMES.exists() else []
    if games:
        report_others(games)
        report_reasons([game for game in games if game["second"] != player_without(OFF)])
        report_algorithms(games)
    selective = measured.load(SELECTIVITY, [])
    if selective:
        report_selectivity(selective, games)
    runs = measured.load(DEPTHS, [])
    if runs:
        report_depths(runs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["games", "selectivity", "depths", "report"])
    parser.add_argument("--eldest", default=str(measured.ROOT / "build/release/sim/eldest"))
    parser.add_argument("--work", type=Path, default=HERE / "games.jsonl", help="the games while they are played")
    parser.add_argument("--jobs", type=int, default=1, help="cores for games against other programs")
    arguments = parser.parse_args()
    {"games": lambda: play(arguments), "selectivity": lambda: measure_selectivity(arguments),
     "depths": lambda: measure(arguments), "report": report}[arguments.action]()


if __name__ == "__main__":
    main()
