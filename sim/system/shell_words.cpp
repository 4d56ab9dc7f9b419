#include "sim/system/shell_words.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"
#include "trees/base/text.hpp"

#include <boost/algorithm/string/replace.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

namespace eldest {
namespace {

/// Returns a word with hidden characters in ASCII and on one line. The shell makes the word by
/// `printf`. Throws InputError for a word that ends with a line break, which the shell would lose.
std::string printed(std::string_view word) {
  if (word.ends_with('\n'))
    throw InputError(
        fmt::format("{}: ends with a line break, which a shell loses", in_quotes(word)));
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+,./:=@_ ()[]{}<>";
  std::string format;
  for (const char c : word)
    format += plain.find(c) != std::string_view::npos
                  ? std::string(1, c)
                  : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  return fmt::format("\"$(printf '{}')\"", format);
}

/// Returns `word` as it must be written for a shell: in quotes, unless it is plain.
std::string quoted(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos)
    return word;
  if (on_one_line(word) != word)
    return printed(word);
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
