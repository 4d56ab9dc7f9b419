#include "sim/cli/options/saved_result.hpp"

#include "sim/cli/options/in_store.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/sweeps/point.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace eldest {
namespace {

/// Returns a value as a word of a command line.
std::string word_of(const Json& value) {
  if (value.is_boolean())
    return value.get<bool>() ? "yes" : "no";
  if (value.is_array()) {
    std::vector<std::string> words;
    std::ranges::transform(value, std::back_inserter(words), word_of);
    return fmt::format("{}", fmt::join(words, ","));
  }
  return value.is_string() ? value.get<std::string>() : serialize(value);
}

/// Returns true if an option need not be repeated, because other options in the result have the
/// same effect. This holds for the preset, whose settings are in the result, and for a variant
/// named "own".
bool follows_from_others(const std::string& option, const Json& value) {
  return option == "program" || (option.ends_with("-variant") && value == "own");
}

class Words {
public:
  void add(const std::string& option, const Json& value) {
    words_.insert(words_.end(), {"--" + option, word_of(value)});
  }
  [[nodiscard]] std::vector<std::string> get() && { return std::move(words_); }

private:
  std::vector<std::string> words_;
};

/// Throws InputError if `json` is not the result of a search.
void check_is_result(const Json& json) {
  try {
    static_cast<void>(settings_of(json));
  } catch (const InputError& error) {
    throw InputError(fmt::format("not the result of a simulation: {}", error.what()));
  }
}

} // namespace

std::vector<std::string> words_of_search(const Json& result) {
  const auto settings = settings_of(result);
  Words words;
  for (const auto* const option : {"algorithm", "depth", "processors", "seed"})
    words.add(option, settings[option]);
  if (settings["search"] != settings["algorithm"]) // equal for a sequential algorithm
    words.add("search", settings["search"]);
  if (settings["tree"].get<std::string>().starts_with("synthetic")) {
    words.add("tree", "synthetic:" + settings["position"].get<std::string>());
  } else {
    words.add("tree", settings["tree"]);
    words.add("position", settings["position"]);
  }
  for (const auto& [name, value] : settings["options"].items()) {
    auto option = name;
    std::ranges::replace(option, '_', '-');
    if (option == "cfg") {
      for (const auto& setting : value)
        words.add(option, setting);
    } else if (option == "set") {
      for (const auto& [number, changed] : value.items())
        words.add(option, Json(fmt::format("{}={}", number, word_of(changed))));
    } else if (!follows_from_others(option, value)) {
      words.add(option, value);
    }
  }
  return std::move(words).get();
}

std::vector<std::string> words_of_result(const Json& result) {
  const auto settings = settings_of(result);
  Words machine;
  machine.add("platform", settings["platform"].at("file"));
  machine.add("model", settings["model"]);
  auto words = std::move(machine).get();
  const auto search = words_of_search(result);
  words.insert(words.end(), search.begin(), search.end());
  return words;
}

Json read_result(const std::string& word) {
  const auto stored = in_store(word);
  const auto text = stored ? "" : read_named("--from", word);
  try {
    if (stored)
      return read_stored_result(*stored);
    if (text.starts_with("SQLite format 3"))
      throw InputError("is a database; the result in a store is named by its key, as in STORE:KEY");
    auto json = read_json(text);
    if (json.contains("runs"))
      throw InputError(fmt::format("has the results of {} searches; it must be one of its runs",
                                   json["runs"].size()));
    check_is_result(json);
    return json;
  } catch (const InputError& error) {
    throw InputError(fmt::format("--from {}: {}", word, error.what()));
  }
}

} // namespace eldest
