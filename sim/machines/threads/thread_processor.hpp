#pragma once

#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/bound_handler.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/phase.hpp"
#include "algorithms/search/search_stopped.hpp"
#include "sim/machines/accounts.hpp"
#include "sim/machines/threads/apply_handler.hpp"
#include "sim/machines/threads/inbox.hpp"
#include "sim/machines/threads/thread_team.hpp"
#include "sim/system/ticks.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace eldest {

class Timeline;

/// Progress of a thread's search, for other threads to read.
struct ThreadProgress {
  std::atomic<std::uint64_t> nodes = 0;
  std::atomic<int> depth = 0; ///< of the iteration; 0 if unknown
};

/// A thread of a ThreadMachine; see the Processor concept. Work takes its real time. A table access
/// is made at once, under the lock of its bucket unless only one thread uses the tables. When the
/// machine is stopped, `poll` and the waits for messages throw SearchStopped.
///
/// Communication is the time of table accesses, including waits for locks, and of sending and
/// taking messages. Each of these takes two time stamps. A `poll` that finds no message counts as
/// work.
class ThreadProcessor final : public AnyProcessor {
public:
  /// Only the machine makes its processors.
  ThreadProcessor(ThreadTeam& team, int processors, int rank);

  [[nodiscard]] double now() const override { return team_.clock.elapsed(); }

  void read(const BoundHandler& handler) override { access(handler, traffic_.reads); }
  void write(const BoundHandler& handler) override { access(handler, traffic_.writes); }

  void send(int to, Message message) override;
  [[nodiscard]] std::optional<Message> poll() override;
  [[nodiscard]] Message wait() override;
  [[nodiscard]] std::optional<Message> wait_for(double seconds) override;

  /// Returns 0, because distances between cores are unknown.
  [[nodiscard]] double latency_to(int /*rank*/) const override { return 0; }

  /// See the ShowsProgress concept.
  void watch(const Counters* counters, const int* depth) override {
    counters_ = counters;
    depth_ = depth;
  }
  /// See the ShowsIterations concept.
  void show_iteration(const IterationResult& result) override {
    if (!on_iteration_)
      return;
    if (progress_ != nullptr)
      store_progress();
    on_iteration_(result);
  }
  /// See the ShowsPhases concept.
  Phase enter_phase(Phase phase) override {
    if (timeline_ != nullptr) [[unlikely]]
      record_work_until(read_ticks());
    return std::exchange(phase_, phase);
  }

  // For the machine:

  /// Stores the search's progress in `progress` from time to time, in calls of `poll`.
  void show_progress(ThreadProgress& progress) { progress_ = &progress; }
  /// Calls `function` with each iteration that the processor knows to be over. The processor's own
  /// thread calls it, after storing the progress.
  void on_iteration(std::function<void(const IterationResult&)> function) {
    on_iteration_ = std::move(function);
  }
  /// Records the processor's states in `timeline`, in ticks since the time stamp `start`. The
  /// caller adds work from the last recorded state until the end of the program.
  void record(Timeline& timeline, std::uint64_t start) {
    timeline_ = &timeline;
    recorded_from_ = start;
  }

  [[nodiscard]] const Traffic& traffic() const { return traffic_; }
  [[nodiscard]] Inbox& inbox() { return inbox_; }
  /// Ticks spent on communication. Ticks that are neither communication nor idle, up to the
  /// processor's end, are work.
  [[nodiscard]] std::uint64_t communication_ticks() const { return communication_; }
  /// Ticks spent idle.
  [[nodiscard]] std::uint64_t idle_ticks() const { return idle_; }
  [[nodiscard]] std::uint64_t time_stamps() const { return time_stamps_; }

private:
  /// Counts an access in `count`, and makes it.
  void access(const BoundHandler& handler, std::uint64_t& count) {
    ++count;
    const Stamped stamped(*this, communication_);
    apply_handler(tables(), handler, locked_);
  }

  /// Guard that adds its lifetime in ticks to `category`.
  class Stamped {
  public:
    Stamped(ThreadProcessor& processor, std::uint64_t& category)
        : processor_(processor), category_(category), start_(read_ticks()) {
      processor.time_stamps_ += 2;
    }
    ~Stamped() {
      const auto end = read_ticks();
      category_ += end - start_;
      if (processor_.timeline_ != nullptr) [[unlikely]]
        processor_.record(start_, end, &category_ == &processor_.idle_);
    }
    Stamped(const Stamped&) = delete;
    Stamped& operator=(const Stamped&) = delete;

  private:
    ThreadProcessor& processor_;
    std::uint64_t& category_;
    std::uint64_t start_;
  };

  void record_work_until(std::uint64_t end);
  /// Records work until the time stamp `start`. From there until `end`, records idle time if `idle`
  /// is true, and communication otherwise.
  void record(std::uint64_t start, std::uint64_t end, bool idle);

  void show_progress();
  void store_progress();

  void throw_if_stopped() const {
    if (stopped_.load(std::memory_order_relaxed))
      throw SearchStopped{};
  }

  ThreadTeam& team_;
  const std::atomic<bool>& stopped_; ///< true once the machine is stopped
  bool locked_;                      ///< true if other threads use the tables, too
  Phase phase_ = Phase::searching;
  ThreadProgress* progress_ = nullptr;
  std::function<void(const IterationResult&)> on_iteration_;
  Timeline* timeline_ = nullptr;
  std::uint64_t recorded_from_ = 0; ///< ticks
  std::uint64_t communication_ = 0;
  std::uint64_t idle_ = 0;
  std::uint64_t time_stamps_ = 0;
  const Counters* counters_ = nullptr; ///< of the search, or null
  const int* depth_ = nullptr;
  std::uint64_t polls_ = 0;   ///< counted only if progress is stored
  std::uint64_t counted_ = 0; ///< nodes that the team knows of
  Traffic traffic_;
  Inbox inbox_;
};

} // namespace eldest
