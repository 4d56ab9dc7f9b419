#pragma once

#include "random_boards.hpp"

#include <string>
#include <string_view>

namespace eldest::checkers::test {

/// Replaces up to two characters at a random place in a text by up to one of `characters`.
inline void edit_randomly(std::string& text, std::string_view characters, SplitMix64& random) {
  const auto where = random_below(random, text.size() + 1);
  text.erase(where, random_below(random, 3));
  const auto count = random_below(random, 2);
  const char character = characters[random_below(random, characters.size())];
  text.insert(where, count, character);
}

} // namespace eldest::checkers::test
