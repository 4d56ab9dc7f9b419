#include "sim/sweeps/point.hpp"

#include "algorithms/registry.hpp"
#include "trees/base/content_id.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

/// The field of the model version, which results of older programs lack.
constexpr const char* model_field = "model_version";

/// The field of SimGrid's version, which results have if it may have changed their numbers.
constexpr const char* simgrid_field = "simgrid";

/// Returns the options that results of an algorithm and of the same model version may lack, because
/// a later program has added them, with the values that these results have.
Json later_options(const std::string& algorithm) {
  static const Json of_all{{"null_move_growth", 0}, {"lmr_size", "one-ply"}, {"futility", 0},
                           {"countermoves", false}, {"move_order", "all"},   {"order_noise", 0}};
  static const Json of_some{{"jamboree", {{"jamboree_poll", "node"}, {"jamboree_tries", 1}}},
                            {"dts", {{"dts_poll", "node"}}},
                            {"ybn",
                             {{"ybn_past_eldest", 0},
                              {"ybn_past_eldest_looks", 8},
                              {"ybn_guess_plies", 1},
                              {"ybn_oracle", "none"}}},
                            {"simplified-abdada", {{"simplified_abdada_also_mark", "none"}}}};
  Json options = of_all;
  if (of_some.contains(algorithm))
    options.update(of_some.at(algorithm));
  return options;
}

/// Adds the later options of an algorithm that are missing. Puts all of them at the end, so that
/// the same options have the same order in old and new results.
void complete_options(const std::string& algorithm, Json& options) {
  const auto later = later_options(algorithm);
  for (const auto& [name, value] : later.items()) {
    const auto kept = options.contains(name) ? options[name] : Json(value);
    options.erase(name);
    options[name] = kept;
  }
}

/// Renames the algorithm `from`, and with it the options whose names begin with its name.
template <class AnyJson>
void rename_algorithm(AnyJson& settings, std::string_view from, std::string_view to) {
  const auto old_prefix = prefix_of_options(std::string(from));
  const auto new_prefix = prefix_of_options(std::string(to));
  settings["algorithm"] = to;
  AnyJson options = AnyJson::object();
  for (const auto& [name, value] : settings.at("options").items()) {
    const bool is_own = name.starts_with(old_prefix);
    options[is_own ? new_prefix + name.substr(old_prefix.size()) : name] = value;
  }
  settings["options"] = std::move(options);
}

/// Gives the algorithm and its options the names that they have now.
void use_current_names(Json& settings) {
  const auto name = text_of(settings["algorithm"]);
  const auto current = current_algorithm(name);
  if (current != name)
    rename_algorithm(settings, name, current);
}

/// Gives the algorithm and its options the names that they had at first, which the keys of older
/// results are made of.
void use_former_names(SortedJson& settings) {
  const auto name = text_of(settings["algorithm"]);
  if (!is_algorithm(name))
    return;
  const auto former = find_algorithm(name).former_name();
  if (!former.empty() && former != name)
    rename_algorithm(settings, name, former);
}

/// Throws InputError if a setting has the wrong type.
void check_types(const Json& settings) {
  for (const auto* const name :
       {"command", "version", "algorithm", "search", "tree", "position", "id", "model"})
    static_cast<void>(field_as<std::string>(settings, name));
  for (const auto* const name : {"name", "file"})
    static_cast<void>(field_as<std::string>(settings.at("platform"), name));
  for (const auto* const name : {"processors", "depth"})
    static_cast<void>(field_as<int>(settings, name));
  static_cast<void>(field_as<std::uint64_t>(settings, "seed"));
  if (settings.contains(model_field))
    static_cast<void>(field_as<int>(settings, model_field));
  if (settings.contains(simgrid_field))
    static_cast<void>(field_as<std::string>(settings, simgrid_field));
  if (!settings.at("options").is_object())
    refuse_field("options", settings.at("options"), "an object");
}

} // namespace

std::string text_of(const Json& setting) {
  return setting.is_string() ? setting.get<std::string>() : serialize(setting);
}

std::string prefix_of_options(std::string algorithm) {
  std::ranges::replace(algorithm, '-', '_');
  return algorithm + '_';
}

Json settings_of(const Json& run) {
  Json settings;
  for (const auto* const name :
       {"command", "version", model_field, "platform", "processors", "algorithm", "search", "tree",
        "position", "id", "depth", "model", "seed", "options"}) {
    if (std::string_view(name) != model_field || run.contains(name))
      settings[name] = field(run, name);
  }
  if (run.contains(simgrid_field))
    settings[simgrid_field] = run.at(simgrid_field);
  check_types(settings);
  use_current_names(settings);
  complete_options(text_of(settings["algorithm"]), settings["options"]);
  return settings;
}

SearchResult search_result_in(const Json& run) {
  auto result = run.get<SearchResult>();
  const auto processors = field_as<std::size_t>(run, "processors");
  if (processors == 0 || processors != result.processors.size())
    throw InputError(fmt::format("field per_processor: has {} processors, not {}",
                                 result.processors.size(), processors));
  return result;
}

std::string version_of_numbers(const Json& run) {
  const auto numbers = run.contains(model_field)
                           ? fmt::format("model version {}", text_of(run.at(model_field)))
                           : fmt::format("eldest {}", text_of(field(run, "version")));
  return run.contains(simgrid_field)
             ? fmt::format("{} with SimGrid {}", numbers, text_of(run.at(simgrid_field)))
             : numbers;
}

std::string point_key(const Json& run) {
  SortedJson named;
  named["platform"] = field(field(run, "platform"), "digest");
  const auto* const version = run.contains(model_field) ? model_field : "version";
  for (const auto* const name : {version, "processors", "algorithm", "search", "tree", "position",
                                 "depth", "model", "seed", "options"})
    named[name] = field(run, name);
  if (run.contains(simgrid_field))
    named[simgrid_field] = run.at(simgrid_field);
  use_former_names(named);
  named["options"].erase("program"); // the options that it has set are there
  const auto later = later_options(text_of(named["algorithm"]));
  for (const auto& [name, value] : later.items()) {
    if (named["options"].contains(name) && named["options"][name] == SortedJson(value))
      named["options"].erase(name);
  }
  if (text_of(field(run, "tree")).starts_with("synthetic:"))
    named["tree"] = "synthetic"; // the position has all parameters of the tree
  return content_id(serialize(named));
}

} // namespace eldest
