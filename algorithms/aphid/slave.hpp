#pragma once

#include "algorithms/aphid/interface.hpp"
#include "algorithms/aphid/messages.hpp"
#include "algorithms/aphid/settings.hpp"
#include "algorithms/aphid/table.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/phase.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/settings.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace eldest::aphid {

/// A slave of APHID. It deepens the leaves that the master has given it, one ply at a time, and
/// reports the results.
///
/// Our choices, where the paper is silent:
/// - Slaves search for up to `ahead` iterations beyond the master's, and then wait for messages.
///   Without a limit, they could load another slave, the home of much of the table, with too many
///   accesses. That slave would never end the search that the master waits for, and nothing else
///   would stop the others.
/// - With `preemption`, a slave gives up a search that the master does not wait for as soon as the
///   master waits for another. In the paper the slave ends its search first.
/// - With `failure_timeout`, a slave leaves if it has nothing to search and hears nothing of the
///   master for 1,000 times that time. The master is then dead, or takes the slave for dead. If
///   neither is true, the search loses a slave.
/// - A search repeated for the master has a window that covers the master's demand and the slave's
///   own choice. The part of that window whose answer is known already is left out.
template <class Move, MessagePassing M> class Slave {
public:
  Slave(M& machine, int depth, const AphidSettings& settings)
      : machine_(machine), depth_(depth), settings_(settings) {
    outcome_.nodes.resize(static_cast<std::size_t>(depth));
    root_.parity = settings.parity;
  }

  /// Searches pieces of work until the master ends the search.
  template <SequentialProgram<Move> P> void run(P& program) {
    while (!stopped_) {
      read_messages();
      if (stopped_)
        return;
      if (const auto next = agenda_.first())
        search(program, *next);
      else
        rest();
    }
  }

  /// Returns the results and counts, and removes them from this object.
  [[nodiscard]] Outcome take_outcome() { return std::move(outcome_); }

  // Called by the program's search: see Process.

  [[nodiscard]] bool stopping() {
    if (!stopped())
      read_messages();
    return stopped();
  }

  [[nodiscard]] bool stopped() const { return stopped_ || preempted_; }

private:
  static constexpr double longest_silence = 1000; ///< of the master, in failure time-outs

  /// A leaf of the master's tree, as its slave knows it.
  struct Piece {
    std::vector<Move> path;
    int offset = 0;
    int searched_elsewhere = 0; ///< depth to which another slave has searched it
    int priority = no_priority;
    std::optional<Window> needed{}; ///< window that the master needs in this iteration, or nothing
    DepthResults results;

    [[nodiscard]] int searched() const {
      return std::max<int>(static_cast<int>(results.size()), 1) - 1;
    }
  };

  /// Returns true if the master waits for a piece of work.
  [[nodiscard]] bool is_needed(const Piece& piece) const {
    const int depth = master_.iteration - piece.offset;
    return piece.searched() < depth ||
           (piece.needed && !bounds_at(piece.results, depth).suffice(*piece.needed));
  }

  /// Moves a piece of work that has changed to its new place in the agenda, or removes it from
  /// there.
  void schedule(LeafId id, const Piece& piece) {
    const bool needed = is_needed(piece);
    const int searched = piece.searched() + piece.offset;
    const int deepest = std::min(master_.iteration + settings_.ahead, max_depth);
    if (piece.priority != no_priority && (needed || searched < deepest))
      agenda_.put(id, {needed, piece.priority, searched});
    else
      agenda_.remove(id);
  }

  /// Searches a piece of work once, and reports the result. The master may take the piece away
  /// during the search.
  template <SequentialProgram<Move> P> void search(P& program, LeafId id) {
    const Piece& piece = pieces_.at(id);
    const int required = master_.iteration - piece.offset;
    const bool needed = is_needed(piece);
    const int depth = needed && piece.searched() >= required ? required : piece.searched() + 1;
    const int iteration = depth + piece.offset;
    const Window window = choose_window(program, piece, depth);
    const auto path = piece.path;
    preempted_ = false;
    if (!needed)
      ahead_ = Ahead{id, iteration};
    const Effort effort = effort_of(piece, depth, needed);
    const auto nodes_before = program.nodes();
    const Score value = [&] {
      const InPhase<M> phase(machine_, effort.phase);
      return program.search_leaf(path, window, depth);
    }();
    const std::uint64_t nodes = program.nodes() - nodes_before;
    ahead_.reset();
    count(iteration, nodes, effort);
    if (stopped())
      return;
    const DepthResult result{Bounds::of_search(value, window), nodes};
    if (const auto known = pieces_.find(id); known != pieces_.end()) {
      add_result(known->second.results, depth, result);
      schedule(id, known->second);
    }
    Content<Move>::send(machine_, 0, Report{id, depth, result});
  }

  /// Kind of work of a search: the counter of its nodes, and its phase.
  struct Effort {
    std::uint64_t AphidCounters::*nodes;
    Phase phase;
  };

  [[nodiscard]] static Effort effort_of(const Piece& piece, int depth, bool needed) {
    if (depth <= std::max(piece.searched(), piece.searched_elsewhere))
      return {&AphidCounters::repeated_nodes, Phase::repeated};
    if (needed)
      return {&AphidCounters::needed_nodes, Phase::searching};
    return {&AphidCounters::ahead_nodes, Phase::ahead};
  }

  /// Counts the nodes of a search by its iteration and by its kind of work.
  void count(int iteration, std::uint64_t nodes, const Effort& effort) {
    ++outcome_.counters.leaf_searches;
    outcome_.counters.*(stopped() ? &AphidCounters::abandoned_nodes : effort.nodes) += nodes;
    if (preempted_)
      ++outcome_.counters.preemptions;
    if (iteration > depth_)
      outcome_.speculative_nodes += nodes;
    outcome_.nodes[static_cast<std::size_t>(std::min(iteration, depth_)) - 1] += nodes;
  }

  /// Returns true if the current search ahead of the master is to be given up, because the master
  /// waits for something else.
  [[nodiscard]] bool preempted() {
    if (!settings_.preemption || !ahead_)
      return false;
    const auto next = agenda_.first();
    return next && is_needed(pieces_.at(*next)) &&
           (*next != ahead_->leaf || ahead_->iteration > master_.iteration);
  }

  /// Returns the window around the probable value, chosen by the program or by default.
  template <SequentialProgram<Move> P>
  [[nodiscard]] Window probable_window(P& program, const Piece& piece, int iteration) const {
    const auto ply = static_cast<int>(piece.path.size());
    if constexpr (SelectsWindows<P>) {
      return program.select_window(WindowRequest{master_, root_, iteration, ply, piece.priority});
    } else {
      const WindowShape shape{settings_.window_margin, settings_.window_growth,
                              settings_.pv_window == AphidPvWindow::invalid};
      return select_window(shape, master_, root_, iteration, ply, piece.priority);
    }
  }

  template <SequentialProgram<Move> P>
  [[nodiscard]] Window choose_window(P& program, const Piece& piece, int depth) const {
    const int iteration = depth + piece.offset;
    Window window = probable_window(program, piece, iteration);
    if (piece.needed && iteration == master_.iteration)
      window = window.hull(*piece.needed);
    const Bounds known = bounds_at(piece.results, depth);
    return {std::max(window.alpha, known.lower), std::min(window.beta, known.upper)};
  }

  void take(const WorkList<Move>& list) {
    const bool new_iteration = list.state.iteration != master_.iteration;
    master_ = list.state;
    root_.hypothetical = list.state.hypothetical;
    root_.finished.insert(root_.finished.end(), list.root_values.begin(), list.root_values.end());
    if (new_iteration)
      begin_iteration();
    for (const auto& leaf : list.given)
      pieces_[leaf.id] = {leaf.path, leaf.offset, leaf.searched, no_priority, std::nullopt, {}};
    for (const auto id : list.taken) {
      pieces_.erase(id);
      agenda_.remove(id);
    }
    for (const auto& update : list.updates) {
      Piece& piece = pieces_.at(update.id);
      piece.priority = update.priority;
      if (update.needed)
        piece.needed = update.needed;
      schedule(update.id, piece);
    }
    preempted_ = preempted_ || preempted();
  }

  /// Drops the demands of the last iteration, since the master has begun another.
  void begin_iteration() {
    for (auto& [id, piece] : pieces_) {
      piece.needed.reset();
      schedule(id, piece);
    }
  }

  /// Waits for a message, with nothing to search. Ends this slave's part if the master has been
  /// silent for too long.
  void rest() {
    if (auto* const watcher = watcher_of(machine_))
      watcher->rest();
    if (settings_.failure_timeout == 0)
      receive(machine_.wait());
    else if (const auto message = machine_.wait_for(longest_silence * settings_.failure_timeout))
      receive(*message);
    else
      stopped_ = true;
  }

  void read_messages() {
    while (const auto message = machine_.poll())
      receive(*message);
  }

  void receive(const Message& message) {
    if (const auto* const list = Content<Move>::template get_if<WorkList<Move>>(message))
      take(*list);
    else
      stopped_ = true;
  }

  M& machine_;
  int depth_; ///< of the last iteration
  const AphidSettings& settings_;
  Outcome outcome_;
  RootScores root_;
  MasterState master_;
  std::unordered_map<LeafId, Piece> pieces_;
  Agenda agenda_;
  struct Ahead {
    LeafId leaf = 0;
    int iteration = 0;
  };
  std::optional<Ahead> ahead_; ///< current search that the master does not wait for, or nothing
  bool preempted_ = false;     ///< true if the current search has been given up
  bool stopped_ = false;       ///< true if the master has ended the search, or is taken for dead
};

} // namespace eldest::aphid
