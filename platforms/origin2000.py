#!/usr/bin/env python3
"""Writes origin2000-64.xml: python3 origin2000.py > origin2000-64.xml"""

from torus import CONFIG, Torus, link

HYPERCUBE = Torus("xyzw", 2)
NODES_PER_ROUTER = 2
CPUS_PER_NODE = 2

HEAD = """\
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<!--
  SGI Origin 2000, 64 R10000 processors of 195 MHz: 32 nodes of two, two nodes on each of 16 routers,
  which are a hypercube of four dimensions. Written by origin2000.py.

  The machine of Brockington and Schaeffer, "APHID: Asynchronous Parallel Game-Tree Search", section 4
  (64 processors; that they had 195 MHz is assumed). Any SimGrid program can load this file; the
  properties that begin with "eldest:" are explained in README.md beside it. A number marked
  "unverified" is quoted from memory or derived; check it in the paper named beside it. The most
  important of these papers are Laudon and Lenoski, "The SGI Origin: A ccNUMA Highly Scalable Server",
  ISCA 1997 (doi 10.1145/264107.264206), and SGI 007-3430, the "Origin2000 and Onyx2 Performance Tuning
  and Optimization Guide".

  Structure: https://archive.nptel.ac.in/content/storage2/courses/106104024/lecture30/30_4.htm (six
  ports a router: two nodes, four routers) and https://tickerdossier.com/wiki/sgi-origin-2000.
-->
<platform version="4.1">
""" + CONFIG + """
  <!-- Messages go in x, then y, then z, then w. This is assumed, since software sets the tables of the
       real routers. So that the shortest path does the same, each router is four here. For example,
       router-7-y has messages that arrived there in y and may go on in y, z or w. A message enters at
       router-7-x. -->
  <zone id="Origin2000" routing="Floyd">
    <!-- Memory is shared, and caches are kept coherent by hardware. -->
    <prop id="eldest:service" value="hardware"/>
    <!-- To change an entry, a processor gets the entry's line for itself by load linked and store
         conditional, and waits for it. -->
    <prop id="eldest:write" value="awaited"/>
    <!-- The lock of an entry is in the entry's own cache line (128 bytes). The processor gets the line
         for itself with the first access to it (load linked), so that both take one miss. Derived. -->
    <prop id="eldest:lock-round-trips" value="0"/>
    <!-- A processor waits for a load that misses, because a search of the time does not prefetch.
         Assumed. -->
    <prop id="eldest:split-phase" value="no"/>
    <!-- A cache miss takes no instructions except the load. -->
    <prop id="eldest:send-overhead" value="0us"/>
    <prop id="eldest:receive-overhead" value="0us"/>
    <!-- APHID's processes communicate through PVM (Brockington and Schaeffer, section 3.5), whose
         message takes about 20 us one way. Unverified: no figure of PVM on this machine could be read.
         On the Cray T3D, where PVM passes messages through remote memory, too, it takes 21 us (Dongarra
         and Dunigan, "Message-Passing Performance of Various Computers", 1995). SGI's own MPI takes 10
         to 16 us here (Luo, "Shared Memory vs. Message Passing: the COMOPS Benchmark Experiment",
         Journal of Supercomputing 13, 1999). Both are from memory. A program with queues of its own in
         the shared memory, like "eldest run", would need four misses at either end: 3us. -->
    <prop id="eldest:message-overhead" value="10us"/>

    <!-- Time that a node's memory is busy with a line: 128 bytes at 780 MB/s (the former unverified,
         the latter in Laudon and Lenoski 1997: unverified). -->
    <prop id="eldest:service-time" value="164ns"/>
    <!-- The two processors of a node share that memory, which sends one line after the other. -->
    <prop id="eldest:memory-banks" value="1"/>
    <!-- A miss that the own node's memory serves takes 313 ns. Unverified (SGI 007-3430); 315 ns to
         restart the processor in http://sc.tamu.edu/help/power/powerlearn/html/Origin_nw/tsld007.htm,
         and about 300 ns in http://fy.chalmers.se/UNICC/hardware.html. -->
    <prop id="eldest:local-access" value="313ns"/>

    <!-- A node has two processors, which share its memory: core. Nodes 2r and 2r+1 are on router r,
         at x + 2y + 4z + 8w.

         speed: units of work a second, which are cycles of a 50 MHz SuperSPARC. SPECint95 is about 9,
         and 1 for a SuperSPARC of 40 MHz by definition, so 9 * 40 Mf (unverified; standard
         performance results of 1996). Crafty's 130,000 nodes a second (Brockington and Schaeffer,
         section 4.3) are then 2770 units each: see sim/cli/programs/crafty.ini. -->
"""

NODE_LINKS = """
    <!-- Between a node's hub and its router.
         bandwidth: 1.56 GB/s for both directions together, peak:
         https://archive.nptel.ac.in/content/storage2/courses/106104024/lecture30/30_4.htm
         (One processor alone reads 460 MB/s from memory, sustained:
         http://sc.tamu.edu/help/power/powerlearn/html/Origin_nw/tsld007.htm; that is not modelled.)
         latency: a miss that the memory of the other node on the router serves takes 497 ns
         (unverified; SGI 007-3430; 540 ns next door in https://grokipedia.com/page/sgi_origin_2000).
         Without 164 ns in the memory and 2 * 20.5 ns for 16 bytes at 780 MB/s, a quarter of the rest is
         the time of each crossing of such a link by the request and by the answer. Derived. -->
"""

ROUTER_LINKS = """
    <!-- The hypercube: x-6 is between routers 6 and 7.
         bandwidth: the same.
         latency: 41 ns in a router from pin to pin:
         https://archive.nptel.ac.in/content/storage2/courses/106104024/lecture30/30_4.htm
         and 10 ns in its cable, so that a miss takes 601, 703, 805 and 908 ns over two to five
         routers, 103 ns more for each (unverified; SGI 007-3430). -->
"""


def lines():
    nodes = range(HYPERCUBE.size * NODES_PER_ROUTER)
    yield HEAD.rstrip("\n")
    yield from (f'    <host id="node-{node}" speed="360Mf" core="{CPUS_PER_NODE}"/>' for node in nodes)
    yield from HYPERCUBE.router_lines()
    yield NODE_LINKS.rstrip("\n")
    yield from (link(f"hub-{node}", "780MBps", "73ns") for node in nodes)
    yield ROUTER_LINKS.rstrip("\n")
    yield from HYPERCUBE.link_lines("780MBps", "51.4ns")
    yield ""
    for node in nodes:
        yield from HYPERCUBE.host_routes(f"node-{node}", node // NODES_PER_ROUTER, f"hub-{node}")
    yield from HYPERCUBE.router_routes()
    yield "  </zone>\n</platform>"


if __name__ == "__main__":
    print("\n".join(lines()))
