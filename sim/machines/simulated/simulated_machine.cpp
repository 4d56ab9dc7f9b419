#include "sim/machines/simulated/simulated_machine.hpp"

#include "sim/machines/simulated/load_platform.hpp"
#include "sim/machines/trace/trace.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace eldest {
namespace {

/// Throws InputError for a failure of a part that does not exist. Ranks are not checked on a
/// machine of one processor, which has no faults.
void check(const Failure& failure, const Platform& platform, int processors) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(Subject::failures, fmt::format("{}: {}", text_of(failure), why));
  };
  if (failure.is_link() && !platform.has_link(failure.link))
    refuse("the platform has no such link");
  int last = failure.processor;
  for (const auto& range : failure.apart)
    last = std::max(last, range.last);
  if (processors > 1 && last >= processors)
    refuse(fmt::format("there are processors 0 to {}", processors - 1));
}

/// Returns `settings`. Throws InputError if they name parts that the machine does not have.
const MachineSettings& checked(const MachineSettings& settings, const Platform& platform,
                               int processors) {
  for (const auto& failure : settings.failures)
    check(failure, platform, processors);
  return settings;
}

} // namespace

SimulatedMachine::SimulatedMachine(const PlatformFile& platform, int processors,
                                   const MachineSettings& settings)
    : SimulatedMachine(open_platform(platform, processors, settings.placement, settings.model),
                       processors, settings) {}

SimulatedMachine::SimulatedMachine(std::unique_ptr<Platform> platform, int processors,
                                   const MachineSettings& settings)
    : hardware_(std::move(platform), processors, settings),
      engine_(settings.model.make_engine(hardware_, processors,
                                         checked(settings, hardware_.platform(), processors))),
      progress_(*engine_) {
  if (settings.time_limit)
    engine_->messages().stop_at(*settings.time_limit);
  for (const auto& processor : hardware_.processors())
    handles_.emplace_back(*engine_, progress_, *processor, continues_to_,
                          hardware_.speed(processor->rank()), settings.iteration_cost);
}

SimulatedMachine::~SimulatedMachine() = default;

void SimulatedMachine::run(const std::function<void(SimulatedProcessor&)>& program) {
  try {
    engine_->begin_faults();
    engine_->run([&](int rank) { program(handles_[static_cast<std::size_t>(rank)]); });
  } catch (const RunError&) {
    for (const auto& processor : processors())
      processor->give_up(engine_->now());
    throw;
  }
  if (std::all_of(processors().begin(), processors().end(), [](const auto& processor) {
        return processor->activity() == MachineProcessor::Activity::failed;
      }))
    throw RunError("no processor is left: " + engine_->states());
  const double end = time();
  for (const auto& processor : processors())
    processor->idle_until(end);
}

CopyOutcome SimulatedMachine::copy() { // NOLINT(readability-make-member-function-const)
  engine_->stop_threads();
  const auto outcome = copy_process();
  engine_->start_threads();
  return outcome;
}

void SimulatedMachine::record(Trace& trace) { // NOLINT(readability-make-member-function-const)
  for (const auto& processor : processors())
    handles_[static_cast<std::size_t>(processor->rank())].watch_nodes(&processor->record(trace));
}

double SimulatedMachine::time() const {
  double time = 0;
  for (const auto& processor : processors())
    time = std::max(time, processor->finished_at());
  return time;
}

} // namespace eldest
