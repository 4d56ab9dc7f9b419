#pragma once

#include "sim/experiments/json.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/system/interrupts.hpp"

#include <string>

namespace eldest {

/// A search that a command of the shell has made.
struct ShellSearch {
  Json report;         ///< its object in the JSON report of the command
  SearchResult result; ///< what that says of the search
};

/// Has a command of the shell make the search of these settings, which are those with which its
/// object in a report begins. In the command, {processors} stands for their number; behind it come
/// the options of `eldest run` that choose the search, and --json. An interrupt ends the search.
/// Throws RunError if the command fails; if it prints anything but the result of this search, to
/// its depth, by this version of the program; and "interrupted" if an interrupt was the reason.
[[nodiscard]] ShellSearch search_in_shell(const std::string& command, const Json& settings,
                                          const Interrupts& interrupts);

} // namespace eldest
