// Files of random games in every format, as they are and with random mistakes.

#include "games.hpp"
#include "listing.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::othello {
namespace {

using Game = std::vector<Position>;

std::vector<Game> random_games(SplitMix64& random, std::size_t count) {
  std::vector<Game> games;
  while (games.size() < count)
    games.push_back(random_game(random));
  return games;
}

/// Writes a game with or without its passes, in either case, with or without numbers.
std::string transcript(const Game& game, SplitMix64& random) {
  const auto style = random();
  std::string text;
  int number = 0;
  for (const Move move : moves_between(game)) {
    if (move.is_pass() && (style & 1U) != 0)
      continue;
    if ((style & 2U) != 0)
      text += ' ';
    if ((style & 4U) != 0)
      text += ' ' + std::to_string(++number) + ". ";
    text += move.is_pass() ? "ps" : to_text(move);
  }
  if ((style & 8U) != 0)
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'a' ? c - 'a' + 'A' : c; });
  return text + '\n';
}

/// Writes a game from the position after `ply` moves.
std::string ggf(const Game& game, std::size_t ply) {
  const auto moves = moves_between(game);
  std::string text = "(;GM[Othello]TY[8r]BO[8 " + to_text(game[ply]) + "]";
  for (; ply < moves.size(); ++ply) {
    text += game[ply].side_to_move() == Color::black ? "B[" : "W[";
    text += to_text(moves[ply]) + "/1.50/0.01]";
  }
  return text + ";)\n";
}

std::string wthor(const std::vector<Game>& games) {
  std::vector<std::vector<Move>> moves;
  std::ranges::transform(games, std::back_inserter(moves), moves_between);
  return wthor_file(moves);
}

/// Checks that the ends of all games, and positions in them, are read as they were played.
void check_games(std::string_view content, const std::vector<Game>& games, SplitMix64& random) {
  const auto list = list_positions(content);
  REQUIRE(list.bad.empty());
  REQUIRE(list.games == static_cast<int>(games.size()));
  REQUIRE(list.positions.size() == games.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    REQUIRE(list.positions[i].position == to_text(games[i].back()));
    const auto ply = random() % games[i].size();
    const auto one = list_positions(content, {static_cast<int>(i) + 1, static_cast<int>(ply)});
    REQUIRE(one.positions.size() == 1);
    REQUIRE(one.positions[0].position == to_text(games[i][ply]));
  }
}

/// Replaces up to four random bytes from `begin` on by those of `alphabet`, except bytes of `kept`.
std::string mutated(std::string text, std::size_t begin, std::string_view alphabet,
                    std::string_view kept, SplitMix64& random) {
  for (auto changes = random() % 5; changes > 0; --changes) {
    auto& c = text[begin + random() % (text.size() - begin)];
    if (kept.find(c) == std::string_view::npos)
      c = alphabet[random() % alphabet.size()];
  }
  return text;
}

/// Checks that each record is listed or bad, and returns the number of bad ones.
std::size_t check_records(std::string_view content, std::size_t records) {
  const auto list = list_positions(content);
  CAPTURE(content);
  REQUIRE(list.positions.size() + list.bad.size() == records);
  for (const auto& listed : list.positions)
    REQUIRE(to_text(parse_position(listed.position)) == listed.position);
  return list.bad.size();
}

} // namespace

TEST_CASE("random games are read from transcripts, GGF and WTHOR as they were played") {
  SplitMix64 random{12};
  const auto games = random_games(random, 50);
  std::string transcripts;
  std::string ggf_games;
  for (const auto& game : games) {
    transcripts += transcript(game, random);
    ggf_games += ggf(game, 0);
  }
  check_games(transcripts, games, random);
  check_games(ggf_games, games, random);
  check_games(wthor(games), games, random);
}

TEST_CASE("random games from other positions are read from GGF as they were played") {
  SplitMix64 random{13};
  auto games = random_games(random, 50);
  std::string content;
  for (auto& game : games) {
    const auto start = random() % game.size();
    content += ggf(game, start);
    game.erase(game.begin(), game.begin() + static_cast<std::ptrdiff_t>(start));
  }
  check_games(content, games, random);
}

TEST_CASE("random positions are read from lines as they were written") {
  SplitMix64 random{14};
  std::string content;
  std::vector<std::string> written;
  for (const auto& position : random_game(random)) {
    written.push_back(to_text(position));
    content += written.back();
    for (const Move move : legal_moves(position))
      content += "; " + to_text(move) + ":+" + std::to_string(random() % 65);
    content += '\n';
  }
  const auto list = list_positions(content);
  CHECK(list.bad.empty());
  REQUIRE(list.positions.size() == written.size());
  for (std::size_t i = 0; i < written.size(); ++i)
    CHECK(list.positions[i].position == written[i]);
}

TEST_CASE("in files with mistakes, each record is listed or bad") {
  SplitMix64 random{15};
  const std::string letters = "abcdefgh12345678XO-*.;[]\"BW/p: \xff";
  const auto games = random_games(random, 4);
  std::string transcripts;
  std::string ggf_games;
  std::string lines;
  for (const auto& game : games) {
    transcripts += transcript(game, random);
    ggf_games += ggf(game, 30);
    lines += to_text(game[30]) + "; id \"a\"; score +2;\n";
  }
  const auto wthor_games = wthor(games);
  std::size_t bad = 0;
  constexpr std::size_t tries = 300;
  for (std::size_t i = 0; i < tries; ++i) {
    bad += check_records(mutated(transcripts, 0, letters, "\n", random), 4);
    bad += check_records(mutated(ggf_games, 0, letters, "\n(;", random), 4);
    bad += check_records(mutated(lines, 0, letters, "\n", random), 4);
    bad += check_records(mutated(wthor_games, 16, letters, "", random), 4);
  }
  CHECK(bad > tries);
  CHECK(bad < 12 * tries);
}

TEST_CASE("a file of WTHOR that ends early is refused as a whole") {
  SplitMix64 random{16};
  const auto content = wthor(random_games(random, 2));
  for (std::size_t size = 1; size < content.size(); ++size)
    REQUIRE(check_records(content.substr(0, size), 1) == 1);
}

TEST_CASE("random bytes are positions, games or bad records") {
  SplitMix64 random{17};
  constexpr std::array<std::string_view, 4> beginnings{"", "(;", "f5", "\x14"};
  for (int i = 0; i < 2000; ++i) {
    std::string content{beginnings.at(random() % beginnings.size())};
    for (auto bytes = random() % 60; bytes > 0; --bytes)
      content += static_cast<char>(random());
    for (const auto& listed : list_positions(content).positions)
      REQUIRE(to_text(parse_position(listed.position)) == listed.position);
  }
}

} // namespace eldest::othello
