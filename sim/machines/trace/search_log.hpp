#pragma once

#include "algorithms/search/node_watcher.hpp"
#include "sim/machines/trace/visit_tally.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace eldest {

/// A stretch of time that a processor spent on a node near the root, or on the position that a job
/// begins with, and below it.
struct NodeStretch {
  int rank = 0;
  double begin = 0; ///< seconds since the start
  double end = 0;
  TopLine line{}; ///< to the node, as far as it reaches
  int ply = 0;
  /// Of the search; none if the processor was given a job below the node and did not visit it.
  std::optional<int> depth;
  bool job = false; ///< the node is the first of a job
  /// None if the processor left it for another reason, such as a recall.
  std::optional<NodeEnd> how;
};

/// What has been spent below a move of the root.
struct RootMove {
  Key key = 0;       ///< of the position that it leads to
  double useful = 0; ///< seconds of work
  double wasted = 0; ///< seconds of work
};

/// Who searched what: the nodes near the root that processors were below, and whether what they
/// visited would have been visited by one processor alone, too.
///
/// The n-th visit of a node (a position with a depth of search below it) is useful if a search by
/// the same algorithm on one processor, with the same settings and an empty table, visits that node
/// n times or more, in whatever iteration; otherwise it is wasted, and so is the work from then on
/// until the processor's next visit. Visits count in the order in which the machine runs them,
/// which is that of time but for what a processor does between two table accesses; how many visits
/// of a node are useful does not depend on the order.
class SearchLog {
public:
  explicit SearchLog(std::size_t max_stretches) : max_stretches_(max_stretches) {}

  /// Tells useful visits from others, from now on.
  void compare_with(VisitTally sequential) { sequential_ = std::move(sequential); }
  /// The visits of the search on one processor that no visit has been compared with yet; null if
  /// useful visits are not told from others.
  [[nodiscard]] const VisitTally* sequential() const {
    return sequential_ ? &*sequential_ : nullptr;
  }

  [[nodiscard]] std::uint64_t visits() const { return visits_; }
  /// Useful visits, of the nodes that are kept in `sequential`.
  [[nodiscard]] std::uint64_t useful_visits() const { return useful_visits_; }
  /// The other visits of the nodes that are kept there.
  [[nodiscard]] std::uint64_t wasted_visits() const { return wasted_visits_; }

  /// The stretches that have ended, in that order; those shorter than the resolution are missing.
  [[nodiscard]] const std::vector<NodeStretch>& stretches() const { return stretches_; }
  /// Seconds; 0 as long as none are missing.
  [[nodiscard]] double resolution() const { return resolution_; }
  /// The moves of the root, in the order in which they were first searched.
  [[nodiscard]] const std::vector<RootMove>& moves() const { return moves_; }

  // For the recorders of the processors:

  /// Counts a visit; whether it is useful, if that is known.
  [[nodiscard]] std::optional<bool> visit(const NodeVisit& node);
  void add(const NodeStretch& stretch);
  /// The index of the root's move that leads to a position.
  [[nodiscard]] std::size_t move_to(Key key);
  [[nodiscard]] RootMove& move(std::size_t index) { return moves_[index]; }

private:
  std::size_t max_stretches_;
  std::optional<VisitTally> sequential_;
  std::uint64_t visits_ = 0;
  std::uint64_t useful_visits_ = 0;
  std::uint64_t wasted_visits_ = 0;
  double resolution_ = 0;
  std::vector<NodeStretch> stretches_;
  std::vector<RootMove> moves_;
};

/// Observes the search of one processor for the log. The nodes that it notes are those one and two
/// moves below the root, and those that jobs begin with. They are exact: a job brings along the
/// line of play that it is below.
class SearchRecorder : public NodeWatcher {
public:
  SearchRecorder(SearchLog& log, int rank) : log_(log), rank_(rank) {}

  /// The processor's clock, in seconds since the start.
  void set_clock(std::function<double()> clock) { now_ = std::move(clock); }

  void visit(const NodeVisit& node) override;
  void end(Key key, int depth, NodeEnd how) override;
  [[nodiscard]] TopLine line() const override { return line_; }
  void take_up(const TopLine& line) override;
  void go_on_below(const TopLine& line) override;
  void rest() override;

  /// Whether the work that the processor does now is wasted.
  [[nodiscard]] bool is_wasted() const { return wasted_; }
  /// Accounts for seconds of work in what has been visited last.
  void worked(double seconds);
  /// Ends all stretches.
  void close() { leave(0, now_()); }

private:
  /// A stretch that goes on, and the key of its node.
  struct Open {
    Key key;
    NodeStretch stretch;
  };

  void note(const NodeVisit& node);
  void open(Key key, int ply, std::optional<int> depth, bool job, double now);
  /// Leaves all but so many of the open stretches.
  void leave(std::size_t count, double now, std::optional<NodeEnd> how = {});
  void set_line(const TopLine& line);

  SearchLog& log_;
  int rank_;
  std::function<double()> now_ = [] { return 0.0; };
  TopLine line_{};
  std::optional<std::size_t> move_; ///< of the root: that which leads to the line
  bool begins_job_ = false;         ///< with the next visit
  bool wasted_ = false;
  std::vector<Open> open_; ///< from the root down
};

} // namespace eldest
