#include "sim/system/json.hpp"

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace eldest {

std::string serialize(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json parse_json(std::string_view text) { return Json::parse(text, nullptr, false); }

} // namespace eldest
