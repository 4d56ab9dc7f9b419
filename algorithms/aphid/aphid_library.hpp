#pragma once

#include "algorithms/aphid/aphid_table.hpp"
#include "algorithms/counters.hpp"
#include "algorithms/iterations.hpp"
#include "algorithms/processor.hpp"
#include "algorithms/search_stopped.hpp"
#include "algorithms/settings.hpp"
#include "algorithms/worker.hpp"
#include "trees/random.hpp"

#include <any>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

/// APHID for any sequential alpha-beta program (Brockington & Schaeffer, section 3.5): the program
/// keeps its own search, positions, moves and table, and calls a Process from some places of its
/// search, where the paper's Figure 6 calls `aphid_...`:
///
/// - `stopping` (`checkalarm`) in every interior node: if so, return anything;
/// - `at_horizon`, `leaf_value` (`horizon`, `eval_leaf`) first in every node but those of depth 0;
/// - `above_horizon` (`master`): take no values from the table there, only moves;
/// - `moving` (`intnode_start`, `intnode_move`) before each son;
/// - `leave` (`intnode_update`, `intnode_end`) at the end of an interior node: whether to store its
///   value.
///
/// In return the program lets itself be called by `run`: see Program.
/// tests/examples/aphid_adoption.cpp is a program before and after.
namespace eldest::aphid {

/// What APHID asks of a machine: messages. Every Processor has them.
template <class N>
concept Network = requires(N network, const N constant, int rank, Message message) {
  { constant.rank() } -> std::same_as<int>;
  { constant.processors() } -> std::same_as<int>;
  { network.send(rank, message) } -> std::same_as<void>;
  { network.poll() } -> std::same_as<std::optional<Message>>;
  { network.wait() } -> std::same_as<Message>;
  { constant.now() } -> std::same_as<double>;
};

/// What APHID asks of a sequential program, beside the calls in its search:
///
/// - `search_root(depth)`: searches the root with an infinite window; a pass of the master.
/// - `search_leaf(path, window, depth)`: plays the moves from the root, and searches the position
///   to a depth; the fail-soft result.
/// - `nodes()`: how many nodes this processor has searched so far, as a measure of effort.
template <class P, class Move>
concept Program = requires(P program, std::span<const Move> path, const Window& window, int depth) {
  { program.search_root(depth) } -> std::same_as<RootResult>;
  { program.search_leaf(path, window, depth) } -> std::same_as<Score>;
  { program.nodes() } -> std::convertible_to<std::uint64_t>;
};

/// What APHID has to tell after a search.
struct Outcome {
  std::vector<IterationResult> iterations; ///< on the master only
  std::vector<std::uint64_t> nodes;        ///< of this processor, by the iteration they were for
  Counters counters;                       ///< APHID's own
};

/// A leaf's position in the tree, as messages carry it.
template <class Move> struct NewLeaf {
  LeafId id = 0;
  std::vector<Move> path; ///< from the root
  int offset = 0;         ///< the iteration in which its depth is 0: d' but for extensions
};

/// What the master has to say of a leaf that its slave knows.
struct LeafUpdate {
  LeafId id = 0;
  int priority = no_priority;
  std::optional<Window> needed{}; ///< the result for the current iteration must suffice for this
};

/// Changes of the master's half of the table that concern one slave.
template <class Move> struct WorkList {
  MasterState state;
  std::vector<Score> root_values; ///< of iterations that have ended since the last work list
  std::vector<NewLeaf<Move>> given;
  std::vector<LeafId> taken;
  std::vector<LeafUpdate> updates;

  /// Size on the wire: a word for each number, and a move as it is kept.
  [[nodiscard]] std::size_t bytes() const {
    std::size_t bytes = 12 + 4 * root_values.size() + 4 * taken.size();
    for (const auto& leaf : given)
      bytes += 8 + leaf.path.size() * sizeof(Move);
    for (const auto& update : updates)
      bytes += update.needed ? 16 : 8;
    return bytes;
  }
};

/// A change of a slave's half of the table: one search.
struct Report {
  static constexpr std::size_t bytes = 24;

