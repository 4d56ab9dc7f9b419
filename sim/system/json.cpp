#include "sim/system/json.hpp"

template class nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                    std::int64_t, std::uint64_t, double, eldest::JsonAllocator>;

namespace eldest {

std::string serialize(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json parse_json(std::string_view text) { return Json::parse(text, nullptr, false); }

} // namespace eldest
