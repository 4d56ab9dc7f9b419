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
  /// Returns the rate of waste, in 255ths, of young brothers that are given away while the node's
  /// eldest son is being searched. More than 255 if the young brothers always wait.
  [[nodiscard]] static int waste_past_eldest(const Frame<P>& /*frame*/) { return 256; }
  /// Returns the greatest such waste that this processor, which asks for work, accepts where there
  /// is no other work.
  [[nodiscard]] static int accepted_waste() { return 0; }
  /// Returns the number of ply below a PV node from which a guess at the value of its eldest son
  /// may come. If 0, the young brothers in PV nodes wait for the eldest.
  [[nodiscard]] static std::size_t guess_plies() { return 0; }
  /// Returns true if the critical path is measured as if the young brothers in a node did not wait
  /// for the eldest.
  [[nodiscard]] static bool foreknows_eldest(const Frame<P>& /*frame*/) { return false; }
  /// Shows other processors how many sons are left in the nodes of a path for which
  /// `may_split(frame)` is true. If there are none, shows those of nodes for which `waste(frame)`
  /// is at most 255. Called before each step at the last node of the path. Does nothing here,
  /// because processors ask.
  template <class OwnPath, class MaySplit, class Waste>
  static void show(const OwnPath& /*path*/, MaySplit /*may_split*/, Waste /*waste*/) {}

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
  /// Called after `gave_son` if the son's eldest brother is still being searched.
  static void gave_early_son() {}
  /// Called when the eldest son of a node has been searched, and its value taken.
  static void take_eldest(const Frame<P>& /*frame*/) {}
  /// Called when the eldest son is valued of a node whose young brothers have been tested. `wrong`
  /// is true if a guess at its value was too high.
  static void take_guess(const Frame<P>& /*frame*/, bool /*wrong*/) {}
  /// Called when a test has not decided a young brother.
  static void test_again() {}
  /// Called when a slave's answer has come.
  static void took_answer() {}

private:
  int min_split_depth_;
};

} // namespace eldest::ybwc
