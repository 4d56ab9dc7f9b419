#pragma once

#include "algorithms/search/node_watcher.hpp"
#include "sim/machines/trace/visit_tally.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace eldest {

/// A stretch of time that a processor spent in the subtree of one node. The node is near the root,
/// or is the first of a job, which is work that another processor has given.
struct NodeStretch {
  int rank = 0;
  double begin = 0; ///< seconds since the start
  double end = 0;
  TopLine line{}; ///< line of play to the node, or its first moves; see SearchLog::plies
  int ply = 0;
  /// Depth of the node's search. Nothing if the processor did not visit the node, because it went
  /// on below the node at once, as in a job.
  std::optional<int> depth{};
  bool job = false; ///< true if the node is the first of a job
  /// The way in which the node's search ended. Nothing if the processor left the node for another
  /// reason, such as a recall.
  std::optional<NodeEnd> how{};
  Score alpha = -infinity; ///< the window with which the search began, if `depth` is known
  Score beta = infinity;   ///< as the side to move sees it
};

/// Time spent below one root move.
struct RootMove {
  Key key = 0;       ///< of the position after the move
  double useful = 0; ///< seconds of work
  double wasted = 0; ///< seconds of work
};

/// A log of the stretches of time that processors spent below nodes near the root, and of useful
/// and wasted visits.
///
/// Visits are compared with those of a sequential search. This is a search by the same algorithm on
/// one processor, with the same settings and an empty table. A node is a position with a depth of
/// search below it. The n-th visit of a node is useful if the sequential search visits that node n
/// times or more, in whatever iteration. Otherwise the visit is wasted, and so is the processor's
/// work until its next visit.
///
/// Visits are compared in the order in which the machine runs them. This is the order of time,
/// except for what a processor does between two table accesses. The order does not change how many
/// visits of a node are useful.
class SearchLog {
public:
  /// `plies`: the greatest number of moves between the root and a node near it. From 1 to the
  /// length of a TopLine.
  explicit SearchLog(std::size_t max_stretches, int plies = 2)
      : max_stretches_(max_stretches), plies_(plies) {}

  [[nodiscard]] int plies() const { return plies_; }

  /// Classifies visits as useful or wasted, from now on. `sequential`: the visits of the sequential
  /// search.
  void compare_with(VisitTally sequential) { sequential_ = std::move(sequential); }
  /// The visits of the sequential search that have not yet made another visit useful. Null if
  /// visits are not classified.
  [[nodiscard]] const VisitTally* sequential() const {
    return sequential_ ? &*sequential_ : nullptr;
  }

  [[nodiscard]] std::uint64_t visits() const { return visits_; }
  /// Useful visits of the nodes that `sequential()` keeps.
  [[nodiscard]] std::uint64_t useful_visits() const { return useful_visits_; }
  /// Wasted visits of the nodes that `sequential()` keeps.
  [[nodiscard]] std::uint64_t wasted_visits() const { return wasted_visits_; }

  /// The stretches in the order of their ends, without those shorter than the resolution.
  [[nodiscard]] const std::vector<NodeStretch>& stretches() const { return stretches_; }
  /// Seconds; stretches shorter than this are left out. 0 if none is left out.
  [[nodiscard]] double resolution() const { return resolution_; }
  /// The moves of the root, in the order in which they were first searched.
  [[nodiscard]] const std::vector<RootMove>& moves() const { return moves_; }

  // For the recorders of the processors:

  /// Counts a visit. Returns true if the visit is useful, false if it is wasted, and nothing if
  /// that is unknown.
  [[nodiscard]] std::optional<bool> visit(const NodeVisit& node);
  void add(const NodeStretch& stretch);
  /// The index of the root's move to the position with `key`. Adds the move if it is new.
  [[nodiscard]] std::size_t move_to(Key key);
  [[nodiscard]] RootMove& move(std::size_t index) { return moves_[index]; }

private:
  std::size_t max_stretches_;
  int plies_;
  std::optional<VisitTally> sequential_;
  std::uint64_t visits_ = 0;
  std::uint64_t useful_visits_ = 0;
  std::uint64_t wasted_visits_ = 0;
  double resolution_ = 0;
  std::vector<NodeStretch> stretches_;
  std::vector<RootMove> moves_;
};

/// Observes the search of one processor for the log. It notes the nodes near the root, and the
/// first node of each job. The line of play to each is known, because a job carries the line of
/// play above it.
class SearchRecorder : public NodeWatcher {
public:
  SearchRecorder(SearchLog& log, int rank) : log_(log), rank_(rank) {}

  /// Sets the processor's clock, which returns seconds since the start.
  void set_clock(std::function<double()> clock) { now_ = std::move(clock); }

  void visit(const NodeVisit& node) override;
  void end(Key key, int depth, NodeEnd how) override;
  [[nodiscard]] TopLine line() const override { return line_; }
  void take_up(const TopLine& line) override;
  void go_on_below(const TopLine& whole_line) override;
  void rest() override;

  /// Returns true if the processor's current work is wasted.
  [[nodiscard]] bool is_wasted() const { return wasted_; }
  /// Adds `seconds` of work to the root move that is being searched, as useful or as wasted.
  void worked(double seconds);
  /// Ends all open stretches.
  void close() { leave(0, now_()); }

private:
  /// A stretch that has not ended, and the key of its node.
  struct Open {
    Key key;
    NodeStretch stretch;
  };

  void note(const NodeVisit& node);
  /// Opens a stretch that begins now. Sets its rank, times and line of play.
  void open(Key key, NodeStretch stretch, double now);
  /// Ends all open stretches except the outermost `count`, at time `now`. `how`: the way in which
  /// the search of the outermost ended node ended.
  void leave(std::size_t count, double now, std::optional<NodeEnd> how = {});
  /// Returns the part of a line that the log keeps.
  [[nodiscard]] TopLine kept(const TopLine& line) const {
    return line_above(line, log_.plies() + 1);
  }
  void set_line(const TopLine& line);

  SearchLog& log_;
  int rank_;
  std::function<double()> now_ = [] { return 0.0; };
  TopLine line_{};
  std::optional<std::size_t> move_; ///< index of the root move that begins `line_`
  bool begins_job_ = false;         ///< true if the next visit is the first of a job
  bool wasted_ = false;
  std::vector<Open> open_; ///< from the root down
};

} // namespace eldest
