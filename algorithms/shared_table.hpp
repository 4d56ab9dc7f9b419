#pragma once

#include "algorithms/algorithm_options.hpp"
#include "algorithms/recursive_search.hpp"
#include "algorithms/worker.hpp"
#include "trees/random.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The order in which the processors of SharedTable other than processor 0 search a node's sons.
enum class HelperOrder : std::uint8_t {
  same,   ///< processor 0's: only killers, histories and the machine's timing make a difference
  root,   ///< in the root, the eldest first and the others at random: usual in Lazy SMP
  random, ///< likewise in every node: "randomized move order" (S. Matovic)
};

/// The options of the algorithms that share a table and nothing else, under the name of each.
template <class Own> [[nodiscard]] std::vector<AlgorithmOption> shared_table_options() {
  const std::string name(Own::name);
  return {
      choice_option<Own, HelperOrder>(name + "-order",
                                      "order in which all processors but one search younger sons: "
                                      "same, that one's order; root, at random in the root; "
                                      "random, at random everywhere",
                                      {{"same", HelperOrder::same},
                                       {"root", HelperOrder::root},
                                       {"random", HelperOrder::random}},
                                      &Own::order),
      flag_option(name + "-stagger",
                  "every second processor searches a ply deeper than the iteration", &Own::stagger),
  };
}

/// Options of SharedTable.
struct SharedTableSettings {
  HelperOrder order = HelperOrder::random;
  /// Every second processor, those of odd rank, searches a ply deeper than the iteration, as in
  /// Cheng's Lazy SMP (M. Sedlak).
  bool stagger = false;

  static constexpr std::string_view name = "shared-table";
  static constexpr std::string_view description =
      "a shared transposition table and nothing else: the ancestor of Lazy SMP";
  static constexpr bool sequential = false;
  static constexpr Followed follows = Followed::all_and_timeout();
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    return shared_table_options<SharedTableSettings>();
  }

  bool operator==(const SharedTableSettings&) const = default;
};

/// Options of Lazy SMP.
struct LazySmpSettings {
  HelperOrder order = HelperOrder::root;
  bool stagger = true; ///< see SharedTableSettings

  static constexpr std::string_view name = "lazy-smp";
  static constexpr std::string_view description =
      "Lazy SMP: a shared table, and half of the processors a ply ahead (Cheng)";
  static constexpr bool sequential = false;
  static constexpr Followed follows = SharedTableSettings::follows;
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    return shared_table_options<LazySmpSettings>();
  }

  bool operator==(const LazySmpSettings&) const = default;
};

/// A shared transposition table and nothing else: all processors search the root, and each skips
/// whatever another has stored already; the ancestor of Lazy SMP. The first to finish an iteration
/// ends it for all.
///
/// Weill (1996) names S. Otto and E. Felten ("Chess on a hypercube", 1988) for such a table. Theirs
/// was distributed over the processors as this one is, but it served a search by teams in a
/// hierarchy of masters: see FeltenOtto.
///
/// Processors gain only where they are in different parts of the tree. The timing of real machines
/// varies, but programs that use the method do not rely on that; HelperOrder and `stagger` in
/// SharedTableSettings are their means. Processor 0 always searches as if it were alone.
template <Position P, Processor M> class SharedTable {
public:
  SharedTable(M& processor, const SearchSettings& settings, const SharedTableSettings& own)
      : worker_(processor, settings),
        own_(own),
        random_(mix(settings.seed) + static_cast<std::uint64_t>(processor.rank())) {}

  [[nodiscard]] SearchOutcome run(const P& root) {
    Hooks hooks{*this};
    RecursiveSearch<P, M, Hooks> search(worker_, hooks);
    const bool ahead = own_.stagger && worker_.processor.rank() % 2 == 1;
    return worker_.deepen(
        [&](int depth, Score alpha, Score beta) {
          const NodeResult result = search.search(root, alpha, beta, depth, 0);
          return RootResult{result.score, result.move};
        },
        ahead ? 1 : 0);
  }

private:
  /// The hooks of the recursive search: see SearchHooks.
  struct Hooks {
    SharedTable& self;

    [[nodiscard]] bool interrupts() { return self.worker_.poll_interrupted(); }
    void arrange(OrderedMoves<P>& moves, int ply) { self.shuffle(moves, ply); }
    void enter(NodeResult& /*node*/) {}
    void leave() {}
  };

  /// Puts the young brothers into this processor's own order.
  void shuffle(OrderedMoves<P>& moves, int ply) {
    const auto order = own_.order;
    if (worker_.processor.rank() == 0 || order == HelperOrder::same)
      return;
    if (ply == 0 || order == HelperOrder::random)
      moves.shuffle_young(random_);
  }

  Worker<P, M> worker_;
  SharedTableSettings own_;
  SplitMix64 random_; ///< this processor's
};

/// Runs one processor's part of a search with a shared table.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const SharedTableSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return SharedTable<P, M>(processor, settings, own).run(root);
}

/// Runs one processor's part of Lazy SMP.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const LazySmpSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return SharedTable<P, M>(processor, settings, {own.order, own.stagger}).run(root);
}

} // namespace eldest