  LeafId id = 0;
  int depth = 0;
  DepthResult result;
};

/// The search is over.
struct Stop {
  static constexpr std::size_t bytes = 4;
};

/// One processor's part in APHID: the master on processor 0, a slave on any other; on one processor
/// alone, the sequential program.
///
/// Where the paper is silent:
/// - An automatic d' is the least, from 2 on, at which there are `leaves` leaves for each slave, or
///   at which there is one for each and a tree of the next d' could not be searched `passes` times
///   while a slave does its share of the last iteration. Leaves and nodes of the tree are those
///   visited in the iteration before, the share is extrapolated from the nodes of the last three.
///   (At d' = 1 the pieces of work would be the moves of the root.) With more and smaller pieces
///   than the slaves need, more is searched without the bounds that others would have given; with
///   fewer than there are slaves, the others are idle.
/// - The master searches an iteration d alone as long as d - d' < A or, with an automatic d', while
///   none up to d - A will do and d costs less than a twentieth of a slave's share. Once it costs
///   more, d' is d - A, even if slaves go without a leaf.
/// - The hypothetical value, as long as no PV node is certain, is what the iteration is expected to
///   find: the value of the last one or, where the values of odd and even depths differ and
///   `parity` is set, of the one before that. In Figure 10 there is no such value at the first leaf
///   of a pass, whose guess is then the last iteration's.
/// - The master waits (3.1, step 4) until something is reported of a leaf that it had to guess in
///   its last pass: nothing else would make the next pass different. Work lists are sent after a
///   pass, one message to each slave whose list has changed; reports are read before one.
/// - Pieces of work are considered for division at the end of each iteration, by the nodes that
///   they took in it.
/// - Slaves search for up to `ahead` iterations beyond the master's, and wait for messages if that
///   is done. Without a limit, they could load another slave, the home of much of the table, with
///   so many accesses that it never ends the search that the master waits for: nothing else would
///   ever stop them.
/// - With `preemption` a slave gives up a search that the master does not wait for as soon as the
///   master waits for another; in the paper it ends that search first.
/// - A leaf handed over is searched from depth 1 on by its new slave (3.4: searches are repeated);
///   the master keeps what the former one found.
/// - A search repeated for the master has the window that the master needs and the one that the
///   slave would choose, less what is known already.
/// - A leaf met twice in a pass has the higher of its priorities.
template <class Move, Network N> class Process {
public:
  Process(N& network, const SearchSettings& settings) : network_(network), settings_(settings) {
    root_.parity = settings_.aphid.parity;
    levels_[0].type = NodeType::pv;
    levels_[0].pv_nodes = 1;
  }

  /// Takes part in a search to the nominal depth, on every processor, or until the machine ends the
  /// search by a SearchStopped that is thrown through the program.
  template <Program<Move> P> [[nodiscard]] Outcome run(P& program) {
    outcome_.nodes.resize(static_cast<std::size_t>(settings_.depth));
    until_stopped([&] {
      if (network_.rank() == 0)
        lead(program);
      else
        serve(program);
    });
    return std::move(outcome_);
  }

  /// Looks for messages. Whether to give up: the nodes on the way out have no value.
  [[nodiscard]] bool stopping() {
    // The master reads between its passes; while it searches alone, there is nothing to read, but
    // the machine may end the search.
    if ((network_.rank() != 0 || !dividing_) && !stopped())
      read_messages();
    return stopped();
  }

  /// The same without looking.
  [[nodiscard]] bool stopped() const { return stopped_ || preempted_; }

  /// To be called first in every node whose depth is not 0. Whether the node is a leaf of the
  /// master's tree: `leaf_value` then has its value.
  [[nodiscard]] bool at_horizon(Key key, int ply, int depth) {
    if (network_.rank() != 0)
      return false;
    Level& level = levels_[static_cast<std::size_t>(ply)];
    ++level.visits;
    if (!dividing_)
      return false;
    level.sons = 0;
    level.guesses_before = guesses_;
    level.horizon = ply == 0 ? horizon_ : levels_[static_cast<std::size_t>(ply) - 1].horizon;
    if (ply != level.horizon || depth < settings_.aphid.granularity)
      return false;
    Leaf& leaf = find_leaf(key, ply, depth);
    if (leaf.exempted && depth - exemption_ply >= settings_.aphid.granularity) {
      level.horizon += exemption_ply;
      return false;
    }
    leaf_ = &leaf;
    return true;
  }

  /// Value of the leaf that `at_horizon` has found: a slave's if that is enough for the window, a
  /// guess if not. `evaluate()` returns the position's value at depth 0, and is called once for a
  /// leaf.
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

  /// Whether a node, which `at_horizon` has been called for, is an interior one of the master's
  /// tree: its values may be guesses, and it must be visited in every pass.
  [[nodiscard]] bool above_horizon(int ply) const {
    return dividing_ && ply < levels_[static_cast<std::size_t>(ply)].horizon;
  }

  /// The next son of an interior node is going to be searched, perhaps several times.
  void moving(int ply, const Move& move) {
    if (!dividing_)
      return;
    Level& level = levels_[static_cast<std::size_t>(ply)];
    Level& son = levels_[static_cast<std::size_t>(ply) + 1];
    level.move = move;
    son.type = son_type(level.type, level.sons++ == 0);
    son.pv_nodes = level.pv_nodes + (son.type == NodeType::pv ? 1 : 0);
  }

  /// An interior node has a value. Whether that is true and may be stored, rather than made from
  /// guesses or given up.
  [[nodiscard]] bool leave(int ply, Score value) {
    if (!above_horizon(ply))
      return !stopped();
    const Level& level = levels_[static_cast<std::size_t>(ply)];
    const bool certain = guesses_ == level.guesses_before;
    if (certain && level.type == NodeType::pv)
      root_.hypothetical = ply % 2 == 0 ? value : -value;
    return certain;
  }

private:
  /// "The horizon is extended by 2 ply to guarantee that the work will be split" (3.4).
  static constexpr int exemption_ply = 2;
  static constexpr int least_horizon = 2; ///< of the automatic ones

  /// A node on the path from the root, in a search of the master.
  struct Level {
    NodeType type = NodeType::outside;
    int pv_nodes = 0;                 ///< on the path from the root, this one included
    int sons = 0;                     ///< searched so far
    int horizon = 0;                  ///< ply at which this path leaves the master's tree
    std::uint64_t guesses_before = 0; ///< in the pass, when the node was entered
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
        uncertain{}; ///< what the last pass that visited it needed and had to guess
    bool exempted = false;
    // What its slave has been told.
    bool given = false;
    int told_priority = no_priority;
    std::optional<Window> told_needed{}; ///< none if there is no demand that has not been answered
    // Copy of the slave's half.
    DepthResults results;
  };

  /// A leaf as its slave knows it.
  struct Piece {
    std::vector<Move> path;
    int offset = 0;
    int priority = no_priority;
    std::optional<Window> needed{}; ///< in the current iteration
    DepthResults results;

    [[nodiscard]] int searched() const {
      return std::max<int>(static_cast<int>(results.size()), 1) - 1;
    }
  };

  // The master.

  template <class P> void lead(P& program) {
    for (iteration_ = 1; iteration_ <= settings_.depth; ++iteration_) {
      const auto nodes_before = program.nodes();
      choose_horizon();
      for (Level& level : levels_)
        level.visits = 0;
      const RootResult root =
          dividing_ ? search_with_slaves(program) : program.search_root(iteration_);
      outcome_.iterations.push_back({iteration_, root.value, root.move, network_.now()});
      root_.finished.push_back(root.value);
      outcome_.nodes[static_cast<std::size_t>(iteration_) - 1] = program.nodes() - nodes_before;
      if (dividing_)
        exempt_large_pieces();
    }
    for (int slave = 1; slave < network_.processors(); ++slave)
      network_.send(slave, {0, Stop::bytes, Stop{}});
  }

  /// Decides whether the slaves take part in an iteration and, the first time, where the horizon
  /// is.
  void choose_horizon() {
    if (network_.processors() == 1 || dividing_)
      return;
    const int deepest = iteration_ - settings_.aphid.granularity;
    if (settings_.aphid.horizon != 0) {
      horizon_ = settings_.aphid.horizon;
      dividing_ = horizon_ <= deepest;
    } else if (deepest >= least_horizon) {
      choose_horizon_up_to(deepest);
    }
  }

  /// The automatic d'.
  void choose_horizon_up_to(int deepest) {
    const int slaves = network_.processors() - 1;
    const double share = expected_nodes(settings_.depth) / slaves;
    const double largest_pass = share / settings_.aphid.passes;
    const double enough_leaves = static_cast<double>(settings_.aphid.leaves) * slaves;
    const auto visits = [this](int ply) {
      return static_cast<double>(levels_[static_cast<std::size_t>(ply)].visits);
    };
    horizon_ = 0;
    double pass = visits(0); // nodes
    const auto settled = [&] {
      const double leaves = visits(horizon_);
      // Frequent passes are of no use to a slave without a leaf.
      const bool next_too_large = leaves >= slaves && pass + visits(horizon_ + 1) > largest_pass;
      return horizon_ >= least_horizon && (leaves >= enough_leaves || next_too_large);
    };
    while (horizon_ < deepest && !settled())
      pass += visits(++horizon_);
    dividing_ = settled() || expected_nodes(iteration_) > share / 20;
  }

  /// What an iteration yet to come will take if the nodes grow by the same factor every two.
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

  template <class P> RootResult search_with_slaves(P& program) {
    for (Leaf& leaf : leaves_)
      leaf.told_needed.reset(); // slaves drop the demands of the last iteration, answered or not
    while (true) {
      read_messages();
      ++outcome_.counters.passes;
      ++pass_;
      guesses_ = 0;
      visited_.clear();
      uncertain_.assign(static_cast<std::size_t>(network_.processors()) - 1, {});
      root_.hypothetical.reset();
      root_.hypothetical = root_.expected(iteration_);
      const RootResult root = program.search_root(iteration_);
      if (guesses_ == 0)
        return root;
      if (settings_.aphid.load_balancing)
        balance_load();
      send_work_lists();
      news_ = false;
      while (!news_)
        receive(network_.wait());
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
      leaf.slave = 1 + static_cast<int>(leaf.id) % (network_.processors() - 1);
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

  /// Tells every slave what has changed for it.
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
    told_.resize(static_cast<std::size_t>(network_.processors()));
    for (int slave = 1; slave < network_.processors(); ++slave) {
      auto& list = lists[slave];
      auto& told = told_[static_cast<std::size_t>(slave)];
      if (list.given.empty() && list.taken.empty() && list.updates.empty() && told.state == state)
        continue;
      list.state = state;
      list.root_values.assign(root_.finished.begin() + told.iterations, root_.finished.end());
      told = {state, static_cast<std::ptrdiff_t>(root_.finished.size())};
      const auto bytes = list.bytes();
      network_.send(slave, {0, bytes, std::move(list)});
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
      news_ = true;
  }

  /// Moves the horizon below pieces of work of K times the average size (3.4), if the parts will
  /// not be smaller than A.
  void exempt_large_pieces() {
    if (settings_.aphid.exemption == 0)
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
      if (static_cast<double>(size(id)) < settings_.aphid.exemption * average ||
          parts_depth < settings_.aphid.granularity)
        continue;
      leaves_[id].exempted = true;
      ++outcome_.counters.exemptions;
    }
  }

  // A slave.

  template <class P> void serve(P& program) {
    while (!stopped_) {
      read_messages();
      if (stopped_)
        return;
      if (const auto next = agenda_.first())
        search(program, *next);
      else
        receive(network_.wait());
    }
  }

  /// Whether the master waits for a piece of work.
  [[nodiscard]] bool is_needed(const Piece& piece) const {
    const int depth = master_.iteration - piece.offset;
    return piece.searched() < depth ||
           (piece.needed && !bounds_at(piece.results, depth).suffice(*piece.needed));
  }

  /// Gives a piece of work that has changed its place among the others.
  void schedule(LeafId id, const Piece& piece) {
    const bool needed = is_needed(piece);
    const int searched = piece.searched() + piece.offset;
    const int deepest = std::min(master_.iteration + settings_.aphid.ahead, max_depth);
    if (piece.priority != no_priority && (needed || searched < deepest))
      agenda_.put(id, {needed, piece.priority, searched});
    else
      agenda_.remove(id);
  }

  /// One search of a piece of work, which may be taken away meanwhile.
  template <class P> void search(P& program, LeafId id) {
    const Piece& piece = pieces_.at(id);
    const int required = master_.iteration - piece.offset;
    const bool needed = is_needed(piece);
    const int depth = needed && piece.searched() >= required ? required : piece.searched() + 1;
    const int iteration = depth + piece.offset;
    const Window window = choose_window(piece, depth);
    const auto path = piece.path;
    preempted_ = false;
    if (!needed)
      ahead_ = Ahead{id, iteration};
    const auto nodes_before = program.nodes();
    const Score value = program.search_leaf(path, window, depth);
    const std::uint64_t nodes = program.nodes() - nodes_before;
    ahead_.reset();
    count(iteration, nodes);
    if (stopped())
      return;
    const DepthResult result{Bounds::of_search(value, window), nodes};
    if (const auto known = pieces_.find(id); known != pieces_.end()) {
      add_result(known->second.results, depth, result);
      schedule(id, known->second);
    }
    network_.send(0, {network_.rank(), Report::bytes, Report{id, depth, result}});
  }

  /// Counts the nodes of a search by the iteration that it was for.
  void count(int iteration, std::uint64_t nodes) {
    ++outcome_.counters.leaf_searches;
    if (preempted_)
      ++outcome_.counters.preemptions;
    if (iteration > settings_.depth)
      outcome_.counters.speculative += nodes;
    outcome_.nodes[static_cast<std::size_t>(std::min(iteration, settings_.depth)) - 1] += nodes;
  }

  /// Whether the search ahead of the master that is going on is to be given up: the master waits
  /// for something else.
  [[nodiscard]] bool preempted() {
    if (!settings_.aphid.preemption || !ahead_)
      return false;
    const auto next = agenda_.first();
    return next && is_needed(pieces_.at(*next)) &&
           (*next != ahead_->leaf || ahead_->iteration > master_.iteration);
  }

  [[nodiscard]] Window choose_window(const Piece& piece, int depth) const {
    const int iteration = depth + piece.offset;
    const WindowShape shape{settings_.aphid.window_margin, settings_.aphid.window_growth};
    Window window = select_window(shape, master_, root_, iteration,
                                  static_cast<int>(piece.path.size()), piece.priority);
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
      pieces_[leaf.id] = {leaf.path, leaf.offset, no_priority, std::nullopt, {}};
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

  /// The master has begun another iteration.
  void begin_iteration() {
    for (auto& [id, piece] : pieces_) {
      piece.needed.reset();
      schedule(id, piece);
    }
  }

  // Both.

  void read_messages() {
    while (const auto message = network_.poll())
      receive(*message);
  }

  void receive(const Message& message) {
    if (const auto* const report = std::any_cast<Report>(&message.content))
      take(*report);
    else if (const auto* const list = std::any_cast<WorkList<Move>>(&message.content))
      take(*list);
    else
      stopped_ = true;
  }

  N& network_;
  const SearchSettings& settings_;
  Outcome outcome_;
  RootScores root_;

  // The master.
  int iteration_ = 0;
  int horizon_ = 0;       ///< d'
  bool dividing_ = false; ///< the slaves take part
  std::array<Level, max_ply + 2> levels_{};
  std::deque<Leaf> leaves_;                           ///< by LeafId
  std::unordered_map<Key, std::size_t> places_;       ///< of leaves, by position and offset
  Leaf* leaf_ = nullptr;                              ///< that `at_horizon` has found
  std::uint64_t pass_ = 0;                            ///< number of the current one
  std::uint64_t guesses_ = 0;                         ///< in the current pass
  std::vector<LeafId> visited_;                       ///< in the current pass
  std::vector<LeafId> touched_before_;                ///< when work lists were last sent
  std::vector<std::vector<UncertainLeaf>> uncertain_; ///< in the current pass, by slave
  std::vector<std::size_t> last_moved_;               ///< by load balancing
  std::map<int, std::vector<LeafId>> taken_;          ///< from slaves that have to be told
  struct Told {
    MasterState state;
    std::ptrdiff_t iterations = 0;
  };
  std::vector<Told> told_; ///< by rank
  bool news_ = false;      ///< something that may change the next pass

  // A slave.
  MasterState master_;
  std::unordered_map<LeafId, Piece> pieces_;
  Agenda agenda_;
  struct Ahead {
    LeafId leaf = 0;
    int iteration = 0;
  };
  std::optional<Ahead> ahead_; ///< what is being searched without the master's waiting for it
  bool preempted_ = false;     ///< the current search has no value
  bool stopped_ = false;       ///< nor has any other: the master has what it wanted
};

} // namespace eldest::aphid
