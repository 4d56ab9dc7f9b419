#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace eldest {

/// A column of whole numbers in few bytes. Each number is in groups of 7 bits, the lowest first,
/// and the highest bit of a byte says that another follows (LEB128).
class NumberColumn {
public:
  void add(std::uint64_t number);
  /// Adds a number that may be negative, as twice its absolute value, less 1 if negative (zigzag).
  void add_signed(std::int64_t number);

  /// Returns the bytes of the column as text (base64, RFC 4648).
  [[nodiscard]] std::string text() const;

private:
  std::string bytes_;
};

/// Returns bytes as base64 (RFC 4648, section 4).
[[nodiscard]] std::string base64(std::string_view bytes);

} // namespace eldest
