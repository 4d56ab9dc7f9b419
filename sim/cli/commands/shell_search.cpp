#include "sim/cli/commands/shell_search.hpp"

#include "sim/cli/options/saved_result.hpp"
#include "sim/sweeps/point.hpp"
#include "sim/system/process.hpp"
#include "sim/system/shell_command.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace eldest {
namespace {

/// Greatest number of bytes of a printed line that is quoted in an error.
constexpr std::size_t max_said = 300;

/// Returns the most informative line of a command's output. This is the first line that begins with
/// "eldest: " or, without such a line, the first with a letter. Lines without letters are those
/// that launchers draw around their messages.
std::string telling_line(const std::string& text) {
  std::string first;
  for (const auto whole_line : eldest::split(text, "\n")) {
    std::string line(whole_line.substr(0, max_said));
    if (line.starts_with("eldest: "))
      return line;
    if (first.empty() &&
        std::ranges::any_of(line, [](unsigned char c) { return std::isalpha(c) != 0; }))
      first = line;
  }
  return first;
}

std::map<std::string, std::string> by_option(const std::vector<std::string>& words) {
  std::map<std::string, std::string> values;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2)
    values[words[i]] = words[i + 1];
  return values;
}

/// Checks that the search that a command has made has the settings of the wanted search. Throws
/// RunError if it does not, or InputError if `made` has no such settings.
void check_settings(const Json& wanted, const Json& made) {
  const auto made_by_option = by_option(words_of_search(made));
  if (made["command"] != "run")
    throw RunError(fmt::format("the command prints the result of eldest {}, not of eldest run",
                               eldest::text_of(made["command"])));
  if (made["version"] != wanted["version"])
    throw RunError(fmt::format("the command runs version {} of eldest, not {}",
                               eldest::text_of(made["version"]),
                               eldest::text_of(wanted["version"])));
  for (const auto& [option, value] : by_option(words_of_search(wanted))) {
    const auto other = made_by_option.find(option);
    if (other == made_by_option.end())
      throw RunError(fmt::format("the command's search does not say its {}", option));
    if (other->second != value)
      throw RunError(fmt::format("the command has made another search: {} {} instead of {}", option,
                                 other->second, value));
  }
}

/// Returns the report that a command has printed. Throws RunError if the output is no report on one
/// search.
Json report_in(const std::string& output) {
  auto json = parse_json(output);
  if (!json.is_object()) {
    const auto said = telling_line(output);
    throw RunError(fmt::format("the command prints no JSON{}",
                               said.empty() ? "" : fmt::format(", but '{}'", said)));
  }
  if (json.contains("runs"))
    throw RunError(fmt::format("the command prints the results of {} searches, not of one",
                               json["runs"].size()));
  return json;
}

/// Returns the search that a command has made. `outcome`: how the command ended. `wanted`: settings
/// of the search that it was to make. Throws RunError if the command made no such search.
ShellSearch search_in(const ShellOutcome& outcome, const Json& wanted) {
  if (outcome.status != 0) {
    const auto said = telling_line(outcome.errors);
    throw RunError(fmt::format("the command ended with {}{}{}", how_it_ended(outcome.status),
                               said.empty() ? "" : ": ", said));
  }
  ShellSearch search{report_in(outcome.output), {}};
  try {
    check_settings(wanted, search.report);
    search.report.get_to(search.result);
  } catch (const InputError& error) {
    throw RunError(
        fmt::format("the command's JSON is not the result of a search: {}", error.what()));
  }
  if (search.result.was_stopped())
    throw RunError(fmt::format("the command's search was ended before its depth, by {}",
                               *search.result.stopped_by));
  return search;
}

} // namespace

ShellSearch search_in_shell(const std::string& command, const Json& settings,
                            const Interrupts& interrupts) {
  auto words = words_of_search(settings);
  words.insert(words.end(), {"--json", "--quiet"});
  const auto line =
      boost::replace_all_copy(command, "{processors}", text_of(settings["processors"]));
  const auto outcome = run_in_shell(line + R"( "$@")", words, interrupts);
  try {
    return search_in(outcome, settings);
  } catch (const RunError&) {
    if (interrupts.come())
      throw RunError("interrupted");
    throw;
  }
}

} // namespace eldest
