#pragma once

#include "algorithms/aphid/aphid_settings.hpp"
#include "algorithms/aphid/aphid_table.hpp"
#include "algorithms/iterations.hpp"
#include "algorithms/processor.hpp"
#include "algorithms/worker.hpp"
#include "trees/score.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// What APHID asks of a machine and of a program, and what it tells in the end.
namespace eldest::aphid {

/// What APHID asks of a machine: messages. Every Processor has them.
template <class M>
concept MessagePassing = requires(M machine, const M constant, int rank, Message message) {
  { constant.rank() } -> std::same_as<int>;
  { constant.processors() } -> std::same_as<int>;
  { machine.send(rank, message) } -> std::same_as<void>;
  { machine.poll() } -> std::same_as<std::optional<Message>>;
  { machine.wait() } -> std::same_as<Message>;
  { constant.now() } -> std::same_as<double>;
};

/// What APHID asks of a sequential program, beside the calls in its search:
///
/// - `search_root(depth)`: searches the root with an infinite window; a pass of the master.
/// - `search_leaf(path, window, depth)`: plays the moves from the root, and searches the position
///   to a depth; the fail-soft result.
/// - `nodes()`: how many nodes this processor has searched so far, as a measure of effort.
template <class P, class Move>
concept SequentialProgram = requires(P program, std::span<const Move> path, const Window& window,
                                     int depth) {
  { program.search_root(depth) } -> std::same_as<RootResult>;
  { program.search_leaf(path, window, depth) } -> std::same_as<Score>;
  { program.nodes() } -> std::convertible_to<std::uint64_t>;
};

/// What APHID has to tell after a search.
struct Outcome {
  std::vector<IterationResult> iterations; ///< on the master only
  std::vector<std::uint64_t> nodes;        ///< of this processor, by the iteration they were for
  std::uint64_t speculative_nodes = 0;     ///< of them, for iterations beyond the nominal depth
  AphidCounters counters;
};

} // namespace eldest::aphid
