#!/usr/bin/env python3
"""A second simulator of parallel machines, which checks the first one with random patterns.

It draws platforms and short programs of messages and table accesses, calculates the time after each
action from the description of platforms (platforms/README.md) alone, runs the program `replay` on
the same patterns, and compares all times:

    patterns.py --seed 1 --count 1000 --model loggp --program build/ci/tests/platforms/replay

It prints a line of summary and a line for each pattern that differs. The exit status is 1 if any
differs. `--show N` prints pattern N with the times by both programs.

In the model `flow` SimGrid may order messages that come through the network at one instant in
either way, and may forget to divide a link (see forgets_links). In both models rounding may decide
which of two events at one instant is first, unless all sums are exact (see Numbers). Patterns with
such a tie are counted apart.

A time in replay's output is that of the processor's own schedule. It includes the accesses that the
processor has served up to the last moment at which it looked at the others: when it got a message
or an answer, and at the end of an access within its host. Accesses served later, in the middle of
work or of overheads, are seen at the next such moment. Processor.seen follows this rule.
"""
import argparse
import heapq
import json
import math
import random
import subprocess
import sys
from decimal import Decimal

RELATIVE_TOLERANCE = 1e-12
ABSOLUTE_TOLERANCE = 1e-18
TIMING_PRECISION = 1e-12  # SimGrid takes events as simultaneous that are nearer than this
TIE = 3 * TIMING_PRECISION
ROUNDING = 1e-12  # relative; the order of events that are nearer than this depends on rounding
MAXMIN_PRECISION = 1e-5  # SimGrid's default

# Bytes of accesses. A word is what a swap, a request and an unlock carry.
WORD = 8
READ_REQUEST = 16
READ_ANSWER = 16
ENTRY = 24

DOCTYPE = '<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'


# ---------------------------------------------------------------------------------------- patterns


class Numbers:
    """Source of random values with the text that the platform file has for them.

    If exact, all times are small multiples of a power of two. Then all sums are exact, and many
    events fall on the same instant. Otherwise such ties are rare.
    """

    def __init__(self, rng, exact):
        self.rng = rng
        self.exact = exact

    def time(self, low, high):
        """Returns a time between low and high microseconds: seconds, and the text."""
        if self.exact:
            value = self.rng.randint(1, 8) * self.rng.choice((1, 1, 2)) / 2.0 ** 20
            return value, format(Decimal(value), "f") + "s"
        micros = round(self.rng.uniform(low, high), 9)
        if self.rng.random() < 0.5:
            return micros * 1e-6, "%.9fus" % micros
        return float("%.6f" % (micros * 1e3)) * 1e-9, "%.6fns" % (micros * 1e3)

    def bandwidth(self):
        """Returns a bandwidth: bytes a second, and the text."""
        if self.exact:
            value = 2.0 ** self.rng.randint(22, 25)
            return value, "%.0fBps" % value
        mega = round(10 ** self.rng.uniform(0.3, 2.3), 9)
        return mega * 1e6, "%.9fMBps" % mega

    def speed(self):
        """Returns a speed: units a second, and the text."""
        if self.exact:
            return 2.0 ** 20, "%.0ff" % 2.0 ** 20
        mega = round(self.rng.uniform(0.5, 4), 9)
        return mega * 1e6, "%.9fMf" % mega

    def work(self):
        """Returns an amount of work."""
        if self.exact:
            return self.rng.randint(1, 60)
        return round(10 ** self.rng.uniform(0, 2.5), 9)


class Link:
    """A resource that messages cross: a link, or one direction of a SPLITDUPLEX link."""

    def __init__(self, bandwidth, latency, shared):
        self.bandwidth = bandwidth
        self.latency = latency
        self.shared = shared
        self.free = 0.0  # when its queue is free (loggp)


class Route:
    """The way between two hosts, with its latency and its bandwidth."""

    def __init__(self, links):
        self.crossings = {}
        for link in links:
            self.crossings[link] = self.crossings.get(link, 0) + 1
        self.latency = sum(link.latency for link in links)
        self.bandwidth = min(link.bandwidth / (times if link.shared else 1)
                             for link, times in self.crossings.items())


class Platform:
    """A platform: its text, hosts in natural order of their names, and routes between them."""

    def __init__(self):
        self.text = ""
        self.cores = []
        self.speeds = []
        self.routes = {}  # (host, host) -> Route


def draw_cluster(numbers, hosts):
    """Draws a cluster: a star, with a backbone or without."""
    rng = numbers.rng
    platform = Platform()
    policy = rng.choice(("SPLITDUPLEX", "SPLITDUPLEX", "SHARED", "FATPIPE"))
    bandwidth, bandwidth_text = numbers.bandwidth()
    latency, latency_text = numbers.time(0.5, 20)
    speed, speed_text = numbers.speed()
    core = rng.choice((1, 1, 2, 3))
    text = ('<cluster id="nodes" prefix="node-" suffix="" radical="0-%d" speed="%s" core="%d" bw="%s" lat="%s"'
            ' sharing_policy="%s"' % (hosts - 1, speed_text, core, bandwidth_text, latency_text, policy))
    # SimGrid 3.32 takes a cluster's links as SHARED if they should be FATPIPE.
    up = [Link(bandwidth, latency, True) for _ in range(hosts)]
    down = [Link(bandwidth, latency, True) for _ in range(hosts)] if policy == "SPLITDUPLEX" else up
    backbone = []
    if rng.random() < 0.5:
        bb_bandwidth, bb_text = numbers.bandwidth()
        bb_latency, bb_latency_text = numbers.time(0.5, 20)
        bb_policy = rng.choice(("SHARED", "SHARED", "FATPIPE"))
        text += ' bb_bw="%s" bb_lat="%s" bb_sharing_policy="%s"' % (bb_text, bb_latency_text, bb_policy)
        backbone = [Link(bb_bandwidth, bb_latency, bb_policy == "SHARED")]
    if rng.random() < 0.5:
        loop_bandwidth, loop_text = numbers.bandwidth()
        loop_latency, loop_latency_text = numbers.time(0.1, 2)
        text += ' loopback_bw="%s" loopback_lat="%s"' % (loop_text, loop_latency_text)
        for host in range(hosts):
            platform.routes[host, host] = Route([Link(loop_bandwidth, loop_latency, False)])
    platform.text = text + "/>"
    platform.cores = [core] * hosts
    platform.speeds = [speed] * hosts
    for source in range(hosts):
        for target in range(hosts):
            if source != target:
                platform.routes[source, target] = Route([up[source]] + backbone + [down[target]])
    return platform


