#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace eldest {

/// JSON whose objects keep the order in which their fields were added.
using Json = nlohmann::ordered_json;

/// Returns the text of JSON, indented by `indent` blanks, or on one line if negative. Bytes that
/// are not UTF-8, as there may be in names of files and positions, become U+FFFD.
[[nodiscard]] inline std::string serialize(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace eldest
