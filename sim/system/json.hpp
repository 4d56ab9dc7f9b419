#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

// Compiled once, in json.cpp.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace eldest {

/// JSON whose objects keep the order in which their fields were added.
using Json = nlohmann::ordered_json;

/// Returns the text of JSON, indented by `indent` blanks, or on one line if `indent` is negative.
/// Bytes that are not UTF-8, as there may be in names of files and positions, become U+FFFD.
[[nodiscard]] std::string serialize(const Json& json, int indent = -1);

/// Reads a text as JSON. If the text is not JSON, returns a value whose `is_discarded()` is true.
[[nodiscard]] Json parse_json(std::string_view text);

} // namespace eldest
