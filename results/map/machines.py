#!/usr/bin/env python3
"""Writes the machines of the map, latency-*.xml, beside this file. They differ in latency only.

    results/map/machines.py
"""
from pathlib import Path

LATENCIES = {"100ns": 1e-7, "1us": 1e-6, "10us": 1e-5, "100us": 1e-4, "1ms": 1e-3, "10ms": 1e-2}

MACHINE = """<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<!--
  1,024 processors that a message takes {latency} between, and nothing else of theirs: no machine, but a row of the map.
  Memory is accessed from afar by the adapter of its node, an entry in 50 ns.
-->
<platform version="4.1">
  <zone id="latency-{latency}" routing="Full">
    <prop id="eldest:service" value="hardware"/>
    <prop id="eldest:service-time" value="50ns"/>
    <prop id="eldest:local-access" value="50ns"/>
    <!-- Of a cluster's links a message takes two. -->
    <cluster id="nodes" prefix="node-" suffix="" radical="0-1023" speed="1Gf" bw="1EBps" lat="{half:.10g}s"/>
  </zone>
</platform>
"""


def path(latency):
    return Path(__file__).with_name(f"latency-{latency}.xml")


def main():
    for latency, seconds in LATENCIES.items():
        path(latency).write_text(MACHINE.format(latency=latency, half=seconds / 2), encoding="utf-8")


if __name__ == "__main__":
    main()
