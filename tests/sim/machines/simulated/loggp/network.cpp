#include "sim/machines/simulated/loggp/network.hpp"
#include "sim/machines/simulated/load_platform.hpp"

#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/units.hpp"
#include "trees/base/random.hpp"

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

using namespace eldest;
using test::us;

namespace {

/// Four hosts in a row: h0 - a - h1 - b - h2 - c - h3. Link b is slower than a, and c is not
/// shared.
const std::string row = R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<zone id="row" routing="Floyd">
<host id="h0" speed="1Mf"/>
<host id="h1" speed="1Mf"/>
<host id="h2" speed="1Mf"/>
<host id="h3" speed="1Mf"/>
<link id="a" bandwidth="10MBps" latency="1us"/>
<link id="b" bandwidth="5MBps" latency="2us"/>
<link id="c" bandwidth="10MBps" latency="4us" sharing_policy="FATPIPE"/>
<route src="h0" dst="h1"><link_ctn id="a"/></route>
<route src="h1" dst="h2"><link_ctn id="b"/></route>
<route src="h2" dst="h3"><link_ctn id="c"/></route>
</zone>
</platform>
)";

/// Returns the measurements of a program on the network, made in a separate process.
std::vector<double> measure(const std::string& xml, int processors,
                            const std::function<std::vector<double>(Network&)>& program,
                            std::size_t max_known_paths = Network::default_max_known_paths,
                            const std::vector<Failure>& failures = {}) {
  const test::TemporaryFile file(xml);
  return run_in_child_process([&]() -> Json {
           const auto platform = load_platform(read_platform_file(file.path()), processors);
           Network network(*platform, processors, failures, max_known_paths);
           return program(network);
         })
      .get<std::vector<double>>();
}

void check(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(found[i] == Approx(expected[i]).margin(1e-15));
  }
}

/// Returns the queueing delay of a message that would arrive at `arrival`, in seconds.
double queue(Network& network, int from, int to, double bytes, double arrival) {
  const auto path = network.path(from, to);
  return network.queue(path, bytes, arrival - network.transmission(path, bytes)).delay;
}

} // namespace

TEST_CASE("a message alone takes its route's latency and its bytes by the least bandwidth") {
  check(measure(row, 4,
                [](Network& network) -> std::vector<double> {
                  return {network.latency(network.path(0, 1)), network.latency(network.path(0, 3)),
                          network.unloaded_seconds(network.path(0, 1), 100),
                          network.unloaded_seconds(network.path(0, 2), 100),
                          network.unloaded_seconds(network.path(2, 0), 100)};
                }),
        {1 * us, 7 * us, 11 * us, 23 * us, 23 * us});
}

TEST_CASE("a message that meets others on a shared link waits for them") {
  check(measure(row, 4,
                [](Network& network) -> std::vector<double> {
                  return {queue(network, 0, 1, 100, 100 * us), queue(network, 0, 1, 100, 100 * us),
                          queue(network, 0, 1, 100, 105 * us), // after two others
                          queue(network, 0, 1, 100, 140 * us)};
                }),
        {0, 10 * us, 15 * us, 0});
}

TEST_CASE("a message that crosses a link twice takes twice its time, and waits only for others") {
  auto detour = row;
  const auto replace = [&](const std::string& text, const std::string& other) {
    detour.replace(detour.find(text), text.size(), other);
  };
  replace(R"("h1"><link_ctn id="a"/>)",
          R"("h1"><link_ctn id="a"/><link_ctn id="b"/><link_ctn id="a"/>)");
  replace(R"("h2"><link_ctn id="b"/>)",
          R"("h2"><link_ctn id="b"/><link_ctn id="a"/><link_ctn id="b"/>)");
  check(measure(detour, 4,
                [](Network& network) -> std::vector<double> {
                  return {network.unloaded_seconds(network.path(0, 1), 100),
                          network.unloaded_seconds(network.path(1, 2), 100),
                          queue(network, 0, 1, 100, 100 * us), queue(network, 0, 1, 100, 100 * us),
                          queue(network, 1, 2, 100, 200 * us)};
                }),
        {24 * us, 45 * us, 0, 20 * us, 0});
}

