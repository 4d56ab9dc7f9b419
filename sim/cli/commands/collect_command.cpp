#include "sim/cli/options/command.hpp"
#include "sim/cli/options/in_store.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/platform_files/platform_file.hpp"
#include "sim/sweeps/store.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/one_line.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
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
    const auto result = search_result_in(run); // checks that the result can be read later
    return PointOutcome{std::optional<Json>(run), "", result.wall_seconds};
  }
  auto error = field_as<std::string>(run, "error");
  if (error == "interrupted")
    return std::nullopt;
  return PointOutcome{std::nullopt, std::move(error), 0};
}

/// The JSON objects in a text, one after the other. Any other text is skipped, such as half an
/// object left by a killed process.
class Objects {
public:
  explicit Objects(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() {
    skip(rest_.find_first_not_of(" \t\r\n"));
    return rest_.empty();
  }

  /// Returns the number of the line at which the next object begins.
  [[nodiscard]] std::size_t line() const { return line_; }

  /// Returns the next object. Throws InputError if the text goes on with anything else. The next
  /// call then begins at the next object of a result.
  Json next() {
    try {
      auto rest = rest_;
      auto value = take_json(rest, line_);
      if (!value.is_object())
        throw InputError(fmt::format("line {}: should be a JSON object", line_));
      skip(rest_.size() - rest.size());
      return value;
    } catch (const InputError&) {
      skip(next_beginning());
      throw;
    }
  }

private:
  void skip(std::size_t bytes) {
    const auto skipped = rest_.substr(0, bytes);
    line_ += static_cast<std::size_t>(std::ranges::count(skipped, '\n'));
    rest_.remove_prefix(skipped.size());
  }

  /// Returns the place at which the next object of a result begins. After half an object, this
  /// place may be within a line.
  [[nodiscard]] std::size_t next_beginning() const {
    constexpr std::string_view first_field = "\"command\"";
    for (auto at = rest_.find('{', 1); at != std::string_view::npos; at = rest_.find('{', at + 1)) {
      const auto field = rest_.find_first_not_of(" \t\r\n", at + 1);
      if (field != std::string_view::npos && rest_.substr(field).starts_with(first_field))
        return at;
    }
    return rest_.size();
  }

  std::string_view rest_;
  std::size_t line_ = 1;
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
    add_all(text, name);
  }

  /// Puts the results that have been added since the last call into the store, with their
  /// platforms.
  void put() {
    store_.together([&] {
      for (const auto& stored : added_)
        add_platform(stored.point.settings.at("platform"));
      for (const auto& [point, outcome] : added_) {
        planned_ += store_.is_planned(point.key) ? 1 : 0;
        store_.add({&point, 1});
        store_.put(point.key, *outcome);
      }
    });
    results_ += added_.size();
    added_.clear();
  }

  /// Returns the files of the platforms that the store lacks, because they are not on this
  /// computer, or have another text.
  [[nodiscard]] std::set<std::string> lacking() const {
    std::set<std::string> files;
    for (const auto& [digest, file] : platforms_) {
      if (!file.empty())
        files.insert(file);
    }
    return files;
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

  void add_all(const std::string& text, const std::string& name) {
    Objects objects(text);
    while (!objects.at_end()) {
      const auto line = objects.line();
      Json value;
      if (!attempt(name, [&] { value = objects.next(); }))
        continue;
      const auto place = fmt::format("{}: line {}", name, line);
      if (!value.contains("runs")) {
        attempt(place, [&] { add(value); });
        continue;
      }
      std::size_t number = 0;
      for (const auto& run : value["runs"])
        attempt(fmt::format("{}, run {}", place, ++number), [&] { add(run); });
    }
  }

  /// Calls a function. If it throws InputError, notes a mistake at `place`, and returns false.
  template <class Function> bool attempt(const std::string& place, const Function& function) {
    try {
      function();
      return true;
    } catch (const InputError& error) {
      note(fmt::format("{}: {}", place, error.what()));
      return false;
    }
  }

  void add(const Json& run) {
    try {
      auto settings = settings_of(run);
      Point point{point_key(settings), std::move(settings), "", {}};
      if (auto outcome = outcome_of(run))
        added_.push_back({std::move(point), std::move(outcome)});
    } catch (const InputError& error) {
      throw InputError(fmt::format("not the result of a simulation: {}", error.what()));
    }
    if (added_.size() >= at_a_time)
      put();
  }

  /// Adds the platform of a result to the store, if the store lacks it.
  void add_platform(const Json& platform) {
    const auto digest = text_of(field(platform, "digest"));
    const auto file = text_of(platform.at("file"));
    if (platforms_.empty()) {
      for (const auto& known : store_.platforms())
        platforms_[known.digest] = "";
    }
    const auto [place, is_new] = platforms_.try_emplace(digest, file);
    if (!is_new)
      return;
    try {
      const auto read = read_platform_file(file);
      if (read.digest != digest)
        return;
      store_.add(to_store(read));
      place->second = "";
    } catch (const InputError&) { // the file is of the computer that has made the result
      return;
    }
  }

  void note(const std::string& mistake) {
    if (mistakes_ == 0)
      first_mistake_ = mistake;
    ++mistakes_;
  }

  SweepStore& store_;
  std::vector<StoredPoint> added_;
  /// By digest, the file of a platform that the store lacks, or an empty text.
  std::map<std::string, std::string> platforms_;
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
                             on_one_line(store.path()), collection.results(), collection.planned());
  collection.check();
  if (const auto files = collection.lacking(); !files.empty() && !values["quiet"].as<bool>())
    std::cerr << on_one_line(fmt::format("eldest: {}: lacks the platforms of some results: {}",
                                         store.path(), fmt::join(files, ", ")))
              << '\n';
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
