#pragma once

#include "sim/experiments/json.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/system/interrupts.hpp"

#include <string>

namespace eldest {

/// A search made by a shell command.
struct ShellSearch {
  Json report;         ///< object of the search in the report that the command printed
  SearchResult result; ///< the result that `report` contains
};

/// Runs a shell command that makes the search with these `settings`, and returns the search.
/// `settings` are those at the beginning of the search's object in a report. In the command,
/// {processors} stands for the number of processors. The options of `eldest run` that choose the
/// search, --json and --quiet are appended to the command.
///
/// A signal ends the search. Throws RunError:
/// - if the command fails;
/// - if its output is anything but the result of this search, to its depth, by this version of the
///   program;
/// - with the text "interrupted" if a signal was the reason.
[[nodiscard]] ShellSearch search_in_shell(const std::string& command, const Json& settings,
                                          const Interrupts& interrupts);

} // namespace eldest
