#include "sim/machines/simulated/load_platform.hpp"
#include "sim/machines/simulated/platform.hpp"

#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace eldest;

namespace {

/// Sends a message, and another one a microsecond later. Returns the seconds between their
/// arrivals. The platform sets an option of SimGrid.
double seconds_between_arrivals(std::string_view option, std::string_view value) {
  const test::TinyMachine machine;
  auto xml = to_xml(machine);
  xml.insert(xml.find("<zone"),
             fmt::format("<config><prop id=\"{}\" value=\"{}\"/></config>\n", option, value));
  const test::TemporaryFile file(xml);
  return run_in_child_process([&]() -> Json {
           MachineSettings settings;
           settings.tables.entries = 1024;
           SimulatedMachine simulated(read_platform_file(file.path()), machine.hosts, settings);
           double seconds = 0;
           simulated.run([&](SimulatedProcessor& processor) {
             if (processor.rank() == 0) {
               processor.send(1, Message{0, 1, {}});
               processor.work(1);
               processor.send(1, Message{0, 1, {}});
             } else {
               (void)processor.wait();
               const double first = processor.now();
               (void)processor.wait();
               seconds = processor.now() - first;
             }
           });
           return seconds;
         })
      .get<double>();
}

std::string cluster_of(std::string_view attributes, std::string_view id = "nodes") {
  return fmt::format(
      R"(<cluster id="{0}" prefix="{0}-" suffix="" speed="1Mf" bw="1MBps" lat="1us" {1}/>
)",
      id, attributes);
}

std::string zone_of(std::string_view content) {
  return fmt::format(R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<zone id="all" routing="Full">
{}</zone>
</platform>
)",
                     content);
}

/// Returns the number of hosts on each switch, by the number of the switch, found in a separate
/// process. Fails unless hosts on the same switch have the same routes, except for a first link of
/// their own.
std::vector<int> count_on_switches(const std::string& xml, int hosts,
                                   const Placement& placement = {}) {
  const test::TemporaryFile file(xml);
  const auto found = run_in_child_process([&]() -> Json {
    const auto platform = load_platform(read_platform_file(file.path()), hosts, placement);
    const auto switches = platform->switches_of_hosts();
    std::vector<int> counts(1 + *std::ranges::max_element(switches));
    std::set<std::uint32_t> own_links;
    int different = 0;
    for (int from = 0; from < hosts; ++from) {
      const auto number = switches[static_cast<std::size_t>(from)];
      ++counts[number];
      const auto eldest = static_cast<int>(std::ranges::find(switches, number) - switches.begin());
      if (eldest == from)
        continue;
      std::set<std::uint32_t> first_links;
      for (int to = 0; to < hosts; ++to) {
        if (to == from || to == eldest)
          continue;
        auto route = platform->route(from, to);
        auto other = platform->route(eldest, to);
        first_links.insert(route.links.front());
        route.links.erase(route.links.begin());
        other.links.erase(other.links.begin());
        different += route.links == other.links && route.latency == other.latency ? 0 : 1;
      }
      different += first_links.size() == 1 && own_links.insert(*first_links.begin()).second ? 0 : 1;
    }
    return {{"different", different}, {"counts", counts}};
  });
  CHECK(found["different"] == 0);
  return found["counts"].get<std::vector<int>>();
}

} // namespace

TEST_CASE("a platform's own precision of time is kept, by either of its names") {
  const auto* const option = GENERATE("surf/precision", "precision/timing");
  CAPTURE(option);
  CHECK(seconds_between_arrivals(option, "1e-12") == Approx(1e-6));
  // Events closer than the precision happen at once, in this case the ends of both latencies.
  CHECK(seconds_between_arrivals(option, "1e-3") < 2e-7);
}

TEST_CASE("a platform has the name of its file's outermost zone") {
  const test::TemporaryFile file(to_xml(test::TinyMachine{}));
  const auto name = run_in_child_process(
      [&]() -> Json { return load_platform(read_platform_file(file.path()), 2)->name(); });
  CHECK(name == "tiny");
}

