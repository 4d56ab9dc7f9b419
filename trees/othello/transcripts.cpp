#include "trees/othello/transcripts.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"
#include "trees/othello/replay.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace eldest::othello {
namespace {

/// Returns the moves of a word without the number before them, as in "3.f5" or "3". An empty text
/// for a number alone.
std::string_view without_number(std::string_view word) {
  const auto rest = word.substr(std::min(word.find_first_not_of("0123456789"), word.size()));
  if (rest.size() == word.size() || (!rest.empty() && rest.front() != '.'))
    return word;
  return rest.substr(std::min(rest.find_first_not_of('.'), rest.size()));
}

/// Returns the words of a line with moves, such as "f5d6", without numbers.
std::vector<std::string_view> words_of(std::string_view line) {
  auto words = split(line, detail::blanks);
  std::ranges::transform(words, words.begin(), without_number);
  std::erase(words, std::string_view{});
  return words;
}

/// Removes the first move from `word` and returns it.
std::string_view take_move(std::string_view& word) {
  const std::size_t length = detail::is_pass(word.substr(0, 4)) ? 4 : 2;
  const auto move = word.substr(0, length);
  word.remove_prefix(move.size());
  return move;
}

RecordedGame read_transcript(std::string_view line) {
  Replay replay;
  for (auto word : words_of(line)) {
    while (!word.empty())
      replay.play(take_move(word));
  }
  if (replay.plies() == 0)
    throw InputError("no moves, should have some, as in f5d6c3");
  return std::move(replay).game();
}

} // namespace

bool begins_as_transcript(std::string_view line) {
  const auto words = words_of(line);
  if (words.empty() || words[0].size() < 2)
    return false;
  const auto square = to_lower(words[0].substr(0, 2));
  return square[0] >= 'a' && square[0] <= 'h' && square[1] >= '1' && square[1] <= '8';
}

PositionList list_transcripts(const std::vector<detail::Line>& lines, const GameChoice& choice) {
  PositionLister lister(choice);
  for (const auto& line : lines)
    lister.add_game(line.number, [&] { return read_transcript(line.content); });
  return std::move(lister).list();
}

} // namespace eldest::othello
