#include "trees/base/game_notation.hpp"

#include "trees/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace eldest {
namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";
constexpr std::string_view numerals = "0123456789";

/// The characters that end a word, as white space does.
constexpr std::string_view punctuation = "[](){};\"$";

bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

/// Returns the name of the tag with which a line begins, as in `[Event "x"]`, or nothing.
std::string_view tag_name(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('['))
    return {};
  line = trim(line.substr(1));
  const auto end = line.find_first_of(" \t\"");
  const bool quoted = end != std::string_view::npos && trim(line.substr(end)).starts_with('"');
  return quoted ? line.substr(0, end) : std::string_view{};
}

/// A part of the text with one set of tags at most.
struct Section {
  std::string_view text;
  int line = 1; ///< the first line, from 1
};

/// Splits a text before each line that begins a game's tags. These follow moves, or are there again
/// after a blank line.
std::vector<Section> sections_of(std::string_view text) {
  std::vector<Section> sections{{text}};
  std::set<std::string_view> names;
  bool has_moves = false;
  bool after_blank = false;
  int number = 0;
  for (const auto line : split(text, "\n")) {
    ++number;
    const auto name = tag_name(line);
    const bool is_blank = trim(line).empty() || line.starts_with('%');
    if (!name.empty() && (has_moves || (after_blank && names.contains(name)))) {
      auto& last = sections.back().text;
      const auto rest = last.substr(static_cast<std::size_t>(line.data() - last.data()));
      last.remove_suffix(rest.size());
      sections.push_back({rest, number});
      names.clear();
      has_moves = false;
    }
    if (!name.empty())
      names.insert(name);
    else if (!is_blank && !trim(line).starts_with('['))
      has_moves = true;
    after_blank = is_blank;
  }
  return sections;
}

bool is_result(std::string_view word) {
  constexpr std::array<std::string_view, 8> results{"1-0", "0-1", "1/2-1/2", "*",
                                                    "2-0", "0-2", "1-1",     "1/2"};
  return std::ranges::find(results, word) != results.end();
}

bool is_annotation(std::string_view word) {
  constexpr std::array<std::string_view, 11> signs{
      "=", "+=", "=+", "+-", "-+", "+/=", "=/+", "+/-", "-/+", "e.p.", "ep"};
  const bool is_glyph = word.size() > 1 && word.front() == '$' &&
                        word.find_first_not_of(numerals, 1) == std::string_view::npos;
  return is_glyph || std::ranges::find(signs, word) != signs.end();
}

/// Returns `word` without the number of a move before it and without ! and ? after it. Nothing is
/// left of an annotation or of a number.
std::string_view move_in(std::string_view word) {
  const auto number_end = std::min(word.find_first_not_of(numerals), word.size());
  if (number_end == word.size() || word[number_end] == '.')
    word.remove_prefix(std::min(word.find_first_not_of('.', number_end), word.size()));
  word = word.substr(0, word.find_last_not_of("!?") + 1);
  return is_annotation(word) ? std::string_view{} : word;
}

/// Reads the games of a section. Errors are thrown as InputError.
class SectionReader {
public:
  explicit SectionReader(const Section& section) : text_(section.text), line_(section.line) {}

  void add_games(std::vector<GameText>& games) {
    for (bool is_first = true; !at_end(); is_first = false) {
      GameText game;
      try {
        skip_blanks();
        game.line = line_;
        read_tags(game);
        read_moves(game);
      } catch (const InputError& error) {
        game.line = game.line == 0 ? line_ : game.line;
        game.error = error.what();
        position_ = text_.size();
      }
      const bool is_empty = game.tags.empty() && game.moves.empty() && game.error.empty();
      if (!is_empty || (is_first && !game.result.empty()))
        games.push_back(std::move(game));
    }
  }

private:
  [[nodiscard]] bool at_end() const { return position_ == text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[position_]; }

  char next() {
    const char c = text_[position_++];
    line_ += c == '\n' ? 1 : 0;
    return c;
  }

  /// Skips text up to and including `last`. Returns false if there is no `last`.
  bool skip_through(char last) {
    while (!at_end())
      if (next() == last)
        return true;
    return false;
  }

  /// Skips white space and comments.
  void skip_blanks() {
    while (!at_end()) {
      const bool at_line_start = position_ == 0 || text_[position_ - 1] == '\n';
      const int line = line_;
      if (is_one_of(peek(), white_space))
        next();
      else if (peek() == ';' || (peek() == '%' && at_line_start))
        skip_through('\n');
      else if (peek() != '{')
        return;
      else if (!skip_through('}'))
        fail(line, "a comment starts here and has no }");
    }
  }

