#pragma once

#include "algorithms/aphid/horizon.hpp"
#include "algorithms/aphid/interface.hpp"
#include "algorithms/aphid/messages.hpp"
#include "algorithms/aphid/settings.hpp"
#include "algorithms/aphid/table.hpp"
#include "algorithms/search/node_type.hpp"
#include "algorithms/search/nominal_depth.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/base/random.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace eldest::aphid {

/// The master of APHID. It searches the top of the tree again and again, in passes. For the leaves
/// whose values the slaves have not found yet, it makes guesses.
///
/// Our choices, where the paper is silent:
/// - As long as no PV node is certain, there is no hypothetical value, and guesses are not shifted
///   (Figure 10). With `parity`, which is not in the paper, the expected value of the iteration
///   replaces the hypothetical value. That is the value of the last iteration or, where odd and
///   even depths differ, of the one before the last.
/// - The master waits (3.1, step 4) until a slave reports on a leaf whose value the last pass had
///   to guess. Nothing else would make the next pass different. Work lists are sent after a pass,
///   one message to each slave whose list has changed. Reports are read before a pass.
/// - "Periodically" (3.4) depends on AphidDivision:
///   - `iteration`: at the end of each iteration. All pieces visited in its last pass are
///     considered. Their sizes are the numbers of nodes searched below them in the iteration.
///   - `pass`: after every pass. The largest piece is considered. Sizes are those in the iteration
///     before.
///   - `idle`, which is not in the paper: at the end of each iteration as with `iteration`, and
///     also after a pass. After a pass, the largest piece that the master waits for is divided if
///     some slave has nothing that the master waits for. The master must have been busy for less
///     than half of the iteration, because otherwise it has no time for the parts. The next pass
///     follows at once. A search of the piece that was under way may still give an exact result,
///     which is then used.
/// - A leaf met twice in a pass has the higher of its two priorities.
/// - A leaf handed over is searched from depth 1 on by its new slave (3.4: searches are repeated).
///   The master keeps the former slave's results.
///
/// With `failure_timeout`, which is not in the paper, the search survives the failure of slaves. A
/// slave is taken for dead if the master waits for it and has heard nothing of it for that time.
/// The next pass gives the leaves of a dead slave to the others, when it visits them. If no slave
/// lives, the master searches without slaves. If the slave reports after all, its results count,
/// and it is given work again. The master's failure time-out is then doubled, so that there are few
/// such mistakes. This makes an eventually perfect failure detector (Chandra and Toueg, "Unreliable
/// failure detectors for reliable distributed systems", Journal of the ACM 43(2), 1996).
template <class Move, MessagePassing M> class Master {
public:
  Master(M& machine, int depth, const AphidSettings& settings)
      : machine_(machine),
        depth_(depth),
        settings_(settings),
        horizon_(settings, machine.processors(), depth),
        slaves_(static_cast<std::size_t>(machine.processors()) - 1),
        failure_timeout_(settings.failure_timeout) {
    root_.parity = settings.parity;
    levels_[0].type = NodeType::pv;
    levels_[0].pv_nodes = 1;
  }

  /// Searches the root to the nominal depth and stops the slaves.
  template <SequentialProgram<Move> P> void run(P& program) {
    for (iteration_ = 1; continues_to(iteration_, depth_, machine_); ++iteration_) {
      const auto nodes_before = program.nodes();
      begin_iteration(machine_);
      horizon_.begin_iteration(iteration_);
      alone_ = living_slaves().empty();
      const RootResult root =
          divides() ? search_with_slaves(program) : program.search_root(iteration_);
      outcome_.iterations.push_back({iteration_, root.value, root.move, machine_.now()});
      show_iteration(machine_, outcome_.iterations.back());
      root_.finished.push_back(root.value);
      const std::uint64_t nodes = program.nodes() - nodes_before;
      outcome_.nodes.push_back(nodes);
      horizon_.count_nodes(iteration_, nodes);
      if (divides() && settings_.division != AphidDivision::pass)
        divide_large_pieces();
    }
    for (int slave = 1; slave < machine_.processors(); ++slave)
      Content<Move>::send(machine_, slave, Stop{});
  }

  /// Returns the results and counts, and removes them from this object.
  [[nodiscard]] Outcome take_outcome() {
    constexpr double microseconds = 1e6;
    outcome_.counters.master_busy_us = static_cast<std::uint64_t>(busy_seconds_ * microseconds);
    outcome_.counters.with_slaves_us =
        static_cast<std::uint64_t>(with_slaves_seconds_ * microseconds);
    return std::move(outcome_);
  }

  // Called by the program's search: see Process.

  /// Reads messages while the master searches without slaves, so that the machine may end the
  /// search there. With slaves, the master reads between its passes.
  void look_for_messages() {
    if (!divides())
      read_messages();
  }

  [[nodiscard]] bool at_horizon(Key key, int ply, int depth) {
    Level& level = levels_[static_cast<std::size_t>(ply)];
    horizon_.count_visit(ply);
    if (!divides())
      return false;
    level.sons = 0;
    level.guesses_before = guesses_;
    level.horizon = ply == 0 ? horizon_.ply() : levels_[static_cast<std::size_t>(ply) - 1].horizon;
    if (ply != level.horizon || depth < settings_.granularity)
      return false;
    Leaf& leaf = find_leaf(key, ply, depth);
    if (!slave(leaf.slave).lives)
      hand_over(leaf, living_slave(leaf.id));
    const bool divisible = depth - exemption_ply >= settings_.granularity;
    if (leaf.exempted && divisible && !has_late_result(leaf, depth)) {
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
      set_hypothetical(side * value);
    return value;
  }

  [[nodiscard]] bool above_horizon(int ply) const {
    return divides() && ply < levels_[static_cast<std::size_t>(ply)].horizon;
  }

  void moving(int ply, const Move& move) {
    if (!divides())
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
      set_hypothetical(ply % 2 == 0 ? value : -value);
    return certain;
  }

private:
  /// Ply by which the horizon moves below a divided piece. Section 3.4: "The horizon is extended by
  /// 2 ply to guarantee that the work will be split".
  static constexpr int exemption_ply = 2;
  /// Limit on the share of an iteration for which the master has been busy. Above it, no pieces are
  /// divided during the iteration.
  static constexpr double busy_master = 0.5;

  /// A node on the path from the root, in a search of the master.
  struct Level {
    NodeType type = NodeType::outside;
    int pv_nodes = 0;                 ///< on the path from the root, this one included
    int sons = 0;                     ///< number of sons begun
    int horizon = 0;                  ///< ply at which this path leaves the master's tree
    std::uint64_t guesses_before = 0; ///< number of guesses in the pass before the node was entered
    Move move{};                      ///< to the son that is being searched
  };

  /// A leaf of the master's tree, as the master knows it.
  struct Leaf {
    LeafId id = 0;
    std::vector<Move> path;
    int offset = 0; ///< iteration in which its depth is 0
    // The master's half of the leaf's table entry.
    int slave = 0;              ///< rank
    int priority = no_priority; ///< in the last pass that visited it
    std::uint64_t last_pass = 0;
    /// Window for which the last pass that visited the leaf had to guess, or nothing.
    std::optional<Window> uncertain{};
    bool exempted = false;
    // Last told to its slave.
    bool given = false;
    int told_priority = no_priority;
    std::optional<Window> told_needed{}; ///< unanswered demand, or nothing
    // Copy of the slave's half of the entry.
    DepthResults results;
  };

  /// A slave, as the master knows it.
  struct KnownSlave {
    bool lives = true; ///< as far as the master can tell
    /// Time, in seconds, at which the master began to wait for the slave or last heard of it.
    /// Nothing if the master does not wait for the slave.
    std::optional<double> awaited_since{};
  };

  // The horizon

  /// Returns true if slaves take part in the current iteration.
  [[nodiscard]] bool divides() const { return horizon_.divides() && !alone_; }

  /// Returns the number of nodes searched below a leaf in `iteration`, as far as reported.
  [[nodiscard]] std::uint64_t size(const Leaf& leaf, int iteration) const {
    const auto depth = static_cast<std::size_t>(iteration - leaf.offset);
    return depth < leaf.results.size() ? leaf.results[depth].nodes : 0;
  }

  /// Returns the average size, in `iteration`, of the leaves visited in the last pass.
  [[nodiscard]] double average_size(int iteration) const {
    std::uint64_t sum = 0;
    for (const auto id : visited_)
      sum += size(leaves_[id], iteration);
    return static_cast<double>(sum) / static_cast<double>(visited_.size());
  }

  /// Returns true if a piece of work is large enough to be divided. Its `nodes` are then at least K
  /// times the `average` (3.4), and its parts in `iteration` have a depth of A, the granularity, or
  /// more.
  [[nodiscard]] bool should_divide(const Leaf& leaf, std::uint64_t nodes, double average,
                                   int iteration) const {
    return static_cast<double>(nodes) >= settings_.exemption * average &&
           iteration - leaf.offset - exemption_ply >= settings_.granularity;
  }

  void divide(Leaf& leaf) {
    leaf.exempted = true;
    ++outcome_.counters.exemptions;
  }

  /// Moves the horizon below the large pieces of work of the iteration that is over.
  void divide_large_pieces() {
    if (settings_.exemption == 0)
      return;
    const double average = average_size(iteration_);
    for (const auto id : visited_) {
      if (should_divide(leaves_[id], size(leaves_[id], iteration_), average, iteration_ + 1))
        divide(leaves_[id]);
    }
  }

  /// Moves the horizon below the largest piece of work that the last pass visited, during the
  /// iteration. With `awaited`, only pieces whose value that pass had to guess are considered.
  /// Returns true if a piece was divided.
  bool divide_largest_piece(bool awaited) {
    Leaf* largest = nullptr;
    const auto nodes = [this](const Leaf& leaf) { return size(leaf, iteration_ - 1); };
    for (const auto id : visited_) {
      Leaf& leaf = leaves_[id];
      const bool counts = !leaf.exempted && (leaf.uncertain || !awaited) && nodes(leaf) > 0;
      if (counts && (largest == nullptr || nodes(leaf) > nodes(*largest)))
        largest = &leaf;
    }
    if (settings_.exemption == 0 || largest == nullptr ||
        !should_divide(*largest, nodes(*largest), average_size(iteration_ - 1), iteration_))
      return false;
    divide(*largest);
    return true;
  }

  /// Divides a piece of work during an iteration, if the settings say so. Returns true if the next
  /// pass is to be made at once.
  bool divide_during_iteration() {
    if (settings_.division == AphidDivision::pass)
      divide_largest_piece(false);
    return settings_.division == AphidDivision::idle && a_slave_is_idle() &&
           load_so_far() < busy_master && divide_largest_piece(true);
  }

  /// Returns true if there is a living slave without a leaf that the master waits for.
  [[nodiscard]] bool a_slave_is_idle() const {
    return std::ranges::any_of(living_slaves(),
                               [this](int rank) { return uncertain_of(rank).empty(); });
  }

  /// Returns true if a piece of work that was divided during this iteration has an exact result
  /// nevertheless. The result comes from a search that its slave had begun, or had made ahead.
  [[nodiscard]] bool has_late_result(const Leaf& leaf, int depth) const {
    const Bounds known = bounds_at(leaf.results, depth);
    return settings_.division == AphidDivision::idle && known.lower == known.upper;
  }

  /// Returns the share of the iteration for which the master has been busy.
  [[nodiscard]] double load_so_far() const {
    const double seconds = machine_.now() - begin_;
    return seconds > 0 ? 1 - idle_seconds_ / seconds : 1;
  }

  // Passes

  /// Searches one iteration with the slaves.
  template <SequentialProgram<Move> P> RootResult search_with_slaves(P& program) {
    for (Leaf& leaf : leaves_)
      leaf.told_needed.reset(); // slaves drop the demands of the last iteration, answered or not
    begin_ = machine_.now();
    idle_seconds_ = 0;
    while (true) {
      const RootResult root = make_pass(program);
      if (guesses_ == 0) {
        end_iteration();
        return root;
      }
      if (settings_.load_balancing)
        balance_load();
      if (divide_during_iteration())
        continue;
      send_work_lists();
      await_reports();
      if (alone_)
        return program.search_root(iteration_);
    }
  }

  /// Searches the master's tree once.
  template <SequentialProgram<Move> P> RootResult make_pass(P& program) {
    read_messages();
    ++outcome_.counters.passes;
    ++pass_;
    guesses_ = 0;
    visited_.clear();
    uncertain_.assign(slaves_.size(), {});
    horizon_.begin_pass();
    root_.hypothetical.reset();
    if (settings_.parity)
      root_.hypothetical = root_.expected(iteration_);
    hypothetical_is_certain_ = false;
    return program.search_root(iteration_);
  }

  /// Records the times and the load of an iteration with slaves.
  void end_iteration() {
    const double seconds = machine_.now() - begin_;
    with_slaves_seconds_ += seconds;
    busy_seconds_ += seconds - idle_seconds_;
    horizon_.end_iteration(visited_.size(), load_so_far());
  }

  /// Sets the hypothetical value to that of a certain PV node, from the root's point of view.
  void set_hypothetical(Score value) {
    root_.hypothetical = value;
    hypothetical_is_certain_ = true;
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
      leaf.slave = 1 + static_cast<int>(leaf.id % slaves_.size());
      ++outcome_.counters.master_leaves;
    }
    return leaves_[place->second];
  }

  void guess(Leaf& leaf, const Window& window) {
    ++guesses_;
    ++outcome_.counters.guesses;
    if (!leaf.uncertain)
      uncertain_of(leaf.slave).push_back({leaf.id, leaf.results.back().nodes});
    leaf.uncertain = leaf.uncertain ? leaf.uncertain->hull(window) : window;
  }

  // The slaves' work

  void balance_load() {
    const auto living = living_slaves();
    std::vector<std::vector<UncertainLeaf>> uncertain;
    for (const int rank : living)
      uncertain.push_back(uncertain_of(rank));
    const auto transfers = balance(std::move(uncertain), last_moved_);
    if (transfers.empty())
      return;
    last_moved_.clear();
    for (const auto& transfer : transfers) {
      const int rank = living[static_cast<std::size_t>(transfer.to)];
      uncertain_of(rank).push_back({transfer.leaf, 0});
      hand_over(leaves_[transfer.leaf], rank);
      last_moved_.push_back(transfer.leaf);
      ++outcome_.counters.leaves_moved;
    }
  }

  /// Gives a leaf to the slave `rank` instead of its former one.
  void hand_over(Leaf& leaf, int rank) {
    if (leaf.given)
      taken_[leaf.slave].push_back(leaf.id);
    leaf.slave = rank;
    leaf.given = std::erase(taken_[rank], leaf.id) > 0; // true if that slave still has it
    leaf.told_priority = no_priority;
    leaf.told_needed.reset();
  }

  /// Sends every slave the changes that concern it.
  void send_work_lists() {
    const MasterState state{iteration_, highest_uncertain(),
                            root_.hypothetical.value_or(root_.expected(iteration_)),
                            hypothetical_is_certain_};
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
      Content<Move>::send(machine_, slave, std::move(list));
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

  /// Returns the window with which a leaf has to be searched again. Returns nothing if no search is
  /// needed, or if the slave has been told the window. A leaf that has not been searched to its
  /// depth is searched without a demand.
  [[nodiscard]] std::optional<Window> demand(const Leaf& leaf) const {
    if (!leaf.uncertain || !bounds_at(leaf.results, iteration_ - leaf.offset).known())
      return std::nullopt;
    if (leaf.told_needed && leaf.told_needed->covers(*leaf.uncertain))
      return std::nullopt;
    return leaf.uncertain;
  }

  void tell(Leaf& leaf, int priority, const std::optional<Window>& needed, WorkList<Move>& list) {
    if (!leaf.given)
      list.given.push_back(
          {leaf.id, leaf.path, leaf.offset, static_cast<int>(leaf.results.size()) - 1});
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
    horizon_.count_nodes(report.depth + leaf.offset, report.result.nodes);
    leaf.told_needed.reset();
    if (leaf.last_pass == pass_ && leaf.uncertain && report.depth <= iteration_ - leaf.offset)
      worth_a_pass_ = true;
  }

  void read_messages() {
    while (const auto message = machine_.poll())
      receive(*message);
  }

  /// Reads reports until one may change the next pass, or until a slave is taken for dead.
  void await_reports() {
    note_awaited_slaves();
    worth_a_pass_ = false;
    while (!worth_a_pass_) {
      if (const auto message = wait())
        receive(*message);
      else
        give_up_silent_slaves();
    }
  }

  /// Returns the next report, or nothing if the master's failure time-out ends before. The master
  /// is idle only while it waits here.
  [[nodiscard]] std::optional<Message> wait() {
    const double since = machine_.now();
    auto message = failure_timeout_ > 0
                       ? machine_.wait_for(std::max(0.0, next_failure_timeout() - since))
                       : std::optional(machine_.wait());
    idle_seconds_ += machine_.now() - since;
    return message;
  }

  void receive(const Message& message) {
    hear_of(slave(message.from));
    take(Content<Move>::template get<Report>(message));
  }

  // Slaves that fail

  [[nodiscard]] KnownSlave& slave(int rank) { return slaves_[static_cast<std::size_t>(rank) - 1]; }
  [[nodiscard]] std::vector<UncertainLeaf>& uncertain_of(int rank) {
    return uncertain_[static_cast<std::size_t>(rank) - 1];
  }
  [[nodiscard]] const std::vector<UncertainLeaf>& uncertain_of(int rank) const {
    return uncertain_[static_cast<std::size_t>(rank) - 1];
  }

  /// Returns the ranks of the living slaves, ascending.
  [[nodiscard]] std::vector<int> living_slaves() const {
    std::vector<int> ranks;
    for (std::size_t index = 0; index < slaves_.size(); ++index) {
      if (slaves_[index].lives)
        ranks.push_back(static_cast<int>(index) + 1);
    }
    return ranks;
  }

  /// Returns the rank of a living slave. Successive values of `id` give the slaves in turn.
  /// Precondition: some slave lives.
  [[nodiscard]] int living_slave(LeafId id) const {
    const auto living = living_slaves();
    return living[id % living.size()];
  }

  /// Notes after a pass which slaves the master waits for.
  void note_awaited_slaves() {
    for (const int rank : living_slaves()) {
      auto& since = slave(rank).awaited_since;
      if (uncertain_of(rank).empty())
        since.reset();
      else if (!since)
        since = machine_.now();
    }
  }

  void hear_of(KnownSlave& slave) {
    if (slave.awaited_since)
      slave.awaited_since = machine_.now();
    if (std::exchange(slave.lives, true))
      return;
    ++outcome_.counters.slaves_found_alive;
    failure_timeout_ *= 2;
  }

  /// Returns the time, in seconds, at which the failure time-out ends for the slave that has been
  /// silent longest. Precondition: the master waits for some slave.
  [[nodiscard]] double next_failure_timeout() const {
    double longest = std::numeric_limits<double>::infinity();
    for (const auto& slave : slaves_)
      longest = std::min(longest, slave.awaited_since.value_or(longest));
    return longest + failure_timeout_;
  }

  /// Marks as dead the slaves whose failure time-out has ended.
  void give_up_silent_slaves() {
    const double end = next_failure_timeout();
    for (auto& slave : slaves_) {
      if (slave.awaited_since && *slave.awaited_since + failure_timeout_ <= end) {
        slave = {.lives = false};
        ++outcome_.counters.slaves_given_up;
      }
    }
    alone_ = living_slaves().empty();
    worth_a_pass_ = true;
  }

  M& machine_;
  int depth_; ///< of the last iteration
  const AphidSettings& settings_;
  Outcome outcome_;
  RootScores root_;
  int iteration_ = 0;
  Horizon horizon_;
  std::vector<KnownSlave> slaves_; ///< by rank, from 1 on
  double failure_timeout_;         ///< seconds; 0: none
  bool alone_ = false;             ///< true if no slave lives
  double begin_ = 0;               ///< time at which the iteration began, in seconds
  double idle_seconds_ = 0;        ///< seconds in which the master was idle in the iteration
  /// Seconds in which the master was busy in the iterations with slaves before.
  double busy_seconds_ = 0;
  double with_slaves_seconds_ = 0; ///< seconds of the iterations with slaves before
  /// True if the hypothetical value is that of a PV node, found in the current pass.
  bool hypothetical_is_certain_ = false;
  std::array<Level, max_ply + 2> levels_{};
  std::deque<Leaf> leaves_;                     ///< by LeafId
  std::unordered_map<Key, std::size_t> places_; ///< indices of leaves, by position and offset
  Leaf* leaf_ = nullptr;                        ///< the leaf that `at_horizon` has found
  std::uint64_t pass_ = 0;                      ///< number of the current pass
  std::uint64_t guesses_ = 0;                   ///< number of guesses in the current pass
  std::vector<LeafId> visited_;                 ///< leaves visited in the current pass
  std::vector<LeafId> touched_before_;          ///< visited before work lists were last sent
  /// Leaves whose values the current pass has guessed, by slave.
  std::vector<std::vector<UncertainLeaf>> uncertain_;
  std::vector<std::size_t> last_moved_; ///< leaves moved when the load was last balanced
  /// Leaves taken from slaves that have not been told yet, by slave.
  std::map<int, std::vector<LeafId>> taken_;
  struct Told {
    MasterState state;
    std::ptrdiff_t iterations = 0;
  };
  std::vector<Told> told_;    ///< by rank
  bool worth_a_pass_ = false; ///< true if a report may change the next pass
};

} // namespace eldest::aphid
