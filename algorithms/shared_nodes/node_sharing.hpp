#pragma once

#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/shared_nodes/node_path.hpp"
#include "algorithms/shared_nodes/payoff.hpp"
#include "algorithms/shared_nodes/settings.hpp"
#include "algorithms/shared_nodes/visit_handlers.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace eldest {

/// One processor's visits of nodes, by ABDADA's table protocol: an entry counts the processors that
/// are searching its position. If the settings say so, visits include the cures of Figure 7 and the
/// time-out (Weill 1996, section 4). The algorithm decides on the order in which a node's sons are
/// visited.
///
/// A processor whose answer does not come in time may have been counted in the entry all the same.
/// A dead processor is never removed from the counts. So with failures a count can be too high,
/// never too low. A count that is too high makes others defer the node once more than they need to.
/// It also keeps the entry from being replaced until its position is searched to another depth. But
/// no processor waits for a count to fall. The rank of such a processor may stay recorded as long.
/// The bounds that others then send to it are of no use.
template <Position P, Processor M> class NodeSharing {
public:
  /// `worker` must outlive this object.
  NodeSharing(Worker<P, M>& worker, const SharingSettings& settings)
      : worker_(worker),
        processor_(worker.processor),
        settings_(settings),
        pushes_(settings.push_depth, settings.push_granularity, processor_.processors()),
        parent_checks_(settings.parent_check_depth, settings.parent_check_granularity,
                       processor_.processors()) {}
  NodeSharing(const NodeSharing&) = delete;
  NodeSharing& operator=(const NodeSharing&) = delete;

  /// Returns the value of a position. If more than `at_most` other processors are searching the
  /// position, returns the marker `on_evaluation` instead. `search_sons(retrieve, node, moves)`
  /// searches the sons of a node that the table has no answer for. The moves may be generated
  /// already.
  template <class SearchSons>
  [[nodiscard]] Score visit(const P& position, Score alpha, Score beta, int depth, int ply,
                            std::uint16_t at_most, SearchSons search_sons) {
    worker_.enter_node(position, alpha, beta, depth, ply);
    if (const auto value = worker_.value_at_once(position, alpha, beta, depth, ply))
      return *value;

    Retrieve retrieve{position.key(), depth, at_most, worker_.settings.table_depth,
                      {alpha, beta},  {}};
    OrderedMoves<P> moves;
    const bool records = pushes_.concerns(depth);
    ask(retrieve, records);
    if (worker_.generates_early(true))
      worker_.generate(position, moves);
    await(retrieve, records);

    if (retrieve.answer.score == on_evaluation) {
      ++worker_.counters.deferred;
      put_off_by_ = retrieve.visit.found;
      return on_evaluation;
    }
    ++worker_.counters.interior;
    NodeResult node{retrieve.answer, depth};
    if (retrieve.answer.closes_window()) {
      worker_.count_table_hit(retrieve.key, depth);
    } else {
      path_.enter(retrieve, node, alpha,
                  {records && retrieve.visit.generation, parent_checks_.chooses(depth)});
      const auto measurement = begin_measurement(depth);
      if (!until_stopped([&] { search_sons(std::as_const(retrieve), node, moves); })) {
        give_up(retrieve);
        throw SearchStopped{};
      }
      leave(retrieve, node, measurement);
    }
    if (ply == 0)
      root_move_ = node.move;
    return node.score;
  }

  /// Searches the pass in the node entered last, if one is to be searched: see Worker.
  /// `search_pass(son, alpha, beta, depth)` returns the value of the pass, which may cut off the
  /// node. Then, unless the node's search is over, orders the sons, deepens internally if the
  /// settings ask for it, and calls `search_in_order(node)`. `passed` is true if the move that led
  /// to the node is a pass.
  template <class SearchPass, class SearchInOrder>
  void search_sons(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves,
                   bool passed, SearchPass search_pass, SearchInOrder search_in_order) {
    if (pass_cuts_off(position, node, ply, passed, search_pass) || poll_over(ply))
      return;
    if (!order_sons(worker_, position, node, moves, ply))
      return;
    if (worker_.find_first_move(position, node, moves, ply, [&](NodeResult& shallow) {
          search_in_order(shallow);
          return !over(ply);
        }))
      search_in_order(node);
  }

  /// Searches a son of the node at `ply` with the window that αβ or NegaScout gives it. If `open`
  /// is true, that is the node's own window. `search(alpha, beta, depth, again)` returns the son's
  /// value for its father.
  template <class SearchSon>
  [[nodiscard]] Score search_son(const P& son, bool open, const NodeResult& node,
                                 const SonDepths& depths, int ply, SearchSon search) {
    return worker_.search_son(son, ply + 1, open, std::max(node.alpha, node.score), node.beta,
                              depths, [&](Score alpha, Score beta, int depth, bool again) {
                                if (!again)
                                  return search(alpha, beta, depth, false);
                                // Since the first search began, other processors may have closed
                                // the window or narrowed it.
                                if (over(ply) || alpha >= node.beta)
                                  return alpha;
                                const Score lower = std::max({alpha, node.alpha, node.score});
                                const Score upper =
                                    std::max(beta, lower + 1); // a scout follows the lower bound
                                return search(lower, std::min(upper, node.beta), depth, true);
                              });
  }

  /// The number of other processors in the node for which `visit` last returned `on_evaluation`.
  [[nodiscard]] std::uint16_t put_off_by() const { return put_off_by_; }
  /// The code of the best move of the root visited last, 0 for none.
  [[nodiscard]] std::uint32_t root_move() const { return root_move_; }
  [[nodiscard]] const SharingCounts& counts() const { return counts_; }

  /// Returns true if the search of the node at `ply` is over. That is so if the iteration has
  /// ended, or if other processors have closed the window of a node down to that one.
  [[nodiscard]] bool over(int ply) const { return worker_.interrupted() || path_.over(ply); }

  /// Makes the cut-off checks before a young son of the last node, if that node is deep enough for
  /// them. Looks up the nodes of the path in the table, except the root, which nothing cuts off.
  /// Returns true if the search of the last node is over.
  [[nodiscard]] bool check_over(const NodeResult& node) {
    const int ply = path_.size() - 1;
    const int least = settings_.cutoff_check_depth;
    if (least == 0 || node.depth < least)
      return false;
    for (int above = 1; above <= ply && !path_.over(ply); ++above) {
      ++worker_.counters.cutoff_checks;
      if (look_up(above))
        ++worker_.counters.cutoff_check_hits;
    }
    return over(ply);
  }

  /// Tells the other processors in the last node its best score, if the score has risen and the
  /// settings say so.
  void share_bound() {
    if (settings_.push_depth > 0 || settings_.publishes_bounds)
      share_new_bound();
  }

private:
  template <class SearchPass>
  [[nodiscard]] bool pass_cuts_off(const P& position, NodeResult& node, int ply, bool passed,
                                   SearchPass search) {
    return worker_.pass_cuts_off(position, node, ply, passed,
                                 [&](const P& son, Score alpha, Score beta, int depth) {
                                   const Score value = search(son, alpha, beta, depth);
                                   return over(ply) ? -infinity : value;
                                 });
  }

  /// Shares the best score of the last node if it has risen: see `share_bound`.
  void share_new_bound() {
    const auto update = path_.new_bound();
    if (!update)
      return;
    const auto exchanges = path_.exchanges();
    if (exchanges.parent_checks && settings_.publishes_bounds)
      publish(*update);
    if (exchanges.recorded && pushes_.chooses(update->result.depth))
      push_to_others(*update);
  }

  /// Asks the table about a node: Weill's RetrieveAsk. If `records`, the table is to record this
  /// processor's rank.
  void ask(Retrieve& retrieve, bool records) {
    if (records) {
      recorded_ = {retrieve, processor_.rank()};
      processor_.ask(retrieve.key, recorded_);
    } else {
      processor_.ask(retrieve.key, retrieve);
    }
  }

  /// Waits for the table's answer: Weill's RetrieveAnswer.
  void await(Retrieve& retrieve, bool records) {
    if (answered_in_time() && records)
      retrieve = recorded_.retrieve;
  }

  /// The measurement of a node's search.
  struct Measurement {
    bool made = false;
    double begun = 0;
    std::uint64_t windows_received = 0; ///< when the search began
  };

  [[nodiscard]] Measurement begin_measurement(int depth) {
    const bool made = pushes_.measures_node(depth) || parent_checks_.measures_node(depth);
    return {made, made ? processor_.now() : 0, counts_.windows_received};
  }

  /// Ends the measurement of a search that is complete. The measurement does not count if other
  /// processors have sent bounds during the search.
  void end_measurement(const Measurement& measurement, int depth) {
    if (!measurement.made || counts_.windows_received != measurement.windows_received)
      return;
    const double seconds = processor_.now() - measurement.begun;
    pushes_.add_node(depth, seconds);
    parent_checks_.add_node(depth, seconds);
  }

  /// Ends the search of the node entered last, and stores the node's result if it has one: Weill's
  /// StoreHash. Then makes the parent check.
  void leave(const Retrieve& retrieve, const NodeResult& node, const Measurement& measurement) {
    const int ply = path_.size() - 1;
    const bool finished = !worker_.interrupted() && !path_.abandoned(ply) && !path_.answered();
    const bool recorded = path_.exchanges().recorded;
    if (path_.abandoned(ply))
      ++counts_.abandoned;
    path_.leave();
    if (finished) {
      end_measurement(measurement, node.depth);
      worker_.show_result(retrieve.key, node);
    }
    if (!finished)
      end_visit(Leave{retrieve.key, retrieve.visit}, recorded);
    else if (recorded && pushes_.chooses(node.depth))
      store_and_push(retrieve, node);
    else
      end_visit(store(retrieve, node), recorded);
    if (finished && ply > 0)
      check_parent(ply - 1);
  }

  /// Leaves the node entered last, whose search has been stopped, without storing a result.
  void give_up(const Retrieve& retrieve) {
    const bool recorded = path_.exchanges().recorded;
    path_.leave();
    end_visit(Leave{retrieve.key, retrieve.visit}, recorded);
  }

  /// Looks for messages. Returns true if the search of the node at `ply` is over.
  [[nodiscard]] bool poll_over(int ply) {
    const auto take_update = [this](const Message& message) {
      ++counts_.windows_received;
      if (path_.learn(BoundMessage::get<BoundUpdate>(message)))
        ++counts_.window_hits;
    };
    return worker_.poll_interrupted(take_update) || path_.over(ply);
  }

  /// Waits for the table's answer, at most as long as the settings say. Returns true if the answer
  /// has come.
  [[nodiscard]] bool answered_in_time() {
    const double own = settings_.answer_timeout;
    return worker_.answered_in_time(own > 0 ? own : worker_.settings.table_timeout);
  }

  template <AskedHandler H> [[nodiscard]] bool ask_in_time(Key key, H& handler) {
    processor_.ask(key, handler);
    return answered_in_time();
  }

  /// Ends a visit by `ending`, a Leave or a StoreAndLeave.
  template <class Ending> void end_visit(const Ending& ending, bool recorded) {
    if (recorded)
      processor_.post(ending.key, RecordedEnding<Ending>{ending, processor_.rank()});
    else
      processor_.post(ending.key, ending);
  }

  [[nodiscard]] StoreAndLeave store(const Retrieve& retrieve, const NodeResult& node) const {
    return {retrieve.key, node, retrieve.visit, worker_.settings.table_store};
  }

  void store_and_push(const Retrieve& retrieve, const NodeResult& node) {
    RecordedStore recorded{store(retrieve, node), processor_.rank(), processor_.processors()};
    if (ask_in_time(retrieve.key, recorded))
      push({retrieve.key, node}, recorded.others);
  }

  /// Writes a bound to the table, where processors that look up the node find it.
  void publish(const BoundUpdate& update) {
    ++counts_.bounds_published;
    processor_.post(update.key, Store{update.key, update.result, TableStore::better});
  }

  void push_to_others(const BoundUpdate& update) {
    WhoElse who{update.key, *path_.visit().generation, processor_.rank(), processor_.processors()};
    if (ask_in_time(who.key, who))
      push(update, who.others);
  }

  /// Sends a bound to the processors in `others`, one after the other. Stops after a message if it
  /// turns out that further ones do not pay.
  void push(const BoundUpdate& update, const Ranks& others) {
    for (int rank = 0; rank < processor_.processors(); ++rank) {
      if (!others.test(static_cast<std::size_t>(rank)))
        continue;
      ++counts_.windows_pushed;
      const int depth = update.result.depth;
      timed(pushes_, depth, [&] { BoundMessage::send(processor_, rank, update); });
      if (!pushes_.pays(depth))
        return;
    }
  }

  /// Makes an exchange about a node of `depth`, and measures it if `payoff` says so.
  template <class Exchange> void timed(Payoff& payoff, int depth, Exchange exchange) {
    const bool measured = payoff.measures_exchange(depth);
    const double begun = measured ? processor_.now() : 0;
    exchange();
    if (measured)
      payoff.add_exchange(processor_.now() - begun);
  }

  /// Makes the parent check if the settings say so: looks up the node at `ply`, one of whose sons
  /// is finished.
  void check_parent(int ply) {
    if (!path_.exchanges(ply).parent_checks)
      return;
    ++counts_.parent_checks;
    timed(parent_checks_, path_.depth(ply), [&] {
      if (look_up(ply))
        ++counts_.parent_check_hits;
    });
  }

  /// Looks up the node at `ply` in the table. Returns true if the answer has closed a window.
  bool look_up(int ply) {
    Probe probe = path_.probe(ply, worker_.settings.table_depth);
    return ask_in_time(probe.key, probe) && path_.learn(ply, probe.answer);
  }

  Worker<P, M>& worker_;
  M& processor_;
  SharingSettings settings_;
  SharingCounts counts_;
  NodePath path_;
  Payoff pushes_;
  Payoff parent_checks_;
  RecordedRetrieve recorded_; ///< the request under way, for a node in which windows are pushed
  std::uint16_t put_off_by_ = 0;
  std::uint32_t root_move_ = 0;
};

} // namespace eldest
