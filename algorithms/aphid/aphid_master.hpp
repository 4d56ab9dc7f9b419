#pragma once

#include "algorithms/aphid/aphid_interface.hpp"
#include "algorithms/aphid/aphid_messages.hpp"
#include "algorithms/aphid/aphid_settings.hpp"
#include "algorithms/aphid/aphid_table.hpp"
#include "algorithms/node_type.hpp"
#include "algorithms/processor.hpp"
#include "algorithms/settings.hpp"
#include "algorithms/worker.hpp"
#include "trees/random.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <any>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace eldest::aphid {

/// The master of APHID: searches the top of the tree again and again, in passes, with guesses for
/// the leaves whose values the slaves have not found yet.
///
/// Where the paper is silent:
/// - An automatic d' is the least, from 2 on, at which there are `leaves` leaves for each slave, or
///   at which there is one for each and a tree of the next d' could not be searched `passes` times
///   while a slave does its share of the last iteration. Leaves and nodes of the tree are those
///   visited in the iteration before; the share is extrapolated from the nodes of the last three.
///   (At d' = 1 the pieces of work would be the moves of the root.) With more and smaller pieces
///   than the slaves need, more nodes are searched without the bounds that other pieces would have
///   given; with fewer pieces than slaves, some slaves are idle.
/// - The master searches an iteration d alone as long as d - d' < A or, with an automatic d', while
///   no d' up to d - A suffices and d costs less than a twentieth of a slave's share. Once it costs
///   more, d' is d - A, even if slaves go without a leaf.
/// - The hypothetical value, as long as no PV node is certain, is the expected value of the
///   iteration: that of the last one or, where the values of odd and even depths differ and
///   `parity` is set, of the one before that. In Figure 10 there is no such value at the first leaf
///   of a pass, whose guess is then the last iteration's value.
/// - The master waits (3.1, step 4) until a slave reports on a leaf whose value the last pass had
///   to guess: nothing else would make the next pass different. Work lists are sent after a pass,
///   one message to each slave whose list has changed; reports are read before one.
/// - Pieces of work are considered for division at the end of each iteration, by the nodes that
///   they took in it.
/// - A leaf met twice in a pass has the higher of its two priorities.
/// - A leaf handed over is searched from depth 1 on by its new slave (3.4: searches are repeated);
///   the master keeps the former slave's results.
template <class Move, MessagePassing M> class Master {
public:
  Master(M& machine, int depth, const AphidSettings& settings)
      : machine_(machine), depth_(depth), settings_(settings) {
    outcome_.nodes.resize(static_cast<std::size_t>(depth));
    root_.parity = settings.parity;
    levels_[0].type = NodeType::pv;
    levels_[0].pv_nodes = 1;
  }

  /// Searches the root to the nominal depth and stops the slaves.
  template <SequentialProgram<Move> P> void run(P& program) {
    for (iteration_ = 1; iteration_ <= depth_; ++iteration_) {
      const auto nodes_before = program.nodes();
      choose_horizon();
      for (Level& level : levels_)
        level.visits = 0;
      const RootResult root =
          dividing_ ? search_with_slaves(program) : program.search_root(iteration_);
      outcome_.iterations.push_back({iteration_, root.value, root.move, machine_.now()});
      root_.finished.push_back(root.value);
      outcome_.nodes[static_cast<std::size_t>(iteration_) - 1] = program.nodes() - nodes_before;
      if (dividing_)
        exempt_large_pieces();
    }
    for (int slave = 1; slave < machine_.processors(); ++slave)
      machine_.send(slave, {0, Stop::bytes, Stop{}});
  }

  /// Moves the results and counts out.
  [[nodiscard]] Outcome take_outcome() { return std::move(outcome_); }

  // Called by the program's search: see Process.

  /// Reads messages while the master searches alone: there are none, but the machine may end the
  /// search. With slaves, the master reads between its passes.
  void look_for_messages() {
    if (!dividing_)
      read_messages();
  }

  [[nodiscard]] bool at_horizon(Key key, int ply, int depth) {
    Level& level = levels_[static_cast<std::size_t>(ply)];
    ++level.visits;
    if (!dividing_)
      return false;
    level.sons = 0;
    level.guesses_before = guesses_;
    level.horizon = ply == 0 ? horizon_ : levels_[static_cast<std::size_t>(ply) - 1].horizon;
    if (ply != level.horizon || depth < settings_.granularity)
      return false;
    Leaf& leaf = find_leaf(key, ply, depth);
    if (leaf.exempted && depth - exemption_ply >= settings_.granularity) {
      level.horizon += exemption_ply;
      return false;
    }
    leaf_ = &leaf;
    return true;
  }

  template <std::invocable Evaluate>
  [[nodiscard]] Score leaf_value(const Window& window, Evaluate evaluate) {
    Leaf& leaf = *leaf_;
    const int depth = iteration_ - leaf.offset;
    const auto ply = leaf.path.size();
    const auto& level = levels_[ply];
    ++outcome_.counters.leaf_visits;
    if (leaf.results.empty()) {
      const Score evaluation = evaluate();
      leaf.results.push_back({{evaluation, evaluation}, 0});
    }
    if (leaf.last_pass != pass_) {
      leaf.last_pass = pass_;
      leaf.priority = no_priority;
      leaf.uncertain.reset();
      visited_.push_back(leaf.id);
    }
    leaf.priority = std::max(leaf.priority, leaf_priority(level.pv_nodes, level.type));
    const int side = ply % 2 == 0 ? 1 : -1;
    const Bounds known = bounds_at(leaf.results, depth);
    const bool certain = known.suffice(window);
    const Score value = certain
                            ? known.answer(window)
                            : guessed_score(window, leaf.results, iteration_, depth, side, root_);
    if (!certain)
      guess(leaf, window);
    if (certain && level.type == NodeType::pv)
      root_.hypothetical = side * value;
    return value;
  }

  [[nodiscard]] bool above_horizon(int ply) const {
    return dividing_ && ply < levels_[static_cast<std::size_t>(ply)].horizon;
  }

  void moving(int ply, const Move& move) {
    if (!dividing_)
      return;
    Level& level = levels_[static_cast<std::size_t>(ply)];
    Level& son = levels_[static_cast<std::size_t>(ply) + 1];
    level.move = move;
    son.type = son_type(level.type, level.sons++ == 0);
    son.pv_nodes = level.pv_nodes + (son.type == NodeType::pv ? 1 : 0);
  }

  [[nodiscard]] bool leave(int ply, Score value) {
    if (!above_horizon(ply))
      return true;
    const Level& level = levels_[static_cast<std::size_t>(ply)];
    const bool certain = guesses_ == level.guesses_before;
    if (certain && level.type == NodeType::pv)
      root_.hypothetical = ply % 2 == 0 ? value : -value;
    return certain;
  }

private:
  /// "The horizon is extended by 2 ply to guarantee that the work will be split" (3.4).
  static constexpr int exemption_ply = 2;
  static constexpr int min_horizon = 2; ///< of the automatic ones

  /// A node on the path from the root, in a search of the master.
  struct Level {
    NodeType type = NodeType::outside;
    int pv_nodes = 0;                 ///< on the path from the root, this one included
    int sons = 0;                     ///< searched so far
    int horizon = 0;                  ///< ply at which this path leaves the master's tree
    std::uint64_t guesses_before = 0; ///< of the pass, when the node was entered
    std::uint64_t visits = 0;         ///< of nodes at this ply, in this iteration
    Move move{};                      ///< to the son that is being searched
  };

  /// A leaf of the master's tree, as the master knows it.
  struct Leaf {
    LeafId id = 0;
    std::vector<Move> path;
    int offset = 0; ///< iteration in which its depth is 0
    // The master's half.
    int slave = 0;              ///< rank
    int priority = no_priority; ///< in the last pass that visited it
    std::uint64_t last_pass = 0;
    std::optional<Window>
        uncertain{}; ///< window for which the last pass that visited it had to guess
    bool exempted = false;
    // Told to its slave.
    bool given = false;
    int told_priority = no_priority;
    std::optional<Window> told_needed{}; ///< the demand that has not been answered, if any
    // Copy of the slave's half.
    DepthResults results;
  };

  // The horizon

  /// Decides whether the slaves take part in an iteration and, the first time, where the horizon
  /// is.
  void choose_horizon() {
    if (machine_.processors() == 1 || dividing_)
      return;
    const int deepest = iteration_ - settings_.granularity;
    if (settings_.horizon != 0) {
      horizon_ = settings_.horizon;
      dividing_ = horizon_ <= deepest;
    } else if (deepest >= min_horizon) {
      choose_horizon_up_to(deepest);
    }
  }

  /// Chooses an automatic d' of at most `deepest`, and whether the slaves take part.
  void choose_horizon_up_to(int deepest) {
    const int slaves = machine_.processors() - 1;
    const double share = expected_nodes(depth_) / slaves;
    const double max_pass = share / settings_.passes;
    const double enough_leaves = static_cast<double>(settings_.leaves) * slaves;
    const auto visits = [this](int ply) {
      return static_cast<double>(levels_[static_cast<std::size_t>(ply)].visits);
    };
    horizon_ = 0;
    double pass = visits(0); // nodes
    const auto settled = [&] {
      const double leaves = visits(horizon_);
      // Frequent passes are of no use to a slave without a leaf.
      const bool next_too_large = leaves >= slaves && pass + visits(horizon_ + 1) > max_pass;
      return horizon_ >= min_horizon && (leaves >= enough_leaves || next_too_large);
    };
    while (horizon_ < deepest && !settled())
      pass += visits(++horizon_);
    dividing_ = settled() || expected_nodes(iteration_) > share / 20;
  }

  /// The nodes of an iteration yet to come, if they grow by the same factor every two iterations.
  [[nodiscard]] double expected_nodes(int iteration) const {
    const auto nodes = [this](int past) {
      return std::max(
          1.0,
          past < 1 ? 1.0 : static_cast<double>(outcome_.nodes[static_cast<std::size_t>(past) - 1]));
    };
    int past = iteration_ - 1;
    const double growth = nodes(past) / nodes(past - 2);
    if ((iteration - past) % 2 != 0)
      --past;
    double expected = nodes(past);
    for (; past < iteration; past += 2)
      expected *= growth;
    return expected;
  }

  /// Moves the horizon below pieces of work of K times the average size (3.4), if the parts will
  /// not be smaller than A.
  void exempt_large_pieces() {
    if (settings_.exemption == 0)
      return;
    const auto size = [&](LeafId id) {
      const Leaf& leaf = leaves_[id];
      const auto depth = static_cast<std::size_t>(iteration_ - leaf.offset);
      return depth < leaf.results.size() ? leaf.results[depth].nodes : 0;
    };
    std::uint64_t sum = 0;
    for (const auto id : visited_)
      sum += size(id);
    const double average = static_cast<double>(sum) / static_cast<double>(visited_.size());
    for (const auto id : visited_) {
      const int parts_depth = iteration_ + 1 - leaves_[id].offset - exemption_ply;
      if (static_cast<double>(size(id)) < settings_.exemption * average ||
          parts_depth < settings_.granularity)
        continue;
      leaves_[id].exempted = true;
      ++outcome_.counters.exemptions;
    }
  }

  // Passes

  /// Searches one iteration with the slaves.
  template <SequentialProgram<Move> P> RootResult search_with_slaves(P& program) {
    for (Leaf& leaf : leaves_)
      leaf.told_needed.reset(); // slaves drop the demands of the last iteration, answered or not
    while (true) {
      read_messages();
      ++outcome_.counters.passes;
      ++pass_;
      guesses_ = 0;
      visited_.clear();
      uncertain_.assign(static_cast<std::size_t>(machine_.processors()) - 1, {});
      root_.hypothetical.reset();
      root_.hypothetical = root_.expected(iteration_);
      const RootResult root = program.search_root(iteration_);
      if (guesses_ == 0)
        return root;
      if (settings_.load_balancing)
        balance_load();
      send_work_lists();
      worth_a_pass_ = false;
      while (!worth_a_pass_)
        receive(machine_.wait());
    }
  }

  Leaf& find_leaf(Key key, int ply, int depth) {
    const int offset = iteration_ - depth;
    const auto [place, added] =
        places_.try_emplace(key ^ mix(static_cast<std::uint64_t>(offset)), leaves_.size());
    if (added) {
      Leaf& leaf = leaves_.emplace_back();
      leaf.id = static_cast<LeafId>(leaves_.size() - 1);
      leaf.offset = offset;
      for (int i = 0; i < ply; ++i)
        leaf.path.push_back(levels_[static_cast<std::size_t>(i)].move);
      // Round-robin (3.2).
      leaf.slave = 1 + static_cast<int>(leaf.id) % (machine_.processors() - 1);
      ++outcome_.counters.master_leaves;
    }
    return leaves_[place->second];
  }

  void guess(Leaf& leaf, const Window& window) {
    ++guesses_;
    ++outcome_.counters.guesses;
    if (!leaf.uncertain)
      uncertain_[static_cast<std::size_t>(leaf.slave) - 1].push_back(
          {leaf.id, leaf.results.back().nodes});
    leaf.uncertain = leaf.uncertain ? leaf.uncertain->hull(window) : window;
  }

  // The slaves' work

  void balance_load() {
    const auto transfers = balance(uncertain_, last_moved_);
    if (transfers.empty())
      return;
    last_moved_.clear();
    for (const auto& transfer : transfers) {
      Leaf& leaf = leaves_[transfer.leaf];
      if (leaf.given)
        taken_[leaf.slave].push_back(leaf.id);
      leaf.slave = 1 + transfer.to;
      leaf.given = false;
      leaf.told_priority = no_priority;
      leaf.told_needed.reset();
      last_moved_.push_back(transfer.leaf);
      ++outcome_.counters.leaves_moved;
    }
  }

  /// Sends every slave the changes that concern it.
  void send_work_lists() {
    const MasterState state{iteration_, highest_uncertain(), *root_.hypothetical};
    std::map<int, WorkList<Move>> lists; // by slave
    for (auto& [slave, leaves] : taken_)
      lists[slave].taken = std::move(leaves);
    taken_.clear();
    for (const auto id : touched_before_) {
      if (leaves_[id].last_pass != pass_)
        tell(leaves_[id], no_priority, std::nullopt, lists[leaves_[id].slave]);
    }
    for (const auto id : visited_) {
      Leaf& leaf = leaves_[id];
      tell(leaf, leaf.priority, demand(leaf), lists[leaf.slave]);
    }
    touched_before_ = visited_;
    told_.resize(static_cast<std::size_t>(machine_.processors()));
    for (int slave = 1; slave < machine_.processors(); ++slave) {
      auto& list = lists[slave];
      auto& told = told_[static_cast<std::size_t>(slave)];
      if (list.given.empty() && list.taken.empty() && list.updates.empty() && told.state == state)
        continue;
      list.state = state;
      list.root_values.assign(root_.finished.begin() + told.iterations, root_.finished.end());
      told = {state, static_cast<std::ptrdiff_t>(root_.finished.size())};
      const auto bytes = list.bytes();
      machine_.send(slave, {0, bytes, std::move(list)});
    }
  }

  [[nodiscard]] int highest_uncertain() const {
    int highest = no_priority;
    for (const auto id : visited_) {
      if (leaves_[id].uncertain)
        highest = std::max(highest, leaves_[id].priority);
    }
    return highest;
  }

  /// The window for which a leaf has to be searched again, if its slave does not know of it yet. A
  /// leaf that has not been searched to its depth is searched without a demand.
  [[nodiscard]] std::optional<Window> demand(const Leaf& leaf) const {
    if (!leaf.uncertain || !bounds_at(leaf.results, iteration_ - leaf.offset).known())
      return std::nullopt;
    if (leaf.told_needed && leaf.told_needed->covers(*leaf.uncertain))
      return std::nullopt;
    return leaf.uncertain;
  }

  void tell(Leaf& leaf, int priority, const std::optional<Window>& needed, WorkList<Move>& list) {
    if (!leaf.given)
      list.given.push_back({leaf.id, leaf.path, leaf.offset});
    if (leaf.told_priority != priority || needed)
      list.updates.push_back({leaf.id, priority, needed});
    leaf.given = true;
    leaf.told_priority = priority;
    if (needed) {
      leaf.told_needed = needed;
      ++outcome_.counters.window_researches;
    }
  }

  void take(const Report& report) {
    Leaf& leaf = leaves_[report.id];
    add_result(leaf.results, report.depth, report.result);
    leaf.told_needed.reset();
    if (leaf.last_pass == pass_ && leaf.uncertain && report.depth <= iteration_ - leaf.offset)
      worth_a_pass_ = true;
  }

  void read_messages() {
    while (const auto message = machine_.poll())
      receive(*message);
  }

  void receive(const Message& message) { take(std::any_cast<const Report&>(message.content)); }

  M& machine_;
  int depth_; ///< of the last iteration
  const AphidSettings& settings_;
  Outcome outcome_;
  RootScores root_;
  int iteration_ = 0;
  int horizon_ = 0;       ///< d'
  bool dividing_ = false; ///< the slaves take part
  std::array<Level, max_ply + 2> levels_{};
  std::deque<Leaf> leaves_;                           ///< by LeafId
  std::unordered_map<Key, std::size_t> places_;       ///< of leaves, by position and offset
  Leaf* leaf_ = nullptr;                              ///< that `at_horizon` has found
  std::uint64_t pass_ = 0;                            ///< number of the current pass
  std::uint64_t guesses_ = 0;                         ///< in the current pass
  std::vector<LeafId> visited_;                       ///< in the current pass
  std::vector<LeafId> touched_before_;                ///< visited before work lists were last sent
  std::vector<std::vector<UncertainLeaf>> uncertain_; ///< in the current pass, by slave
  std::vector<std::size_t> last_moved_;               ///< by load balancing
  std::map<int, std::vector<LeafId>> taken_;          ///< by slave, which has not been told yet
  struct Told {
    MasterState state;
    std::ptrdiff_t iterations = 0;
  };
  std::vector<Told> told_;    ///< by rank
  bool worth_a_pass_ = false; ///< a report may change the next pass
};

} // namespace eldest::aphid