TEST_CASE("messages do not wait on a link that is not shared, nor on one they do not use") {
  check(measure(row, 4,
                [](Network& network) -> std::vector<double> {
                  return {queue(network, 2, 3, 100, 100 * us), queue(network, 2, 3, 100, 100 * us),
                          queue(network, 0, 1, 100, 100 * us), queue(network, 1, 2, 100, 100 * us)};
                }),
        {0, 0, 0, 0});
}

TEST_CASE("the longest queue on the route holds a message up") {
  check(measure(row, 4,
                [](Network& network) -> std::vector<double> {
                  return {queue(network, 0, 1, 100, 100 * us), queue(network, 1, 2, 100, 100 * us),
                          queue(network, 0, 2, 100, 101 * us), queue(network, 0, 2, 0, 121 * us)};
                }),
        // The third would begin at 81 us. Link b is busy until 100, and then with the third until
        // 120.
        {0, 0, 19 * us, 0});
}

TEST_CASE("no link carries more than it can, however many messages there are") {
  check(measure(row, 4,
                [](Network& network) -> std::vector<double> {
                  double last = 0;
                  for (int i = 0; i < 1000; ++i)
                    last = std::max(last, i * us + queue(network, i % 2, 2, 50, (10 + i) * us));
                  return {last};
                }),
        {(1000 - 1) * 50 / 5e6}); // all but the first in a row
}

TEST_CASE("paths are the platform's routes, each asked for once or often") {
  test::TinyMachine tiny;
  tiny.hosts = 5;
  const auto found = measure(to_xml(tiny), 5, [](Network& network) {
    std::vector<double> latencies;
    for (int repeat = 0; repeat < 2; ++repeat) {
      for (int from = 0; from < 5; ++from) {
        for (int to = 0; to < 5; ++to) {
          if (from != to)
            latencies.push_back(network.latency(network.path(from, to)));
        }
      }
    }
    return latencies;
  });
  check(found, std::vector<double>(40, 5 * us));
}

TEST_CASE("a path that has been forgotten for one to another processor is found again") {
  const std::string cluster = R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<cluster id="nodes" prefix="node-" suffix="" radical="0-21" speed="1Mf" bw="10MBps" lat="1us"
         sharing_policy="SPLITDUPLEX"/>
</platform>
)";
  check(measure(
            cluster, 22,
            [](Network& network) -> std::vector<double> {
              return {queue(network, 7, 5, 100, 100 * us),
                      queue(network, 0, 8 + 5, 100, 100 * us),
                      queue(network, 8, 5, 100, 100 * us), // after the first
                      queue(network, 9, 16 + 5, 100, 100 * us),
                      queue(network, 0, 5, 100, 100 * us),     // after two others
                      queue(network, 6, 8 + 5, 100, 100 * us), // after the second
                      network.latency(network.path(0, 5))};
            },
            8),
        {0, 0, 10 * us, 0, 20 * us, 10 * us, 2 * us});
}

TEST_CASE("messages take as long whether or not paths are shared by the hosts on a switch") {
  const auto* const attributes =
      GENERATE(R"(topology="FAT_TREE" topo_parameters="3;3,2,2;1,2,2;1,1,1")", "",
               R"(core="3" loopback_bw="20MBps" loopback_lat="2us")", R"(core="2")");
  const auto* const sharing = GENERATE("SHARED", "SPLITDUPLEX", "FATPIPE");
  CAPTURE(attributes, sharing);
  const auto cluster = fmt::format(R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<zone id="world" routing="Full">
<cluster id="nodes" prefix="node-" suffix="" radical="0-11" speed="1Mf" bw="10MBps" lat="1us"
         sharing_policy="{}" {}/>
</zone>
</platform>
)",
                                   sharing, attributes);
  constexpr int processors = 12;
  const auto send_at_random = [](Network& network) {
    std::vector<double> delays;
    SplitMix64 random(1);
    for (int message = 0; message < 500; ++message) {
      const int from = test::draw(random, 0, processors - 1);
      const int to = (from + test::draw(random, 1, processors - 1)) % processors;
      delays.push_back(network.unloaded_seconds(network.path(from, to), 50));
      delays.push_back(queue(network, from, to, test::draw(random, 0, 100), message * us));
    }
    return delays;
  };
  // If a link fails, even too late to matter, each host keeps its own paths.
  const Failure failure{.time = 1, .link = "any"};
  CHECK(measure(cluster, processors, send_at_random) ==
        measure(cluster, processors, send_at_random, Network::default_max_known_paths, {failure}));
}
