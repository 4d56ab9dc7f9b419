#include "sim/experiments/fitting/engine_log.hpp"

#include "algorithms/search/settings.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/search_result.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

namespace eldest {
namespace {

/// A column of figures that a log may have.
struct Column {
  std::string_view name;
  LoggedFigure figure;
  bool runs_on = true; ///< true if cumulative over the iterations
  bool whole = true;   ///< true for a count
};

constexpr auto columns = std::to_array<Column>({
    {"quiescence", &LoggedIteration::quiescence},
    {"expanded", &LoggedIteration::expanded},
    {"moves", &LoggedIteration::moves},
    {"forced", &LoggedIteration::forced},
    {"cutoffs", &LoggedIteration::cutoffs},
    {"first_cutoffs", &LoggedIteration::first_move_cutoffs},
    {"deep_cutoffs", &LoggedIteration::deep_cutoffs},
    {"deep_first_cutoffs", &LoggedIteration::deep_first_move_cutoffs},
    {"table_cutoffs", &LoggedIteration::table_cutoffs},
    {"seconds", &LoggedIteration::seconds, true, false},
    {"value", &LoggedIteration::value, false, false},
});

/// Pairs of a part and its whole, which the part may not exceed.
constexpr auto parts = std::to_array<std::pair<LoggedFigure, LoggedFigure>>({
    {&LoggedIteration::first_move_cutoffs, &LoggedIteration::cutoffs},
    {&LoggedIteration::deep_cutoffs, &LoggedIteration::cutoffs},
    {&LoggedIteration::deep_first_move_cutoffs, &LoggedIteration::deep_cutoffs},
    {&LoggedIteration::expanded, &LoggedIteration::moves},
    {&LoggedIteration::forced, &LoggedIteration::expanded},
});

constexpr double largest_count = 0x1p53; // a double represents all whole numbers up to this one

std::string_view name_of(LoggedFigure figure) {
  return std::ranges::find(columns, figure, &Column::figure)->name;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const auto comma = line.find(',');
    fields.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos)
      return fields;
    line.remove_prefix(comma + 1);
  }
}

/// Reads a log in CSV, line by line.
class CsvReader {
public:
  explicit CsvReader(const std::string& name) : name_(name) {}

  void read(std::string_view line) {
    ++line_;
    line = trimmed(line);
    if (line.empty() || line.starts_with('#'))
      return;
    if (names_.empty())
      read_names(line);
    else
      read_row(line);
  }

  /// Returns the log, with the cumulative figures replaced by those of each iteration. Throws
  /// InputError if there is no line of figures.
  [[nodiscard]] EngineLog finish() && {
    if (log_.empty())
      throw InputError(fmt::format("{}: has no line of figures; it must have a line of names and "
                                   "then a line for each iteration of each position",
                                   name_));
    for (auto& search : log_)
      take_apart(search);
    return std::move(log_);
  }

private:
  template <class... Arguments>
  [[noreturn]] void fail(fmt::format_string<Arguments...> message, Arguments&&... arguments) const {
    throw InputError(fmt::format("{}:{}: {}", name_, line_,
                                 fmt::format(message, std::forward<Arguments>(arguments)...)));
  }

  void read_names(std::string_view line) {
    std::vector<std::string_view> known{"position", "depth", "nodes"};
    for (const auto& column : columns)
      known.push_back(column.name);
    for (const auto field : fields_of(line)) {
      if (std::ranges::find(known, field) == known.end())
        fail("{}", no_such("column", field, known));
      if (std::ranges::find(names_, field) != names_.end())
        fail("{}: the column is given twice", field);
      names_.emplace_back(field);
    }
    for (const auto* const needed : {"position", "depth", "nodes"}) {
      if (std::ranges::find(names_, needed) == names_.end())
        fail("there is no column {}; the first line names the columns, which must include "
             "position, depth and nodes",
             needed);
    }
  }

  void read_row(std::string_view line) {
    const auto fields = fields_of(line);
    if (fields.size() != names_.size())
      fail("there must be {} fields, as in the line of names, not {}", names_.size(),
           fields.size());
    std::map<std::string_view, std::string_view> row;
    for (std::size_t i = 0; i < fields.size(); ++i)
      row[names_[i]] = fields[i];
    LoggedIteration iteration;
    const double depth = number("depth", row["depth"], true);
    if (depth < 1 || depth > max_depth)
      fail("depth: '{}' must be from 1 to {}", row["depth"], max_depth);
    iteration.depth = static_cast<int>(depth);
    iteration.nodes = number("nodes", row["nodes"], true);
    for (const auto& column : columns) {
      if (const auto field = row[column.name]; !field.empty())
        iteration.*column.figure = number(column.name, field, column.whole);
    }
    check_parts(iteration);
    add(std::string(row["position"]), iteration);
  }

  [[nodiscard]] double number(std::string_view column, std::string_view field, bool whole) const {
    const auto value = to_number<double>(field);
    if (!value || !std::isfinite(*value) ||
        (whole && (*value < 0 || *value > largest_count || *value != std::floor(*value))))
      fail("{}: '{}' must be {}", column, field, whole ? "a whole number, 0 or more" : "a number");
    return *value;
  }

  void check_parts(const LoggedIteration& iteration) const {
    for (const auto& [part, whole] : parts) {
      if (iteration.*part && iteration.*whole && *(iteration.*part) > *(iteration.*whole))
        fail("{}: {} is more than {} {}", name_of(part), *(iteration.*part), *(iteration.*whole),
             name_of(whole));
    }
    if (iteration.quiescence.value_or(0) > iteration.nodes)
      fail("quiescence: {} is more than {} nodes, which must include them", *iteration.quiescence,
           iteration.nodes);
  }

