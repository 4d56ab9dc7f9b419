#include "sim/machines/simulated/cluster_platform.hpp"
#include "sim/machines/simulated/load_platform.hpp"

#include "sim/experiments/model_version.hpp"
#include "sim/platform_files/shipped_platforms.hpp"
#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/base/random.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace eldest;
using test::draw;

namespace {

std::string describe(const Route& route, const Platform& platform) {
  std::string text = fmt::format("{} s", route.latency);
  for (const auto index : route.links) {
    const auto& link = platform.links()[index];
    text += fmt::format(", {} {} B/s{}", link.name, link.bandwidth, link.shared ? "" : " FATPIPE");
  }
  return text;
}

/// Describes the links of a platform, in the order of the descriptions.
std::string describe_links(const Platform& platform) {
  std::vector<std::string> links;
  for (const auto& link : platform.inventory().links)
    links.push_back(fmt::format("{} {} B/s {} s", link.policy, link.bandwidth, link.latency));
  std::ranges::sort(links);
  return fmt::format("{}", fmt::join(links, ", "));
}

std::string describe_hosts(const Platform& platform) {
  std::string text;
  for (const auto& host : platform.inventory().hosts)
    text += fmt::format("{} {} {}, ", host.name, host.speed, host.cores);
  for (int rank = 0; rank < platform.cores(); ++rank)
    text += fmt::format("{} {} {}, ", rank, platform.host_name(rank), platform.host_of(rank));
  const auto power = platform.power(0);
  return fmt::format("{}{} W, {}, {}, {}", text, power ? power->all_cores : -1, platform.speed(0),
                     fmt::join(platform.switches_of_hosts(), " "),
                     fmt::join(platform.properties_set(), " "));
}

/// Returns the first difference between what SimGrid loads and what is computed, or an empty text.
/// Compares the routes of all pairs of processors, or of `pairs` pairs drawn at random.
std::string difference(const PlatformFile& file, const Placement& placement, int pairs) {
  const auto by_simgrid = load_platform(file, std::nullopt, placement);
  const ClusterPlatform computed(file, by_simgrid->cores(), placement);
  const auto differ = [](const std::string& left, const std::string& right) {
    return left == right ? "" : fmt::format("{}\ninstead of\n{}", right, left);
  };
  for (const auto describe : {describe_hosts, describe_links}) {
    if (auto found = differ(describe(*by_simgrid), describe(computed)); !found.empty())
      return found;
  }
  if (by_simgrid->name() != computed.name() || by_simgrid->parameters() != computed.parameters())
    return computed.name();
  const int processors = by_simgrid->cores();
  SplitMix64 random(1);
  const bool all = processors * processors <= pairs;
  for (int pair = 0; pair < (all ? processors * processors : pairs); ++pair) {
    const int from = all ? pair / processors : draw(random, 0, processors - 1);
    const int to = all ? pair % processors : draw(random, 0, processors - 1);
    const auto expected = by_simgrid->route(from, to);
    const auto found = computed.route(from, to);
    if (auto wrong = differ(describe(expected, *by_simgrid), describe(found, computed));
        !wrong.empty())
      return fmt::format("{} to {}: {}", from, to, wrong);
    for (const auto link : found.links) {
      if (const auto& name = computed.links()[link].name;
          !computed.has_link(name) || !by_simgrid->has_link(name))
        return "no link " + name;
    }
  }
  return "";
}

/// Fails if a platform that SimGrid loads differs from the computed one.
void check_is_the_same(const PlatformFile& file, const Placement& placement = {}, int pairs = 400) {
  const auto found = run_in_child_process([&]() -> Json {
                       return difference(file, placement, pairs);
                     }).get<std::string>();
  CAPTURE(found);
  REQUIRE(found.empty());
}

/// Returns true if SimGrid is not the one whose routes are computed. Later ones choose other links
/// of a fat tree that has several between two switches.
bool lacks_reference() {
  if (simgrid_version() == reference_simgrid)
    return false;
  WARN("skipped here: SimGrid is " << simgrid_version() << ", not " << reference_simgrid);
  return true;
}

std::string platform_of(std::string_view cluster) {
  return fmt::format(R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<zone id="world" routing="Full">
<prop id="eldest:send-overhead" value="2us"/>
{}</zone>
</platform>
)",
                     cluster);
}

/// A topology with the number of its hosts.
struct Shape {
  std::string attributes;
  int hosts;
};