def draw_full_zone(numbers, hosts, bus):
    """Draws hosts with routes of random links, or with one bus that all routes cross."""
    rng = numbers.rng
    platform = Platform()
    lines = []
    names = sorted(rng.sample(range(1, 30), hosts))
    same = rng.random() < 0.5
    core, (speed, speed_text) = rng.choice((1, 1, 2, 3)), numbers.speed()
    for host in range(hosts):
        if not same:
            core, (speed, speed_text) = rng.choice((1, 1, 2, 3)), numbers.speed()
        platform.cores.append(core)
        platform.speeds.append(speed)
        lines.append('<host id="pe-%d" speed="%s" core="%d"/>' % (names[host], speed_text, core))
    rng.shuffle(lines)
    links = []
    for index in range(1 if bus else rng.randint(1, 2 * hosts)):
        bandwidth, bandwidth_text = numbers.bandwidth()
        latency, latency_text = numbers.time(0.5, 30)
        policy = "SHARED" if bus else rng.choice(("SHARED", "SPLITDUPLEX", "FATPIPE"))
        lines.append('<link id="link-%d" bandwidth="%s" latency="%s" sharing_policy="%s"/>'
                     % (index, bandwidth_text, latency_text, policy))
        if policy == "SPLITDUPLEX":
            links.append({direction: Link(bandwidth, latency, True) for direction in ("UP", "DOWN")})
        else:
            links.append({"": Link(bandwidth, latency, policy == "SHARED")})
    opposite = {"UP": "DOWN", "DOWN": "UP", "": ""}
    routes = []

    def draw_route(source, target, symmetrical):
        crossed = []
        for _ in range(1 if bus else rng.randint(1, min(3, len(links)))):
            index = rng.randrange(len(links))
            if all(index != other for other, _ in crossed) or rng.random() < 0.1:
                crossed.append((index, rng.choice(sorted(links[index]))))
        if rng.random() < 0.1:
            crossed.append(rng.choice(crossed))
        inner = "".join('<link_ctn id="link-%d"%s/>' % (index, ' direction="%s"' % way if way else "")
                        for index, way in crossed)
        routes.append('<route src="pe-%d" dst="pe-%d" symmetrical="%s">%s</route>'
                      % (names[source], names[target], "YES" if symmetrical else "NO", inner))
        platform.routes[source, target] = Route([links[index][way] for index, way in crossed])
        if symmetrical:
            platform.routes[target, source] = Route([links[index][opposite[way]] for index, way in reversed(crossed)])

    for source in range(hosts):
        for target in range(source):
            if rng.random() < 0.7:
                draw_route(source, target, True)
            else:
                draw_route(source, target, False)
                draw_route(target, source, False)
    if rng.random() < 0.5:
        for host in range(hosts):
            if rng.random() < 0.8:
                bandwidth, bandwidth_text = numbers.bandwidth()
                latency, latency_text = numbers.time(0.1, 2)
                policy = rng.choice(("SHARED", "FATPIPE"))
                lines.append('<link id="loop-%d" bandwidth="%s" latency="%s" sharing_policy="%s"/>'
                             % (host, bandwidth_text, latency_text, policy))
                routes.append('<route src="pe-%d" dst="pe-%d" symmetrical="NO"><link_ctn id="loop-%d"/></route>'
                              % (names[host], names[host], host))
                platform.routes[host, host] = Route([Link(bandwidth, latency, policy == "SHARED")])
    platform.text = "\n".join(lines + routes)
    return platform


def draw_properties(numbers):
    """Draws the properties of a machine. Returns their values and their texts."""
    rng = numbers.rng
    values = {"service": "hardware", "write": "posted", "split-phase": "yes", "lock-round-trips": 0,
              "packet-payload": 0, "packet-size": 0, "busy-slowdown": 1.0, "core-threads": 1, "thread-slowdown": 1.0}
    texts = {}
    service = rng.choice(("interrupt", "poll", "hardware", "hardware"))

    def choose(name, value, text=None):
        values[name] = value
        texts[name] = str(value) if text is None else text

    if service != "hardware" or rng.random() < 0.5:
        choose("service", service)
    for name, high, often in (("send-overhead", 5, 0.8), ("receive-overhead", 5, 0.8), ("service-time", 10, 0.8),
                              ("local-access", 5, 0.8), ("message-overhead", 10, 0.6), ("lock-time", 3, 0.5),
                              ("interrupt-overhead", 10, 0.6 if service == "interrupt" else 0),
                              ("gap", 6, 0.4), ("adapter-gap", 4, 0.4)):
        values[name] = 0.0
        if rng.random() < often:
            choose(name, *numbers.time(0.05, high))
    if service == "hardware" and rng.random() < 0.5:
        choose("lock-round-trips", rng.choice((1, 1, 1, 2, 3)))
    if rng.random() < 0.7:
        choose("write", rng.choice(("posted", "fetched", "awaited")))
    if rng.random() < 0.5:
        choose("split-phase", rng.choice(("yes", "no")))
    if rng.random() < 0.6:
        payload = rng.choice((8, 16, 32, 64)) if numbers.exact else rng.randint(8, 300)
        choose("packet-payload", payload)
        choose("packet-size", payload * rng.choice((1, 2)) if numbers.exact else payload + rng.randint(0, 60))
    if not numbers.exact and rng.random() < 0.4:
        slowdown = round(rng.uniform(1, 3), 6)
        choose("busy-slowdown", slowdown, "%.6f" % slowdown)
    return values, texts