TEST_CASE("hosts on the same switch of a cluster have the same routes but for their own links") {
  const auto* const sharing = GENERATE("SHARED", "SPLITDUPLEX", "FATPIPE");
  CAPTURE(sharing);
  const auto counts = [sharing](int hosts, std::string_view attributes) {
    CAPTURE(attributes);
    return count_on_switches(
        zone_of(cluster_of(fmt::format(R"(radical="0-{}" sharing_policy="{}" {})", hosts - 1,
                                       sharing, attributes))),
        hosts);
  };
  using Counts = std::vector<int>;
  CHECK(counts(7, "") == Counts{7});
  CHECK(counts(7, R"(bb_bw="1MBps" bb_lat="1us" loopback_bw="1MBps" loopback_lat="1us")") ==
        Counts{7});
  CHECK(counts(8, R"(topology="FAT_TREE" topo_parameters="1;8;1;1")") == Counts{8});
  CHECK(counts(8, R"(topology="FAT_TREE" topo_parameters="2;4,2;1,3;1,1")") == Counts{4, 4});
  CHECK(counts(6, R"(topology="FAT_TREE" topo_parameters="2;2,3;1,2;1,1")") == Counts{2, 2, 2});
  CHECK(counts(24, R"(topology="FAT_TREE" topo_parameters="3;4,3,2;1,2,2;1,1,1")") == Counts(6, 4));
  CHECK(counts(8, R"(topology="FAT_TREE" topo_parameters="2;4,2;1,2;1,1"
                     loopback_bw="1MBps" loopback_lat="1us")") == Counts{4, 4});
}

TEST_CASE("hosts whose routes differ in more than a link of their own have a switch each") {
  const auto* const attributes =
      GENERATE(R"(topology="FAT_TREE" topo_parameters="2;4,2;2,1;1,1")",
               R"(topology="FAT_TREE" topo_parameters="2;4,2;1,2;2,1")",
               R"(topology="FAT_TREE" topo_parameters="2;4,2;1,2;1,2")",
               R"(topology="FAT_TREE" topo_parameters="2;4,2;1,2;1,1" limiter_link="1MBps")",
               R"(limiter_link="1MBps")", R"(topology="TORUS" topo_parameters="2,4")",
               R"(topology="DRAGONFLY" topo_parameters="2,1;2,1;2,1;1")");
  CAPTURE(attributes);
  CHECK(count_on_switches(zone_of(cluster_of(fmt::format(
                              R"(radical="0-7" sharing_policy="SPLITDUPLEX" {})", attributes))),
                          8) == std::vector<int>(8, 1));
}

TEST_CASE("the hosts of several zones have a switch each") {
  const auto xml =
      zone_of(cluster_of(R"(radical="0-2")", "a") + cluster_of(R"(radical="0-2")", "b") + R"(
<link id="between" bandwidth="1MBps" latency="1us"/>
<zoneRoute src="a" dst="b" gw_src="a-a_router" gw_dst="b-b_router"><link_ctn id="between"/></zoneRoute>
)");
  CHECK(count_on_switches(xml, 6) == std::vector<int>(6, 1));
  CHECK(count_on_switches(xml, 3, {{"b-0..b-2"}, false}) == std::vector<int>{3});
}

TEST_CASE("hosts are on their switches by the order of the radical, whatever the placement") {
  const auto xml = zone_of(
      cluster_of(R"(radical="8-11,0-3" topology="FAT_TREE" topo_parameters="2;2,4;1,2;1,1")"));
  CHECK(count_on_switches(xml, 8) == std::vector<int>(4, 2));
  CHECK(count_on_switches(xml, 5, {{"nodes-1..nodes-8", "nodes-10"}, false}) ==
        std::vector<int>{1, 2, 1, 1});
}

TEST_CASE("a message within a host takes a loopback, where the file has one") {
  const auto* const sharing = GENERATE("SHARED", "SPLITDUPLEX", "FATPIPE");
  CAPTURE(sharing);
  const auto latency_within = [](const std::string& xml) {
    const test::TemporaryFile file(xml);
    return run_in_child_process([&]() -> Json {
             return load_platform(read_platform_file(file.path()), 2)->route(0, 1).latency;
           })
        .get<double>();
  };
  const auto in_cluster = [&](std::string_view loopback) {
    return latency_within(
        zone_of(test::property("local-access", "7us") +
                cluster_of(fmt::format(R"(radical="0-2" core="2" sharing_policy="{}" {})", sharing,
                                       loopback))));
  };
  CHECK(in_cluster("") == Approx(7e-6));
  CHECK(in_cluster(R"(loopback_bw="1MBps" loopback_lat="3us")") == Approx(3e-6));
  const auto in_star = [&](std::string_view route) {
    return latency_within(zone_of(fmt::format(R"({}<zone id="star" routing="Cluster">
<host id="h0" speed="1Mf" core="2"/>
<link id="l0" bandwidth="1MBps" latency="1us"/>
<link id="back" bandwidth="1MBps" latency="3us"/>
<host_link id="h0" up="l0" down="l0"/>
{}
</zone>
)",
                                              test::property("local-access", "7us"), route)));
  };
  CHECK(in_star("") == Approx(7e-6));
  CHECK(in_star(R"(<route src="h0" dst="h0"><link_ctn id="back"/></route>)") == Approx(3e-6));
  CHECK(in_star(R"(<route src="h0" dst="h0"/>)") == Approx(7e-6));
}
