#include "sim/experiments/platform_costs.hpp"

#include "algorithms/search/table_handlers.hpp"
#include "sim/experiments/json.hpp"
#include "sim/system/child_process.hpp"

#include <utility>

namespace eldest {

double CostBench::measure(const Program& program, int rank) {
  return load_in_child_process(
             platform_->file().path,
             [&]() -> Json {
               // Only the child gives its copy of the platform away.
               SimulatedMachine machine(std::move(platform_), processors_, settings_);
               machine.run(program);
               return machine.processors()[static_cast<std::size_t>(rank)]->finished_at();
             })
      .get<double>();
}

Key CostBench::key_of(int home) const {
  const TranspositionTable table(settings_.tables.entries);
  Key key = 1;
  while (table.home(key, processors_) != home)
    key += 0x9e3779b97f4a7c15U;
  return key;
}

double CostBench::read(int home) {
  const auto key = key_of(home);
  return measure(
      [&](SimulatedProcessor& processor) {
        if (processor.rank() == 0) {
          Probe probe{key, 1, TableDepth::exact, {0, 1}};
          processor.ask(key, probe);
          processor.await_answer();
        }
      },
      0);
}

double CostBench::write(int home) {
  const auto key = key_of(home);
  return measure(
      [&](SimulatedProcessor& processor) {
        if (processor.rank() == 0)
          processor.post(key, Store{key, NodeResult({}, 1)});
      },
      0);
}

double CostBench::message(int to, std::size_t bytes, bool received) {
  return measure(
      [&](SimulatedProcessor& processor) {
        if (processor.rank() == 0)
          processor.send(to, {0, bytes, {}});
        else if (processor.rank() == to)
          (void)processor.wait();
      },
      received ? to : 0);
}

std::vector<double> CostBench::messages(int to) {
  std::vector<double> seconds;
  for (const auto bytes : message_sizes)
    seconds.push_back(message(to, bytes, true));
  return seconds;
}

MeasuredCosts CostBench::costs(int to) {
  MeasuredCosts costs;
  costs.read = read(to);
  costs.write = write(to);
  if (to == 0)
    return costs;
  costs.send = message(to, message_sizes.front(), false);
  costs.messages = messages(to);
  if (platform_->host_of(to) != platform_->host_of(0)) {
    costs.to = platform_->host_name(to);
    costs.latency = platform_->route(0, to).latency;
  }
  return costs;
}

void to_json(Json& json, const MeasuredCosts& costs) {
  json = {{"read", costs.read},         {"write", costs.write},     {"send", costs.send},
          {"messages", costs.messages}, {"latency", costs.latency}, {"to", costs.to}};
}

void from_json(const Json& json, MeasuredCosts& costs) {
  json.at("read").get_to(costs.read);
  json.at("write").get_to(costs.write);
  json.at("send").get_to(costs.send);
  json.at("messages").get_to(costs.messages);
  json.at("latency").get_to(costs.latency);
  json.at("to").get_to(costs.to);
}

} // namespace eldest
