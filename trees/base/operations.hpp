#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace eldest {

/// A statement of a line about its position, as in `id "BK.01"`. The texts are parts of the line.
struct Operation {
  std::string_view opcode;
  std::string_view operands; ///< without blanks around them
};

/// Adds the operations of `text`, with semicolons between them, in their order. An opcode has
/// letters, digits and `_`, begins with a letter, and occurs once. A blank, `=` or `"` ends it. A
/// semicolon in quotation marks ends nothing; there, \ escapes the next character. A number instead
/// of an opcode is skipped with what follows it. A comment begins with `#` instead of an opcode.
///
/// Throws InputError for any other text.
void add_operations(std::vector<Operation>& operations, std::string_view text);

/// Returns the operand of `id` without quotation marks around it, or nothing if there is no `id`.
[[nodiscard]] std::string_view id_of(const std::vector<Operation>& operations);

/// Throws InputError if more than one word of `line` begins a position. Words are between blanks
/// and semicolons; those in quotation marks do not count.
void refuse_second_position(std::string_view line,
                            const std::function<bool(std::string_view word)>& begins_position);

} // namespace eldest
