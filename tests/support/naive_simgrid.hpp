#pragma once

#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/tables.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace eldest::test {

/// Runs a program on the first processors of a platform, in a naive SimGrid program. A process can
/// do so only once. Returns the number of messages sent over the network.
///
/// Each processor has a mailbox and a server actor for its part of the table, and a mailbox for its
/// messages. Its accesses take the same messages as those of a simulated machine, also to lock an
/// entry and to fetch what is written. Work is executed when the processor next communicates, which
/// is already less naive than to execute it at every node.
std::uint64_t run_naively(const PlatformFile& platform, int processors, const TableSettings& tables,
                          const std::function<void(AnyProcessor&)>& program);

/// Executes amounts of work in SimGrid on the first host, one after another. Returns the times at
/// which they end, in seconds since the start.
[[nodiscard]] std::vector<double> ends_of_executions(const PlatformFile& platform,
                                                     const std::vector<double>& units);

/// The spans of time in which a processor is busy: begins and ends in seconds since the start.
using BusySpans = std::vector<std::pair<double, double>>;

/// Executes work in SimGrid in the spans of each processor, by rank. Returns the joules of their
/// hosts until `end`, as SimGrid's plugin host_energy measures them.
[[nodiscard]] double joules_of_executions(const PlatformFile& platform,
                                          const std::vector<BusySpans>& spans, double end);

} // namespace eldest::test
