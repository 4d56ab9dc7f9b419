#pragma once

#include <concepts>
#include <optional>

namespace eldest {

/// A processor that accounts for its work. `work_done()`: seconds since the start of the search
/// that the processor has spent on visits of nodes.
template <class M>
concept AccountsForWork = requires(const M processor) {
  { processor.work_done() } -> std::same_as<double>;
};

/// The times at a node by the clock of the critical path, in seconds.
struct PathTimes {
  double next_son = 0; ///< earliest time at which the next son can begin
  double complete = 0; ///< earliest time at which all sons so far can be complete
};

/// The clock of the critical path, by which Jamboree's authors measured it (Joerg & Kuszmaul,
/// "Massively parallel chess", 1994). It shows the earliest time at which a processor could have
/// come to where it is, under two conditions:
///
/// - A processor is there for every piece of work as soon as all that the piece waits for is done.
/// - Communication takes no time.
///
/// At the end of an iteration the clock shows the length of the critical path so far.
///
/// The clock advances with the processor's work, in seconds. Whenever a son begins, here or on a
/// slave, the clock is set to the time at which the son could have begun. A node is complete when
/// its last son is complete, or the son that cuts it off.
///
/// A piece of work waits for what the algorithm makes it wait for, such as the eldest brother. It
/// does not wait for the bounds that happen to be known when it begins. So the tree is the one that
/// this search visits, whose windows depend on the number of processors. A search that begins again
/// because a bound has risen waits for that bound.
///
/// On processors that do not account for their work there is no such clock.
template <class M> class PathClock {
public:
  /// `processor` must outlive the clock.
  explicit PathClock(const M& processor) : processor_(processor) {}

  /// Seconds since the start of the search; 0 without a clock.
  [[nodiscard]] double now() const {
    if constexpr (AccountsForWork<M>)
      return ahead_ + processor_.work_done();
    else
      return 0;
  }
  /// The same, or nothing without a clock.
  [[nodiscard]] std::optional<double> reading() const {
    return AccountsForWork<M> ? std::optional(now()) : std::nullopt;
  }

  /// Sets the clock to `time`, in seconds, at which the processor's next work could have begun.
  void set([[maybe_unused]] double time) {
    if constexpr (AccountsForWork<M>)
      ahead_ = time - processor_.work_done();
  }

private:
  const M& processor_;
  double ahead_ = 0; ///< seconds by which the clock is ahead of the processor's own work
};

} // namespace eldest