Shape draw_flat(SplitMix64& random) {
  Shape shape{"", draw(random, 1, 30)};
  if (draw(random, 0, 1) == 0)
    shape.attributes =
        fmt::format(R"(bb_bw="{}MBps" bb_lat="{}us" bb_sharing_policy="{}")", draw(random, 1, 100),
                    draw(random, 0, 9), draw(random, 0, 1) == 0 ? "SHARED" : "FATPIPE");
  return shape;
}

Shape draw_fat_tree(SplitMix64& random) {
  const int levels = draw(random, 1, 4);
  std::vector<int> children;
  std::vector<int> parents;
  std::vector<int> cables;
  int hosts = 1;
  for (int level = 0; level < levels; ++level) {
    children.push_back(draw(random, 1, 4));
    parents.push_back(draw(random, 1, 3));
    cables.push_back(draw(random, 1, 3));
    hosts *= children.back();
  }
  return {fmt::format(R"(topology="FAT_TREE" topo_parameters="{};{};{};{}")", levels,
                      fmt::join(children, ","), fmt::join(parents, ","), fmt::join(cables, ",")),
          hosts};
}

Shape draw_torus(SplitMix64& random) {
  std::vector<int> sizes(static_cast<std::size_t>(draw(random, 1, 3)));
  int hosts = 1;
  int least = 1;
  for (auto& size : sizes) {
    size = draw(random, std::exchange(least, 2), 5);
    hosts *= size;
  }
  return {fmt::format(R"(topology="TORUS" topo_parameters="{}")", fmt::join(sizes, ",")), hosts};
}

Shape draw_dragonfly(SplitMix64& random) {
  const int blades = draw(random, 1, 5);
  const int groups = draw(random, 1, blades);
  const int chassis = draw(random, 1, 3);
  const int hosts = draw(random, 1, 3);
  return {fmt::format(R"(topology="DRAGONFLY" topo_parameters="{},{};{},{};{},{};{}")", groups,
                      draw(random, 1, 4), chassis, draw(random, 1, 4), blades, draw(random, 1, 4),
                      hosts),
          groups * chassis * blades * hosts};
}

/// Draws the numbers of hosts for a radical, which need neither be consecutive nor ascend.
std::string draw_radical(SplitMix64& random, int hosts) {
  const int first = draw(random, 0, 20);
  const int cut = draw(random, 1, hosts);
  if (cut == hosts)
    return fmt::format("{}-{}", first, first + hosts - 1);
  const auto end = fmt::format("{}-{}", first + 1000, first + 1000 + hosts - cut - 1);
  const auto begin = fmt::format("{}-{}", first, first + cut - 1);
  return draw(random, 0, 1) == 0 ? begin + "," + end : end + "," + begin;
}

std::string draw_cluster(SplitMix64& random) {
  const std::vector<std::function<Shape(SplitMix64&)>> shapes{draw_flat, draw_fat_tree, draw_torus,
                                                              draw_dragonfly};
  const auto shape = shapes[static_cast<std::size_t>(draw(random, 0, 3))](random);
  const auto one_of = [&](std::vector<std::string> texts) {
    return texts[static_cast<std::size_t>(draw(random, 0, static_cast<int>(texts.size()) - 1))];
  };
  return fmt::format(
      R"(<cluster id="c" prefix="{}" suffix="{}" radical="{}" core="{}" speed="{}.{}Gf" {}
 bw="{}.{}{}" lat="{}.{}{}" {} {}>{}</cluster>)",
      one_of({"node-", "n", "c"}), one_of({"", ".cluster", "0"}), draw_radical(random, shape.hosts),
      draw(random, 1, 2), draw(random, 0, 9), draw(random, 1, 99),
      one_of({"", R"(sharing_policy="SHARED")", R"(sharing_policy="SPLITDUPLEX")",
              R"(sharing_policy="FATPIPE")"}),
      draw(random, 0, 9), draw(random, 1, 999), one_of({"MBps", "Gbps", "GiBps", "Mbps"}),
      draw(random, 0, 99), draw(random, 0, 999), one_of({"us", "ns", "ms", "ps"}),
      one_of({"", "", R"(loopback_bw="17MBps" loopback_lat="3.7ns")"}), shape.attributes,
      one_of({"", R"(<prop id="eldest:send-overhead" value="1us"/>)",
              R"(<prop id="wattage_per_state" value="10:20"/>)"}));
}

} // namespace

TEST_CASE("hosts, links and routes of clusters are those of SimGrid") {
  if (lacks_reference())
    return;
  load_simgrid();
  SplitMix64 random(1996);
  for (int sample = 0; sample < 1000; ++sample) {
    const auto xml = platform_of(draw_cluster(random));
    CAPTURE(xml);
    const test::TemporaryFile file(xml);
    const auto platform = read_platform_file(file.path());
    REQUIRE(platform.sole_cluster);
    const Placement placement{{}, draw(random, 0, 1) == 0};
    check_is_the_same(platform, placement);
  }
}

