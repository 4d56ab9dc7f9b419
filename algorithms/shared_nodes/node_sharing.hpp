#pragma once

#include "algorithms/search/granularity.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/running_mean.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/shared_nodes/node_path.hpp"
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
/// no processor waits for a count to fall.
template <Position P, Processor M> class NodeSharing {
public:
  /// `worker` must outlive this object.
  NodeSharing(Worker<P, M>& worker, const SharingSettings& settings)
      : worker_(worker),
        processor_(worker.processor),
        settings_(settings),
        granularity_(settings.grain) {}
  NodeSharing(const NodeSharing&) = delete;
  NodeSharing& operator=(const NodeSharing&) = delete;

  /// Returns the value of a position. If more than `at_most` other processors are searching the
  /// position, returns the marker `on_evaluation` instead. `search_sons(retrieve, node, moves)`
  /// searches the sons of a node that the table has no answer for. The moves may be generated
  /// already.
  template <class SearchSons>
  [[nodiscard]] Score visit(const P& position, Score alpha, Score beta, int depth, int ply,
                            std::uint16_t at_most, SearchSons search_sons) {
    worker_.enter_node(position, depth, ply);
    if (const auto value = worker_.value_at_once(position, alpha, beta, depth, ply))
      return *value;

    Retrieve retrieve{position.key(), depth, at_most, worker_.settings.table_depth,
                      {alpha, beta},  {}};
    OrderedMoves<P> moves;
    const bool records = pushes_windows(depth);
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
      path_.enter(retrieve, node, alpha, records && retrieve.visit.generation);
      const bool measured = measures(depth);
      const double begun = measured ? processor_.now() : 0;
      const auto received = counts_.windows_received;
      if (!until_stopped([&] { search_sons(std::as_const(retrieve), node, moves); })) {
        give_up(retrieve);
        throw SearchStopped{};
      }
      if (measured && counts_.windows_received == received)
        granularity_.add_search(depth, processor_.now() - begun);
      leave(retrieve, node);
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
    if (!within(settings_.cutoff_check_depth, node.depth))
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
  void share_bound(const NodeResult& node) {
    if (settings_.push_depth > 0 || settings_.publish_depth > 0)
      share_bound_at(node.depth);
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

  /// Shares the best score of the last node, whose depth is `depth`: see `share_bound`.
  void share_bound_at(int depth) {
    const bool pushes = path_.recorded() && pushes_windows(depth);
    const bool publishes = pays(settings_.publish_depth, depth);
    if (!pushes && !publishes)
      return;
    const auto update = path_.new_bound();
    if (update && publishes)
      publish(*update);
    if (update && pushes)
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

  /// Ends the search of the node entered last, and stores the node's result if it has one: Weill's
  /// StoreHash. Then makes the parent check.
  void leave(const Retrieve& retrieve, const NodeResult& node) {
    const int ply = path_.size() - 1;
    const bool finished = !worker_.interrupted() && !path_.abandoned(ply) && !path_.answered();
    const bool recorded = path_.recorded();
    if (path_.abandoned(ply))
      ++counts_.abandoned;
    path_.leave();
    if (finished)
      worker_.show_result(retrieve.key, node);
    if (!finished)
      leave_unfinished(retrieve, recorded);
    else if (recorded)
      store_recorded(retrieve, node);
    else
      processor_.post(retrieve.key, store(retrieve, node));
    if (finished && ply > 0)
      check_parent(ply - 1);
  }

  /// Leaves the node entered last, whose search has been stopped, without storing a result.
  void give_up(const Retrieve& retrieve) {
    const bool recorded = path_.recorded();
    path_.leave();
    leave_unfinished(retrieve, recorded);
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

  /// Returns true if a node's depth is at least `least`; never if `least` is 0.
  [[nodiscard]] static bool within(int least, int depth) { return least > 0 && depth >= least; }

  /// Returns true if the table is to record this processor's rank in a node of `depth`, and the
  /// processor is to send its new bounds to the others recorded there.
  [[nodiscard]] bool pushes_windows(int depth) const { return pays(settings_.push_depth, depth); }

  /// Returns true if there are to be exchanges about nodes of `depth`, where `least` is the least
  /// depth of the nodes concerned.
  [[nodiscard]] bool pays(int least, int depth) const {
    return within(least, depth) && (settings_.grain == 0 || granularity_.long_up_to(depth));
  }

  /// Returns true if the search of a node of `depth` is to be measured. Of a depth with many
  /// measurements, that is one node in 16. A single processor measures none, and so exchanges
  /// nothing with itself.
  [[nodiscard]] bool measures(int depth) {
    const bool exchanges = within(settings_.push_depth, depth) ||
                           within(settings_.publish_depth, depth) ||
                           within(settings_.parent_check_depth, depth);
    return settings_.grain > 0 && exchanges && processor_.processors() > 1 &&
           (!granularity_.has_many(depth) || nodes_begun_++ % 16 == 0);
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

  void leave_unfinished(const Retrieve& retrieve, bool recorded) {
    const Leave leave{retrieve.key, retrieve.visit};
    if (recorded)
      processor_.post(retrieve.key, RecordedLeave{leave, processor_.rank()});
    else
      processor_.post(retrieve.key, leave);
  }

  [[nodiscard]] StoreAndLeave store(const Retrieve& retrieve, const NodeResult& node) const {
    return {retrieve.key, node, retrieve.visit, worker_.settings.table_store};
  }

  void store_recorded(const Retrieve& retrieve, const NodeResult& node) {
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

  /// Sends a bound to the processors in `others`. Measures the first of these messages, after which
  /// it may turn out that the others do not pay.
  void push(const BoundUpdate& update, const Ranks& others) {
    bool first = settings_.grain > 0;
    for (int rank = 0; rank < processor_.processors(); ++rank) {
      if (!others.test(static_cast<std::size_t>(rank)))
        continue;
      if (!pushes_windows(update.result.depth))
        return;
      ++counts_.windows_pushed;
      if (std::exchange(first, false))
        send_measured(rank, update);
      else
        BoundMessage::send(processor_, rank, update);
    }
  }

  void send_measured(int rank, const BoundUpdate& update) {
    const double begun = processor_.now();
    BoundMessage::send(processor_, rank, update);
    add_exchange(processor_.now() - begun);
  }

  void add_exchange(double seconds) {
    exchange_.add(seconds);
    granularity_.set_cost(exchange_.value());
  }

  /// Makes the parent check if the settings say so: looks up the node at `ply`, one of whose sons
  /// is finished.
  void check_parent(int ply) {
    if (!pays(settings_.parent_check_depth, path_.depth(ply)))
      return;
    ++counts_.parent_checks;
    const bool measured =
        settings_.grain > 0 && (!exchange_.has_many() || counts_.parent_checks % 16 == 0);
    const double begun = measured ? processor_.now() : 0;
    if (look_up(ply))
      ++counts_.parent_check_hits;
    if (measured)
      add_exchange(processor_.now() - begun);
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
  Granularity granularity_;       ///< of the nodes about which there may be exchanges
  RunningMean exchange_;          ///< seconds of an exchange: see SharingSettings
  std::uint32_t nodes_begun_ = 0; ///< of depths with many measurements
  RecordedRetrieve recorded_;     ///< the request under way, for a node in which windows are pushed
  std::uint16_t put_off_by_ = 0;
  std::uint32_t root_move_ = 0;
};

} // namespace eldest
