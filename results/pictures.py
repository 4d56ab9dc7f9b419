"""Pictures that scripts of the results draw with Matplotlib (python3-matplotlib), and that are checked without it."""
import hashlib
import inspect
import re


class Picture:
    """A picture: its file, and a digest of what it shows and of the function that draws it."""

    def __init__(self, path, draw_it, *shown):
        self.path, self.draw = path, lambda plt: draw_it(plt, *shown)
        self.digest = hashlib.sha256(f"{shown}{inspect.getsource(draw_it)}".encode()).hexdigest()

    def is_of_the_data(self):
        found = self.path.is_file() and re.search(r"<dc:identifier>(\w+)</dc:identifier>", self.path.read_text(encoding="utf-8"))
        return found and found[1] == self.digest


def draw(pictures):
    """Draws pictures into their files, always the same for the same data."""
    import matplotlib  # pylint: disable=import-outside-toplevel
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "eldest"
    import matplotlib.pyplot as plt  # pylint: disable=import-outside-toplevel
    for picture in pictures:
        figure = picture.draw(plt)
        figure.tight_layout()
        figure.savefig(picture.path, metadata={"Date": None, "Creator": None, "Identifier": picture.digest})


def names_of_wrong(pictures):
    """The names of the pictures that are not of the data."""
    return [picture.path.name for picture in pictures if not picture.is_of_the_data()]