TEST_CASE("shipped platforms of one cluster need no SimGrid for loggp") {
  load_simgrid();
  int clusters = 0;
  for (const auto& shipped : shipped_platforms()) {
    const auto platform = read_platform_file(fmt::format("{}/{}", ELDEST_SOURCE_DIR, shipped.file));
    CAPTURE(shipped.file);
    CHECK(needs_simgrid(platform, Model::flow));
    CHECK(needs_simgrid(platform, Model::loggp) == !platform.sole_cluster);
    if (!platform.sole_cluster)
      continue;
    ++clusters;
    check_is_the_same(platform);
  }
  CHECK(clusters > 15);
}

TEST_CASE("routes on machines of thousands of hosts are those of SimGrid") {
  const auto* const shape =
      GENERATE(R"(topology="FAT_TREE" topo_parameters="3;16,16,8;1,16,8;1,1,2")",
               R"(topology="TORUS" topo_parameters="16,16,8")",
               R"(topology="DRAGONFLY" topo_parameters="8,3;4,2;16,1;4")");
  if (lacks_reference())
    return;
  load_simgrid();
  const test::TemporaryFile file(platform_of(fmt::format(
      R"(<cluster id="c" prefix="n" suffix="" radical="0-2047" speed="1Gf" bw="1GBps" lat="1us" {}/>)",
      shape)));
  const auto platform = read_platform_file(file.path());
  REQUIRE(platform.sole_cluster);
  check_is_the_same(platform, {}, 20000);
}

TEST_CASE("hosts of a computed cluster are chosen by their names") {
  load_simgrid();
  const test::TemporaryFile file(platform_of(
      R"(<cluster id="c" prefix="n" suffix="" radical="8-11,0-3" speed="1Gf" bw="1GBps" lat="1us"
 topology="FAT_TREE" topo_parameters="2;2,4;1,2;1,1"/>)"));
  const auto platform = read_platform_file(file.path());
  check_is_the_same(platform, {{"n2..n9", "n11"}, false});
  CHECK_THROWS_WITH(ClusterPlatform(platform, 9, {}),
                    Catch::Contains("9: ") && Catch::Contains("has 8 hosts"));
  CHECK_THROWS_WITH(ClusterPlatform(platform, 1, {{"n4"}, false}),
                    Catch::Contains("n4: ") &&
                        Catch::Contains("no such host; its first is n0, its last n11"));
}

TEST_CASE("other platforms than one cluster of equal hosts are left to SimGrid") {
  const auto attributes = [](std::string_view text) {
    return platform_of(fmt::format(R"(<cluster id="c" prefix="n" suffix="" radical="0-7" bw="1GBps"
 lat="1us" {}/>)",
                                   text));
  };
  const auto cluster = attributes(R"(speed="1Gf")");
  const auto needs = [](const std::string& xml) {
    const test::TemporaryFile file(xml);
    return needs_simgrid(read_platform_file(file.path()), Model::loggp);
  };
  const auto with = [&](std::string_view place, std::string_view text) {
    auto xml = cluster;
    return xml.insert(xml.find(place), text);
  };
  CHECK_FALSE(needs(cluster));
  CHECK_FALSE(needs(with("<cluster", "<!-- one cluster -->")));
  CHECK_FALSE(
      needs(with("<zone", R"(<config><prop id="network/crosstraffic" value="1"/></config>)")));
  CHECK(needs(with("<cluster", R"(<host id="h" speed="1Gf"/>)")));
  CHECK(needs(with("<cluster", R"(<cluster id="d" prefix="d" suffix="" radical="0-7" bw="1GBps"
 lat="1us" speed="1Gf"/>)")));
  CHECK(needs(attributes(R"(speed="1Gf,2Gf")")));
  CHECK(needs(attributes(R"(speed="1Gf" limiter_link="1GBps")")));
  CHECK(needs(attributes(R"(speed="1Gf" router_id="n0")")));
  CHECK(needs(attributes(R"(speed="1Gf" topology="TORUS" topo_parameters="1,8,1")")));
  CHECK(needs(attributes(R"(speed="1Gf" topology="DRAGONFLY" topo_parameters="4,1;2,1;1,1;1")")));
  auto vivaldi = cluster;
  vivaldi.replace(vivaldi.find("Full"), 4, "Vivaldi");
  CHECK(needs(vivaldi));
}
