#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace eldest {

/// Returns the least number of edits that turn `one` into `other` (Damerau 1964). An edit inserts,
/// deletes or replaces a letter, or swaps two neighbours. No letter is edited twice.
[[nodiscard]] std::size_t edits_between(std::string_view one, std::string_view other);

/// Returns " (did you mean NAME?)" with the name nearest to a mistyped `word` by `edits_between`,
/// the first of several. Returns "" if `word` is one of `names`, or if none is near. A name is near
/// if the edits are at most one, or at most a third of the letters of `word`.
[[nodiscard]] std::string suggestion(std::string_view word,
                                     std::span<const std::string_view> names);

/// Returns the message for a `name` that is not one of `names`: "NAME: no such KIND", with a
/// suggestion and all `names`. `kind` says what the names are names of.
[[nodiscard]] std::string no_such(std::string_view kind, std::string_view name,
                                  std::span<const std::string_view> names);

} // namespace eldest
