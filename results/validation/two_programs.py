#!/usr/bin/env python3
"""The change of the time of searches on one thread from one program to another.

Each search is made five times by both programs in turn, and the least time counts. The script prints the change of the
time, in per cent, from the mean of the logarithms, with its standard error.

    results/validation/two_programs.py OLD NEW
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured  # noqa: E402: found by the line above
import sweeps  # noqa: E402

ALGORITHMS = ["negascout", "ybwc", "abdada", "simplified-abdada"]
ROUNDS = 5
SEARCHES = {
    "chess 7": [f"--position trees/chess/bratko-kopec.epd:BK.{number:02} --depth 7" for number in range(1, 25, 3)],
    "chess 8": [f"--position trees/chess/bratko-kopec.epd:BK.{number:02} --depth 8" for number in range(1, 25, 3)],
    "othello 11": [f"--tree othello --position trees/othello/wc1996-final.txt:WC96-{moves:02} --depth 11"
                   for moves in range(9, 40, 9)],
    "synthetic 8": [f"--tree synthetic:b=8 --depth 8 --seed {seed}" for seed in range(1, 5)],
}


def seconds(program, words, algorithm):
    return measured.search_on_one_thread(program, algorithm, words.split())["time_s"]


def change(old, new, words, algorithm):
    """The logarithm of the new program's time by that of the old one."""
    times = [(seconds(old, words, algorithm), seconds(new, words, algorithm)) for _ in range(ROUNDS)]
    least_old, least_new = map(min, zip(*times))
    return math.log(least_new / least_old)


def main():
    old, new = sys.argv[1:]
    sweeps.table(["tree, depth", *ALGORITHMS], [
        [tree, *(measured.change([change(old, new, words, algorithm) for words in searches], 1) for algorithm in ALGORITHMS)]
        for tree, searches in SEARCHES.items()])


if __name__ == "__main__":
    main()
