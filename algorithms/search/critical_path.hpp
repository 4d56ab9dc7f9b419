#pragma once

#include <concepts>
#include <optional>

namespace eldest {

/// A processor that accounts for its work. `work_done()`: the seconds since the start of the search
/// that it has spent on visits of nodes.
template <class M>
concept AccountsForWork = requires(const M processor) {
  { processor.work_done() } -> std::same_as<double>;
};

/// The times at a node by the clock of the critical path, in seconds.
struct PathTimes {
  double next_son = 0; ///< the earliest at which its next son can be begun
  double complete = 0; ///< the earliest at which its sons so far can be complete
};

/// The clock of the critical path, by which Jamboree's authors measured it (Joerg & Kuszmaul,
/// "Massively parallel chess", 1994): it shows how early a processor could have come to where it
/// is if there had been a processor for every piece of work as soon as all that the piece waits for
/// had been done, and communication had taken no time. At the end of an iteration it shows the
/// length of the critical path so far.
///
/// The clock advances with the processor's work, in seconds. It is set to the time at which a son
/// could have been begun whenever one is begun, here or by a slave; a node is complete when the
/// last of its sons is, or the son that cuts it off. What a piece of work waits for is what the
/// algorithm has it wait for, such as the eldest brother; not the bounds that happen to be known
/// when it is begun. So the tree is the one that this search visits, whose windows depend on how
/// many processors there are. A search that begins again since a bound has risen waits for that.
///
/// On processors that do not account for their work there is no such clock.
template <class M> class PathClock {
public:
  /// `processor` must live as long as this.
  explicit PathClock(const M& processor) : processor_(processor) {}

  /// Seconds since the start; 0 without a clock.
  [[nodiscard]] double now() const {
    if constexpr (AccountsForWork<M>)
      return ahead_ + processor_.work_done();
    else
      return 0;
  }
  /// The same; none without a clock.
  [[nodiscard]] std::optional<double> reading() const {
    return AccountsForWork<M> ? std::optional(now()) : std::nullopt;
  }

  /// The processor goes on with what could have been begun at `time`.
  void set([[maybe_unused]] double time) {
    if constexpr (AccountsForWork<M>)
      ahead_ = time - processor_.work_done();
  }

private:
  const M& processor_;
  double ahead_ = 0; ///< of the processor's own work
};

} // namespace eldest
