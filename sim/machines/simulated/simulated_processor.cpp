#include "sim/machines/simulated/simulated_processor.hpp"

#include "sim/machines/simulated/simulated_machine.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <utility>

namespace eldest {
namespace {

/// A processor that does nothing but access the table or look for messages this many times in a row
/// is taken to do so forever.
constexpr std::uint64_t livelock_operations = 1'000'000;

[[noreturn]] void throw_livelock(int rank, const SimulatedMachine& machine) {
  throw RunError(fmt::format("livelock: processor {} has done no work in {} table accesses and "
                             "looks for messages: {}",
                             rank, livelock_operations, machine.states()));
}

} // namespace

void SimulatedProcessor::count_operation() {
  if (rank_ == 0)
    machine_.show_progress();
  if (++operations_since_work_ > livelock_operations) [[unlikely]]
    throw_livelock(rank_, machine_);
}

void SimulatedProcessor::ask(const TableAccess& access) {
  count_operation();
  engine_.ask(self_, access);
}

void SimulatedProcessor::post(const TableAccess& access) {
  count_operation();
  engine_.post(self_, access);
}

void SimulatedProcessor::send(int to, Message message) {
  count_operation();
  engine_.send(self_, to, std::move(message));
}

std::optional<Message> SimulatedProcessor::poll() {
  count_operation();
  return engine_.poll(self_);
}

Message SimulatedProcessor::wait() {
  count_operation();
  return engine_.wait(self_);
}

std::optional<Message> SimulatedProcessor::wait_for(double seconds) {
  count_operation();
  return engine_.wait_until(self_, now() + seconds);
}

double SimulatedProcessor::latency_to(int rank) const {
  return rank == rank_ ? 0 : engine_.latency(rank_, rank);
}

} // namespace eldest
