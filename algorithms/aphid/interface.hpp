#pragma once

#include "algorithms/aphid/settings.hpp"
#include "algorithms/aphid/table.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/score.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Interfaces of APHID to a machine and to a sequential program, and its outcome.
namespace eldest::aphid {

/// A machine that APHID can run on, because it sends and receives messages. Every Processor is one.
template <class M>
concept MessagePassing = requires(M& machine, const M& constant, int rank, Message message,
                                  double seconds) {
  { constant.rank() } -> std::same_as<int>;
  { constant.processors() } -> std::same_as<int>;
  { machine.send(rank, message) } -> std::same_as<void>;
  { machine.poll() } -> std::same_as<std::optional<Message>>;
  { machine.wait() } -> std::same_as<Message>;
  { machine.wait_for(seconds) } -> std::same_as<std::optional<Message>>;
  { constant.now() } -> std::same_as<double>;
};

/// A sequential program that APHID can run. Apart from the calls of Process in its search it has:
///
/// - `search_root(depth)`: searches the root, as one pass of the master. The window is infinite, or
///   such that a result that depends on no guess is the root's value.
/// - `search_leaf(path, window, depth)`: plays the moves of `path` from the root, searches the
///   position to `depth`, and returns the fail-soft result.
/// - `nodes()`: the number of nodes that this processor has searched since the start, as a measure
///   of effort.
/// - optionally `select_window(request)`: see SelectsWindows.
template <class P, class Move>
concept SequentialProgram = requires(P& program, std::span<const Move> path, const Window& window,
                                     int depth) {
  { program.search_root(depth) } -> std::same_as<RootResult>;
  { program.search_leaf(path, window, depth) } -> std::same_as<Score>;
  { program.nodes() } -> std::convertible_to<std::uint64_t>;
};

/// A slave's search of a leaf, for which a window is to be chosen.
struct WindowRequest {
  const MasterState& master;
  const RootScores& root;
  int iteration = 0; ///< for which the leaf is searched
  int ply = 0;       ///< of the leaf
  int priority = no_priority;
};

/// A sequential program that chooses the slaves' windows itself. In the paper the window is
/// "application-dependent, and can be modified by editing a call-back function" (section 3.5 and
/// appendix B). `select_window(request)` returns a window in terms of the side to move at the leaf.
/// Other programs get the window of aphid::select_window. Any window is right that is not empty,
/// because the master asks for another search where the answer does not suffice.
template <class P>
concept SelectsWindows = requires(P& program, const WindowRequest& request) {
  { program.select_window(request) } -> std::same_as<Window>;
};

/// One processor's results of a search by APHID.
struct Outcome {
  std::vector<IterationResult> iterations; ///< on the master only
  std::vector<std::uint64_t> nodes;    ///< of this processor, by the iteration that they were for
  std::uint64_t speculative_nodes = 0; ///< those of `nodes` for iterations beyond the nominal depth
  AphidCounters counters;
};

} // namespace eldest::aphid
