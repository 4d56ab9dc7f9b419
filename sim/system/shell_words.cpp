#include "sim/system/shell_words.hpp"

#include "trees/base/one_line.hpp"

#include <boost/algorithm/string/replace.hpp>

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace eldest {
namespace {

/// Returns a word with hidden characters as bash reads it: in ASCII and on one line.
std::string escaped(std::string_view word) {
  std::string text = "$'";
  for (const char c : word) {
    if (c < ' ' || c > '~')
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      text += fmt::format("{}{}", c == '\'' || c == '\\' ? "\\" : "", c);
  }
  return text + '\'';
}

/// Returns `word` as it must be written for a shell: in quotes, unless it is plain.
std::string quoted(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos)
    return word;
  if (on_one_line(word) != word)
    return escaped(word);
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
