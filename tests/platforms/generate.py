#!/usr/bin/env python3
"""Checks platforms/generate.py on made-up measurements and on bad input, and the platforms that it has written.

    tests/platforms/generate.py --program build/ci/sim/eldest
"""
import argparse
import json
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GENERATOR = ROOT / "platforms/generate.py"
# One core in each row, from real machines with 8 to 128 cores. docs/reference/data.md has the sources.
MATRICES = Path(__file__).with_name("matrices")
MACHINES = sorted((ROOT / "platforms/machines").glob("*.ini"))

OUTPUTS = {
    "osu_latency.txt": "# OSU MPI Latency Test v7.4\n# Size Avg Latency(us)\n1 1.9\n16 2.0\n1024 2.7\n",
    "osu_bw.txt": "# OSU MPI Bandwidth Test v5.7\n# Size Bandwidth (MB/s)\n8 32.0\n1048576 12000.0\n4194304 11900.0\n",
    "osu_bibw.txt": "# OSU MPI Bi-Directional Bandwidth Test v5.7\n# Size Bandwidth (MB/s)\n16 32.0\n1048576 22000.0\n",
    "osu_mbw_mr.txt": "# OSU MPI Multiple Bandwidth / Message Rate Test v7.4\n# [ pairs: 10 ] [ window size: 64 ]\n"
                      "# Size MB/s Messages/s\n16 320.0 20000000.00\n8192 11000.0 1300000.00\n",
    "ib_send_lat.txt": "                    Send Latency Test\n Dual-port       : OFF\n"
                       " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]\n"
                       " 8       1000          1.10           7.00         1.20              1.30\n"
                       " 32      1000          1.30           7.00         1.40              1.50\n",
    "ib_write_bw.txt": "                    RDMA_Write BW Test\n"
                       " #bytes     #iterations    BW peak[MiB/sec]    BW average[MiB/sec]   MsgRate[Mpps]\n"
                       " 2          5000             10.00              9.00               4.500000\n"
                       " 65536      5000             0.00               11444.1            0.180000\n",
}
LINES = {
    "osu_latency.txt": ["latency = 2 us"],
    "osu_bw.txt": ["rate = 4 M/s", "bandwidth = 12 GB/s"],
    "osu_bibw.txt": ["rate = 2 M/s", "bandwidth = 11 GB/s"],
    "osu_mbw_mr.txt": ["rate = 2 M/s", "adapter-rate = 20 M/s", "bandwidth = 11 GB/s"],
    "ib_send_lat.txt": ["latency = 1.2 us"],
    "ib_write_bw.txt": ["rate = 4.5 M/s", "bandwidth = 12 GB/s"],
}
SERVER = """\
[machine]
kind = server
name = Made-up
about = A made-up server.
[cores]
matrix = matrix.csv
    made up
[memory]
latency = 100 ns
    Made up.
remote-latency = 180 ns
    Made up.
core-bandwidth = 16 GB/s
    Made up.
bandwidth = 80 GB/s
    Made up.
between-bandwidth = 40 GB/s
    Made up.
banks = 4
    Made up.
domains = 2
    Made up.
[clock]
one = 3.3 GHz
    made up, and
all = 3 GHz
    made up.
[work]
speed = 18 Gf
    Made up.
"""
CLUSTER = """\
[machine]
kind = cluster
name = Made-up
about = A made-up cluster.
[nodes]
count = 4
    Made up.
cores = 2
    Made up.
[network]
outputs = osu_latency.txt osu_bw.txt
    Made up:
local-latency = 0.7 us
    Made up.
[memory]
latency = 100 ns
    Made up.
[work]
speed = 18 Gf
    Made up.
"""


