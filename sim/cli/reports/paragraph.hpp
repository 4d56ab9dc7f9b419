#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace eldest {

/// The columns that what is meant for a person has at most.
inline constexpr std::size_t text_columns = 100;

/// Returns a text in lines of at most text_columns columns, the first beginning at column `begin`,
/// the others at `indent`; without a line break at the end. A word that is longer stays whole.
[[nodiscard]] std::string paragraph(std::string_view text, std::size_t indent,
                                    std::size_t begin = 0);

} // namespace eldest
