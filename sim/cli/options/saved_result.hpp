#pragma once

#include "sim/experiments/json.hpp"

#include <string>
#include <vector>

namespace eldest {

/// Returns the options that repeat the search of a result on any machine, as words of a command
/// line. `result` is the object of one search in a JSON report, or the settings at its beginning.
/// Throws InputError if it is neither.
[[nodiscard]] std::vector<std::string> words_of_search(const Json& result);

/// Returns the options of `eldest simulate` that repeat the search of a result, as words of a
/// command line. `result` is the object of one search in a JSON report. Throws InputError if it is
/// not.
[[nodiscard]] std::vector<std::string> words_of_result(const Json& result);

/// Reads the result of one search. `word`: its file, or STORE:KEY, of which the point may have
/// settings only; see read_stored_result. Throws InputError.
[[nodiscard]] Json read_result(const std::string& word);

} // namespace eldest
