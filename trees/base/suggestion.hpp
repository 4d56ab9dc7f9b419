#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace eldest {

/// The number of letters that are to be inserted, left out, replaced or swapped with the next to
/// make one word of another, if no letter is edited twice (Damerau 1964).
[[nodiscard]] std::size_t edits_between(std::string_view one, std::string_view other);

/// Returns " (did you mean NAME?)" for the name that a mistyped word is nearest to, by
/// `edits_between`; nothing if it is one of them, or none is near: more than a third of its
/// letters, and more than one, would be wrong. Of names that are equally near, the first.
[[nodiscard]] std::string suggestion(std::string_view word,
                                     std::span<const std::string_view> names);

/// Returns what is wrong with a name that is none of those there are, of things of some kind:
/// "NAME: no such KIND", with a suggestion, and the names.
[[nodiscard]] std::string no_such(std::string_view kind, std::string_view name,
                                  std::span<const std::string_view> names);

} // namespace eldest
