#include "trees/checkers/pdn.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/text.hpp"
#include "trees/checkers/input_text.hpp"
#include "trees/checkers/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace eldest::checkers {
namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";

/// The characters that end a move, a result or an annotation, as white space does.
constexpr std::string_view punctuation = ".[](){};\"";

/// Walks through the text and counts lines.
class Cursor {
public:
  Cursor(std::string_view text, std::string_view source) : text_(text), source_(source) {}

  [[nodiscard]] bool at_end() const { return position_ == text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[position_]; }
  [[nodiscard]] int line() const { return line_; }

  char next() {
    const char c = text_[position_++];
    line_ += c == '\n' ? 1 : 0;
    return c;
  }

  bool accept(char expected) {
    if (peek() != expected || at_end())
      return false;
    next();
    return true;
  }

  /// Skips white space and comments.
  void skip_blanks() {
    while (!at_end()) {
      if (white_space.find(peek()) != std::string_view::npos)
        next();
      else if (peek() == ';' || (peek() == '%' && at_line_start()))
        skip_line();
      else if (peek() == '{')
        skip_comment();
      else
        return;
    }
  }

  /// Takes the characters up to white space or punctuation, at least one character of any kind.
  std::string_view word() {
    const auto start = position_;
    do
      next();
    while (!at_end() && white_space.find(peek()) == std::string_view::npos &&
           punctuation.find(peek()) == std::string_view::npos);
    return text_.substr(start, position_ - start);
  }

  /// Takes a string in double quotes, in which \ escapes the next character.
  std::string quoted_string() {
    const int start_line = line_;
    std::string value;
    if (!accept('"'))
      fail(line_, "a tag should read [Name \"value\"]");
    while (!at_end() && peek() != '"' && peek() != '\n') {
      accept('\\');
      if (!at_end())
        value += next();
    }
    if (!accept('"'))
      fail(start_line, "a tag's value should end with \" on the same line");
    return value;
  }

  [[noreturn]] void fail(int line, std::string_view what) const {
    throw InputError{fmt::format("{}:{}: {}", source_, line, what)};
  }

private:
  [[nodiscard]] bool at_line_start() const {
    return position_ == 0 || text_[position_ - 1] == '\n';
  }

  void skip_line() {
    while (!at_end() && peek() != '\n')
      next();
  }

  void skip_comment() {
    const int start_line = line_;
    while (!at_end() && peek() != '}')
      next();
    if (!accept('}'))
      fail(start_line, "a comment starts here and has no }");
  }

  std::string_view text_;
  std::string_view source_;
  std::size_t position_ = 0;
  int line_ = 1;
};

std::optional<Result> parse_result(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, Result>, 7> results{{
      {"1-0", Result::black_won},
      {"2-0", Result::black_won},
      {"0-1", Result::white_won},
      {"0-2", Result::white_won},
      {"1/2-1/2", Result::draw},
      {"1-1", Result::draw},
      {"*", Result::unknown},
  }};
  const auto* const found = std::find_if(results.begin(), results.end(),
                                         [&](const auto& entry) { return entry.first == word; });
  return found == results.end() ? std::nullopt : std::optional{found->second};
}

bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The word without annotations such as ! and ?!.
std::string_view without_strength(std::string_view word) {
  return word.substr(0, word.find_last_not_of("!?") + 1);
}

class Parser {
public:
  Parser(std::string_view text, std::string_view source) : cursor_(text, source) {}

  std::vector<Game> games() {
    std::vector<Game> games;
    for (cursor_.skip_blanks(); !cursor_.at_end(); cursor_.skip_blanks()) {
      Game game;
      read_tags(game);
      read_moves(game, games.size() + 1);
      games.push_back(std::move(game));
    }
    return games;
  }

private:
  void read_tags(Game& game) {
    for (; cursor_.peek() == '['; cursor_.skip_blanks()) {
      const int line = cursor_.line();
      game.tags.push_back(read_tag());
      apply_tag(game, line);
    }
  }

  Game::Tag read_tag() {
    const int line = cursor_.line();
    cursor_.accept('[');
    cursor_.skip_blanks();
    if (cursor_.at_end())
      cursor_.fail(line, "a tag should read [Name \"value\"]");
    std::string name{cursor_.word()};
    cursor_.skip_blanks();
    auto value = cursor_.quoted_string();
    cursor_.skip_blanks();
    if (!cursor_.accept(']'))
      cursor_.fail(line, fmt::format("the tag {} has no ]", in_quotes(name)));
    return {std::move(name), std::move(value)};
  }

  void apply_tag(Game& game, int line) const {
    const auto& [name, value] = game.tags.back();
    if (name == "GameType" && value != "21" && !value.starts_with("21,"))
      cursor_.fail(line,
                   fmt::format("GameType {}: should be 21, English draughts", in_quotes(value)));
    if (name == "FEN")
      try {
        game.start = parse_position(value);
      } catch (const InputError& error) {
        cursor_.fail(line, error.what());
      }
  }

  /// Reads the moves and the result that ends them.
  void read_moves(Game& game, std::size_t number) {
    auto position = game.start;
    for (cursor_.skip_blanks();; cursor_.skip_blanks()) {
      if (cursor_.at_end() || cursor_.peek() == '[')
        cursor_.fail(cursor_.line(),
                     fmt::format("game {} ends without a result (1-0, 0-1, 1/2-1/2 or *)", number));
      if (cursor_.peek() == '(') {
        skip_variation();
        continue;
      }
      const int line = cursor_.line();
      const auto word = without_strength(cursor_.word());
      if (const auto result = parse_result(word)) {
        game.result = *result;
        return;
      }
      if (is_annotation(word) || is_move_number(word))
        continue;
      try {
        game.moves.push_back(parse_move(position, word));
      } catch (const InputError& error) {
        cursor_.fail(
            line, fmt::format("game {}, ply {}: {}", number, game.moves.size() + 1, error.what()));
      }
      position = position.after(game.moves.back());
    }
  }

  /// Returns true if `word`, without ! and ?, is an annotation: $5, nothing (of a ! or ? by
  /// itself), or a full stop apart from its number.
  static bool is_annotation(std::string_view word) {
    return word.empty() || word == "." || (word.starts_with('$') && is_number(word.substr(1)));
  }

  /// Returns true if `word` is the number of a move, and takes the full stops after the number.
  bool is_move_number(std::string_view word) {
    if (!is_number(word) || cursor_.peek() != '.')
      return false;
    while (cursor_.accept('.')) {
    }
    return true;
  }

  void skip_variation() {
    const int line = cursor_.line();
    int depth = 0;
    do {
      depth += cursor_.peek() == '(' ? 1 : 0;
      depth -= cursor_.peek() == ')' ? 1 : 0;
      cursor_.next();
      cursor_.skip_blanks();
    } while (depth > 0 && !cursor_.at_end());
    if (depth > 0)
      cursor_.fail(line, "a variation starts here and has no )");
  }

  Cursor cursor_;
};

} // namespace

std::optional<std::string> Game::tag(std::string_view name) const {
  const auto found =
      std::find_if(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == name; });
  return found == tags.end() ? std::nullopt : std::optional{found->value};
}

Position Game::position_after(std::size_t ply) const {
  auto position = start;
  for (std::size_t played = 0; played < ply; ++played)
    position = position.after(moves.at(played));
  return position;
}

std::vector<Game> parse_games(std::string_view text, std::string_view source) {
  return Parser{text, source}.games();
}

std::vector<Game> load_games(const std::filesystem::path& path) {
  return parse_games(read_input_file(path), path.string());
}

} // namespace eldest::checkers
