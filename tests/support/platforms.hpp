#pragma once

#include "sim/platform_files/platform_file.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/base/random.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

namespace eldest::test {

/// A temporary file, which exists for the lifetime of this object.
class TemporaryFile {
public:
  explicit TemporaryFile(std::string_view content, std::string_view extension = ".xml")
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("eldest-test-{}-{}{}", ::getpid(), static_cast<const void*>(this),
                          extension)) {
    std::ofstream(path_) << content;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

/// A machine whose hosts h0, h1, … are all connected through the backbone "net", which has no
/// contention.
struct TinyMachine {
  int hosts = 2;
  int cores = 1; ///< number of cores of each host
  std::string speed = "1Mf";
  std::string last_speed = {}; ///< of the last host; empty: the same as the others
  std::string latency = "5us"; ///< from host to host
  std::string bandwidth = "10MBps";
  std::string properties; ///< with the prefix eldest:, as XML
  /// True if every host reaches the backbone by its own link, l0, l1, …, which takes no time.
  bool own_links = false;
};

[[nodiscard]] inline std::string property(std::string_view name, std::string_view value) {
  return fmt::format("<prop id=\"eldest:{}\" value=\"{}\"/>\n", name, value);
}

[[nodiscard]] inline std::string to_xml(const TinyMachine& machine) {
  std::string hosts;
  std::string links;
  for (int i = 0; i < machine.hosts; ++i) {
    const bool is_other = i + 1 == machine.hosts && !machine.last_speed.empty();
    hosts += fmt::format("<host id=\"h{}\" speed=\"{}\" core=\"{}\"/>\n", i,
                         is_other ? machine.last_speed : machine.speed, machine.cores);
    if (machine.own_links)
      links += fmt::format("<link id=\"l{}\" bandwidth=\"1TBps\" latency=\"0us\" "
                           "sharing_policy=\"FATPIPE\"/>\n",
                           i);
  }
  const auto own_link = [&](int host) {
    return machine.own_links ? fmt::format("<link_ctn id=\"l{}\"/>", host) : std::string();
  };
  std::string routes;
  for (int from = 0; from < machine.hosts; ++from) {
    for (int to = from + 1; to < machine.hosts; ++to)
      routes += fmt::format("<route src=\"h{}\" dst=\"h{}\">{}<link_ctn id=\"net\"/>{}</route>\n",
                            from, to, own_link(from), own_link(to));
  }
  return fmt::format(R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<zone id="tiny" routing="Full">
{}{}<link id="net" bandwidth="{}" latency="{}" sharing_policy="FATPIPE"/>
{}{}</zone>
</platform>
)",
                     machine.properties, hosts, machine.bandwidth, machine.latency, links, routes);
}

/// A fat tree of two levels with 4096 hosts, 64 on each switch, and hardware access to memory.
struct Cluster {
  std::string speed = "50Mf";
  std::string latency = "500ns"; ///< of a link; messages cross two or four
  std::string bandwidth = "1GBps";
  std::string properties = property("send-overhead", "0.5us") +
                           property("receive-overhead", "0.5us") +
                           property("service-time", "0.2us") + property("local-access", "0.2us");
};

[[nodiscard]] inline std::string to_xml(const Cluster& cluster) {
  return fmt::format(R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<zone id="cluster" routing="Full">
{}<cluster id="nodes" prefix="node-" suffix="" radical="0-4095" speed="{}" bw="{}" lat="{}"
 topology="FAT_TREE" topo_parameters="2;64,64;1,64;1,1" sharing_policy="SPLITDUPLEX"/>
</zone>
</platform>
)",
                     cluster.properties, cluster.speed, cluster.bandwidth, cluster.latency);
}

/// Draws a machine of up to 16 processors, with latencies from 0 to 10 ms and every kind of
/// service.
[[nodiscard]] inline TinyMachine random_machine(SplitMix64& random, int processors) {
  const auto pick = [&](auto... choices) {
    const std::array<std::string_view, sizeof...(choices)> options{choices...};
    return std::string(options[static_cast<std::size_t>(draw(random, 0, sizeof...(choices) - 1))]);
  };
  TinyMachine machine;
  machine.cores = draw(random, 1, 2);
  machine.hosts = (processors + machine.cores - 1) / machine.cores;
  machine.latency = pick("0us", "1us", "50us", "2ms", "10ms");
  machine.bandwidth = pick("1MBps", "100MBps");
  const auto service = pick("interrupt", "poll", "hardware");
  machine.properties =
      property("service", service) + property("send-overhead", pick("0us", "2us", "100us")) +
      property("receive-overhead", pick("0us", "2us", "100us")) +
      property("service-time", pick("0us", "1us", "300us")) +
      property("local-access", pick("0us", "1us")) + property("lock-time", pick("0us", "1us")) +
      property("lock-round-trips", service == "hardware" ? pick("0", "1") : "0") +
      property("write", pick("posted", "fetched", "awaited")) +
      property("memory-banks", pick("0", "1", "16")) + property("split-phase", pick("yes", "no"));
  return machine;
}

} // namespace eldest::test
