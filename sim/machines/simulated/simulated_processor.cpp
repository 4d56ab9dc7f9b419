#include "sim/machines/simulated/simulated_processor.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <utility>

namespace eldest {
namespace {

/// Number of operations in a row, without work, after which a processor is taken to do nothing else
/// forever.
constexpr std::uint64_t livelock_operations = 1'000'000;

[[noreturn]] void throw_livelock(int rank, const MachineEngine& engine) {
  throw RunError(fmt::format("livelock: processor {} has done no work in {} table accesses and "
                             "looks for messages: {}",
                             rank, livelock_operations, engine.states()));
}

} // namespace

void SimulatedProcessor::count_operation() {
  if (rank() == 0)
    progress_.count_operation();
  if (++operations_since_work_ > livelock_operations) [[unlikely]]
    throw_livelock(rank(), engine_);
}

double SimulatedProcessor::now() const {
  const double seconds = engine_.hardware().parameters().clock_time;
  if (seconds > 0)
    self_.spend(seconds, &TimeAccount::communication);
  return self_.now();
}

void SimulatedProcessor::read(const BoundHandler& handler) {
  handler.prefetch(tables());
  count_operation();
  engine_.accesses().ask(self_, handler);
}

void SimulatedProcessor::write(const BoundHandler& handler) {
  handler.prefetch(tables());
  count_operation();
  engine_.accesses().post(self_, handler);
}

void SimulatedProcessor::send(int to, Message message) {
  count_operation();
  engine_.messages().send(self_, to, std::move(message));
}

std::optional<Message> SimulatedProcessor::poll() {
  count_operation();
  const double begun = self_.now();
  auto message = engine_.messages().poll(self_);
  if (message)
    record_poll(begun);
  return message;
}

Message SimulatedProcessor::wait() {
  count_operation();
  return engine_.messages().wait(self_);
}

std::optional<Message> SimulatedProcessor::wait_for(double seconds) {
  count_operation();
  return engine_.messages().wait_until(self_, self_.now() + seconds);
}

double SimulatedProcessor::latency_to(int to) const {
  return to == rank() ? 0 : engine_.latency(rank(), to);
}

} // namespace eldest
