#include "sim/cli/options/command.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/sweeps/store.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <iostream>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

Options collect_options() {
  Options options;
  options.about("operands") //
      ("store", required_text("STORE"),
       "the store of the sweep, created if missing") //
      ("file", required_texts("FILE"),
       "results, one JSON object after the other; - for standard input");
  options.add_operand("store");
  options.add_operand("file", -1);
  add_json_option(options);
  return options;
}

/// Returns the outcome of a run from its object in a report, or nothing if a signal ended the run.
std::optional<PointOutcome> outcome_of(const Json& run) {
  if (!run.contains("error")) {
    const auto result = run.get<SearchResult>(); // checks that the result can be read later
    return PointOutcome{run, "", result.wall_seconds};
  }
  auto error = run.at("error").get<std::string>();
  if (error == "interrupted")
    return std::nullopt;
  return PointOutcome{std::nullopt, std::move(error), 0};
}

/// The JSON objects in a text, one after the other. Any other text is skipped, such as half an
/// object left by a killed process.
class Objects {
public:
  explicit Objects(std::string text) : text_(std::move(text)) {}

  [[nodiscard]] bool at_end() {
    place_ = text_.view().find_first_not_of(" \t\r\n", place_);
    return place_ == std::string_view::npos;
  }

  /// Returns the next object. Throws Json::exception if the text goes on with anything else. The
  /// next call then begins at the next object of a result.
  Json next() {
    text_.clear();
    text_.seekg(static_cast<std::streamoff>(place_));
    try {
      Json value;
      text_ >> value;
      const auto end = text_.tellg();
      place_ = end < 0 ? text_.view().size() : static_cast<std::size_t>(end);
      return value;
    } catch (const Json::exception&) {
      place_ = next_beginning();
      throw;
    }
  }

private:
  /// Returns the place at which the next object of a result begins. After half an object, this
  /// place may be within a line.
  [[nodiscard]] std::size_t next_beginning() const {
    constexpr std::string_view first_field = "\"command\"";
    const auto text = text_.view();
    for (auto at = text.find('{', place_ + 1); at != std::string_view::npos;
         at = text.find('{', at + 1)) {
      const auto field = text.find_first_not_of(" \t\r\n", at + 1);
      if (field != std::string_view::npos && text.substr(field).starts_with(first_field))
        return at;
    }
    return text.size();
  }

  std::istringstream text_;
  std::size_t place_ = 0;
};

/// Collects results and puts them into a store. They are put a thousand at a time, because a
/// transaction takes as long for one result as for many.
class Collection {
public:
  explicit Collection(SweepStore& store) : store_(store) {}

  void add_file(const std::string& name) {
    if (name == "-")
      return add_all({std::istreambuf_iterator<char>(std::cin), {}}, "standard input");
    constexpr auto any = std::numeric_limits<std::size_t>::max(); // limited by memory only
    std::string text;
    try {
      text = read_input_file(name, InputKind::file_or_pipe, any);
    } catch (const InputError& error) {
      return note(error.what());
    }
    add_all(std::move(text), name);
  }

  /// Puts the results that have been added since the last call into the store.
  void put() {
    store_.together([&] {
      for (const auto& [point, outcome] : added_) {
        planned_ += store_.is_planned(point.key) ? 1 : 0;
        store_.add({&point, 1});
        store_.put(point.key, *outcome);
      }
    });
    results_ += added_.size();
    added_.clear();
  }

  [[nodiscard]] std::size_t results() const { return results_; }
  /// Returns the number of results whose points had been planned.
  [[nodiscard]] std::size_t planned() const { return planned_; }
  /// Returns the number of pieces of input that are no results.
  [[nodiscard]] std::size_t mistakes() const { return mistakes_; }

  /// Throws InputError if a piece of input was no result.
  void check() const {
    if (mistakes_ > 0)
      throw InputError(
          fmt::format("{}{}; the {} results are kept", first_mistake_,
                      mistakes_ == 1 ? "" : fmt::format("; and {} more", mistakes_ - 1), results_));
  }

private:
  static constexpr std::size_t at_a_time = 1000;

  void add_all(std::string text, const std::string& name) {
    Objects objects(std::move(text));
    while (!objects.at_end()) {
      Json value;
      attempt(name, [&] { value = objects.next(); });
      if (value.is_object() && value.contains("runs")) {
        for (const auto& run : value["runs"])
          attempt(name, [&] { add(run); });
      } else if (!value.is_null()) {
        attempt(name, [&] { add(value); });
      }
    }
  }

  /// Calls a function. If it throws, notes a mistake in the file `name`.
  template <class Function> void attempt(const std::string& name, const Function& function) {
    try {
      function();
    } catch (const Json::exception& error) {
      note(fmt::format("{}: {}", name, error.what()));
    } catch (const InputError& error) {
      note(fmt::format("{}: {}", name, error.what()));
    }
  }

  void add(const Json& run) {
    Point point{point_key(run), settings_of(run), "", {}};
    if (auto outcome = outcome_of(run))
      added_.push_back({std::move(point), std::move(outcome)});
    if (added_.size() >= at_a_time)
      put();
  }

  void note(const std::string& mistake) {
    if (mistakes_ == 0)
      first_mistake_ = mistake;
    ++mistakes_;
  }

  SweepStore& store_;
  std::vector<StoredPoint> added_;
  std::size_t results_ = 0;
  std::size_t planned_ = 0;
  std::size_t mistakes_ = 0;
  std::string first_mistake_;
};

void collect_results(const po::variables_map& values) {
  SweepStore store(values["store"].as<std::string>(), SweepStore::Access::create);
  Collection collection(store);
  for (const auto& name : values["file"].as<std::vector<std::string>>())
    collection.add_file(name);
  collection.put();
  if (values["json"].as<bool>())
    std::cout << serialize(Json{{"command", "collect"},
                                {"version", version},
                                {"store", store.path()},
                                {"results", collection.results()},
                                {"planned", collection.planned()},
                                {"mistakes", collection.mistakes()}},
                           2)
              << '\n';
  else
    std::cout << fmt::format("{}: {} results, {} of them of simulations that were planned\n",
                             store.path(), collection.results(), collection.planned());
  collection.check();
}

} // namespace

Command collect_command() {
  return {"collect", "add results of other computers to a sweep's store",
          "Results are the output of eldest simulate --json. A result that the store already has "
          "is skipped. Anything else in the files, such as half a result, is an error, which is "
          "reported after all results have been collected.",
          collect_options, collect_results};
}

} // namespace eldest
