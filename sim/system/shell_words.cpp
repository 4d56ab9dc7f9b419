#include "sim/system/shell_words.hpp"

#include <boost/algorithm/string/replace.hpp>

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace eldest {
namespace {

/// A word as a shell reads it: in quotes, if anything in it means more to a shell than itself.
std::string quoted(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos)
    return word;
  return fmt::format("'{}'", boost::replace_all_copy(word, "'", "'\\''"));
}

} // namespace

std::string shell_line(std::span<const std::string> words) {
  std::vector<std::string> line;
  for (const auto& word : words)
    line.push_back(quoted(word));
  return fmt::format("{}", fmt::join(line, " "));
}

} // namespace eldest
