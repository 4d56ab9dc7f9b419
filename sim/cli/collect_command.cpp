#include "sim/cli/command.hpp"
#include "sim/cli/options.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/sweeps/store.hpp"
#include "trees/errors.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <optional>
#include <set>
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

/// The outcome of a run by its object; none if it was interrupted.
std::optional<PointOutcome> outcome_of(const Json& run) {
  if (!run.contains("error")) {
    const auto result = run.get<SearchResult>(); // so that it can be read when it is needed
    return PointOutcome{run, "", result.wall_seconds};
  }
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

/// Collects the results in a stream, one after the other: those before a mistake are kept.
void collect_all(SweepStore& store, std::istream& stream, const std::string& name,
                 const std::set<std::string>& planned, Collected& collected) {
  const auto before = collected.results;
  try {
    while (stream >> std::ws && !stream.eof()) {
      Json value;
      stream >> value;
      if (value.is_object() && value.contains("runs")) {
        for (const auto& run : value["runs"])
          collect(store, run, planned, collected);
      } else {
        collect(store, value, planned, collected);
      }
    }
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: after {} results, which are kept: {}", name,
                                 collected.results - before, error.what()));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: after {} results, which are kept: {}", name,
                                 collected.results - before, error.what()));
  }
}

void collect_file(SweepStore& store, const std::string& name, const std::set<std::string>& planned,
                  Collected& collected) {
  if (name == "-")
    return collect_all(store, std::cin, "standard input", planned, collected);
  std::ifstream stream(name);
  if (!stream)
    throw InputError(fmt::format("{}: cannot be read", name));
  collect_all(store, stream, name, planned, collected);
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
  for (const auto& name : values["file"].as<std::vector<std::string>>())
    collect_file(store, name, planned, collected);
  std::cout << fmt::format("{}: {} results, {} of them of simulations that were planned\n",
                           store.path(), collected.results, collected.planned);
}

} // namespace eldest