def draw_programs(numbers, processors, accesses_only):
    """Draws a program for each processor. Every wait has a message that an earlier action sends."""
    rng = numbers.rng
    programs = [[] for _ in range(processors)]
    if not numbers.exact or rng.random() < 0.3:
        for program in programs:
            program.append(["work", numbers.work()])
    sent = [0] * processors
    pending = [False] * processors  # whether a read has not been awaited
    slots = rng.choice((1, 2, 4))
    homes = rng.sample(range(processors), rng.choice((1, 1, 2, processors)) if processors > 2 else processors)
    kinds = ["work", "send", "send", "wait", "wait", "read", "read", "write", "own"]
    if accesses_only:
        kinds = ["work", "read", "write", "read", "write", "own"]
    for _ in range(rng.randint(4, 14) * processors):
        rank = rng.randrange(processors)
        program = programs[rank]
        kind = rng.choice(kinds)
        if kind == "work":
            program.append(["work", numbers.work()])
        elif kind == "send":
            target = rng.choice([other for other in range(processors) if other != rank])
            size = rng.choice((1, 16, 64, 128, 512)) if numbers.exact else int(10 ** rng.uniform(0, 3.6))
            program.append(["send", target, size])
            sent[target] += 1
        elif kind == "wait":
            if sent[rank] > 0:
                sent[rank] -= 1
                program.append(["wait"])
        elif kind == "write":
            program.append(["write", rng.choice(homes), rng.randrange(slots)])
        elif kind == "own":
            program.append([rng.choice(("read", "write")), rank, rng.randrange(slots)])
            if program[-1][0] == "read" and pending[rank]:
                program.insert(-1, ["await"])
                pending[rank] = False
        elif pending[rank]:
            program.append(["await"])
            pending[rank] = False
        else:
            program.append(["read", rng.choice(homes), rng.randrange(slots)])
            pending[rank] = True
    for rank, program in enumerate(programs):
        if pending[rank]:
            program.append(["await"])
        if rng.random() < 0.9:
            program.extend([["wait"]] * sent[rank])
        if rng.random() < 0.5:
            program.append(["read", rank, 0])
    return programs


class Pattern:
    """A random platform with a program for each of its processors."""

    def __init__(self, seed, number, model):
        rng = random.Random("%d %d" % (seed, number))
        self.number = number
        self.model = model or rng.choice(("loggp", "loggp", "flow"))
        self.exact = self.model == "loggp" and rng.random() < 0.3
        numbers = Numbers(rng, self.exact)
        hosts = rng.randint(2, 6)
        kind = rng.choice(("cluster", "cluster", "full", "full", "bus"))
        if kind == "cluster":
            self.platform = draw_cluster(numbers, hosts)
        else:
            self.platform = draw_full_zone(numbers, hosts, kind == "bus")
        self.properties, self.texts = draw_properties(numbers)
        self.processors = rng.randint(2, min(6, sum(self.platform.cores)))
        self.share_cores(random.Random("%d %d threads" % (seed, number)))
        self.spread = rng.random() < 0.5
        self.programs = draw_programs(numbers, self.processors, rng.random() < 0.15)
        self.place()

    def computers(self):
        """Returns the processors of each computer: those of hosts with several, and of all others together."""
        cores = self.platform.cores
        return {count if count > 1 else sum(cores) for count in cores}

    def share_cores(self, rng):
        """Draws processors that share a core, where each computer has room for whole cores."""
        threads = rng.choice((1, 2, 3))
        if self.exact or threads == 1 or any(count % threads for count in self.computers()):
            return
        factor = round(rng.uniform(1, 3), 6)
        self.properties.update({"core-threads": threads, "thread-slowdown": factor})
        self.texts.update({"core-threads": str(threads), "thread-slowdown": "%.6f" % factor})

    def place(self):
        """Chooses the host of each processor."""
        cores = self.platform.cores
        places = [(core if self.spread else 0, host, core) for host in range(len(cores)) for core in range(cores[host])]
        self.hosts = [host for _, host, _ in sorted(places)[:self.processors]]

    def text(self):
        """Returns the platform file."""
        props = "".join('<prop id="eldest:%s" value="%s"/>\n' % item for item in self.texts.items())
        return '%s<platform version="4.1">\n<zone id="machine" routing="Full">\n%s%s\n</zone>\n</platform>\n' % (
            DOCTYPE, props, self.platform.text)

    def slowdown(self, rank):
        """Returns the factor by which a processor's work takes longer, since others of its computer work."""
        counts = self.platform.cores
        host = self.hosts[rank]
        if counts[host] > 1:
            mates = [other for other, place in enumerate(self.hosts) if place == host]
            processors = counts[host]
        else:
            mates = list(range(self.processors))
            processors = sum(counts)
        cores = processors // self.properties["core-threads"]
        core_of = {mate: place % cores for place, mate in enumerate(mates)}
        factor = 1.0
        if cores > 1:
            used = len(set(core_of.values()))
            factor *= 1 + (self.properties["busy-slowdown"] - 1) * (used - 1) / (cores - 1)
        if self.properties["core-threads"] > 1:
            together = list(core_of.values()).count(core_of[rank])
            factor *= (1 + (self.properties["thread-slowdown"] - 1) * (together - 1)
                       / (self.properties["core-threads"] - 1))
        return factor

    def as_json(self):
        """Returns the line that describes the pattern to replay."""
        return json.dumps({"platform": self.text(), "model": self.model, "processors": self.processors,
                           "spread": self.spread, "programs": self.programs})


