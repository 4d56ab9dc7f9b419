#include "sim/experiments/calibration/calibration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace eldest {
namespace {

constexpr double ns = 1e-9;

/// So many banks that hardly any accesses to different entries wait for one another.
constexpr int banks = 4096;

/// Returns `text` with "- -" for each "--", which a comment of XML may not contain.
std::string without_double_hyphens(std::string text) {
  for (auto at = text.find("--"); at != std::string::npos; at = text.find("--", at))
    text.replace(at, 2, "- -");
  return text;
}

std::string spread(const Measured& measured) {
  return fmt::format("{:.1f} ns ({:.1f} to {:.1f})", measured.median / ns, measured.min / ns,
                     measured.max / ns);
}

/// Writes a comment with the times of messages between the nearest and the farthest cores.
void write_messages(std::back_insert_iterator<std::string> out, const MeasuredCores& cores) {
  fmt::format_to(out, R"(
    <!-- All messages are simulated as above. By the cores that send and receive, they take:)");
  for (const auto& [pair, message] : cores.messages)
    fmt::format_to(out, "\n         cores {} and {}: {}", cores.cores.at(pair.second),
                   cores.cores.at(pair.first), spread(message));
  fmt::format_to(out, " -->\n");
}

/// Returns the mean of a figure's medians over all games that were measured, in seconds.
double mean_over_searches(const std::vector<MeasuredNodes>& all, Measured MeasuredNodes::*figure) {
  double sum = 0;
  for (const auto& nodes : all)
    sum += (nodes.*figure).median / static_cast<double>(all.size());
  return sum;
}

/// The figures of the simulated machine, in seconds, derived from the measured ones.
struct ModelFigures {
  double access;  ///< time of an access to the table in a sequential search
  double sharing; ///< time that locks, and the accesses of other cores, add to it
  double service; ///< time for which an access occupies an entry
  double message; ///< processor time of a message at either end
};

ModelFigures model_figures(const Calibration& calibration) {
  const auto& machine = calibration.machine;
  ModelFigures figures{};
  figures.access = mean_over_searches(calibration.nodes, &MeasuredNodes::access);
  figures.sharing = mean_over_searches(calibration.nodes, &MeasuredNodes::lock);
  if (machine.cores == 1)
    return figures;
  figures.service = machine.contended_access.median;
  figures.sharing += std::max(machine.shared_access.median - machine.prefetched_access.median, 0.0);
  figures.message = machine.message.median / 2;
  return figures;
}

std::string property(std::string_view name, double seconds) {
  return fmt::format("    <prop id=\"eldest:{}\" value=\"{:.1f}ns\"/>\n", name, seconds / ns);
}

/// Writes the costs of a tree's nodes. A visit takes at least what the text can show, because a
/// platform needs visits that take some time. On a busy computer, none may have been measured.
void write_node_costs(std::back_insert_iterator<std::string> out, const MeasuredNodes& nodes) {
  constexpr double least_visit = 0.1; // ns
  const auto& [visit, generation, ordering, captures, move] = nodes.costs;
  fmt::format_to(out,
                 R"(    <!-- {}: {}, {}, {}, {}, {};
         table access {}, a lock of it {}; in all {} a node -->
    <prop id="eldest:node-costs-{}" value="{:.1f},{:.1f},{:.1f},{:.1f},{:.2f}"/>
)",
                 nodes.tree, spread(visit), spread(generation), spread(ordering), spread(captures),
                 spread(move), spread(nodes.access), spread(nodes.lock), spread(nodes.node),
                 nodes.tree, std::max(visit.median / ns, least_visit), generation.median / ns,
                 ordering.median / ns, captures.median / ns, move.median / ns);
  for (const auto& [algorithm, factor] : nodes.slowdowns)
    fmt::format_to(
        out,
        R"(    <prop id="eldest:node-slowdown-{}-{}" value="{:.3f}"/> <!-- {:.3f} to {:.3f} -->
)",
        nodes.tree, algorithm, factor.median, factor.min, factor.max);
}

/// Returns a comment on what several threads do at once, of which no number is used.
std::string about_rates(const std::vector<MeasuredRates>& all) {
  std::string text =
      "    <!-- Threads at once, on a core each; million steps/s in registers; GB/s that they "
      "read\n"
      "         from memory; million nodes/s of chess, with a table of the default size each:\n";
  for (const auto& rates : all)
    text += fmt::format("         {}: {:.0f}, {:.2f}, {:.3f}\n", rates.threads,
                        rates.steps.median / 1e6, rates.bandwidth.median / 1e9,
                        rates.nodes.back().median / 1e6);
  return text + "    -->\n";
}

/// A part of every calibrated file: the text above all figures, and the network model to which the
/// figures apply.
constexpr std::string_view about_figures = R"(
  Behind each figure is its spread over the measurements. A unit of work is a nanosecond. Any SimGrid
  program can load this file; the properties that begin with "eldest:" are explained in
  platforms/README.md.
-->
<platform version="4.1">
  <config>
    <!-- A message takes latency + size / bandwidth; SimGrid's default, LV08, fits TCP instead. -->
    <prop id="network/model" value="CM02"/>
    <prop id="network/TCP-gamma" value="0"/>
    <prop id="network/crosstraffic" value="0"/>
  </config>
)";

/// Returns the property that marks a calibration about which there are doubts, or an empty text.
std::string doubt_property(const std::vector<std::string>& doubts) {
  return doubts.empty()
             ? ""
             : fmt::format("    <!-- Measure again while the computer does nothing else. -->\n"
                           "    <prop id=\"eldest:doubt\" value=\"{}\"/>\n\n",
                           fmt::join(doubts, "; "));
}

} // namespace

