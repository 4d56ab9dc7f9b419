"""Bristled tori of a SimGrid platform, for the scripts beside this one.

SimGrid's TORUS cluster has one host on each router, but machines here have several hosts behind one
interface to the network. So hosts, routers and links are written out one by one.

Shortest paths alone would crowd some links and leave others idle. These machines correct x, then y,
then z ..., so each of their routers is several routers here, for messages on their way in x, in y, in
z. From one of these a message can only go on in the same dimension or in a later one. Because of
this, the shortest path is the machine's own.
"""

# How SimGrid's network is set, without the end of <config>.
NETWORK = """\
  <config>
    <!-- A message takes latency + size / bandwidth; SimGrid's default, LV08, fits TCP instead. -->
    <prop id="network/model" value="CM02"/>
    <!-- No TCP window that would limit the rate of a flow. -->
    <prop id="network/TCP-gamma" value="0"/>
    <!-- Each link is a pair of independent directions: the traffic of one takes nothing from the
         other. -->
    <prop id="network/crosstraffic" value="0"/>
"""
CONFIG = NETWORK + """\
    <!-- A network hop is a few tens of ticks of SimGrid's default timing precision, 1e-9 s: set
         1e-10 s or less. The option's name depends on the version (surf/precision until 3.32,
         precision/timing later), so it is left to the program. -->
  </config>
"""


def link(name, bandwidth, latency):
    return (f'    <link id="{name}" bandwidth="{bandwidth}" latency="{latency}"'
            ' sharing_policy="SPLITDUPLEX"/>')


def route(source, target, *links):
    """A route from a source to a target over links, each with a direction: UP or DOWN."""
    crossed = "".join(f'<link_ctn id="{name}" direction="{direction}"/>'
                      for name, direction in links)
    return f'    <route src="{source}" dst="{target}" symmetrical="NO">{crossed}</route>'


class Torus:
    """Routers in a torus of some width, with one dimension for each letter. Width 2 is a hypercube, in
    which a step ahead and one behind lead to the same neighbour, over one link."""

    def __init__(self, dimensions, width):
        self.dimensions = dimensions
        self.width = width
        self.size = width ** len(dimensions)
        self.places = [(node, dimension) for dimension in range(len(dimensions))
                       for node in range(self.size)]

    def neighbour(self, node, dimension, step):
        """The node `step` further (1 or -1) in a dimension, around the torus."""
        stride = self.width**dimension
        coordinate = node // stride % self.width
        return node + ((coordinate + step) % self.width - coordinate) * stride

    def has_link(self, node, dimension):
        """Returns True if a link leads from the node ahead in the dimension."""
        return self.width > 2 or self.neighbour(node, dimension, 1) > node

    def router(self, node, dimension):
        return f"router-{node}-{self.dimensions[dimension]}"

    def link(self, node, dimension):
        return f"{self.dimensions[dimension]}-{node}"

    def router_lines(self):
        return (f'    <router id="{self.router(*place)}"/>' for place in self.places)

    def link_lines(self, bandwidth, latency):
        return (link(self.link(*place), bandwidth, latency)
                for place in self.places if self.has_link(*place))

    def host_routes(self, host, node, *links):
        """The routes of a host: over links into the network, where all dimensions are still ahead, and
        out of it after any of them."""
        yield route(host, self.router(node, 0), *((name, "UP") for name in links))
        for dimension in range(len(self.dimensions)):
            yield route(self.router(node, dimension), host,
                        *((name, "DOWN") for name in reversed(links)))

    def router_routes(self):
        """The routes from each node in each dimension, for messages that have not yet gone in a later one."""
        for node, dimension in self.places:
            ahead, behind = (self.neighbour(node, dimension, step) for step in (1, -1))
            for earlier in range(dimension + 1):
                source = self.router(node, earlier)
                if self.has_link(node, dimension):
                    yield route(source, self.router(ahead, dimension),
                                (self.link(node, dimension), "UP"))
                if self.has_link(behind, dimension):
                    yield route(source, self.router(behind, dimension),
                                (self.link(behind, dimension), "DOWN"))
