#!/usr/bin/env python3
"""The weights of Othello's evaluation `learned`, and how well the evaluations predict the results of games.

    results/othello-evaluation/learn.py learn [--program build/ci/results/othello-evaluation/othello_self_play]
    results/othello-evaluation/learn.py report

`learn` makes the program play games with itself. The first generation plays by the weights of `swinging`, each later one by
the weights that least squares give for the games before. It keeps the positions of the last games, from which the weights
of `learned` follow. `report` computes the weights from the positions again, and prints the tables, in Markdown. It fails if
the weights are not those of trees/othello/evaluation.cpp.
"""
import argparse
import gzip
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE / "positions.csv.gz"
EVALUATION = HERE.parents[1] / "trees" / "othello" / "evaluation.cpp"
TERMS = ["mobility", "potential mobility", "corners", "X squares", "C squares", "edge", "discs", "turn"]
START = 60  # empty squares at the start of the game
# Weights at the start of the game and at its end, in centidiscs, as in trees/othello/evaluation.cpp.
SWINGING = [(200, 200), (10, 0), (800, 800), (-400, -200), (-150, -50), (0, 60), (0, 0), (0, 0)]
STEADY = [(60, 60), (30, 30), (800, 800), (-400, -200), (-150, -50), (0, 60), (0, 0), (0, 0)]
GENERATIONS = 5
GAMES = 1500  # of each of the two processes that play a generation
STAGES = [(40, 52), (28, 40), (16, 28), (4, 16)]  # empty squares


def positions(text):
    """The number of empty squares, the terms and the margin of each position."""
    for line in text.splitlines():
        empties, *terms, margin = map(int, line.split(","))
        yield empties, terms, margin


def features(empties, terms):
    start = empties / START
    return [term * start for term in terms] + [term * (1 - start) for term in terms]


def solve(matrix, vector):
    """The solution of a system of linear equations whose matrix is symmetric and positive definite."""
    size = len(vector)
    rows = [matrix[i] + [vector[i]] for i in range(size)]
    for i in range(size):
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            for k in range(i, size + 1):
                rows[j][k] -= factor * rows[i][k]
    solution = [0.0] * size
    for i in reversed(range(size)):
        solution[i] = (rows[i][size] - sum(rows[i][k] * solution[k] for k in range(i + 1, size))) / rows[i][i]
    return solution


def least_squares(known):
    """The weights, in centidiscs, that predict the margins best."""
    size = 2 * len(TERMS)
    matrix = [[0.0] * size for _ in range(size)]
    vector = [0.0] * size
    for empties, terms, margin in known:
        values = features(empties, terms)
        present = [i for i in range(size) if values[i]]
        for i in present:
            vector[i] += values[i] * margin
            for j in present:
                matrix[i][j] += values[i] * values[j]
    weights = [round(100 * weight) for weight in solve(matrix, vector)]
    return list(zip(weights[: len(TERMS)], weights[len(TERMS):]))


def play(program, weights, generation):
    """The positions of games that are played by `weights`, as text."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(f"{start} {end}\n" for start, end in weights))
        file.flush()
        players = [subprocess.Popen([program, str(GAMES), str(2 * generation + half), file.name], stdout=subprocess.PIPE,
                                    encoding="utf-8") for half in range(2)]
        texts = [player.communicate()[0] for player in players]
    if any(player.returncode for player in players):
        raise SystemExit(f"{program} has failed")
    return "".join(texts).replace(" ", ",")


def learn(program):
    weights = SWINGING
    for generation in range(GENERATIONS):
        text = play(program, weights, generation)
        weights = least_squares(list(positions(text)))
        print(generation + 1, weights, flush=True)
    with gzip.GzipFile(DATA, "wb", mtime=0) as file:
        file.write(text.encode())


def error(weights, known):
    """The standard error of the values as forecasts of the margin, in discs."""
    starts, ends = zip(*weights)
    squares = 0.0
    for empties, terms, margin in known:
        value = sum(weight * part for weight, part in zip(starts + ends, features(empties, terms)))
        squares += (value / 100 - margin) ** 2
    return math.sqrt(squares / len(known))


def weights_in_program():
    """The weights of `learned` in the program's source, in the order of TERMS."""
    text = EVALUATION.read_text(encoding="utf-8")
    weights = re.search(r"constexpr Weights learned\{(.*?)\};", text, re.DOTALL)[1]
    return [(int(start), int(end)) for start, end in re.findall(r"= \{(-?\d+), (-?\d+)\}", weights)]


def report():
    known = list(positions(gzip.open(DATA, "rt").read()))
    learned = least_squares(known)
    if list(learned) != weights_in_program():
        sys.exit(f"{EVALUATION} has other weights than {learned}")
    print("| weight, centidiscs | at the start | at the end |\n|---|---:|---:|")
    for name, (start, end) in zip(TERMS, learned):
        print(f"| {name} | {start} | {end} |")
    print("\n| empty squares | positions | swinging | steady | learned |\n|---|---:|---:|---:|---:|")
    for least, most in STAGES:
        stage = [position for position in known if least <= position[0] < most]
        errors = " | ".join(f"{error(weights, stage):.1f}" for weights in (SWINGING, STEADY, learned))
        print(f"| {least} to {most - 1} | {len(stage)} | {errors} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("what", choices=["learn", "report"])
    parser.add_argument("--program", default="build/ci/results/othello-evaluation/othello_self_play")
    arguments = parser.parse_args()
    if arguments.what == "learn":
        learn(arguments.program)
    else:
        report()


if __name__ == "__main__":
    main()
