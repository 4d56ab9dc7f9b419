#include "sim/experiments/json.hpp"

namespace eldest {

void to_json(Json& json, const NodeCosts& costs) {
  json = {costs.visit, costs.generation, costs.ordering, costs.captures, costs.move};
}

void from_json(const Json& json, NodeCosts& costs) {
  costs = {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>(),
           json.at(3).get<double>(), json.at(4).get<double>()};
}

} // namespace eldest
