#pragma once

#include "algorithms/given_work/messages.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/nodes_by_iteration.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/search_stopped.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/position.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::shared_table {

using given_work::Stop;
using StopMessage = Protocol<11, Stop>;

/// Returns true if processor `rank` does not search the root to `depth` in Stockfish's Lazy SMP.
/// Processor 0 skips no depth. The other processors are helpers, in groups of 20. A helper searches
/// a block of depths, skips the next block, and so on. The blocks of the first two helpers of a
/// group have one depth each, those of the next four two, of the next six three, and of the last
/// eight four. Helpers with blocks of the same size begin at different depths.
[[nodiscard]] constexpr bool skips(int rank, int depth) {
  constexpr int group = 20;
  if (rank == 0)
    return false;
  int phase = (rank - 1) % group;
  int size = 1;
  while (phase >= 2 * size)
    phase -= 2 * size++;
  return (depth + phase) / size % 2 != 0;
}

/// Iterative deepening in which no processor waits for another or ends another's iteration. The
/// results are those of processor 0, which ends the search after its last iteration. The other
/// processors go on to greater depths until then.
template <Position P, Processor M> class OwnDeepening {
public:
  /// If `skip` is true, processors skip depths: see `skips`. `worker` must outlive this object.
  OwnDeepening(Worker<P, M>& worker, bool skip)
      : worker_(worker), nodes_(worker.counters), skip_(skip) {}

  /// Looks for messages. Returns true if the search is over.
  [[nodiscard]] bool over() {
    while (worker_.processor.poll())
      stop();
    return worker_.interrupted();
  }

  /// Searches by iterative deepening. `search_root(depth, alpha, beta)` returns a RootResult, which
  /// is ignored if the search is over.
  template <class SearchRoot> [[nodiscard]] SearchOutcome deepen(SearchRoot search_root) {
    until_stopped([&] {
      if (worker_.processor.rank() == 0)
        lead(search_root);
      else
        help(search_root);
    });
    return {std::move(results_),         nodes_by_iteration(), worker_.counters, {}, {},
            std::move(running_counters_)};
  }

private:
  template <class SearchRoot> void lead(SearchRoot& search_root) {
    for (int depth = 1; worker_.continues_to(depth); ++depth) {
      const auto root = search_to(depth, search_root);
      results_.push_back({depth, root.value, root.move, worker_.processor.now()});
      running_counters_.push_back(worker_.counters);
      show_iteration(worker_.processor, results_.back());
    }
    stop();
  }

  template <class SearchRoot> void help(SearchRoot& search_root) {
    for (int depth = 1; depth <= max_depth && !over(); ++depth) {
      if (!skip_ || !skips(worker_.processor.rank(), depth))
        static_cast<void>(search_to(depth, search_root));
    }
    if (!worker_.interrupted()) { // the tree is no deeper than it has been searched
      static_cast<void>(worker_.processor.wait());
      stop();
    }
  }

  /// Searches the root to `depth`. The window is around the value of this processor's last search.
  template <class SearchRoot>
  [[nodiscard]] RootResult search_to(int depth, SearchRoot& search_root) {
    nodes_.enter(depth);
    begin_iteration(worker_.processor);
    const auto root = worker_.aspire(
        expected_, [&](Score alpha, Score beta) { return search_root(depth, alpha, beta); });
    expected_ = root.value;
    return root;
  }

  /// Ends the search. Tells this processor's sons in the binomial tree.
  void stop() {
    const auto& processor = worker_.processor;
    for_binomial_sons(processor.rank(), processor.processors(),
                      [&](int son) { StopMessage::send(worker_.processor, son, Stop{}); });
    worker_.interrupt();
  }

  /// Returns this processor's nodes by depth. The nodes of greater depths than the search's own
  /// count as nodes of its last iteration.
  [[nodiscard]] std::vector<std::uint64_t> nodes_by_iteration() {
    auto nodes = nodes_.until_now();
    std::size_t last = 1;
    while (last < nodes.size() && worker_.continues_to(static_cast<int>(last) + 1))
      ++last;
    if (last < nodes.size()) {
      const auto beyond = nodes.begin() + static_cast<std::ptrdiff_t>(last);
      nodes[last - 1] = std::accumulate(beyond, nodes.end(), nodes[last - 1]);
      nodes.resize(last);
    }
    return nodes;
  }

  Worker<P, M>& worker_;
  NodesByIteration nodes_;
  std::vector<IterationResult> results_;
  std::vector<Counters> running_counters_;
  std::optional<Score> expected_; ///< the value of this processor's last search
  bool skip_;
};

} // namespace eldest::shared_table
