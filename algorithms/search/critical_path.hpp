#pragma once

#include <concepts>
#include <optional>

namespace eldest {

/// A processor that may account for its work. `work_done()` points to the seconds that the
/// processor has spent on visits of nodes since the search began. It is null if the processor does
/// not account for them. The pointer is the same all the time.
template <class M>
concept AccountsForWork = requires(const M& processor) {
  { processor.work_done() } -> std::same_as<const double*>;
};

/// The times of a node by the critical path's clock, in seconds: see PathClock.
struct PathTimes {
  double next_son = 0; ///< earliest time at which the next son can begin
  double complete = 0; ///< earliest time at which all sons searched can be complete
};

/// The clock of the critical path, by which Jamboree's authors measured it (Joerg & Kuszmaul,
/// "Massively parallel chess", 1994). It shows the earliest time at which a processor could have
/// reached its present point in the search, under two conditions:
///
/// - A processor is free for each piece of work as soon as everything that the piece waits for is
///   done.
/// - Communication takes no time.
///
/// At the end of an iteration the clock shows the length of the critical path from the start of the
/// search.
///
/// The clock advances with the processor's work, in seconds. Whenever a son begins, here or on a
/// slave, the clock is set to the time at which the son could have begun. A node is complete when
/// its last son is complete, or the son that cuts it off.
///
/// A piece of work waits for what the algorithm makes it wait for, such as the eldest brother. The
/// piece does not wait for the bounds that happen to be known when it begins. So the clock measures
/// the tree that this search visits, whose windows depend on the number of processors. A search
/// that begins again because a bound has risen waits for that bound.
///
/// On a processor that does not account for its work the clock does not run.
template <class M> class PathClock {
public:
  /// `processor` must outlive the clock.
  explicit PathClock([[maybe_unused]] const M& processor) {
    if constexpr (AccountsForWork<M>) {
      if (processor.work_done() != nullptr)
        work_done_ = processor.work_done();
    }
  }

  /// The clock's time in seconds since the start of the search; 0 if the clock does not run.
  [[nodiscard]] double now() const { return ahead_ + *work_done_; }
  /// The clock's time in seconds since the start of the search, or nothing if the clock does not
  /// run.
  [[nodiscard]] std::optional<double> reading() const {
    return runs() ? std::optional(now()) : std::nullopt;
  }

  /// Sets the clock to `time`, in seconds, at which the processor's next work could have begun.
  void set(double time) { ahead_ = runs() ? time - *work_done_ : 0; }

private:
  static constexpr double no_work = 0;

  [[nodiscard]] bool runs() const { return work_done_ != &no_work; }

  const double* work_done_ = &no_work; ///< the processor's, if that accounts for its work
  double ahead_ = 0; ///< seconds from the processor's own work to the clock's time
};

} // namespace eldest