# --------------------------------------------------------------------------------- the simulation


class Message:
    """A message, a request or an answer on its way."""

    def __init__(self, sender, receiver, size, owner, order):
        self.sender = sender  # rank
        self.receiver = receiver  # rank
        self.size = size
        self.owner = owner  # rank that comes first at one instant: of the sender, or of the asker
        self.order = order  # place among the messages of this rank
        self.deliver = None  # what happens when it has arrived
        self.count = 1  # of packets
        self.packet = self.wire = float(size)  # bytes of a packet, and of all, on the wire
        self.local = False  # within a host
        self.arrived = False
        self.known = 0  # number of accesses that have come to its receiver before it
        self.first_left = self.last_left = None
        self.first_arrival = self.arrival = None
        self.route = None
        self.begin = None
        self.end = None
        self.delay = None
        self.final = None


class Flow:
    """A communication in SimGrid's network."""

    def __init__(self, message, now):
        route = message.route
        self.message = message
        self.remains = message.wire
        self.penalty = route.latency
        self.date = now + route.latency
        self.paid = False  # whether the latency has passed
        self.rate = 0.0
        self.updated = now
        self.weights = [(link, float(times) if link.shared else 1.0) for link, times in route.crossings.items()]


def share(flows):
    """Divides the links among flows as SimGrid's max-min solver does. Returns the rate of each."""
    rates = {}
    remaining, usage, users = {}, {}, {}
    for flow in flows:
        for link, weight in flow.weights:
            users.setdefault(link, []).append((flow, weight))
    for link, crossing in users.items():
        remaining[link] = link.bandwidth
        parts = [weight / flow.penalty for flow, weight in crossing]
        usage[link] = sum(parts) if link.shared else max(parts)
    active = set(users)
    while active:
        level = min(remaining[link] / usage[link] for link in active)
        saturated = []
        for link in active:
            if remaining[link] / usage[link] == level:
                for flow, _ in users[link]:
                    if flow not in rates:
                        rates[flow] = level / flow.penalty
                        saturated.append(flow)
        if not saturated:
            break
        for flow in saturated:
            for link, weight in flow.weights:
                if link.shared:
                    remaining[link] = subtract(remaining[link], weight * rates[flow], link.bandwidth * MAXMIN_PRECISION)
                    usage[link] = subtract(usage[link], weight / flow.penalty, MAXMIN_PRECISION)
                else:
                    usage[link] = max([w / other.penalty for other, w in users[link] if other not in rates] + [0.0])
                if usage[link] <= MAXMIN_PRECISION or remaining[link] <= link.bandwidth * MAXMIN_PRECISION:
                    active.discard(link)
    return rates


def forgets_links(starting, moving):
    """Returns whether SimGrid may forget to divide a link among flows that start to move at one instant.

    It notes the links of the first flow, and those that share a flow with a noted link. Of the next flow it looks
    at the first link only. If this is noted, it does not note the others, and divides them only at the next event.
    `network/optim:Full` is without this error.
    """
    for flow in starting:
        noted = {link for link, _ in flow.weights}
        near = [noted]
        while near:
            near = [links for links in ({link for link, _ in other.weights} for other in moving)
                    if links & noted and not links <= noted]
            noted.update(*near)
        for late in starting:
            if late.weights[0][0] in noted:
                for link, weight in late.weights:
                    others = [other for other in starting + moving if other is not late and link in dict(other.weights)]
                    if link not in noted and (others or weight > 1):
                        return True
    return False


def subtract(value, part, precision):
    """Subtracts a part, and gives 0 for what is less than the precision."""
    value -= part
    return 0.0 if value < precision else value


class Processor:
    """A processor with its schedule."""

    def __init__(self, rank, host):
        self.rank = rank
        self.host = host
        self.turn = 0  # number of the turn that is valid
        self.busy = False  # with something that an interrupt delays
        self.began = self.until = 0.0  # begin and end of this
        self.served = 0.0  # the end of the last access that it serves
        self.since = 0.0  # begin of its wait, or the end of the last access served in it
        self.waiting = False
        self.ended_wait = self.left = -1.0  # when it has last gone on at once (loggp), and last sent something
        self.caught_up = 0.0  # the latest instant at which all other events have happened before it went on (flow)
        self.woken = False  # by what it has waited for, so that it has already looked at this instant
        self.seen = 0.0  # time that the processor itself knows
        self.accesses = []  # time to serve each access that has come
        self.known = 0  # number of these that are part of seen
        self.inbox = []
        self.requests = []  # that wait for a look
        self.answers = {}  # that have arrived, by the order of their requests
        self.reading = None  # the order of the request of the latest read
        self.sent = 0
        self.has_locked = False  # by the latest swap
        self.times = []
        self.send_gap = self.receive_gap = 0.0
        self.memory = 0.0  # when the memory of its part is free
        self.steps = None

    def see(self, time):
        """Sets the time that the processor itself knows, after it has looked at the others."""
        self.seen = time
        self.known = len(self.accesses)

    def see_accesses(self, count):
        """Counts the time of the first accesses."""
        self.seen += sum(self.accesses[self.known:count])
        self.known = max(self.known, count)


