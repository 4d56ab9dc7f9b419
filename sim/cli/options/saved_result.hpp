#pragma once

#include "sim/experiments/json.hpp"

#include <string>
#include <vector>

namespace eldest {

/// Returns the options that make the search of a result again on any machine: words of a command
/// line. The result is the object that the JSON report has for one search, or the settings with
/// which it begins. Throws InputError if it is none, or Json::exception if a setting of it is of
/// another type.
[[nodiscard]] std::vector<std::string> words_of_search(const Json& result);

/// Returns the options of `eldest simulate` that make the search of a result again, which is the
/// object that the JSON report has for one search: words of a command line. Throws InputError if it
/// is none.
[[nodiscard]] std::vector<std::string> words_of_result(const Json& result);

/// Reads the result of one search from a file. Throws InputError.
[[nodiscard]] Json read_result(const std::string& file);

} // namespace eldest