  void add(const std::string& position, const LoggedIteration& iteration) {
    if (position.empty())
      fail("position: is empty; it must be a name, the same in all lines of the position");
    auto search = std::ranges::find(log_, position, &LoggedSearch::position);
    if (search == log_.end())
      search = log_.insert(log_.end(), {position, {}});
    auto& iterations = search->iterations;
    if (!iterations.empty()) {
      check_runs_on(iterations.back(), iteration);
      if (iterations.back().depth == iteration.depth)
        iterations.pop_back();
    }
    iterations.push_back(iteration);
  }

  void check_runs_on(const LoggedIteration& before, const LoggedIteration& iteration) const {
    if (iteration.depth < before.depth)
      fail("depth: {} comes after {} of the same position", iteration.depth, before.depth);
    const auto check = [this](std::string_view column, double earlier, double now) {
      if (now < earlier)
        fail("{}: {} is less than {} in the position's line before; counts and seconds must run "
             "on from iteration to iteration",
             column, now, earlier);
    };
    check("nodes", before.nodes, iteration.nodes);
    if (before.quiescence && iteration.quiescence)
      check("nodes without quiescence", before.nodes - *before.quiescence,
            iteration.nodes - *iteration.quiescence);
    for (const auto& column : columns) {
      const auto& earlier = before.*column.figure;
      const auto& now = iteration.*column.figure;
      if (column.runs_on && earlier && now)
        check(column.name, *earlier, *now);
    }
  }

  /// Turns cumulative figures into those of each iteration, and subtracts quiescence nodes from the
  /// nodes.
  static void take_apart(LoggedSearch& search) {
    auto& iterations = search.iterations;
    for (std::size_t i = iterations.size(); i-- > 1;) {
      const auto& before = iterations[i - 1];
      iterations[i].nodes -= before.nodes;
      for (const auto& column : columns) {
        auto& figure = iterations[i].*column.figure;
        if (column.runs_on)
          figure = difference(figure, before.*column.figure);
      }
    }
    for (auto& iteration : iterations)
      iteration.nodes -= iteration.quiescence.value_or(0);
  }

  /// Returns `now` less `before`, or nothing if one of them is unknown.
  [[nodiscard]] static std::optional<double> difference(const std::optional<double>& now,
                                                        const std::optional<double>& before) {
    return now && before ? std::optional(*now - *before) : std::nullopt;
  }

  const std::string& name_;
  std::size_t line_ = 0;
  std::vector<std::string> names_; ///< of the columns
  EngineLog log_;
};

LoggedIteration iteration_of(const Iteration& iteration, double start) {
  LoggedIteration logged;
  logged.depth = iteration.depth;
  logged.nodes = static_cast<double>(iteration.nodes);
  logged.value = iteration.value;
  logged.seconds = iteration.time - start;
  if (!iteration.counters)
    return logged;
  const auto& counters = *iteration.counters;
  logged.quiescence = static_cast<double>(counters.quiescence);
  logged.nodes -= *logged.quiescence;
  logged.expanded = static_cast<double>(counters.expanded);
  logged.moves = static_cast<double>(counters.moves);
  logged.forced = static_cast<double>(counters.forced);
  logged.cutoffs = static_cast<double>(counters.cutoffs);
  logged.first_move_cutoffs = static_cast<double>(counters.first_move_cutoffs);
  logged.deep_cutoffs = static_cast<double>(counters.deep_cutoffs);
  logged.deep_first_move_cutoffs = static_cast<double>(counters.deep_first_move_cutoffs);
  logged.table_cutoffs = static_cast<double>(counters.table_hits);
  return logged;
}

LoggedSearch search_of(const Json& run) {
  const auto id = field_or(run, "id", std::string());
  LoggedSearch search{id.empty() ? field_as<std::string>(run, "position") : id, {}};
  if (run.contains("error"))
    throw InputError(fmt::format("the search of {} has failed", search.position));
  if (const auto processors = field_as<int>(run, "processors"); processors != 1)
    throw InputError(fmt::format("the search of {} is by {} processors; it must be by one",
                                 search.position, processors));
  double start = 0;
  for (const auto& iteration : run.get<SearchResult>().iterations) {
    const int before = search.iterations.empty() ? 0 : search.iterations.back().depth;
    if (iteration.depth <= before || iteration.depth > max_depth)
      throw InputError(fmt::format("depth {} comes after {} in the search of {}", iteration.depth,
                                   before, search.position));
    search.iterations.push_back(iteration_of(iteration, start));
    start = iteration.time;
  }
  return search;
}

/// Returns the searches in the report of one search or of several.
EngineLog searches_of(const Json& report) {
  if (!report.contains("runs"))
    return {search_of(report)};
  EngineLog log;
  for (const auto& run : report.at("runs"))
    log.push_back(search_of(run));
  return log;
}

EngineLog read_json_log(std::string_view text, const std::string& name) {
  try {
    auto log = searches_of(read_json(text));
    if (log.empty() ||
        std::ranges::any_of(log, [](const auto& search) { return search.iterations.empty(); }))
      throw InputError("has no iteration of a search");
    return log;
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}; should be CSV, or the JSON that a search of one "
                                 "processor reports",
                                 name, error.what()));
  }
}

} // namespace

EngineLog parse_engine_log(std::string_view text, const std::string& name) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '{')
    return read_json_log(text, name);
  CsvReader reader(name);
  while (!text.empty()) {
    const auto end = text.find('\n');
    reader.read(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return std::move(reader).finish();
}

EngineLog load_engine_log(const std::filesystem::path& file) {
  return parse_engine_log(read_input_file(file), file.string());
}

} // namespace eldest