std::string calibrated_cluster(const ClusterCalibration& calibration) {
  const auto& network = calibration.network;
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<!--
  Processes: {}, computers: {}, with {}, over {}, as "eldest-cluster calibrate"
  measured them on {}. The network is that between the first process and the last; the nodes are the
  first's.
{}
  <zone id="cluster" routing="Full">
    <!-- The home of an entry serves an access when it next looks for messages. A processor can work
         until the answer comes. -->
    <prop id="eldest:service" value="poll"/>
    <prop id="eldest:split-phase" value="yes"/>

{}    <!-- What a node takes in a sequential search: visit, generation of moves, their ordering,
         captures, each of the moves ordered. -->
)",
                 calibration.processes, calibration.hosts,
                 without_double_hyphens(calibration.processor),
                 without_double_hyphens(calibration.mpi), calibration.date, about_figures,
                 doubt_property(doubts_about(calibration)));
  for (const auto& nodes : calibration.nodes)
    write_node_costs(out, nodes);
  const double access = mean_over_searches(calibration.nodes, &MeasuredNodes::access);
  fmt::format_to(out, R"(
    <!-- A table access in the searches above, on the mean, at home and for others. (To entries at
         random: {}.) -->
{}{}    <!-- To look for messages and find none takes {}. -->
{}    <!-- LogGP's o at either end, with the making and reading of a message's bytes. To send it takes
         {}, to receive it {}. -->
{}{}
    <!-- A message takes two links. LogGP's L: half of a round trip, {}, without o at either
         end. The time of a byte, G: {}. Message after message (g) takes {}. -->
    <cluster id="processes" prefix="process-" suffix="" radical="0-{}" speed="1Gf" bw="{:.0f}Bps" lat="{:.2f}ns"/>
  </zone>
</platform>
)",
                 spread(network.near_access), property("local-access", access),
                 property("service-time", access), spread(network.look),
                 property("poll-time", network.look.median), spread(network.send),
                 spread(network.receive), property("send-overhead", network.send.median),
                 property("receive-overhead", network.receive.median), spread(network.round_trip),
                 spread(network.byte), spread(network.gap), calibration.processes - 1,
                 1 / std::max(network.byte.median, 1e-12), network.latency() / 2 / ns);
  return text;
}

std::string calibrated_platform(const Calibration& calibration) {
  const auto& machine = calibration.machine;
  const auto figures = model_figures(calibration);
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<!--
  {}, {} cores, as "eldest calibrate" measured it on {}.
{}
  <zone id="local" routing="Full">
    <!-- Memory is shared, and caches are kept coherent by hardware; a load that misses is waited
         for, and so is an entry to be written, whose lock is taken first. -->
    <prop id="eldest:service" value="hardware"/>
    <prop id="eldest:write" value="awaited"/>
    <prop id="eldest:split-phase" value="no"/>

{}    <!-- What a node takes in a sequential search: visit, generation of moves, their ordering,
         captures, each of the moves ordered. Each is timed in place, and all of them then scaled to
         the time of the same searches without measuring. Generation and ordering are what a line
         through the times by the number of moves has for none, the last figure is its slope. -->
)",
                 without_double_hyphens(calibration.processor), machine.cores, calibration.date,
                 about_figures, doubt_property(doubts_about(calibration)));
  for (const auto& nodes : calibration.nodes)
    write_node_costs(out, nodes);
  fmt::format_to(out, R"(
    <!-- A table access in the searches above, on the mean. What locks add to it{}.
         (Accesses to entries at random that are not prefetched: {}
         without locks, {} with locks.) -->
{}{}    <!-- To look for messages and find none takes {}, to read the clock
         {}. -->
{}{})",
                 machine.cores > 1 ? ", and what sharing adds (below)" : "",
                 spread(machine.unlocked_access), spread(machine.locked_access),
                 property("local-access", figures.access), property("lock-time", figures.sharing),
                 spread(machine.look), spread(machine.time_stamp),
                 property("poll-time", machine.look.median),
                 property("clock-time", machine.time_stamp.median));
  if (machine.cores > 1) {
    fmt::format_to(
        out,
        R"(    <!-- What sharing the table adds: a prefetched access adds {} to a computation of one core,
         {} while all cores make such accesses. Time for which an entry is taken, from
         one core's access to the next one's, all cores at one bucket: {}. Accesses to
         different entries do not wait for one another. -->
{}    <prop id="eldest:memory-banks" value="{}"/>
    <!-- Half of what a message from awake core to awake core takes, {}: to
         send it takes {}. To wake its receiver takes
         {}, which is not modelled: threads that have a core each stay
         awake for longer than most waits. To see what another core has written takes
         {}. -->
{})",
        spread(machine.prefetched_access), spread(machine.shared_access),
        spread(machine.contended_access), property("service-time", figures.service), banks,
        spread(machine.message), spread(machine.send), spread(machine.wake_up),
        spread(machine.transfer), property("message-overhead", figures.message));
    fmt::format_to(out, R"(
    <!-- The time of a search on each core at once, relative to that of one search
         ({:.3f} to {:.3f}). -->
    <prop id="eldest:busy-slowdown" value="{:.3f}"/>
{})",
                   machine.busy_slowdown.min, machine.busy_slowdown.max,
                   machine.busy_slowdown.median, about_rates(machine.rates));
  }
  if (calibration.cores)
    write_messages(out, *calibration.cores);
  fmt::format_to(out, R"(
    <!-- Memory is equally far from all cores. A message is not copied, so that its bytes take no time. -->
    <host id="computer" speed="1Gf" core="{}"/>
    <link id="memory" bandwidth="100GBps" latency="0ns"/>
    <route src="computer" dst="computer"><link_ctn id="memory"/></route>
  </zone>
</platform>
)",
                 machine.cores);
  return text;
}

} // namespace eldest