  /// Takes the characters up to white space or punctuation, at least one character of any kind.
  std::string_view word() {
    const auto start = position_;
    do
      next();
    while (!at_end() && !is_one_of(peek(), white_space) && !is_one_of(peek(), punctuation));
    return text_.substr(start, position_ - start);
  }

  void read_tags(GameText& game) {
    std::map<std::string, std::string> values;
    for (; peek() == '['; skip_blanks()) {
      const int line = line_;
      auto tag = read_tag();
      if (values.try_emplace(to_lower(tag.name), tag.value).first->second != tag.value)
        fail(line,
             fmt::format("the tag {} is there twice, with different values", in_quotes(tag.name)));
      game.tags.push_back(std::move(tag));
    }
  }

  /// Takes a tag. Its value ends with the " before a ], so that other quotation marks may stand in
  /// it. A \ escapes the next character.
  GameText::Tag read_tag() {
    const int line = line_;
    const auto end = std::min(text_.find('\n', position_), text_.size());
    const auto rest = text_.substr(position_, end - position_);
    const auto name = tag_name(rest);
    if (name.empty())
      fail(line, "a tag should read [Name \"value\"]");
    position_ += static_cast<std::size_t>(name.data() + name.size() - rest.data());
    position_ = text_.find('"', position_) + 1;
    std::string value;
    while (position_ < end && !at_value_end()) {
      position_ += peek() == '\\' && position_ + 1 < end ? 1 : 0;
      value += next();
    }
    if (position_ == end)
      fail(line, fmt::format("the tag {} should end with \"] on the same line", in_quotes(name)));
    skip_through(']');
    return {std::string(name), std::move(value)};
  }

  [[nodiscard]] bool at_value_end() const {
    return peek() == '"' && trim(text_.substr(position_ + 1, 80)).starts_with(']');
  }

  void read_moves(GameText& game) {
    for (skip_blanks(); !at_end(); skip_blanks()) {
      if (peek() == '[')
        fail(line_, "a [ is among the moves; tags should begin on a line of their own");
      if (peek() == '(') {
        skip_variation();
        continue;
      }
      const int line = line_;
      const auto text = word();
      if (is_result(text)) {
        game.result = text;
        return;
      }
      if (const auto move = move_in(text); !move.empty())
        game.moves.push_back({std::string(move), line});
    }
  }

  void skip_variation() {
    const int line = line_;
    int depth = 0;
    do {
      depth += peek() == '(' ? 1 : 0;
      depth -= peek() == ')' ? 1 : 0;
      next();
      skip_blanks();
    } while (depth > 0 && !at_end());
    if (depth > 0)
      fail(line, "a variation starts here and has no )");
  }

  [[noreturn]] static void fail(int line, std::string_view problem) {
    throw InputError(fmt::format("line {}: {}", line, problem));
  }

  std::string_view text_;
  std::size_t position_ = 0;
  int line_;
};

} // namespace

std::optional<std::string> GameText::tag(std::string_view name) const {
  const auto found = std::ranges::find_if(
      tags, [&](const Tag& tag) { return to_lower(tag.name) == to_lower(name); });
  return found == tags.end() ? std::nullopt : std::optional{found->value};
}

bool has_games(std::string_view text) {
  const auto lines = split(text, "\n");
  if (std::ranges::any_of(lines, [](auto line) { return trim(line).starts_with('['); }))
    return true;
  const auto first = std::ranges::find_if(lines, [](auto line) {
    return !trim(line).empty() && !is_one_of(trim(line).front(), "#%;");
  });
  if (first == lines.end())
    return false;
  const auto content = trim(*first);
  const auto number_end = content.find_first_not_of(numerals);
  return content.starts_with('{') ||
         (number_end != 0 && number_end != std::string_view::npos && content[number_end] == '.');
}

std::vector<GameText> parse_games(std::string_view text) {
  std::vector<GameText> games;
  for (const auto& section : sections_of(text))
    SectionReader(section).add_games(games);
  return games;
}

PositionList list_games(std::string_view text, const GameChoice& choice,
                        const std::function<RecordedGame(const GameText& game)>& read) {
  PositionLister lister(choice);
  for (const auto& game : parse_games(text))
    lister.add_game(game.line, [&] {
      if (!game.error.empty())
        throw InputError(game.error);
      return read(game);
    });
  return std::move(lister).list();
}

} // namespace eldest
