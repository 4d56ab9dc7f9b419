#!/usr/bin/env python3
"""Writes t3d-128.xml: python3 t3d.py > t3d-128.xml"""

from torus import CONFIG, Torus, link

TORUS = Torus("xyz", 4)
PES_PER_NODE = 2

HEAD = """\
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<!--
  Cray T3D, 128 processing elements (PEs): 64 nodes of two PEs in a 4x4x4 torus. Written by t3d.py.

  The machine of Weill, "The ABDADA Distributed Minimax Search Algorithm", ICCA Journal 19(1), 1996,
  section 5. Any SimGrid program can load this file; the properties that begin with "eldest:" are
  explained in README.md beside it. A number marked "unverified" is quoted from memory or derived; check
  it in the paper named beside it. The most important of these papers is Arpaci et al., "Empirical
  Evaluation of the CRAY-T3D: A Compiler Perspective", ISCA 1995 (abstract:
  https://people.eecs.berkeley.edu/~yelick/papers/t3d-isca95.abs). A cycle is 6.67 ns.
-->
<platform version="4.1">
""" + CONFIG + """
  <!-- Messages go in x, then y, then z (unverified; HR-04033). So that the shortest path does the same,
       each router is three here. For example, router-7-y has messages that arrived there in y and may
       go on in y or z. A message enters at router-7-x. -->
  <zone id="T3D" routing="Floyd">
    <!-- Memory is read, written and swapped from afar by hardware, without the other processor:
         Weill 1996, section 5, who used the SHMEM library. -->
    <prop id="eldest:service" value="hardware"/>
    <!-- A locked entry is read, since its content decides if it is replaced, and put back. The
         processor waits for shmem_get, but not for shmem_put. -->
    <prop id="eldest:write" value="fetched"/>
    <!-- Mutual exclusion by shmem_swap (Weill 1996, section 5): one swap locks an entry. -->
    <prop id="eldest:lock-round-trips" value="1"/>
    <!-- shmem_get and shmem_swap return when the data are there. -->
    <prop id="eldest:split-phase" value="no"/>

    <!-- A SHMEM call before the request leaves: 0.3 to 0.5 us, of which 23 cycles (153 ns) set up the
         annex, which holds the number of the other PE. Unverified: Arpaci 1995 for the annex; the call
         derived. It is the whole cost of a put, for which the processor does not wait. -->
    <prop id="eldest:send-overhead" value="0.5us"/>
    <!-- The rest of a call once the data are there. Chosen so that shmem_swap takes 1.4 us and
         shmem_get of a table entry 1.5 us. 1.0 to 1.5 us are reported for the former, and 1 to 2 us for
         the latter (Numrich et al., HPCN 1994). Derived, unverified. -->
    <prop id="eldest:receive-overhead" value="0.3us"/>
    <!-- A message between processors goes into a queue in its receiver's memory. The sender gets a
         place by the hardware's fetch-and-increment, and puts the message there; the receiver reads and
         clears it. Chosen so that a short one takes 2 us one way. Karamcheti's library Fast Messages,
         which does this, has "an order of magnitude lower latency than Cray's PVM" and "performance
         comparable to SHMEM get" (https://test.wotug.org/parallel/internet/usenet/comp.parallel,
         February 1995, article 39; the paper is in ISCA 1995, doi 10.1145/225830.224440), and PVM takes
         21 us (unverified; Dongarra and Dunigan 1995, see below). Derived. -->
    <prop id="eldest:message-overhead" value="0.5us"/>
    <!-- A word of a table much larger than a DRAM page: 31 cycles, a read off page. Unverified;
         Arpaci 1995. -->
    <prop id="eldest:service-time" value="205ns"/>
    <!-- An access to an entry in the own memory: two reads off page and little more. Derived,
         unverified. -->
    <prop id="eldest:local-access" value="0.5us"/>
    <!-- An entry in the own memory is locked in the same way, since others swap as well. This takes a
         call of 0.8 us and a word of the memory. To unlock it is a store, which takes as much as a
         word. Derived, unverified. -->
    <prop id="eldest:lock-time" value="1.2us"/>

    <!-- Processing elements 2n and 2n+1 are those of node n, at x + 4y + 16z. Two of them are on each
         node (http://www.netlib.org/benchmark/top500/reports/report94/Architec/node8.html). The shape
         of 4x4x4 nodes for 128 of them is assumed (to check: Cray T3D System Architecture Overview,
         HR-04033, 1993).

         speed: units of work a second, which are cycles of a 50 MHz SuperSPARC. Frenchess visits
         20,000 to 25,000 positions a second on that and 7,000 to 9,000 on a PE (Weill 1996,
         section 5), so 8,000 / 22,500 * 50 Mf. -->
"""

INTERFACE_LINKS = """
    <!-- The interface to the network that the two PEs of a node share.
         bandwidth: a large shmem_put runs at 120 to 128 MB/s, the block transfer engine at 140 MB/s.
         Unverified; Dongarra and Dunigan, "Message-Passing Performance of Various Computers", 1995
         (128 MB/s for shared memory; http://netlib.org/utk/papers/oldlatbw/node7.html), Numrich et
         al., HPCN 1994 (120), Arpaci 1995 (140).
         latency: an uncached read of 8 bytes from a neighbouring node takes 91 cycles (610 ns), there
         and back (unverified; Arpaci 1995; about 100 cycles in
         https://courses.cs.washington.edu/courses/csep524/02au/CSE596.02.8_files/slide0172.htm).
         Without 205 ns in the memory, 2 * 16.7 ns in the network and 2 * 62.5 ns for 8 bytes at 128
         MB/s, a quarter of the rest is the time of each of the four interfaces on the way. Derived. -->
"""

TORUS_LINKS = """
    <!-- The torus: x-7 leads from node 7 to the next one in x, and back.
         bandwidth: 300 MB/s in each direction, peak:
         http://www.netlib.org/benchmark/top500/reports/report94/Architec/node8.html
         latency: a hop takes 2 to 3 cycles, 13 to 20 ns. Unverified; Arpaci 1995. -->
"""


def lines():
    pes = [(pe, pe // PES_PER_NODE) for pe in range(TORUS.size * PES_PER_NODE)]
    yield HEAD.rstrip("\n")
    yield from (f'    <host id="pe-{pe}" speed="17.8Mf"/>' for pe, _ in pes)
    yield from TORUS.router_lines()
    yield INTERFACE_LINKS.rstrip("\n")
    yield from (link(f"interface-{node}", "128MBps", "62ns") for node in range(TORUS.size))
    yield TORUS_LINKS.rstrip("\n")
    yield from TORUS.link_lines("300MBps", "16.7ns")
    yield ""
    for pe, node in pes:
        yield from TORUS.host_routes(f"pe-{pe}", node, f"interface-{node}")
    yield from TORUS.router_routes()
    yield "  </zone>\n</platform>"


if __name__ == "__main__":
    print("\n".join(lines()))
