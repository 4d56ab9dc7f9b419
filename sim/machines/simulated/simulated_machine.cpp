#include "sim/machines/simulated/simulated_machine.hpp"

#include "sim/machines/simulated/loggp/loggp_engine.hpp"
#include "sim/machines/simulated/simgrid/flow_engine.hpp"
#include "sim/machines/trace/trace.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace eldest {
namespace {

std::string_view activity_name(MachineProcessor::Activity activity) {
  switch (activity) {
  case MachineProcessor::Activity::computing:
    return "computing";
  case MachineProcessor::Activity::stalled:
    return "awaiting a table access";
  case MachineProcessor::Activity::awaiting_answer:
    return "awaiting a table answer";
  case MachineProcessor::Activity::awaiting_message:
    return "awaiting a message";
  case MachineProcessor::Activity::finished:
    return "finished";
  case MachineProcessor::Activity::failed:
    return "failed";
  }
  return "";
}

MachineParameters parameters_of(const Platform& platform, bool locked) {
  auto parameters = platform.parameters();
  if (!locked) {
    parameters.lock_time = 0;
    parameters.lock_round_trips = 0;
  }
  return parameters;
}

/// Throws InputError for a failure of what is not there. A processor on its own does not fail.
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

/// The settings, for a machine that has all that they name.
const MachineSettings& checked(const MachineSettings& settings, const Platform& platform,
                               int processors) {
  for (const auto& failure : settings.failures)
    check(failure, platform, processors);
  return settings;
}

/// How fast a processor is as time goes on.
Pace pace_of(int rank, const std::vector<Failure>& failures) {
  Pace pace;
  for (const auto& failure : failures) {
    if (failure.is_slow() && failure.processor == rank)
      pace.slow_down(failure.time, failure.until, failure.slowness);
  }
  return pace;
}

} // namespace

const Model Model::flow{"flow", "by SimGrid's network", make_flow_engine};
const Model Model::loggp{"loggp", "by LogGP arithmetic, much faster", make_loggp_engine};

std::span<const Model> models() {
  static const std::array models{Model::flow, Model::loggp};
  return models;
}

SimulatedMachine::SimulatedMachine(const PlatformFile& platform, int processors,
                                   const MachineSettings& settings)
    : platform_(platform, processors, settings.placement),
      parameters_(parameters_of(platform_, settings.locked)),
      tables_(settings.tables, processors),
      engine_(
          settings.model.make_engine(*this, processors, checked(settings, platform_, processors))) {
  if (settings.time_limit)
    engine_->stop_at(*settings.time_limit);
  // Nobody asks a lone processor for anything, so it need not remember when it could answer.
  const auto service = processors == 1 ? Service::hardware : parameters().service;
  const bool stops = processors > 1 && std::ranges::any_of(settings.failures, &Failure::is_pause);
  const double slowdown = parameters().slowdown(processors, cores());
  for (int rank = 0; rank < processors; ++rank) {
    processors_.push_back(std::make_unique<MachineProcessor>(rank, service, stops));
    if (const auto pace = pace_of(rank, settings.failures); processors > 1 && !pace.is_even())
      processors_.back()->set_pace(pace);
    handles_.emplace_back(*this, *engine_, tables_, *processors_.back(), processors,
                          platform_.speed(rank) / slowdown);
  }
}

SimulatedMachine::~SimulatedMachine() = default;

const std::string& SimulatedMachine::name() const { return platform_.name(); }
int SimulatedMachine::hosts() const { return platform_.hosts(); }
int SimulatedMachine::cores() const { return platform_.cores(); }

void SimulatedMachine::run(const std::function<void(SimulatedProcessor&)>& program) {
  try {
    engine_->begin_faults();
    engine_->run([&](int rank) { program(handles_[static_cast<std::size_t>(rank)]); });
  } catch (const RunError&) {
    for (const auto& processor : processors_)
      processor->give_up(engine_->now());
    throw;
  }
  if (std::all_of(processors_.begin(), processors_.end(), [](const auto& processor) {
        return processor->activity() == MachineProcessor::Activity::failed;
      }))
    throw RunError("no processor is left: " + states());
  for (const auto& processor : processors_)
    processor->idle_until(time());
}

void SimulatedMachine::record(Trace& trace) {
  for (const auto& processor : processors_)
    processor->record(trace);
}

double SimulatedMachine::time() const {
  double time = 0;
  for (const auto& processor : processors_)
    time = std::max(time, processor->finished_at());
  return time;
}

void SimulatedMachine::show_progress_now() const {
  std::uint64_t nodes = 0;
  int depth = 0;
  for (const auto& processor : processors_) {
    nodes += processor->nodes_so_far();
    depth = std::max(depth, processor->depth_so_far());
  }
  // A lone processor never lets the machine's clock catch up.
  const double now = processors_.size() == 1 ? processors_.front()->now() : engine_->now();
  on_progress_(now, nodes, depth);
}

std::string SimulatedMachine::states() const {
  std::vector<std::string> states;
  for (const auto& processor : processors_) {
    const auto activity = processor->activity();
    const bool ended = activity == MachineProcessor::Activity::finished ||
                       activity == MachineProcessor::Activity::failed;
    auto state =
        fmt::format("processor {} {} at {:.9f} s", processor->rank(), activity_name(activity),
                    ended ? processor->finished_at() : processor->now());
    if (const auto home = engine_->asked_home(processor->rank()))
      state += fmt::format(" from {}", *home);
    states.push_back(std::move(state));
  }
  return fmt::format("{}", fmt::join(states, "; "));
}

} // namespace eldest
