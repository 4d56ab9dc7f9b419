#include "sim/cli/command.hpp"
#include "sim/cli/options.hpp"
#include "sim/sweeps/store.hpp"
#include "trees/errors.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

po::options_description collect_options() {
  po::options_description options(
      "eldest collect STORE FILE...: puts the results that eldest simulate --json has printed "
      "into\n"
      "the store of a sweep. A result that is there already makes no difference");
  options.add_options() //
      ("store", po::value<std::string>()->required()->value_name("FILE"),
       "the store; made if it is not there") //
      ("file", po::value<std::vector<std::string>>()->required()->value_name("FILE"),
       "results, one JSON object after the other; - for standard input");
  return options;
}

/// The JSON values in a stream, one after the other.
std::vector<Json> read_values(std::istream& stream, const std::string& name) {
  std::vector<Json> values;
  while (stream >> std::ws && !stream.eof()) {
    try {
      Json value;
      stream >> value;
      values.push_back(std::move(value));
    } catch (const Json::exception& error) {
      throw InputError(fmt::format("{}: after {} results: {}", name, values.size(), error.what()));
    }
  }
  return values;
}

std::vector<Json> read_file(const std::string& name) {
  if (name == "-")
    return read_values(std::cin, "standard input");
  std::ifstream stream(name);
  if (!stream)
    throw InputError(fmt::format("{}: cannot be read", name));
  return read_values(stream, name);
}

/// The outcome of a run by its object; none if it was interrupted.
std::optional<PointOutcome> outcome_of(const Json& run) {
  if (!run.contains("error"))
    return PointOutcome{run, "", run.value("wall_s", 0.0)};
  auto error = run.at("error").get<std::string>();
  if (error == "interrupted")
    return std::nullopt;
  return PointOutcome{std::nullopt, std::move(error), 0};
}

/// What has been collected.
struct Collected {
  std::size_t results = 0;
  std::size_t planned = 0; ///< of points that were in the store
};

void collect(SweepStore& store, const Json& run, const std::set<std::string>& planned,
             Collected& collected) {
  Point point{point_key(run), settings_of(run), "", {}};
  const auto outcome = outcome_of(run);
  if (!outcome)
    return;
  ++collected.results;
  collected.planned += planned.count(point.key);
  store.add({&point, 1});
  store.put(point.key, *outcome);
}

} // namespace

void collect_command(std::span<const std::string> words) {
  po::variables_map values;
  po::positional_options_description positional;
  positional.add("store", 1).add("file", -1);
  if (!read_options("collect", collect_options(), words, values, positional))
    return;
  SweepStore store(values["store"].as<std::string>(), SweepStore::Access::create);
  std::set<std::string> planned;
  for (const auto& stored : store.points())
    planned.insert(stored.point.key);
  Collected collected;
  for (const auto& name : values["file"].as<std::vector<std::string>>()) {
    for (const auto& value : read_file(name)) {
      try {
        if (value.is_object() && value.contains("runs")) {
          for (const auto& run : value["runs"])
            collect(store, run, planned, collected);
        } else {
          collect(store, value, planned, collected);
        }
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", name, error.what()));
      }
    }
  }
  std::cout << fmt::format("{}: {} results, {} of them of simulations that were planned\n",
                           store.path(), collected.results, collected.planned);
}

} // namespace eldest
