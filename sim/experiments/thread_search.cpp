#include "sim/experiments/thread_search.hpp"

#include "sim/experiments/iteration_marks.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/trace/trace_file.hpp"
#include "sim/experiments/trace_subject.hpp"
#include "sim/system/child_process.hpp"
#include "sim/system/local_cores.hpp"
#include "sim/system/new_thread.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace eldest {
namespace {

ThreadSettings threads_of(const ThreadSearch& search) {
  auto threads = search.threads;
  threads.locked = !search.algorithm.is_sequential();
  return threads;
}

/// A thread that reports the progress of a search on other threads, until this object is destroyed.
class ProgressThread {
public:
  ProgressThread(SearchProgress& progress, int depth, ThreadMachine& machine)
      : parts_(static_cast<std::size_t>(machine.processors())) {
    for (int rank = 0; rank < machine.processors(); ++rank)
      machine.processor(rank).show_progress(parts_[static_cast<std::size_t>(rank)]);
    thread_ = new_thread("a thread that shows the progress",
                         [this, &progress, depth](const std::stop_token& stop) {
                           report_until(stop, progress, depth);
                         });
  }

private:
  void report_until(const std::stop_token& stop, SearchProgress& progress, int nominal_depth) {
    constexpr std::chrono::milliseconds interval(200);
    const auto begin = std::chrono::steady_clock::now();
    ProgressReporter reporter(progress, nominal_depth, SearchTime::real);
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    do {
      stopped.wait_for(lock, stop, interval, [] { return false; });
      std::uint64_t nodes = 0;
      int depth = 0;
      for (const auto& part : parts_) {
        nodes += part.nodes.load(std::memory_order_relaxed);
        depth = std::max(depth, part.depth.load(std::memory_order_relaxed));
      }
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
      reporter.report(seconds.count(), nodes, depth);
    } while (!stop.stop_requested());
  }

  std::vector<ThreadProgress> parts_; ///< by rank
  std::jthread thread_;
};

/// One search, on a machine made for this search.
class SearchOnMachine {
public:
  SearchOnMachine(const ThreadSearch& search, const Problem& problem)
      : search_(search),
        problem_(problem),
        machine_(search.processors, search.algorithm.tables(search.tables), threads_of(search)),
        outcomes_(static_cast<std::size_t>(search.processors)) {
    if (search.trace.empty())
      return;
    recording_.emplace(search.trace, search.processors, TraceWriting::alone, trace_cells);
    machine_.record(recording_->trace());
  }

  void run() {
    std::optional<ProgressThread> shown;
    if (search_.progress != nullptr)
      shown.emplace(*search_.progress, search_.settings.depth, machine_);
    machine_.run([&](ThreadProcessor& processor) {
      outcomes_[static_cast<std::size_t>(processor.rank())] =
          problem_.search(search_.algorithm, search_.settings, processor);
    });
  }

  [[nodiscard]] ThreadMachine& machine() { return machine_; }

  /// Returns the result of the finished search, and writes its trace.
  [[nodiscard]] SearchResult result() {
    auto result = merge_outcomes(
        outcomes_, problem_,
        best_moves(machine_.tables().transpositions(0), search_.settings.table_depth));
    result.platform_name = processor_model();
    result.platform_hosts = core_count();
    result.platform_cores = result.platform_hosts;
    result.time = machine_.time();
    const auto reason = machine_.stop_reason();
    result.stopped_by = reason ? stop_reason_name(*reason) : "";
    RealTime real;
    for (int rank = 0; rank < machine_.processors(); ++rank) {
      const auto& processor = machine_.processor(rank);
      auto& own = result.processors[static_cast<std::size_t>(rank)];
      own.account = machine_.account(rank);
      own.host = computer_name();
      result.traffic += processor.traffic();
      real.cpu += machine_.cpu_time(rank);
      real.time_stamps += processor.time_stamps();
    }
    real.time_stamp_cost = measure_time_stamp();
    result.real_time = real;
    if (recording_)
      result.trace_error = recording_->try_to_write(
          trace_subject(problem_, search_.algorithm.name(), search_.settings.depth,
                        fmt::format("{} threads of {}", search_.processors, processor_model()),
                        iteration_marks(result.iterations)));
    check_all_have_left(machine_.tables());
    result.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    result.peak_memory = peak_memory_bytes();
    return result;
  }

private:
  /// Limit on the cells of all processors together. So many cells fit in caches, so that recording
  /// takes little time.
  static constexpr std::size_t trace_cells = 20'000;

  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  const ThreadSearch& search_;
  const Problem& problem_;
  ThreadMachine machine_;
  std::optional<TraceRecording> recording_;
  Outcomes outcomes_;
};

/// Runs searches at once. If one throws an error, ends the others and throws this error.
void run_at_once(std::deque<SearchOnMachine>& searches) {
  const auto give_up = [&] {
    for (auto& search : searches)
      search.machine().give_up();
  };
  std::vector<std::exception_ptr> errors(searches.size());
  {
    std::vector<std::jthread> threads;
    try {
      for (std::size_t i = 0; i < searches.size(); ++i)
        threads.push_back(new_thread("a thread for each of several searches", [&, i] {
          try {
            searches[i].run();
          } catch (...) {
            errors[i] = std::current_exception();
            give_up();
          }
        }));
    } catch (...) {
      give_up();
      throw;
    }
  }
  for (const auto& error : errors) {
    if (error)
      std::rethrow_exception(error);
  }
}

} // namespace

SearchResult search_on_threads(const ThreadSearch& search, const Problem& problem,
                               const std::function<void(StopReason)>& on_stopped) {
  search.algorithm.check_runs_on(search.processors);
  search.algorithm.check_supports(search.settings);
  SearchOnMachine search_on_machine(search, problem);
  auto& machine = search_on_machine.machine();
  {
    const StopWatcher watcher(search.time_limit, [&](StopReason reason) { machine.stop(reason); });
    search_on_machine.run();
  }
  if (const auto reason = machine.stop_reason())
    on_stopped(*reason);
  return search_on_machine.result();
}

SearchResult search_isolated(const ThreadSearch& search, const Problem& problem,
                             const Interrupts& interrupts) {
  return run_in_child_process([&]() -> Json { return search_on_threads(search, problem); },
                              interrupts)
      .get<SearchResult>();
}

std::vector<SearchResult> search_concurrently(const ThreadSearch& search, const Problem& problem,
                                              int copies) {
  std::vector<ThreadSearch> own(static_cast<std::size_t>(copies), search);
  std::deque<SearchOnMachine> searches;
  for (int copy = 0; copy < copies; ++copy) {
    auto& with_own_core = own[static_cast<std::size_t>(copy)];
    with_own_core.threads.first_core = copy;
    searches.emplace_back(with_own_core, problem);
  }
  {
    const StopWatcher watcher(search.time_limit, [&](StopReason reason) {
      for (auto& one : searches)
        one.machine().stop(reason);
    });
    run_at_once(searches);
  }
  std::vector<SearchResult> results;
  for (auto& one : searches)
    results.push_back(one.result());
  return results;
}

const SearchResult& complete(const SearchResult& search) {
  if (search.was_stopped())
    throw RunError(
        fmt::format("the search was stopped by {} before its depth", *search.stopped_by));
  return search;
}

double measure_time_stamp() {
  constexpr int rounds = 16;
  constexpr int stamps = 1'000;
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const TickClock clock;
    for (int i = 0; i < stamps; ++i)
      static_cast<void>(read_ticks()); // no compiler removes this call
    least = std::min(least, clock.elapsed() / stamps);
  }
  return least;
}

} // namespace eldest
