#pragma once

#include "algorithms/abdada/settings.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/shared_nodes/node_sharing.hpp"
#include "algorithms/shared_nodes/visit_handlers.hpp"
#include "trees/base/random.hpp"

#include <cstddef>
#include <cstdint>

namespace eldest {

/// ABDADA, the "distributed αβ search with eldest son right" (Weill 1996, Figure 1), in αβ and in
/// NegaScout. All processors search the root, and the table tells them which nodes the others are
/// searching.
///
/// Where the paper is silent, two kinds of search are never exclusive:
///
/// - A re-search, NegaScout's or that of a reduced son, because a son that has beaten its elder
///   brothers is needed at once.
/// - The search of a pass, because a processor that comes to a node begins with the pass, as with
///   an eldest son.
///
/// On one processor the nodes are those of SequentialSearch if only equal depths may answer. If
/// greater depths may answer, too, the nodes can differ by a few per cent, either way. The reason
/// is that beginning a node at a new depth unsets its entry (Figure 2). Until then the entry could
/// answer for shallower visits below the node.
///
/// AbdadaSettings has the paper's variants and Kerrigan's. NodeSharing does most of their work.
/// With some of them a node's search may be `over` before all its sons have been searched.
template <Position P, Processor M> class Abdada {
public:
  Abdada(M& processor, const SearchSettings& settings, const AbdadaSettings& own)
      : worker_(processor, settings, own.answer_timeout > 0),
        own_(own),
        sharing_(worker_, own.sharing()) {}
  Abdada(const Abdada&) = delete;
  Abdada& operator=(const Abdada&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    auto outcome = worker_.deepen([&](int depth, Score alpha, Score beta) {
      const Score value = search(root, alpha, beta, depth, 0, Visitor::needed);
      return RootResult{value, sharing_.root_move()};
    });
    own_counters_.add(sharing_.counts());
    outcome.own_counters = named(own_counters_);
    return outcome;
  }

private:
  /// The reason why a processor searches a node.
  enum class Visitor : std::uint8_t {
    needed,    ///< the root, an eldest son, or a re-search: whichever processors are there
    exclusive, ///< a young brother in the first pass: only if no other processor is there
    deferred,  ///< a son in the second pass: whichever processors are there
  };

  /// Returns the value of a position. If the visit is exclusive and another processor is searching
  /// the position, returns the marker `on_evaluation` instead.
  Score search(const P& position, Score alpha, Score beta, int depth, int ply, Visitor visitor,
               bool passed = false) {
    const std::uint16_t at_most = visitor == Visitor::exclusive ? 0 : any_number;
    return sharing_.visit(position, alpha, beta, depth, ply, at_most,
                          [&](const Retrieve& retrieve, NodeResult& node, OrderedMoves<P>& moves) {
                            if (visitor == Visitor::deferred)
                              count_company(retrieve.visit);
                            sharing_.search_sons(
                                position, node, ply, moves, passed,
                                [&](const P& son, Score low, Score high, int son_depth) {
                                  return -search(son, -high, -low, son_depth, ply + 1,
                                                 Visitor::needed, true);
                                },
                                [&](NodeResult& result) {
                                  search_in_passes(position, retrieve, result, ply, moves);
                                });
                          });
  }

  void count_company(const Visit& visit) {
    if (visit.found > 0)
      ++own_counters_.joined;
    own_counters_.met += visit.found;
  }

  /// Searches the sons in the order of `moves`, in one or two passes.
  void search_in_passes(const P& position, const Retrieve& retrieve, NodeResult& node, int ply,
                        OrderedMoves<P>& moves) {
    if (pass(position, node, ply, moves, true) == Pass::over)
      return;
    const auto second_pass = worker_.in_phase(Phase::deferred);
    moves.rewind(own_.revisit_deferred_only);
    moves.rotate(second_pass_start(retrieve));
    pass(position, node, ply, moves, false);
  }

  /// Index of the son at which the second pass begins, among the sons that it visits. To be taken
  /// modulo their number.
  [[nodiscard]] std::size_t second_pass_start(const Retrieve& retrieve) const {
    switch (own_.second_pass) {
    case SecondPass::first:
      break;
    case SecondPass::arrival:
      return retrieve.visit.found;
    case SecondPass::rank:
      return mix(retrieve.key + static_cast<Key>(worker_.processor.rank()));
    }
    return 0;
  }

  enum class Pass : std::uint8_t { over, deferred_sons };

  /// Searches the sons in order. In the `first` pass the visits of all sons except the eldest are
  /// exclusive, if the node's depth is at least `defer_depth`. Returns Pass::deferred_sons if
  /// another pass is needed for deferred sons.
  Pass pass(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves, bool first) {
    auto result = Pass::over;
    const bool may_defer = node.depth >= own_.defer_depth;
    const auto young = !first      ? Visitor::deferred
                       : may_defer ? Visitor::exclusive
                                   : Visitor::needed;
    while (const auto* const move = moves.next()) {
      const bool eldest = moves.at_eldest();
      if (!eldest && sharing_.check_over(node))
        return Pass::over;
      if (!first)
        ++own_counters_.second_pass;
      const P son = position.after(*move);
      const Score value = sharing_.search_son(
          son, eldest, node, worker_.begin_son(position, node.depth, son, moves, ply), ply,
          [&](Score alpha, Score beta, int depth, bool again) {
            return -search(son, -beta, -alpha, depth, ply + 1,
                           eldest || again ? Visitor::needed : young);
          });
      if (sharing_.over(ply))
        return Pass::over;
      if (value == -on_evaluation) {
        moves.defer();
        result = Pass::deferred_sons;
      } else if (worker_.improve(node, value, position, *move, ply, eldest)) {
        return Pass::over;
      } else {
        sharing_.share_bound();
      }
    }
    return result;
  }

  Worker<P, M> worker_;
  AbdadaSettings own_;
  AbdadaCounters own_counters_;
  NodeSharing<P, M> sharing_;
};

/// Runs one processor's part of ABDADA.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const AbdadaSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return Abdada<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
