#pragma once

#include "algorithms/search/counters.hpp"
#include "algorithms/ybwc/path.hpp"
#include "algorithms/ybwc/settings.hpp"
#include "trees/position.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace eldest::ybwc {

/// The sharing of work in the published YBWC: processors know nothing of one another's work and ask
/// for it; sons are given away of nodes of some depth and more, those nearest to the root first.
///
/// Another kind of sharing has the same members; see AnnouncedWork.
template <Position P> class OnRequest {
public:
  explicit OnRequest(const YbwcSettings& own) : min_split_depth_(own.min_split_depth) {}

  /// What is counted beside YBWC's counters.
  [[nodiscard]] static NoCounters counters() { return {}; }

  // Giving

  /// Whether a node is large enough for its sons to be given away.
  [[nodiscard]] bool worth_giving(const Frame<P>& frame) const {
    return frame.node.depth >= min_split_depth_;
  }
  /// Whether sons of a node are given away before those of other nodes, however near to the root.
  [[nodiscard]] static bool comes_first(const Frame<P>& /*frame*/) { return true; }
  /// Shows the others which of the nodes on a path can be split, as `may_split(frame)` says.
  template <class OwnPath, class MaySplit>
  static void show(const OwnPath& /*path*/, MaySplit /*may_split*/) {}

  // Asking

  /// A processor that is known to have work, or none. `draw(n)` is a random number in [0, n).
  template <class Draw> [[nodiscard]] static std::optional<int> find_owner(Draw /*draw*/) {
    return std::nullopt;
  }
  /// Whether a processor whose request is refused looks for another owner at once, so that its
  /// requests need not be passed on.
  [[nodiscard]] static bool looks_again() { return false; }
  /// The index of the slave to be asked for work by its master; `drawn`: that of a random one.
  template <class Slaves>
  [[nodiscard]] static std::size_t find_slave(const Slaves& /*slaves*/, std::size_t drawn) {
    return drawn;
  }

  // Measuring

  /// This processor asks for work.
  static void asked() {}
  /// It has got a job, or has been refused.
  static void replied() {}
  /// It begins to search a son of its node at some ply.
  static void son_begins(int /*ply*/) {}
  /// It has searched that son, which had some depth.
  static void son_ends(int /*ply*/, int /*depth*/) {}
  /// It looks for a message, while it searches.
  static void begin_message() {}
  /// It has found no more, and goes on.
  static void end_messages() {}
  /// It takes a message, and does not go on searching at once.
  static void disturb() {}
  /// It has sent off a son.
  static void gave_son() {}
  /// It has got a slave's answer.
  static void took_answer() {}

private:
  int min_split_depth_;
};

} // namespace eldest::ybwc
