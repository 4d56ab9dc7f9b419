#pragma once

#include "algorithms/abdada/abdada_handlers.hpp"
#include "algorithms/abdada/abdada_path.hpp"
#include "algorithms/abdada/abdada_settings.hpp"
#include "algorithms/worker.hpp"

#include <any>
#include <cstdint>

namespace eldest {

/// A processor's exchange with others about the nodes it is in: the table protocol of ABDADA and,
/// if the settings say so, the cures of Figure 7 and the time-out (Weill 1996, section 4).
///
/// A processor whose answer does not come in time may have been counted in the entry all the same,
/// and a dead one is never taken out again: with failures a count can be too high, never too low.
/// That makes others defer the node once more than they need to, and keeps the entry from being
/// replaced until its position is searched to another depth; but no processor waits for a count to
/// fall.
template <Position P, Processor M> class AbdadaSharing {
public:
  /// All must live as long as this.
  AbdadaSharing(Worker<P, M>& worker, const AbdadaSettings& own, AbdadaCounters& own_counters)
      : worker_(worker), processor_(worker.processor), own_(own), own_counters_(own_counters) {}

  /// Asks the table about a node: Weill's RetrieveAsk.
  void ask(Retrieve& retrieve) {
    if (pushes_windows(retrieve.depth)) {
      recorded_ = {retrieve, processor_.rank()};
      processor_.ask(retrieve.key, recorded_);
    } else {
      processor_.ask(retrieve.key, retrieve);
    }
  }

  /// Waits for the table's answer: Weill's RetrieveAnswer.
  void await(Retrieve& retrieve) {
    if (answered_in_time() && pushes_windows(retrieve.depth))
      retrieve = recorded_.retrieve;
  }

  /// Begins the search of a node; `alpha` belongs to the window that it was called with.
  void enter(const Retrieve& retrieve, NodeResult& node, Score alpha) {
    path_.enter(retrieve, node, alpha);
  }

  /// Ends the search of the node entered last, and stores its result if it has one: Weill's
  /// StoreHash.
  void leave(const Retrieve& retrieve, const NodeResult& node) {
    const int ply = path_.size() - 1;
    const bool finished = !worker_.interrupted() && !path_.abandoned(ply) && !path_.answered();
    if (path_.abandoned(ply))
      ++own_counters_.abandoned;
    path_.leave();
    if (!finished)
      leave_unfinished(retrieve);
    else if (recorded(retrieve))
      store_recorded(retrieve, node);
    else
      processor_.post(retrieve.key, store(retrieve, node));
    if (finished && ply > 0)
      check_parent(ply - 1);
  }

  /// Leaves the node entered last, whose search has been stopped.
  void give_up(const Retrieve& retrieve) {
    path_.leave();
    leave_unfinished(retrieve);
  }

  /// Looks for messages; returns whether the search of the node at a ply is over.
  [[nodiscard]] bool poll_over(int ply) {
    const auto take_update = [this](const Message& message) {
      ++own_counters_.windows_received;
      if (path_.learn(std::any_cast<const BoundUpdate&>(message.content)))
        ++own_counters_.window_hits;
    };
    return worker_.poll_interrupted(take_update) || path_.over(ply);
  }

  /// Whether the search of the node at a ply is over: the iteration has ended, or others have
  /// closed its window or that of a node above it.
  [[nodiscard]] bool over(int ply) const { return worker_.interrupted() || path_.over(ply); }

  /// Makes the cut-off checks before a young son of the last node: looks up the path in the table,
  /// except for the root, which nothing cuts off. Returns whether the search of the node is over.
  [[nodiscard]] bool check_over(const NodeResult& node) {
    const int ply = path_.size() - 1;
    if (!within(own_.cutoff_check_depth, node.depth))
      return false;
    for (int above = 1; above <= ply && !path_.over(ply); ++above) {
      ++worker_.counters.cutoff_checks;
      if (look_up(above))
        ++worker_.counters.cutoff_check_hits;
    }
    return over(ply);
  }

  /// Tells the other processors in the last node its best score, if that has risen.
  void share_bound(const NodeResult& node) {
    if (!pushes_windows(node.depth) || !path_.visit().generation)
      return;
    if (const auto update = path_.new_bound()) {
      WhoElse who{update->key, *path_.visit().generation, processor_.rank(),
                  rank_set_bytes(processor_.processors())};
      if (ask_in_time(who.key, who))
        push(*update, who.others);
    }
  }

private:
  /// Whether a node's depth is at least `least`; never if that is 0.
  [[nodiscard]] static bool within(int least, int depth) { return least > 0 && depth >= least; }

  [[nodiscard]] bool pushes_windows(int depth) const { return within(own_.push_depth, depth); }

  /// Waits for an answer, up to the limit if there is one; returns whether it has come.
  [[nodiscard]] bool answered_in_time() {
    if (own_.answer_timeout <= 0) {
      processor_.await_answer();
      return true;
    }
    if (processor_.await_answer_for(own_.answer_timeout))
      return true;
    ++worker_.counters.timeouts;
    return false;
  }

  template <AskedHandler H> [[nodiscard]] bool ask_in_time(Key key, H& handler) {
    processor_.ask(key, handler);
    return answered_in_time();
  }

  /// Whether this processor is recorded as being in the node.
  [[nodiscard]] bool recorded(const Retrieve& retrieve) const {
    return pushes_windows(retrieve.depth) && retrieve.visit.generation;
  }

  void leave_unfinished(const Retrieve& retrieve) {
    const Leave leave{retrieve.key, retrieve.visit};
    if (recorded(retrieve))
      processor_.post(retrieve.key,
                      RecordedLeave{leave, *retrieve.visit.generation, processor_.rank()});
    else
      processor_.post(retrieve.key, leave);
  }

  [[nodiscard]] StoreAndLeave store(const Retrieve& retrieve, const NodeResult& node) const {
    return {retrieve.key, node, retrieve.visit, worker_.settings.table_store};
  }

  void store_recorded(const Retrieve& retrieve, const NodeResult& node) {
    RecordedStore recorded{store(retrieve, node), *retrieve.visit.generation, processor_.rank(),
                           rank_set_bytes(processor_.processors())};
    if (ask_in_time(retrieve.key, recorded))
      push({retrieve.key, node}, recorded.others);
  }

  void push(const BoundUpdate& update, const Ranks& others) {
    for (int rank = 0; rank < processor_.processors(); ++rank) {
      if (others.test(static_cast<std::size_t>(rank))) {
        ++own_counters_.windows_pushed;
        processor_.send(rank, {processor_.rank(), BoundUpdate::bytes, update});
      }
    }
  }

  /// Makes the parent check: looks up the node at a ply, a son of which is finished.
  void check_parent(int ply) {
    if (!within(own_.parent_check_depth, path_.depth(ply)))
      return;
    ++own_counters_.parent_checks;
    if (look_up(ply))
      ++own_counters_.parent_check_hits;
  }

  /// Looks up the node at a ply in the table; returns whether that has closed a window.
  bool look_up(int ply) {
    Probe probe = path_.probe(ply, worker_.settings.table_depth);
    return ask_in_time(probe.key, probe) && path_.learn(ply, probe.answer);
  }

  Worker<P, M>& worker_;
  M& processor_;
  const AbdadaSettings& own_;
  AbdadaCounters& own_counters_;
  AbdadaPath path_;
  RecordedRetrieve recorded_; ///< the ask under way
};

} // namespace eldest
