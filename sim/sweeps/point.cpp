#include "sim/sweeps/point.hpp"

#include "trees/base/content_id.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

namespace eldest {
namespace {

template <class Function> auto reading(const Function& function) {
  try {
    return function();
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("not the result of a simulation: {}", error.what()));
  }
}

} // namespace

std::string text_of(const Json& setting) {
  return setting.is_string() ? setting.get<std::string>() : serialize(setting);
}

Json settings_of(const Json& run) {
  return reading([&] {
    Json settings;
    for (const auto* const field :
         {"command", "version", "platform", "processors", "algorithm", "search", "tree", "position",
          "id", "depth", "model", "seed", "options"})
      settings[field] = run.at(field);
    return settings;
  });
}

std::string point_key(const Json& run) {
  return reading([&] {
    SortedJson named;
    named["platform"] = run.at("platform").at("digest");
    for (const auto* const field : {"version", "processors", "algorithm", "search", "tree",
                                    "position", "depth", "model", "seed", "options"})
      named[field] = run.at(field);
    named["options"].erase("program"); // the options that it has set are there
    if (text_of(run.at("tree")).starts_with("synthetic:"))
      named["tree"] = "synthetic"; // the position has all parameters of the tree
    return content_id(serialize(named));
  });
}

} // namespace eldest
