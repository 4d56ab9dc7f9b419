#include "sim/experiments/calibration/calibration.hpp"
#include "sim/experiments/json.hpp"

namespace eldest {

void to_json(Json& json, const Measured& measured) {
  json = {measured.median, measured.min, measured.max};
}

void from_json(const Json& json, Measured& measured) {
  measured = {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

void to_json(Json& json, const MeasuredNodes& nodes) {
  json = {{"tree", nodes.tree},
          {"costs", nodes.costs},
          {"access", nodes.access},
          {"lock", nodes.lock},
          {"node", nodes.node}};
}

void from_json(const Json& json, MeasuredNodes& nodes) {
  json.at("tree").get_to(nodes.tree);
  json.at("costs").get_to(nodes.costs);
  json.at("access").get_to(nodes.access);
  json.at("lock").get_to(nodes.lock);
  json.at("node").get_to(nodes.node);
}

void to_json(Json& json, const MeasuredMachine& machine) {
  json = {{"cores", machine.cores},
          {"time_stamp", machine.time_stamp},
          {"busy_slowdown", machine.busy_slowdown},
          {"unlocked_access", machine.unlocked_access},
          {"locked_access", machine.locked_access},
          {"shared_access", machine.shared_access},
          {"contended_access", machine.contended_access},
          {"transfer", machine.transfer},
          {"send", machine.send},
          {"message", machine.message},
          {"wake_up", machine.wake_up}};
}

void from_json(const Json& json, MeasuredMachine& machine) {
  json.at("cores").get_to(machine.cores);
  json.at("time_stamp").get_to(machine.time_stamp);
  json.at("busy_slowdown").get_to(machine.busy_slowdown);
  json.at("unlocked_access").get_to(machine.unlocked_access);
  json.at("locked_access").get_to(machine.locked_access);
  json.at("shared_access").get_to(machine.shared_access);
  json.at("contended_access").get_to(machine.contended_access);
  json.at("transfer").get_to(machine.transfer);
  json.at("send").get_to(machine.send);
  json.at("message").get_to(machine.message);
  json.at("wake_up").get_to(machine.wake_up);
}

} // namespace eldest
