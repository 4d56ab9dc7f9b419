#include "sim/cli/options.hpp"

#include "sim/cli/programs.hpp"
#include "sim/machines/simulated/data_files.hpp"

#include <charconv>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>

namespace eldest {
namespace po = boost::program_options;
namespace {

void read_config(const std::string& file, const po::options_description& options,
                 po::variables_map& values) {
  std::ifstream stream(find_data_file(file).value_or(file));
  if (!stream)
    throw InputError(fmt::format("--config {}: cannot be read", file));
  try {
    po::store(po::parse_config_file(stream, options), values);
  } catch (const po::error& error) {
    throw InputError(fmt::format("--config {}: {}", file, error.what()));
  }
}

/// Reads the preset's settings, which apply where neither words nor INI file set an option. Options
/// that this command does not have, such as the cost of nodes in real searches, are ignored.
void read_program(const std::string& name, const po::options_description& options,
                  po::variables_map& values) {
  std::istringstream settings(find_program(name).settings);
  po::store(po::parse_config_file(settings, options, true), values);
}

/// Takes a whole number off the front of a text.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{})
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// The step of a range: nothing, "xN" or "+N".
std::optional<std::function<std::int64_t(std::int64_t)>> take_step(std::string_view& text) {
  if (text.empty())
    return [](std::int64_t count) { return count + 1; };
  const bool multiply = take(text, ":x");
  if (!multiply && !take(text, ":+"))
    return std::nullopt;
  const auto step = take_number(text);
  if (!step || *step < (multiply ? 2 : 1))
    return std::nullopt;
  return [multiply, by = std::int64_t{*step}](std::int64_t count) {
    return multiply ? count * by : count + by;
  };
}

/// Adds one element of a list to the counts; returns whether it is well-formed.
bool add_counts(std::string_view element, std::set<int>& counts) {
  const auto first = take_number(element);
  if (!first || *first < 1)
    return false;
  if (element.empty()) {
    counts.insert(*first);
    return true;
  }
  if (!take(element, ".."))
    return false;
  const auto last = take_number(element);
  const auto step = take_step(element);
  if (!last || *last < *first || !step || !element.empty())
    return false;
  for (std::int64_t count = *first; count <= *last; count = (*step)(count))
    counts.insert(static_cast<int>(count));
  return true;
}

} // namespace

bool read_options(std::string_view command, po::options_description options,
                  std::span<const std::string> words, po::variables_map& values) {
  options.add_options()("config", po::value<std::string>()->value_name("FILE"),
                        "read options from an INI file (name = value)")("help", "show this help");
  try {
    using namespace po::command_line_style;
    po::command_line_parser parser(std::vector<std::string>(words.begin(), words.end()));
    parser.options(options).positional({}).style(allow_long | long_allow_adjacent |
                                                 long_allow_next | case_insensitive);
    po::store(parser.run(), values);
    if (values.count("help") != 0) {
      std::cout << fmt::format("eldest {}\n\n", command) << options;
      return false;
    }
    if (values.count("config") != 0)
      read_config(values["config"].as<std::string>(), options, values);
    if (values.count("program") != 0)
      read_program(values["program"].as<std::string>(), options, values);
    po::notify(values);
  } catch (const po::error& error) {
    throw InputError(fmt::format("{} (see eldest {} --help)", error.what(), command));
  }
  return true;
}

void add_problem_options(po::options_description& options) {
  const auto text = [] { return po::value<std::string>(); };
  options.add_options() //
      ("tree", text()->default_value("chess")->value_name("T"),
       "tree to search; see eldest list trees") //
      ("position", text()->default_value("startpos")->value_name("P"),
       "startpos, a position in the game's notation, FILE (all its positions) or FILE:ID (one "
       "of them)") //
      ("check-extension", text()->default_value("yes")->implicit_value("yes")->value_name("Y"),
       "chess: search a ply deeper below a check: yes, no") //
      ("seed", po::value<std::uint64_t>()->default_value(1)->value_name("N"),
       "seed of all random choices");
}

ProblemChoice problem_choice(const po::variables_map& values) {
  return {values["tree"].as<std::string>(), values["position"].as<std::string>(),
          is_yes(values, "check-extension"), values["seed"].as<std::uint64_t>()};
}

std::int64_t in_range(const po::variables_map& values, const char* option, std::int64_t min,
                      std::int64_t max) {
  const auto value = values[option].as<std::int64_t>();
  if (value < min || value > max)
    throw InputError(fmt::format("--{} {}: must be {} to {}", option, value, min, max));
  return value;
}

bool is_yes(const po::variables_map& values, const char* option) {
  return one_of<bool>(values, option, {{"yes", true}, {"no", false}});
}

std::vector<int> parse_counts(std::string_view option, std::string_view text) {
  std::set<int> counts;
  std::string_view rest = text;
  do {
    const auto comma = rest.find(',');
    if (!add_counts(rest.substr(0, comma), counts))
      throw InputError(fmt::format("{} {}: not a list of positive whole numbers such as 1,2,4 or "
                                   "1..32:x2",
                                   option, text));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    if (comma != std::string_view::npos && rest.empty())
      throw InputError(fmt::format("{} {}: ends with a comma", option, text));
  } while (!rest.empty());
  return {counts.begin(), counts.end()};
}

} // namespace eldest
