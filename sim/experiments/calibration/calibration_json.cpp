#include "sim/experiments/calibration/calibration.hpp"
#include "sim/experiments/json.hpp"

namespace eldest {

void to_json(Json& json, const Measured& measured) {
  json = {measured.median, measured.min, measured.max};
}

void from_json(const Json& json, Measured& measured) {
  measured = {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

void to_json(Json& json, const MeasuredSlowdown& slowdown) {
  json = {slowdown.algorithm, slowdown.factor};
}

void from_json(const Json& json, MeasuredSlowdown& slowdown) {
  slowdown = {json.at(0).get<std::string>(), json.at(1).get<Measured>()};
}

void to_json(Json& json, const MeasuredNodes& nodes) {
  json = {{"tree", nodes.tree}, {"costs", nodes.costs}, {"access", nodes.access},
          {"lock", nodes.lock}, {"node", nodes.node},   {"slowdowns", nodes.slowdowns}};
}

void from_json(const Json& json, MeasuredNodes& nodes) {
  json.at("tree").get_to(nodes.tree);
  json.at("costs").get_to(nodes.costs);
  json.at("access").get_to(nodes.access);
  json.at("lock").get_to(nodes.lock);
  json.at("node").get_to(nodes.node);
  json.at("slowdowns").get_to(nodes.slowdowns);
}

void to_json(Json& json, const MeasuredRates& rates) {
  json = {{"threads", rates.threads},
          {"steps", rates.steps},
          {"bandwidth", rates.bandwidth},
          {"nodes", rates.nodes}};
}

void from_json(const Json& json, MeasuredRates& rates) {
  json.at("threads").get_to(rates.threads);
  json.at("steps").get_to(rates.steps);
  json.at("bandwidth").get_to(rates.bandwidth);
  json.at("nodes").get_to(rates.nodes);
}

void to_json(Json& json, const MeasuredMachine& machine) {
  json = {{"cores", machine.cores}, {"rates", machine.rates}};
  for (const auto& figure : machine_figures)
    json[std::string(figure.name)] = machine.*figure.figure;
}

void from_json(const Json& json, MeasuredMachine& machine) {
  json.at("cores").get_to(machine.cores);
  json.at("rates").get_to(machine.rates);
  for (const auto& figure : machine_figures)
    json.at(std::string(figure.name)).get_to(machine.*figure.figure);
}

void to_json(Json& json, const MeasuredMessages& messages) {
  json = {messages.cores, messages.message};
}

void from_json(const Json& json, MeasuredMessages& messages) {
  messages = {json.at(0).get<CorePair>(), json.at(1).get<Measured>()};
}

void to_json(Json& json, const MeasuredCores& measured) {
  json = {{"cores", measured.cores},
          {"latencies", measured.latencies},
          {"messages", measured.messages}};
}

void from_json(const Json& json, MeasuredCores& measured) {
  json.at("cores").get_to(measured.cores);
  json.at("latencies").get_to(measured.latencies);
  json.at("messages").get_to(measured.messages);
}

} // namespace eldest
