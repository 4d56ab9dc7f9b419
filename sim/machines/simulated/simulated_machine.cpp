#include "sim/machines/simulated/simulated_machine.hpp"

#include "sim/machines/simulated/loggp/loggp_engine.hpp"
#include "sim/machines/simulated/simgrid/flow_engine.hpp"
#include "sim/machines/trace/trace.hpp"
#include "trees/errors.hpp"

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
      engine_(settings.model.make_engine(*this, processors, settings)) {
  if (settings.time_limit)
    engine_->stop_at(*settings.time_limit);
  // Nobody asks a lone processor for anything, so it need not remember when it could answer.
  const auto service = processors == 1 ? Service::hardware : parameters().service;
  const double slowdown = parameters().slowdown(processors, cores());
  for (int rank = 0; rank < processors; ++rank) {
    processors_.push_back(std::make_unique<MachineProcessor>(rank, processors, service));
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
