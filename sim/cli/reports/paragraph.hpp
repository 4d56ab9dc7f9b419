#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace eldest {

/// The maximal width of output for a person, in columns.
inline constexpr std::size_t text_columns = 100;

/// Returns a text in lines of at most `text_columns` columns, without a line break at the end. The
/// first line begins at column `begin`, the others at column `indent`. A longer word stays whole.
[[nodiscard]] std::string paragraph(std::string_view text, std::size_t indent,
                                    std::size_t begin = 0);

} // namespace eldest