def made_up_latency(one, other):
    """The latency between two of 24 CPUs. CPUs n and n + 12 are the threads of a core; two sockets have four groups."""
    one, other = one % 12, other % 12
    noise = 1 + 0.01 * ((one + other) % 3 - 1)
    if one == other:
        return 6
    return noise * (20 if one // 3 == other // 3 else 100 if one // 6 == other // 6 else 200)


def matrix_text(latency=made_up_latency, size=24):
    return "".join(",".join(f"{latency(row, column):.2f}" if column < row else "" for column in range(size)) + "\n"
                   for row in range(size))


class GenerateTest(unittest.TestCase):
    program = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.write("matrix.csv", matrix_text())
        for name, text in OUTPUTS.items():
            self.write(name, text)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def run_generator(self, *words):
        return subprocess.run([sys.executable, GENERATOR, *words], cwd=self.folder, capture_output=True, text=True)

    def output(self, *words):
        result = self.run_generator(*words)
        self.assertEqual((result.returncode, result.stderr), (0, ""), words)
        return result.stdout

    def expect_error(self, message, *words):
        result = self.run_generator(*words)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertIn(message, result.stderr)
        self.assertEqual(result.stdout, "")

    def test_groups_are_found(self):
        text = self.output("groups", "matrix.csv")
        self.assertIn("12 cores of 24 CPUs\n", text)
        self.assertIn("4 groups: median 20 ns; 100% of 12 pairs within 10 %", text)
        self.assertIn("  0-2; 3-5; 6-8; 9-11\n", text)
        self.assertIn("levels = 4*3: 20, 2*6: 100, 12: 200\n", text)

    def test_one_pair_in_a_thousand_may_be_wrong(self):
        # A disturbed pair of each kind, among 1,225.
        odd = {(40, 10): 140, (12, 11): 35}
        self.write("odd.csv", matrix_text(lambda row, column: odd.get((row, column), 20 if row // 25 == column // 25
                                                                      else 200), 50))
        self.assertIn("levels = 2*25: 20, 50: 200\n", self.output("groups", "odd.csv"))

    def test_threads_are_found_among_many_cores(self):
        self.write("many.csv", matrix_text(lambda row, column: 7 + row % 3 / 10 if row - column == 40 else
                                           30 + (row + column) % 5 if row % 40 // 8 == column % 40 // 8 else 100, 80))
        text = self.output("groups", "many.csv")
        self.assertIn("40 cores of 80 CPUs\n", text)
        self.assertIn("levels = 5*8: 32, 40: 100\n", text)

    def test_one_group_has_no_levels(self):
        self.write("flat.csv", matrix_text(lambda row, column: 40 + (row + column) % 7, 16))
        self.assertIn("levels = 16: 43\n", self.output("groups", "flat.csv"))

    def test_groups_of_real_machines_are_found(self):
        # The second socket of the EPYC has no levels of its own, because its groups are as far apart as the sockets.
        for machine, levels in (("ryzen-5700x-8", "8: 18"), ("xeon-6242-32", "2*16: 48, 32: 142"),
                                ("kunpeng-920-48", "2*24: 36, 48: 77.5"),
                                ("epyc-7742-128", "32*4: 25, 16*4+64: 132, 128: 266")):
            text = self.output("groups", MATRICES / f"{machine}.csv")
            self.assertIn(f"levels = {levels}\n", text)
            self.assertTrue(text.startswith(f"{machine.split('-')[-1]} cores\n"), text)

    def test_a_platform_of_a_real_matrix_has_its_cores(self):
        for machine in ("xeon-6242-32", "kunpeng-920-48"):
            self.write("server.ini", SERVER.replace("matrix.csv", str(MATRICES / f"{machine}.csv")))
            cores = int(machine.split("-")[-1])
            self.assertEqual(self.check(self.output("write", "server.ini"))["processors"], cores)

    def test_cpus_are_chosen(self):
        self.assertIn("levels = 2*3: 20, 6: 100\n", self.output("groups", "matrix.csv", "--cpus", "0-2,3,4-5"))
        for cpus in ("", "5-3", "0-24", "a"):
            self.expect_error("cpus", "groups", "matrix.csv", "--cpus", cpus or "7")

    def test_outputs_are_read(self):
        for name, lines in LINES.items():
            text = self.output("outputs", name).splitlines()
            self.assertEqual(text[::2], lines)

    def test_a_server_is_written(self):
        self.write("server.ini", SERVER)
        root = ElementTree.fromstring(self.output("write", "server.ini"))
        props = {prop.get("id"): prop.get("value") for prop in root.iter("prop")}
        # 12 pairs of 20 ns, 18 of 100 and 36 of 200 are 140 ns on average. A read from memory has 2 ns on the way.
        self.assertEqual(props["eldest:service-time"], "97ns")
        self.assertEqual(props["eldest:local-access"], "100ns")
        self.assertEqual(props["eldest:busy-slowdown"], "1.1")
        self.assertEqual([cluster.get("radical") for cluster in root.iter("cluster")], ["0-5", "6-11"])
        self.assertEqual({cluster.get("lat") for cluster in root.iter("cluster")}, {"0.25ns"})
        self.assertEqual([link.get("latency") for link in root.iter("link")], ["40ns"])
        costs = self.check(self.output("write", "server.ini"))["costs"]
        self.assertAlmostEqual(costs["nearest"]["read_s"], 110e-9)
        self.assertAlmostEqual(costs["farthest"]["read_s"], 190e-9)

    def test_a_cluster_is_written(self):
        self.write("cluster.ini", CLUSTER)
        root = ElementTree.fromstring(self.output("write", "cluster.ini"))
        props = {prop.get("id"): prop.get("value") for prop in root.iter("prop")}
        self.assertEqual(props["eldest:send-overhead"], "250ns")
        self.assertEqual(props["eldest:message-overhead"], "300ns")
        self.assertAlmostEqual(self.check(self.output("write", "cluster.ini"))["costs"]["nearest"]["message_s"], 2e-6,
                               delta=1e-9)

    def check(self, text):
        """The answer of `eldest check` about a platform."""
        path = self.folder / "checked.xml"
        path.write_text(text)
        result = subprocess.run([self.program, "check", path, "--json"], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)

    def test_messages_and_reads_take_as_long_as_measured(self):
        # Messages one way, as others measured them, too (charmed-hpc-docs, aws-mpi-benchmark).
        # Reads from memory with two atomic instructions (arm-learning-paths, AIDA64).
        for name, cost, measured, tolerance in (("infiniband-hdr-3840", "message_s", 1.59e-6, 0.02),
                                                ("efa-c5n-1152", "message_s", 16.17e-6, 0.07),
                                                ("graviton2-64", "read_s", 105.5e-9, 0.01),
                                                ("ryzen-7950x-16", "read_s", 73.6e-9, 0.01)):
            with self.subTest(name):
                costs = self.check((ROOT / f"platforms/{name}.xml").read_text())["costs"]
                self.assertAlmostEqual(costs["nearest"][cost] / measured, 1, delta=tolerance)

    def test_bad_matrices_are_refused(self):
        for text, message in (("", "has 0 rows"), (",\n1\n", ":2: has 1 cells"), (",\n,\n", ":2: cell 1 is empty"),
                              (",\nx,\n", ":2: cell 1 is 'x'; should be a number above 0"), (",\n-1,\n", "above 0"),
                              (",\nnan,\n", "above 0"), (",\n1e30,\n", "above 0")):
            self.expect_error(message, "groups", self.write("bad.csv", text))
        self.expect_error("none.csv: No such file or directory", "groups", "none.csv")
        (self.folder / "bytes.csv").write_bytes(b"\xff\xfe")
        self.expect_error("is not UTF-8", "groups", "bytes.csv")

    def test_bad_outputs_are_refused(self):
        latency, rate, perftest = (OUTPUTS[name] for name in ("osu_latency.txt", "osu_mbw_mr.txt", "ib_write_bw.txt"))
        for text, message in (("", "is no output"), ("# OSU MPI Allreduce Latency\n", "is no output"),
                              (latency.split("1 1.9")[0], "has no rows"), (latency.replace("16 2.0", "16 x"), ":4: "),
                              (latency.replace("1 1.9\n16", "64 1.9\n128"), "no row of 1 to 16 bytes"),
                              (rate.replace("pairs", "sets"), "[ pairs: ... ]"),
                              (perftest.replace("MiB", "XB"), "no BW average"),
                              (perftest.replace("#bytes", "bytes"), "#bytes")):
            self.expect_error(message, "outputs", self.write("bad.txt", text))

    def test_bad_descriptions_are_refused(self):
        for base, old, new, message in (
                (SERVER, "[cores]", "cores", "should have sections and keys"),
                (SERVER, "kind = server", "kind = phone", "should be server or cluster"),
                (SERVER, "about = A made-up server.", "", "has no about in [machine]"),
                (SERVER, "100 ns\n    Made up.", "100 ns", "latency in [memory] has no source"),
                (SERVER, "100 ns", "100", "should be a number with a unit, such as 100 ns"),
                (SERVER, "100 ns", "100 GB/s", "should be a number with a unit"),
                (SERVER, "100 ns", "1 ns", "is less than the transfer of 16 bytes"),
                (SERVER, "180 ns", "80 ns", "no farther than the own"),
                (SERVER, "banks = 4", "banks = 4.5", "a whole number"),
                (SERVER, "domains = 2", "domains = 3", "form 4 or 2 or 1 groups"),
                (SERVER, "all = 3 GHz", "all = 4 GHz", "should be 1 or more"),
                (SERVER, "speed = 18", "pace = 18 Gf\n    Made up.\nspeed = 18", "pace in [work] is unknown"),
                (SERVER, "matrix = matrix.csv", "matrix = none.csv", "none.csv: No such file"),
                (SERVER, "matrix = matrix.csv", "levels = 4*3: 20, 13: 100", "each level should have all cores"),
                (SERVER, "matrix = matrix.csv", "levels = 4*3", "is no level"),
                (SERVER, "matrix = matrix.csv", "groups = 4*3", "has no matrix and no levels"),
                (CLUSTER, "count = 4", "count = 1", "a whole number of 2 or more"),
                (CLUSTER, "osu_bw.txt", "", "has no rate in [network]"),
                (CLUSTER, "0.7 us", "1.9 us", "is not more than the time at both ends"),
                (CLUSTER, "0.7 us", "50 ns", "is not more than the time at both ends")):
            self.assertIn(old, base)
            self.expect_error(message, "write", self.write("bad.ini", base.replace(old, new)))
        self.assertEqual(self.run_generator("draw").returncode, 2)
        self.assertEqual(self.run_generator().returncode, 2)

    def test_the_platforms_are_those_of_their_descriptions(self):
        self.assertTrue(MACHINES)
        for path in MACHINES:
            with self.subTest(path.stem):
                text = self.output("write", str(path))
                self.assertEqual(text, (ROOT / f"platforms/{path.stem}.xml").read_text())

    def test_the_platforms_are_simulated(self):
        for path in MACHINES:
            with self.subTest(path.stem):
                platform = ROOT / f"platforms/{path.stem}.xml"
                words = ["simulate", "--platform", platform, "--algorithm", "abdada", "--tree", "chess", "--position",
                         f"{ROOT}/trees/chess/bratko-kopec.epd:BK.01", "--depth", "3", "--processors", "6"]
                result = subprocess.run([self.program, *words], capture_output=True, text=True)
                self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    options, others = parser.parse_known_args()
    GenerateTest.program = options.program
    unittest.main(argv=[sys.argv[0], *others])
