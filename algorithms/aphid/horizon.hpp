#pragma once

#include "algorithms/aphid/settings.hpp"
#include "algorithms/search/settings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

/// Depth of the master's tree in APHID, and the measurements from which an automatic depth follows.
namespace eldest::aphid {

/// Returns the number of leaves at `ply` of the smallest tree that proves the value of a root, if
/// every node has `branching` sons. This is b^⌈ply/2⌉ + b^⌊ply/2⌋ - 1 (Knuth & Moore 1975).
[[nodiscard]] inline double critical_leaves(double branching, int ply) {
  const int half = ply / 2;
  return std::pow(branching, ply - half) + std::pow(branching, half) - 1;
}

/// Depth of the master's tree in each iteration, d', in ply. It is that of the settings, or an
/// automatic one that gives every slave leaves and leaves the master time. In the paper d' is
/// "automatically determined based on the characteristics of the search tree" (section 3.1) in a
/// way described elsewhere. The way here is ours:
///
/// - The first d' is the least, from 2 on, that meets one of two conditions:
///   - There are `leaves` leaves for each slave at that ply.
///   - There is one leaf for each slave, and the master has no time for a tree of the next d'. The
///     master has none if it could not search that tree `passes` times while a slave does its
///     share. The share is of the iteration about to begin or, if d' cannot grow later, of the last
///     iteration.
/// - Leaves and nodes of the tree are those visited in the iteration before. The share is
///   extrapolated from the nodes of the last three iterations.
/// - At d' = 1 the pieces of work would be the moves of the root. With more and smaller pieces than
///   the slaves need, more nodes are searched without the bounds that other pieces would have
///   given. With fewer pieces than slaves, some slaves are idle.
/// - The master searches iteration d without slaves as long as d - d' < A, the granularity. With an
///   automatic d' it also does so as long as no d' up to d - A suffices and iteration d is cheap.
///   That is, iteration d costs less than a twentieth of a slave's share of the last iteration.
///   Once it costs more, d' is d - A, even if slaves go without a leaf.
/// - Later, before each iteration, d' may grow by a ply. It grows if a pass has fewer than
///   `fewest_leaves` leaves for each slave and the master has time. The master has time if it would
///   be busy for less than `load` of the iteration, with the last one's number of passes.
/// - For that prediction, a pass visits the nodes of the last pass and, in addition, that pass's
///   leaves times a growth. The growth is that of the critical tree's leaves from d' to d' + 1.
///   Iteration d has the nodes of iteration d - 2, times their growth from d - 3 to d - 1, because
///   odd and even depths differ.
/// - A master that is busy all the time makes every slave wait for its demands, and that costs more
///   than short lists of work do.
class Horizon {
public:
  /// Takes the `depth` of the last iteration, in ply. `settings` must outlive the Horizon.
  Horizon(const AphidSettings& settings, int processors, int depth)
      : settings_(settings), slaves_(processors - 1), depth_(depth), ply_(settings.horizon) {}

  [[nodiscard]] int ply() const { return ply_; }
  /// Returns true if the slaves take part in the iteration.
  [[nodiscard]] bool divides() const { return divides_; }

  /// Chooses d' for `iteration`, and whether the slaves take part. Precondition: all iterations
  /// before have been counted.
  void begin_iteration(int iteration) {
    const int deepest = iteration - settings_.granularity;
    if (slaves_ > 0 && settings_.horizon != 0)
      divides_ = ply_ <= deepest;
    else if (slaves_ > 0 && divides_)
      deepen(iteration);
    else if (slaves_ > 0 && deepest >= least)
      choose_first(iteration, deepest);
    begin_pass();
  }

  void begin_pass() { visits_.fill(0); }
  /// Counts a visit of the master to a node at `ply`, in the current pass.
  void count_visit(int ply) { ++visits_[static_cast<std::size_t>(ply)]; }
  /// Counts `nodes` that any processor has searched for `iteration`.
  void count_nodes(int iteration, std::uint64_t nodes) {
    nodes_[static_cast<std::size_t>(iteration)] += nodes;
  }

