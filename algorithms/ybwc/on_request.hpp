#pragma once

#include "algorithms/search/counters.hpp"
#include "algorithms/ybwc/path.hpp"
#include "algorithms/ybwc/settings.hpp"
#include "trees/position.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace eldest::ybwc {

/// Sharing of work in the published YBWC. Processors know nothing of one another's work, and so ask
/// for it. Sons are given away from nodes of depth `min_split_depth` or more, those nearest to the
/// root first.
///
/// Another kind of sharing has the same members; see AnnouncedWork.
template <Position P> class OnRequest {
public:
  explicit OnRequest(const YbwcSettings& own) : min_split_depth_(own.min_split_depth) {}

  /// Returns the counters that are added to YBWC's.
  [[nodiscard]] static NoCounters counters() { return {}; }

  // Giving

  /// Returns true if a node is large enough for its sons to be given away.
  [[nodiscard]] bool worth_giving(const Frame<P>& frame) const {
    return frame.node.depth >= min_split_depth_;
  }
  /// Returns true if a node's sons are given away before those of nodes for which this returns
  /// false, even nodes nearer to the root.
  [[nodiscard]] static bool comes_first(const Frame<P>& /*frame*/) { return true; }
  /// Shows other processors how many sons are left in the nodes of a path for which
  /// `may_split(frame)` is true. Called before each step at the last node of the path. Does nothing
  /// here, because processors ask.
  template <class OwnPath, class MaySplit>
  static void show(const OwnPath& /*path*/, MaySplit /*may_split*/) {}

  // Asking

  /// Returns a processor that is known to have work, or nothing. `draw(n)` returns a random number
  /// in [0, n).
  template <class Draw> [[nodiscard]] static std::optional<int> find_owner(Draw /*draw*/) {
    return std::nullopt;
  }
  /// Returns true if a processor whose request is refused looks for another owner at once. Other
  /// processors then do not pass its requests on.
  [[nodiscard]] static bool looks_again() { return false; }
  /// Returns the index of the slave that its master asks for work. `drawn` is the index of a random
  /// one.
  template <class Slaves>
  [[nodiscard]] static std::size_t find_slave(const Slaves& /*slaves*/, std::size_t drawn) {
    return drawn;
  }

  // Measuring

  /// Called when this processor asks for work.
  static void asked() {}
  /// Called when a job or a refusal has come.
  static void replied() {}
  /// Called when this processor begins to search a son of its node at `ply` to `depth`, unless the
  /// son's value is its evaluation: see Worker::is_evaluated.
  static void son_begins(int /*ply*/, int /*depth*/) {}
  /// Called when this processor has searched the son that it began last at `ply`. `depth` is the
  /// son's.
  static void son_ends(int /*ply*/, int /*depth*/) {}
  /// Called before this processor visits a son whose value is its evaluation. Returns true if
  /// `leaf_ends` is to be called after the visit.
  [[nodiscard]] static bool leaf_begins() { return false; }
  /// Called after such a visit if `leaf_begins` has returned true.
  static void leaf_ends() {}
  /// Called when a poll has found a message, before this processor handles that message and those
  /// that have come since.
  static void begin_messages() {}
  /// Called when these messages have been handled.
  static void end_messages() {}
  /// Called before a message is handled, which delays the search.
  static void disturb() {}
  /// Called when a son has been sent to a slave.
  static void gave_son() {}
  /// Called when a slave's answer has come.
  static void took_answer() {}

private:
  int min_split_depth_;
};

} // namespace eldest::ybwc