class Simulation:
    """A run of a pattern, event by event."""

    def __init__(self, pattern):
        self.pattern = pattern
        self.flow_model = pattern.model == "flow"
        self.now = 0.0
        self.events = []
        self.counter = 0
        self.tie = False
        self.flows = []
        self.flow_version = 0
        self.through = -1.0  # when the last message came through the network
        self.locks = {}  # entry -> rank of the processor that holds its lock
        self.lock_waiters = {}
        self.pairs = {}  # messages that have not been delivered, by sender and receiver
        values = pattern.properties
        self.values = values
        self.service = values["service"]
        self.send_overhead = values["send-overhead"]
        self.receive_overhead = values["receive-overhead"]
        self.message_overhead = values["message-overhead"]
        self.service_time = values["service-time"]
        self.local_access = values["local-access"]
        self.locks_needed = values["lock-round-trips"] if self.service == "hardware" else 0
        self.gap = values["gap"]
        self.adapter_gap = values["adapter-gap"]
        self.processors = [Processor(rank, host) for rank, host in enumerate(pattern.hosts)]
        self.adapter_out = [0.0] * len(pattern.platform.cores)
        self.adapter_in = [0.0] * len(pattern.platform.cores)

    # Events

    def at(self, time, rank, kind, order, action, rounded=False):
        """Adds an event: kind 0 is a processor's own turn, and 1 concerns one of its messages.

        rounded tells that another program may calculate the time by other sums.
        """
        self.counter += 1
        heapq.heappush(self.events, (time, rank, kind, order, self.counter, rounded, action))

    def run(self):
        """Simulates until nothing happens any more. Returns the times by processor."""
        for link in {link for route in self.pattern.platform.routes.values() for link in route.crossings}:
            link.free = 0.0
        for processor in self.processors:
            processor.steps = self.execute(processor)
            self.wake(processor, 0.0)
        while self.events:
            time, rank, kind, _, _, rounded, action = heapq.heappop(self.events)
            if self.events and not self.pattern.exact and time > 0:
                later, other, other_kind, _, _, other_rounded, _ = self.events[0]
                if self.flow_model:
                    unsure = kind != other_kind and (rounded or other_rounded)
                else:
                    unsure = kind == other_kind == 1
                if later - time < ROUNDING * time and other != rank and (later > time or unsure):
                    self.tie = True  # rounding decides which event is first
            self.now = max(self.now, time)
            action()
        return [processor.times for processor in self.processors]

    def wake(self, processor, time, place=None):
        """Lets a processor go on at a time, in place of the time planned before.

        place is its place among the events of this time, by default its rank.
        """
        processor.turn += 1
        turn = processor.turn

        def go_on():
            if processor.turn == turn:
                next(processor.steps, None)

        self.at(time, processor.rank if place is None else place, 0, 0, go_on)

    def end_wait(self, processor):
        """Lets a processor go on that may have waited for what has arrived now."""
        if not processor.waiting:
            return
        if self.flow_model:
            self.wake(processor, self.now, math.inf)  # after the others that are due
            return
        processor.ended_wait = self.now
        processor.turn += 1  # at once, before the other events of this instant
        next(processor.steps, None)

    # A processor's actions

    def execute(self, processor):
        """Goes through a processor's program, yielding whenever time passes."""
        speed = self.pattern.platform.speeds[processor.host]
        slowdown = self.pattern.slowdown(processor.rank)
        for action in self.pattern.programs[processor.rank]:
            kind = action[0]
            if kind == "work":
                yield from self.spend(processor, action[1] / speed * slowdown)
            elif kind == "send":
                yield from self.send_message(processor, action[1], action[2])
            elif kind == "wait":
                yield from self.receive_message(processor)
            elif kind == "await":
                if processor.reading is not None:
                    order, processor.reading = processor.reading, None
                    yield from self.await_answer(processor, order)
            elif self.processors[action[1]].host == processor.host:
                yield from self.access_own(processor, action[1], action[2])
            elif kind == "read":
                yield from self.read(processor, action[1], action[2])
            else:
                yield from self.write(processor, action[1], action[2])
            processor.times.append(processor.seen)
        while True:  # serves accesses of others
            if self.service == "poll":
                yield from self.look(processor)
            processor.waiting = True
            yield
            processor.waiting = False

    def catch_up(self, processor):
        """Lets the other events of this instant happen first, unless they have (flow).

        In flow, a processor's turn comes after them. Work and sending alone take no turn.
        """
        while self.flow_model and processor.caught_up != self.now:
            if self.service == "poll":
                yield from self.look(processor)
            processor.caught_up = self.now
            self.wake(processor, self.now, math.inf)
            yield
            if self.service == "poll":
                yield from self.look(processor)

    def spend(self, processor, time, look=True):
        """Uses processor time, which interrupts delay. A machine that polls looks before."""
        processor.seen += time
        woken, processor.woken = processor.woken, False
        if look and time > 0 and self.service == "poll":
            yield from self.look(processor)
        processor.until = max(self.now, processor.served) + time
        if processor.until > self.now:
            processor.busy = True
            # The look before this work serves an access that comes at the instant at which the work begins.
            processor.began = max(self.now, processor.served) if look and not woken else -1.0
            self.wake(processor, processor.until)
            yield
            processor.busy = False

    def look(self, processor):
        """Serves the accesses that have come, at a machine that polls."""
        while processor.requests:
            yield from self.serve_first(processor)

    def serve_first(self, processor):
        """Serves the first of the accesses that have come."""
        processor.woken = False
        self.serve(processor, processor.requests.pop(0))
        if processor.served > self.now:
            self.wake(processor, processor.served)
            yield
        processor.since = self.now

    def wait_until(self, processor, ready):
        """Waits until ready() gives a message. Serves the accesses that come before it."""
        processor.since = self.now
        before = len(processor.accesses)  # accesses that come before the wait are served first
        while True:
            message = ready()
            served = len(processor.accesses) - len(processor.requests)
            if message and (self.service != "poll" or served >= max(before, message.known)):
                break
            if processor.requests:
                yield from self.serve_first(processor)
                continue
            processor.waiting = True
            yield
            processor.waiting = False
            processor.caught_up = self.now
            processor.woken = bool(ready())
        processor.see(max(self.now, processor.served))

    def take(self, processor, message, overhead):
        """Receives a message's packets, and spends an overhead after them."""
        each = 0.0 if message.local else self.receive_overhead
        since = max(processor.since, processor.served)
        done = max(message.arrival + each, max(message.first_arrival, since) + message.count * each)
        yield from self.spend(processor, max(done - max(self.now, processor.served), 0.0) + overhead)

    def receive_message(self, processor):
        """Waits for a message of another processor."""
        yield from self.catch_up(processor)
        if self.service == "poll":
            yield from self.look(processor)
        yield from self.wait_until(processor, lambda: processor.inbox[0] if processor.inbox else None)
        yield from self.take(processor, processor.inbox.pop(0), self.message_overhead)

    def await_answer(self, processor, order):
        """Waits for the answer to a request."""
        if order in processor.answers:
            processor.since = self.now
            processor.see_accesses(processor.answers[order].known)
        else:
            yield from self.wait_until(processor, lambda: processor.answers.get(order))
        yield from self.take(processor, processor.answers.pop(order), 0.0)

    def new_message(self, sender, receiver, size, owner, order):
        """Makes a message of packets."""
        message = Message(sender, receiver, size, owner, order)
        payload = self.values["packet-payload"]
        if payload:
            message.count = max(1, -(-size // payload))
            message.packet = float(self.values["packet-size"])
            message.wire = message.count * message.packet
        message.route = self.pattern.platform.routes.get(
            (self.processors[sender].host, self.processors[receiver].host))
        return message

    def send_message(self, processor, target, size):
        """Sends a message to another processor."""
        processor.sent += 1
        message = self.new_message(processor.rank, target, size, processor.rank, processor.sent)

        pair = self.pairs.setdefault((processor.rank, target), [])
        pair.append(message)

        def deliver():
            message.arrived = True
            receiver = self.processors[target]
            while pair and pair[0].arrived:
                pair[0].known = len(receiver.accesses)
                receiver.inbox.append(pair.pop(0))
                self.end_wait(receiver)

        message.deliver = deliver
        if processor.host == self.processors[target].host:
            yield from self.spend(processor, self.message_overhead)
            message.local = True
            message.first_left = message.last_left = self.now
            if message.route:
                self.launch(message)
            else:
                message.arrival = message.first_arrival = self.now + self.local_access
                self.at(message.arrival, message.owner, 1, message.order, deliver)
            return
        yield from self.transmit(processor, message, self.message_overhead)

    def transmit(self, processor, message, overhead):
        """Sends the packets of a message, after an overhead."""
        yield from self.spend(processor, overhead + self.send_overhead)
        message.first_left = processor.left = self.now
        if message.count == 1:
            message.last_left = self.now
        if self.flow_model:
            self.at(self.now, message.owner, 1, message.order, lambda: self.launch(message))
        else:
            self.launch(message)
        if message.count > 1:
            yield from self.spend(processor, (message.count - 1) * self.send_overhead, False)
            message.last_left = self.now
            self.plan_arrival(message)

    # Accesses

    def access_own(self, processor, home, slot):
        """Accesses an entry in the memory of the processor's own host."""
        if self.service == "hardware":
            yield from self.catch_up(processor)
        entry = home, slot
        while self.locks.get(entry, processor.rank) != processor.rank:
            self.lock_waiters.setdefault(entry, []).append(processor)
            yield
        time = self.local_access + self.values["lock-time"]
        if self.service == "hardware":
            part = self.processors[home]
            begin = max(self.now, part.memory)
            several = sum(other.host == processor.host for other in self.processors) > 1
            part.memory = begin + (self.service_time if several else min(self.service_time, self.local_access))
            time += begin - self.now
        yield from self.spend(processor, time)
        if self.service != "hardware":
            yield from self.catch_up(processor)
        if self.service == "poll":
            yield from self.look(processor)
        processor.see(self.now)

    def request(self, processor, home, slot, size, answer_size, lock=None, overhead=0.0):
        """Sends a request to a home, which answers if there is a size of answers.

        lock is "take" for the swap that takes the entry's lock, and "free" for a put that frees it.
        """
        processor.sent += 1
        message = self.new_message(processor.rank, home, size, processor.rank, processor.sent)
        message.deliver = lambda: self.arrive(message, slot, answer_size, lock)
        message.answer_size = answer_size
        yield from self.transmit(processor, message, overhead)

    def round_trip(self, processor, home, slot, size, answer_size, lock=None):
        """Sends a request and waits for its answer."""
        yield from self.request(processor, home, slot, size, answer_size, lock)
        yield from self.await_answer(processor, processor.sent)

    def lock(self, processor, home, slot):
        """Locks an entry by swaps."""
        for trip in range(self.locks_needed):
            last = trip == self.locks_needed - 1
            while True:
                yield from self.round_trip(processor, home, slot, WORD, WORD, "take" if last else None)
                if not last or processor.has_locked:
                    break

    def read(self, processor, home, slot):
        """Reads an entry of another host."""
        if self.locks_needed:
            yield from self.lock(processor, home, slot)
            yield from self.round_trip(processor, home, slot, READ_REQUEST, READ_ANSWER)
            yield from self.request(processor, home, slot, WORD, 0, "free")
        elif self.values["split-phase"] == "no":
            yield from self.round_trip(processor, home, slot, READ_REQUEST, READ_ANSWER)
        else:
            yield from self.request(processor, home, slot, READ_REQUEST, READ_ANSWER)
            processor.reading = processor.sent

    def write(self, processor, home, slot):
        """Writes an entry of another host."""
        way = self.values["write"]
        if self.locks_needed:
            yield from self.lock(processor, home, slot)
        if way in ("fetched", "awaited"):
            yield from self.round_trip(processor, home, slot, WORD, ENTRY)
        if way == "awaited":
            if self.locks_needed:
                yield from self.request(processor, home, slot, WORD, 0, "free")
        elif self.locks_needed:
            word_packets = self.new_message(processor.rank, home, WORD, 0, 0).count
            yield from self.request(processor, home, slot, ENTRY + WORD, 0, "free", word_packets * self.send_overhead)
        else:
            yield from self.request(processor, home, slot, ENTRY, 0)

    def arrive(self, message, slot, answer_size, lock):
        """Lets a home have a request that has arrived."""
        home = self.processors[message.receiver]
        entry = message.receiver, slot
        if lock == "take":
            self.processors[message.sender].has_locked = entry not in self.locks
            self.locks.setdefault(entry, message.sender)
        elif lock == "free":
            del self.locks[entry]
            for waiter in self.lock_waiters.pop(entry, []):
                self.wake(waiter, self.now)
        if self.service == "hardware":
            home.memory = max(self.now, home.memory) + self.service_time
            if answer_size:
                self.answer(message, home.memory, home.memory)
            return
        home.accesses.append(self.time_to_serve(message))
        if self.service == "poll":
            home.requests.append(message)
            if home.waiting:
                self.wake(home, self.now)
            elif home.busy and self.now <= home.began:  # at the end of a piece of work, before the next one
                before = max(self.now, home.served)
                self.serve(home, home.requests.pop())
                home.until += home.served - before
                home.began = home.served
                self.wake(home, home.until)
        else:
            if home.ended_wait == home.left == self.now and message.owner < home.rank:
                self.tie = True  # what the home has just sent, without an overhead, is still to leave
            before = home.served
            self.serve(home, message)
            if home.busy:
                home.until += home.served - max(before, self.now)
                self.wake(home, home.until)

    def time_to_serve(self, message):
        """Returns the time for which an access keeps the home's processor."""
        time = message.count * self.receive_overhead + self.service_time
        if self.service == "interrupt":
            time += self.values["interrupt-overhead"]
        if message.answer_size:
            time += self.answer_packets(message) * self.send_overhead
        return time

    def answer_packets(self, message):
        """Returns the number of packets of the answer to a request."""
        return self.new_message(message.receiver, message.sender, message.answer_size, 0, 0).count

    def serve(self, home, message):
        """Serves an access by the home's processor."""
        home.served = max(self.now, home.served) + self.time_to_serve(message)
        if message.answer_size:
            later = (self.answer_packets(message) - 1) * self.send_overhead
            self.answer(message, home.served - later, home.served)

    def answer(self, request, first_left, last_left):
        """Sends the answer to a request."""
        message = self.new_message(request.receiver, request.sender, request.answer_size, request.owner, request.order)
        asker = self.processors[request.sender]

        def deliver():
            asker.answers[request.order] = message
            message.known = len(asker.accesses)
            self.end_wait(asker)

        message.deliver = deliver
        message.first_left, message.last_left = first_left, last_left
        if self.flow_model:
            self.at(first_left, message.owner, 1, message.order, lambda: self.launch(message),
                    self.service == "hardware")
        else:
            self.launch(message)

    # Messages on the way

    def queues(self, message, sending, receiving):
        """Returns the queues for gaps that a message passes: an object or list, the key, and the time."""
        found = []
        if message.local:
            return found
        sender, receiver = self.processors[message.sender], self.processors[message.receiver]
        if self.gap:
            if sending:
                found.append((sender.__dict__, "send_gap", message.count * self.gap))
            if receiving:
                found.append((receiver.__dict__, "receive_gap", message.count * self.gap))
        if self.adapter_gap:
            if sending:
                found.append((self.adapter_out, sender.host, message.count * self.adapter_gap))
            if receiving:
                found.append((self.adapter_in, receiver.host, message.count * self.adapter_gap))
        return found

    def pass_queues(self, queues, time):
        """Lets a message pass queues for gaps from a time. Returns its longest wait."""
        longest = 0.0
        for queue, key, occupied in queues:
            turn = max(time, queue[key])
            queue[key] = turn + occupied
            longest = max(longest, turn - time)
        return longest

    def launch(self, message):
        """Lets a message go, whose first packet leaves now or at a time that is known."""
        route = message.route
        if self.flow_model:
            message.begin = message.first_left + self.pass_queues(self.queues(message, True, False), message.first_left)
            message.first_arrival = message.begin + route.latency + message.packet / route.bandwidth
            self.at(message.begin, message.owner, 1, message.order, lambda: self.start_flow(message))
            return
        first = message.packet
        if not self.values["packet-payload"]:
            first = min(first, 64.0)
        message.first_arrival = message.first_left + route.latency + first / route.bandwidth
        self.at(message.first_arrival, message.owner, 1, message.order, lambda: self.join(message))

    def join(self, message):
        """Lets a message join the queues of its links and of the gaps (loggp)."""
        route = message.route
        turn_due = message.first_left + route.latency
        longest = self.pass_queues(self.queues(message, True, True), turn_due)
        message.carried = turn_due + longest + self.gaps(message) + message.packet / route.bandwidth
        for link, times in route.crossings.items():
            if link.shared:
                turn = max(turn_due, link.free)
                link.free = turn + times * message.wire / link.bandwidth
                longest = max(longest, turn - turn_due)
                message.carried = max(message.carried, link.free)
        message.delay = longest
        self.plan_arrival(message)

    def gaps(self, message):
        """Returns the time for which the gaps hold up the last packet after the first one."""
        return 0.0 if message.local else (message.count - 1) * max(self.gap, self.adapter_gap)

    def plan_arrival(self, message):
        """Plans the arrival of a message's last packet, when all is known that decides it."""
        if message.last_left is None:
            return
        route = message.route
        gaps = self.gaps(message)
        packet = route.latency + message.packet / route.bandwidth
        if self.flow_model:
            if message.end is None:
                return
            last = max(message.end, message.begin + packet + gaps,
                       message.begin + (message.last_left - message.first_left) + packet)
            message.arrival = last + message.delay
            message.first_arrival += message.delay
        else:
            if message.delay is None:
                return
            last = max(message.first_left + route.latency + message.wire / route.bandwidth,
                       message.first_arrival + gaps, message.last_left + packet)
            message.first_arrival += message.delay
            if message.count == 1:
                message.arrival = last + message.delay
            else:
                message.arrival = max(last, message.carried, message.first_arrival)
        self.at(message.arrival, message.owner, 1, message.order, message.deliver, self.flow_model)

    # SimGrid's network

    def start_flow(self, message):
        """Gives a message to the network."""
        self.flows.append(Flow(message, self.now))
        self.plan_flows()

    def plan_flows(self):
        """Plans the next event in the network."""
        self.flow_version += 1
        version = self.flow_version
        if not self.flows:
            return
        date = min(flow.date for flow in self.flows)

        def happen():
            if version == self.flow_version:
                self.advance_flows()

        self.at(date, -1, 0, 0, happen)

    def advance_flows(self):
        """Lets the network's events of this instant happen."""
        due = [flow for flow in self.flows if abs(flow.date - self.now) < TIMING_PRECISION]
        near = [flow for flow in self.flows if abs(flow.date - self.now) < TIE]
        if any(flow.date != self.now for flow in near):
            self.tie = True
        ended = [flow for flow in due if flow.paid]
        if ended:
            if len(ended) > 1 or self.now - self.through < TIE:
                self.tie = True
            self.through = self.now
        if forgets_links([flow for flow in due if not flow.paid], [flow for flow in self.flows if flow.paid]):
            self.tie = True
        for flow in due:
            if flow.paid:
                self.flows.remove(flow)
            else:
                flow.paid = True
                flow.updated = self.now
        moving = [flow for flow in self.flows if flow.paid]
        rates = share(moving)
        for flow in moving:
            rate = rates.get(flow, 0.0)
            if rate != flow.rate or flow in due:
                flow.remains -= flow.rate * (self.now - flow.updated)
                flow.updated = self.now
                flow.rate = rate
                flow.date = self.now + max(flow.remains, 0.0) / rate if rate > 0 else math.inf
        self.plan_flows()
        for flow in ended:
            self.come_through(flow.message)

    def come_through(self, message):
        """Lets a message join the receiver's queues when it has come through the network."""
        message.end = self.now
        gaps = self.gaps(message)
        known = max(self.now, message.first_arrival + gaps)
        message.delay = self.pass_queues(self.queues(message, False, True), known - gaps)
        self.plan_arrival(message)


# ------------------------------------------------------------------------------------- comparison


def run_program(program, patterns):
    """Runs replay on patterns. Returns its answer to each."""
    done = subprocess.run([program], input="".join(pattern.as_json() + "\n" for pattern in patterns),
                          stdout=subprocess.PIPE, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode != 0 or len(answers) != len(patterns):
        sys.exit("%s: status %d after %d of %d patterns" % (program, done.returncode, len(answers), len(patterns)))
    return answers


def first_difference(expected, found):
    """Returns (processor, action) of the earliest time that differs, or None."""
    differing = []
    for rank, times in enumerate(expected):
        for action, time in enumerate(times):
            if abs(time - found[rank][action]) > RELATIVE_TOLERANCE * abs(time) + ABSOLUTE_TOLERANCE:
                differing.append((min(time, found[rank][action]), rank, action))
                break
    return min(differing)[1:] if differing else None


def show(pattern, expected, answer):
    """Prints a pattern and its times by both programs."""
    print(pattern.text())
    print("model %s, spread %s, hosts of the processors %s" % (pattern.model, pattern.spread, pattern.hosts))
    for rank, program in enumerate(pattern.programs):
        print("processor %d" % rank)
        for index, action in enumerate(program):
            found = answer[rank][index] if isinstance(answer, list) else math.nan
            same = abs(expected[rank][index] - found) <= RELATIVE_TOLERANCE * abs(found) + ABSOLUTE_TOLERANCE
            print("    %3d %-28s %.15g %.15g%s" % (index, json.dumps(action), expected[rank][index], found,
                                                   "" if same else "   differs"))


def main():
    """Compares the times of random patterns by both programs."""
    parser = argparse.ArgumentParser(description="Checks simulated machines by an independent simulation.")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random patterns")
    parser.add_argument("--count", type=int, default=1000, help="number of patterns")
    parser.add_argument("--model", choices=("loggp", "flow"), help="model of the network; both without this option")
    parser.add_argument("--program", default="build/ci/tests/platforms/replay", help="the program replay")
    parser.add_argument("--show", type=int, help="number of a pattern to print")
    options = parser.parse_args()
    numbers = range(options.count) if options.show is None else [options.show]
    patterns = [Pattern(options.seed, number, options.model) for number in numbers]
    answers = run_program(options.program, patterns)
    ties, failures, times = [], [], 0
    for pattern, answer in zip(patterns, answers):
        simulation = Simulation(pattern)
        expected = simulation.run()
        if options.show is not None:
            show(pattern, expected, answer)
        if isinstance(answer, dict):
            failures.append("pattern %d (%s): %s" % (pattern.number, pattern.model, answer["error"]))
            continue
        times += sum(len(part) for part in expected)
        place = first_difference(expected, answer)
        if simulation.tie:
            ties.append("%d%s" % (pattern.number, "" if place is None else " (differs)"))
        elif place is not None:
            rank, action = place
            failures.append("pattern %d (%s): processor %d, action %d %s: %.17g here, %.17g by the program" % (
                pattern.number, pattern.model, rank, action, json.dumps(pattern.programs[rank][action]),
                expected[rank][action], answer[rank][action]))
    print("%d patterns, %d times: %d agree, %d differ, %d with ties%s" % (
        len(patterns), times, len(patterns) - len(failures) - len(ties), len(failures), len(ties),
        ": " + ", ".join(ties) if ties else ""))
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
