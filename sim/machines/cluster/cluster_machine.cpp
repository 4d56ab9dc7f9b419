#include "sim/machines/cluster/cluster_machine.hpp"

#include "sim/machines/cluster/waiting.hpp"

#include <cstddef>

namespace eldest {
namespace {

/// The part of the tables that a process keeps: next to nothing if it takes no part.
Tables own_part(const ClusterNetwork& network, int processors, TableSettings tables) {
  if (network.rank() >= processors)
    tables.entries = static_cast<std::size_t>(processors);
  return Tables::part(tables, processors);
}

} // namespace

ClusterMachine::ClusterMachine(ClusterNetwork& network, int processors, const TableSettings& tables)
    : network_(network),
      tables_(own_part(network, processors, tables)),
      processor_(network, processors, tables_) {
  static_cast<void>(seconds_per_tick()); // measured now, and not in the first run
}

template <class Function> void ClusterMachine::attempt(Function function) {
  try {
    function();
  } catch (...) {
    if (!error_)
      error_ = std::current_exception();
    if (!counted_)
      processor_.stop_all(ClusterStop::error);
  }
}

void ClusterMachine::run(const std::function<void(ClusterProcessor&)>& program) {
  error_ = nullptr;
  counted_ = false;
  wait_for_start();
  processor_.begin();
  run_program(program);
  wait_for_end();
}

void ClusterMachine::wait_for_start() {
  Waiting waiting(network_.crowded());
  network_.begin_barrier();
  while (!network_.barrier_over())
    waiting.pause();
}

void ClusterMachine::run_program(const std::function<void(ClusterProcessor&)>& program) {
  const double cpu_before = thread_cpu_seconds();
  if (takes_part())
    attempt([&] { program(processor_); });
  const auto& clock = processor_.clock();
  finished_at_ = clock.elapsed();
  cpu_ = thread_cpu_seconds() - cpu_before;
  account_.communication = clock.seconds(processor_.communication_ticks());
  account_.idle = clock.seconds(processor_.idle_ticks());
  account_.work = finished_at_ - account_.communication - account_.idle;
}

void ClusterMachine::wait_for_end() {
  Waiting waiting(network_.crowded());
  network_.begin_barrier();
  while (!network_.barrier_over()) {
    bool served = false;
    attempt([&] { served = processor_.serve(true); });
    if (served)
      waiting.begin_again();
    else if (takes_part())
      waiting.pause();
    else
      waiting.rest();
  }
  counted_ = true;
  const auto expected = network_.count_arrivals(processor_.packets_sent());
  while (processor_.packets_received() < expected) {
    bool served = false;
    attempt([&] { served = processor_.serve(false); });
    if (!served)
      waiting.pause();
  }
}

} // namespace eldest
