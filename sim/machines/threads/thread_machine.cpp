#include "sim/machines/threads/thread_machine.hpp"

#include "sim/machines/threads/starting_line.hpp"
#include "sim/machines/threads/thread_pool.hpp"
#include "sim/machines/trace/trace.hpp"
#include "sim/system/local_cores.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>

namespace eldest {
ThreadMachine::ThreadMachine(int processors, const TableSettings& tables,
                             const ThreadSettings& settings)
    : team_{settings, Tables(tables, processors)}, runs_(static_cast<std::size_t>(processors)) {
  if (processors > core_count())
    team_.settings.spin = {};
  for (int rank = 0; rank < processors; ++rank) {
    processors_.push_back(std::make_unique<ThreadProcessor>(team_, processors, rank));
    team_.inboxes.push_back(&processor(rank).inbox());
  }
}

void ThreadMachine::run(const std::function<void(ThreadProcessor&)>& program) {
  ThreadPool pool(processors());
  run(program, pool);
}

void ThreadMachine::run(const std::function<void(ThreadProcessor&)>& program, ThreadPool& pool) {
  const auto cores = local_cores();
  StartingLine start(processors(), [this] { team_.clock = TickClock(); });
  pool.run([&](int rank) {
    if (team_.settings.pinned)
      pin_to(cores[static_cast<std::size_t>(team_.settings.first_core + rank) % cores.size()]);
    if (start.wait())
      run_thread(rank, program);
  });
  close_accounts();
  if (error_)
    std::rethrow_exception(error_);
}

void ThreadMachine::run_thread(int rank, const std::function<void(ThreadProcessor&)>& program) {
  const double cpu_before = thread_cpu_seconds();
  try {
    if (trace_ == nullptr)
      program(processor(rank));
    else
      run_recorded(rank, program);
  } catch (...) {
    {
      const std::lock_guard lock(error_mutex_);
      if (!error_)
        error_ = std::current_exception();
    }
    team_.stop();
  }
  run_of(rank).finished_at = read_ticks();
  run_of(rank).cpu = thread_cpu_seconds() - cpu_before;
}

void ThreadMachine::run_recorded(int rank, const std::function<void(ThreadProcessor&)>& program) {
  // The timeline is on this thread's own stack, away from those of other threads.
  Timeline timeline = std::move(trace_->timeline(rank));
  processor(rank).record(timeline, team_.clock.start());
  try {
    program(processor(rank));
  } catch (...) {
    trace_->timeline(rank) = std::move(timeline);
    throw;
  }
  trace_->timeline(rank) = std::move(timeline);
}

void ThreadMachine::stop(StopReason reason) {
  stop_reason_ = reason;
  team_.stop();
}

void ThreadMachine::close_accounts() {
  const auto seconds = [this](std::uint64_t ticks) { return team_.clock.seconds(ticks); };
  for (const auto& run : runs_)
    time_ = std::max(time_, seconds(run.finished_at - team_.clock.start()));
  for (int rank = 0; rank < processors(); ++rank) {
    auto& account = run_of(rank).account;
    const double own_end = seconds(run_of(rank).finished_at - team_.clock.start());
    const double waited = seconds(processor(rank).idle_ticks());
    account.communication = seconds(processor(rank).communication_ticks());
    account.work = own_end - account.communication - waited;
    account.idle = waited + (time_ - own_end);
  }
  if (trace_ != nullptr)
    close_records();
}

void ThreadMachine::close_records() {
  for (int rank = 0; rank < processors(); ++rank) {
    auto& timeline = trace_->timeline(rank);
    const auto ticks = run_of(rank).finished_at - team_.clock.start();
    timeline.add(static_cast<double>(ticks), {Phase::searching, &TimeAccount::work});
    timeline.scale(team_.clock.seconds(1));
    timeline.add(time_, {Phase::searching, &TimeAccount::idle});
  }
}

} // namespace eldest
