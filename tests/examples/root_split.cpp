// Root splitting, a parallel algorithm outside of the project: its settings, its search, and a
// program that compares it with ABDADA on a simulated CM-5. root_split.md explains it.
#include "algorithms/abdada/abdada.hpp"
#include "algorithms/search/algorithm_list.hpp"
#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/minimax.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/wire.hpp"
#include "sim/experiments/make_problem.hpp"
#include "sim/experiments/simulation.hpp"
#include "trees/othello/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <string_view>
#include <vector>

namespace eldest::root_split {

/// The counters that only root splitting has.
struct RootSplitCounters {
  std::uint64_t root_moves = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&RootSplitCounters::root_moves>("moves of the root searched"),
  });

  bool operator==(const RootSplitCounters&) const = default;
};

/// Options of root splitting. options() describes the members.
struct RootSplitSettings {
  bool interleaved = true;

  static constexpr std::string_view name = "root-split";
  static constexpr std::string_view description = "the moves of the root, divided beforehand";
  static constexpr bool sequential = false;
  using Counters = RootSplitCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    return {flag_option("root-split-interleaved", "deal the moves out one by one, or in blocks",
                        &RootSplitSettings::interleaved)};
  }

  bool operator==(const RootSplitSettings&) const = default;
};

/// Root splitting. In every iteration, each processor searches its share of the root's moves as if
/// they were all moves. Processor 0 takes the best of the results. Only processor 0 waits for
/// others.
///
/// Processors learn from each other only through the table. The young brothers are therefore
/// searched without the bound that the eldest brother would have given.
template <Position P, Processor M> class RootSplit {
public:
  RootSplit(M& processor, const SearchSettings& settings, const RootSplitSettings& own)
      : worker_(processor, settings), own_(own), hooks_{*this}, recursive_(worker_, hooks_) {}
  RootSplit(const RootSplit&) = delete;
  RootSplit& operator=(const RootSplit&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    SearchOutcome outcome;
    until_stopped([&] {
      for (int depth = 1; worker_.continues_to(depth); ++depth) {
        const auto nodes_before = worker_.counters.nodes();
        const Best best = search_share(root, depth);
        outcome.nodes.push_back(worker_.counters.nodes() - nodes_before);
        if (worker_.processor.rank() == 0)
          outcome.iterations.push_back(combine(best, depth));
        else
          BestMessage::send(worker_.processor, 0, best);
      }
    });
    outcome.counters = worker_.counters;
    outcome.own_counters = named(own_counters_);
    return outcome;
  }

private:
  using Move = typename P::Move;

  /// The best of several moves in one iteration.
  struct Best {
    int depth = 0;
    Score value = -infinity;
    std::uint32_t move = 0; ///< code; 0: there was no move to search

    /// Describes how a result travels: in 12 bytes.
    template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
      wire::word<4>(wire, wire::tag<8>(wire), wire::iteration(self.depth));
      wire::word<4>(wire, wire::score(self.value));
      wire::word<4>(wire, wire::number(self.move));
    }
  };
  using BestMessage = Protocol<15, Best>;

  /// Receives and keeps messages during a search.
  struct Hooks {
    RootSplit& self;

    [[nodiscard]] bool interrupts() {
      while (const auto message = self.worker_.processor.poll())
        self.received_.push_back(BestMessage::template get<Best>(*message));
      return false;
    }
    static void arrange(OrderedMoves<P>& /*moves*/, int /*ply*/) {}
    static void enter(NodeResult& /*node*/) {}
    static void leave() {}
  };

  [[nodiscard]] bool is_own(std::size_t move, std::size_t moves) const {
    const auto rank = static_cast<std::size_t>(worker_.processor.rank());
    const auto processors = static_cast<std::size_t>(worker_.processor.processors());
    return rank == (own_.interleaved ? move % processors : move * processors / moves);
  }

  Best search_share(const P& root, int depth) {
    worker_.enter_node(root, -infinity, infinity, depth, 0);
    ++worker_.counters.interior;
    MoveList<Move> moves;
    root.generate_moves(moves);
    Best best{depth};
    if (moves.empty())
      best.value = root.terminal_value(depth);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (!is_own(i, moves.size()))
        continue;
      ++own_counters_.root_moves;
      const P son = root.after(moves[i]);
      const int son_depth = worker_.son_depth(son, depth);
      const Score value =
          worker_.search_son(best.move == 0, best.value, infinity, son_depth,
                             [&](Score alpha, Score beta, bool /*again*/) {
                               return -recursive_.search(son, -beta, -alpha, son_depth, 1).score;
                             });
      if (value > best.value)
        best = {depth, value, moves[i].code()};
    }
    return best;
  }

  /// Returns the best of the results of all processors.
  IterationResult combine(Best best, int depth) {
    for (int others = worker_.processor.processors() - 1; others > 0; --others) {
      const Best other = take(depth);
      if (other.value > best.value)
        best = other;
    }
    return {depth, best.value, best.move, worker_.processor.now()};
  }

  /// Waits for the next result of the iteration to `depth`, and returns it. Results of other
  /// iterations are kept, because another processor may be ahead.
  Best take(int depth) {
    while (true) {
      const auto found = std::ranges::find(received_, depth, &Best::depth);
      if (found != received_.end()) {
        const Best best = *found;
        received_.erase(found);
        return best;
      }
      received_.push_back(BestMessage::template get<Best>(worker_.processor.wait()));
    }
  }

  Worker<P, M> worker_;
  RootSplitSettings own_;
  RootSplitCounters own_counters_;
  Hooks hooks_;
  RecursiveSearch<P, M, Hooks> recursive_;
  std::deque<Best> received_; ///< by processor 0
};

/// Runs one processor's part of root splitting. The project calls this function.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const RootSplitSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return RootSplit<P, M>(processor, settings, own).run(root);
}

namespace {

SearchResult simulate_othello(const Algorithm& algorithm, const othello::Position& root,
                              int processors) {
  using OwnAlgorithms = AlgorithmList<RootSplitSettings, AbdadaSettings>;
  const auto problem = make_problem<OwnAlgorithms>("", "", {1000, 200, 6000, 0}, root, nullptr);
  Simulation simulation;
  simulation.platform = read_platform_file("cm5-32");
  simulation.processors = processors;
  simulation.algorithm = algorithm;
  simulation.settings.depth = 7;
  simulation.settings.table_depth = TableDepth::exact; // makes the value the minimax value
  simulation.settings.costs = problem.costs;
  return simulate_isolated(simulation, problem);
}

void compare(const othello::Position& root) {
  double alone = 0;
  for (const Algorithm& algorithm : {Algorithm(RootSplitSettings{}), Algorithm(AbdadaSettings{})}) {
    for (const int processors : {1, 4, 16}) {
      const auto result = simulate_othello(algorithm, root, processors);
      if (processors == 1)
        alone = result.time;
      const auto& fourth = result.iterations[3];
      fmt::print("{} on {} processors: value {}, depth 4 {} (minimax {}), speedup {:.2f}\n",
                 algorithm.name(), processors, result.value, fourth.value,
                 minimax(root, fourth.depth), alone / result.time);
    }
  }
}

} // namespace
} // namespace eldest::root_split

/// Compares root splitting with ABDADA in the middle of a game of Othello.
int main() {
  try {
    // The final of the world championship of 1996 after 20 moves: Nicolet against Murakami.
    eldest::root_split::compare(eldest::othello::parse_position(
        "------------X-------XXOO--XXXXXO--OXOXXO---OOOOO-----O-O-------- X"));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "root_split: {}\n", error.what());
    return 1;
  }
}
