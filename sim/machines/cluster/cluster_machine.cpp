#include "sim/machines/cluster/cluster_machine.hpp"

#include "sim/machines/cluster/waiting.hpp"
#include "sim/machines/threads/starting_line.hpp"
#include "sim/system/new_thread.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace eldest {
namespace {

/// Returns settings for this process's part of the tables. If the process has no processor, its
/// part has next to no entries.
TableSettings own_settings(const ClusterNetwork& network, const ClusterLayout& layout,
                           TableSettings tables) {
  if (network.rank() >= layout.processes())
    tables.entries = static_cast<std::size_t>(layout.processors);
  return tables;
}

/// Makes the part of the tables that this process keeps, in `memory`.
Tables own_part(const ClusterNetwork& network, const ClusterLayout& layout,
                const TableSettings& tables, std::pmr::memory_resource* memory) {
  return Tables::part(own_settings(network, layout, tables), layout.processors, layout.threads,
                      memory);
}

} // namespace

std::unique_ptr<NetworkWindow> window_for(ClusterNetwork& network, const ClusterLayout& layout,
                                          const TableSettings& tables, RemoteAccess access) {
  if (access == RemoteAccess::messages || layout.processors == 1)
    return nullptr;
  if (tables.record_searchers)
    throw InputError("one-sided access to tables: who is in a node is kept in lists, which have no "
                     "place of their own in memory");
  return network.make_window(Tables::bytes_of_part(own_settings(network, layout, tables),
                                                   layout.processors, layout.threads));
}

ClusterMachine::ClusterMachine(ClusterNetwork& network, const ClusterLayout& layout,
                               const TableSettings& tables, NetworkWindow* window)
    : network_(network),
      window_(window),
      tables_(own_part(network, layout, tables,
                       [this] {
                         if (window_ == nullptr)
                           return huge_pages();
                         const auto own = window_->own();
                         return static_cast<std::pmr::memory_resource*>(&window_memory_.emplace(
                             own.data(), own.size(), std::pmr::null_memory_resource()));
                       }())),
      endpoint_(network, layout, tables_, window_),
      runs_(static_cast<std::size_t>(layout.processors_of(network.rank()))) {
  if (layout.threads > 1 && !network.serves_threads())
    throw InputError(
        fmt::format("{} does not let several threads of a process communicate", network.name()));
  for (int thread = 0; thread < std::max(own_processors(), 1); ++thread)
    processors_.push_back(
        std::make_unique<ClusterProcessor>(endpoint_, layout.first_of(network.rank()) + thread));
}

template <class Function> void ClusterMachine::attempt(ClusterPort& port, Function function) {
  try {
    function();
  } catch (...) {
    {
      const std::lock_guard lock(error_mutex_);
      if (!error_)
        error_ = std::current_exception();
    }
    if (!counted_)
      endpoint_.stop_all(port, ClusterStop::error);
  }
}

void ClusterMachine::run(const std::function<void(ClusterProcessor&)>& program) {
  error_ = nullptr;
  counted_ = false;
  running_ = own_processors();
  if (runs_.empty())
    start_together();
  else
    run_threads(program);
  wait_for_end();
}

void ClusterMachine::run_threads(const std::function<void(ClusterProcessor&)>& program) {
  StartingLine start(own_processors(), [this] { start_together(); });
  std::vector<std::jthread> others;
  try {
    for (int thread = 1; thread < own_processors(); ++thread)
      others.push_back(new_thread(fmt::format("thread {} of a process", thread + 1), [&, thread] {
        if (start.wait())
          run_program(thread, program);
      }));
  } catch (...) {
    start.call_off();
    others.clear();
    start_together(); // otherwise the other processes would wait for this one forever
    attempt(first(), [] { throw; });
    return;
  }
  if (start.wait())
    run_program(0, program);
  serve_until_all_have_returned();
}

void ClusterMachine::start_together() {
  std::vector<ClusterPort*> ports;
  for (const auto& processor : processors_) {
    processor->begin();
    ports.push_back(&processor->port());
  }
  if (window_ != nullptr)
    window_->synchronize();
  Waiting waiting(endpoint_.crowded());
  network_.begin_barrier();
  while (!network_.barrier_over())
    endpoint_.pause(waiting);
  endpoint_.begin(ports);
}

void ClusterMachine::run_program(int thread,
                                 const std::function<void(ClusterProcessor&)>& program) {
  const double cpu_before = thread_cpu_seconds();
  auto& processor = *processors_[static_cast<std::size_t>(thread)];
  attempt(processor.port(), [&] { program(processor); });
  static_cast<void>(processor.end_question());
  auto& run = runs_[static_cast<std::size_t>(thread)];
  run.finished_at = endpoint_.now();
  run.cpu = thread_cpu_seconds() - cpu_before;
  run.account.communication = endpoint_.seconds(processor.communication_ticks());
  run.account.idle = endpoint_.seconds(processor.idle_ticks());
  run.account.work = run.finished_at - run.account.communication - run.account.idle;
  --running_;
}

void ClusterMachine::serve_until_all_have_returned() {
  Waiting waiting(endpoint_.crowded());
  while (running_ > 0) {
    bool served = false;
    attempt(first(), [&] { served = serve(); });
    if (served)
      waiting.begin_again();
    else
      endpoint_.pause(waiting);
  }
}

bool ClusterMachine::serve() {
  static_cast<void>(endpoint_.is_stopped(first()));
  return endpoint_.take_packet(first());
}

void ClusterMachine::wait_for_end() {
  Waiting waiting(endpoint_.crowded());
  network_.begin_barrier();
  while (!network_.barrier_over()) {
    bool served = false;
    attempt(first(), [&] { served = serve(); });
    if (served)
      waiting.begin_again();
    else if (!runs_.empty())
      endpoint_.pause(waiting);
    else
      network_.rest(waiting);
  }
  counted_ = true;
  const auto expected = network_.count_arrivals(endpoint_.packets_sent());
  while (endpoint_.packets_received() < expected) {
    bool served = false;
    attempt(first(), [&] { served = endpoint_.take_packet(first(), false); });
    if (!served)
      endpoint_.pause(waiting);
  }
  if (window_ != nullptr)
    window_->synchronize();
}

} // namespace eldest
