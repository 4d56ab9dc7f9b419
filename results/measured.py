"""What the scripts of the results share: simulations, and files of their figures."""
import gzip
import json
import math
import statistics
import subprocess


def simulate(eldest, words, folder=None):
    """The report of `eldest simulate` with these words, as --json has it; run in a folder, or here."""
    command = [eldest, "simulate", *words, "--json", "--quiet"]
    return json.loads(subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE,
                                     cwd=folder).stdout)


def load(path, default):
    """The figures in a file, compressed JSON, or the default if there is none yet."""
    return json.loads(gzip.open(path).read()) if path.exists() else default


def save(path, figures):
    """Writes figures so that the same ones always make the same file."""
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        file.write(json.dumps(figures, indent=1).encode())


def mean_and_error(values):
    """The mean, and its standard error."""
    return statistics.mean(values), statistics.stdev(values) / math.sqrt(len(values))


def change(logarithms, digits=0):
    """The mean of logarithms of ratios as a change in per cent, with its standard error."""
    mean, error = mean_and_error(logarithms)
    return f"{100 * math.expm1(mean):+.{digits}f} ± {100 * error:.{digits}f}"