  /// Ends an iteration with slaves. `leaves` is the number of leaves of its last pass. `load` is
  /// the share of the iteration's time for which the master was busy.
  void end_iteration(std::size_t leaves, double load) {
    leaves_ = leaves;
    load_ = load;
  }

  /// Returns the share of `iteration` for which the master would be busy with a tree one ply
  /// deeper. The master is assumed to make as many passes as in the iteration before. If the result
  /// is above 1, the master has no time for them.
  [[nodiscard]] double predicted_load(int iteration) const {
    const double pass = visits_up_to(max_ply);
    const double branching = std::max(1.0, visits(1));
    const double growth = critical_leaves(branching, ply_ + 1) / critical_leaves(branching, ply_);
    const double deeper_pass = pass + visits(ply_) * growth;
    return load_ * deeper_pass / pass * nodes(iteration - 1) / expected_nodes(iteration);
  }

private:
  static constexpr int least = 2; ///< least automatic d'
  static constexpr int fewest_leaves = 4;

  [[nodiscard]] double visits(int ply) const {
    return static_cast<double>(visits_[static_cast<std::size_t>(ply)]);
  }
  [[nodiscard]] double visits_up_to(int ply) const {
    double sum = 0;
    for (int above = 0; above <= ply; ++above)
      sum += visits(above);
    return sum;
  }

  /// Returns the nodes of an iteration that is over, at least 1.
  [[nodiscard]] double nodes(int iteration) const {
    return iteration < 1
               ? 1
               : std::max(1.0, static_cast<double>(nodes_[static_cast<std::size_t>(iteration)]));
  }

  /// Returns the number of nodes expected of `iteration`, which is yet to come. Every two
  /// iterations it is assumed to grow by the same factor as from iteration `past` - 2 to `past`,
  /// the last one.
  [[nodiscard]] double expected_nodes(int iteration, int past) const {
    const double growth = nodes(past) / nodes(past - 2);
    if ((iteration - past) % 2 != 0)
      --past;
    double expected = nodes(past);
    for (; past < iteration; past += 2)
      expected *= growth;
    return expected;
  }
  [[nodiscard]] double expected_nodes(int iteration) const {
    return expected_nodes(iteration, iteration - 1);
  }

  /// Chooses the first automatic d', at most `deepest`, and whether the slaves take part.
  void choose_first(int iteration, int deepest) {
    const double share = expected_nodes(depth_, iteration - 1) / slaves_;
    const bool may_grow = settings_.load > 0;
    const double own_share = may_grow ? expected_nodes(iteration) / slaves_ : share;
    const double max_pass = own_share / settings_.passes;
    const double enough_leaves = static_cast<double>(settings_.leaves) * slaves_;
    const auto deep_enough = [&] {
      // Frequent passes are of no use to a slave without a leaf.
      const bool next_too_large = visits(ply_) >= slaves_ && visits_up_to(ply_ + 1) > max_pass;
      return ply_ >= least && (visits(ply_) >= enough_leaves || next_too_large);
    };
    for (ply_ = 0; ply_ < deepest && !deep_enough();)
      ++ply_;
    divides_ = deep_enough() || expected_nodes(iteration) > share / 20;
  }

  void deepen(int iteration) {
    const bool too_few =
        leaves_ < static_cast<std::size_t>(fewest_leaves) * static_cast<std::size_t>(slaves_);
    const bool large_enough = iteration - (ply_ + 1) >= settings_.granularity;
    if (too_few && large_enough && predicted_load(iteration) < settings_.load)
      ++ply_;
  }

  const AphidSettings& settings_;
  int slaves_;
  int depth_;
  int ply_;
  bool divides_ = false;
  std::array<std::uint64_t, max_ply + 2> visits_{}; ///< by ply
  std::array<std::uint64_t, max_ply + 2> nodes_{};  ///< by iteration
  std::size_t leaves_ = 0;                          ///< number of leaves in the last pass
  double load_ = 0; ///< share of the last iteration in which the master was busy
};

} // namespace eldest::aphid
