#include "random_boards.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/game_notation.hpp"
#include "trees/base/input_file.hpp"
#include "trees/checkers/notation.hpp"
#include "trees/checkers/position_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace eldest::checkers::test {
namespace {

const std::string source_dir = ELDEST_SOURCE_DIR;
const std::string games_file = source_dir + "/trees/checkers/chinook-tinsley.pdn";
const std::string positions_file = source_dir + "/trees/checkers/chinook-tinsley-1992.fen";
const std::string ballots_file = source_dir + "/tests/trees/checkers/ballots.txt";

struct Games {
  std::string text = read_input_file(games_file);
  std::vector<GameText> games = parse_games(text);
};

bool of_the_1992_match(const GameText& game) { return game.tag("Date")->starts_with("1992"); }

/// Returns at most one position from each game of 1992: that after 10, 15 or 20 moves by both
/// sides. It is the first of these in which the side to move can choose a step, and which is not in
/// the list yet.
std::vector<NamedPosition> middle_game_positions() {
  const Games games;
  std::vector<NamedPosition> chosen;
  const auto is_chosen = [&](const Position& position) {
    return std::any_of(chosen.begin(), chosen.end(),
                       [&](const NamedPosition& named) { return named.position == position; });
  };
  for (int number = 0; const auto& game : games.games) {
    ++number;
    for (const int full_moves : {10, 15, 20}) {
      const int plies = 2 * full_moves;
      if (!of_the_1992_match(game) || std::ssize(game.moves) <= plies)
        break;
      const auto listed = list_positions(games.text, {number, plies}).positions;
      const auto position = parse_position(listed.at(0).position);
      if (!position.may_stand_pat() || is_chosen(position))
        continue;
      chosen.push_back({fmt::format("1992-{:0>2}.{}", *game.tag("Round"), full_moves), position});
      break;
    }
  }
  return chosen;
}

struct Ballot {
  int number = 0;
  std::vector<std::string> moves;
  std::string kind;
};

std::vector<Ballot> load_ballots() {
  std::vector<Ballot> ballots;
  std::ifstream file{ballots_file};
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#'))
      continue;
    Ballot ballot;
    ballot.moves.resize(3);
    std::istringstream{line} >> ballot.number >> ballot.moves[0] >> ballot.moves[1] >>
        ballot.moves[2] >> ballot.kind;
    ballots.push_back(ballot);
  }
  return ballots;
}

} // namespace

TEST_CASE("the Chinook-Tinsley games are legal and complete", "[data]") {
  const Games games;
  const auto list = list_positions(games.text);
  CHECK(list.bad.empty());
  CHECK(list.games == 48);
  REQUIRE(list.positions.size() == 48);
  CHECK(std::ranges::count_if(games.games, of_the_1992_match) == 38);
  const std::map<std::string, std::string> winner_colours{{"1-0", "Black"}, {"0-1", "White"}};
  for (std::size_t i = 0; i < games.games.size(); ++i) {
    const auto& game = games.games[i];
    CHECK(list.positions[i].id == fmt::format("{}@{}", i + 1, *game.tag("PlyCount")));
    CHECK(game.result == game.tag("Result"));
    const auto colour = winner_colours.find(game.result);
    const auto winner =
        colour == winner_colours.end() ? std::string{"draw"} : *game.tag(colour->second);
    CHECK(winner.starts_with(*game.tag("Winner")));
  }
}

TEST_CASE("the test set is taken from the games of 1992", "[data]") {
  const auto expected = middle_game_positions();
  const auto positions = load_positions(positions_file);
  CHECK(positions.size() >= 20);
  REQUIRE(positions.size() == expected.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    INFO(fmt::format("{}; id \"{}\"", fen(expected[i].position), expected[i].id));
    CHECK(positions[i].id == expected[i].id);
    CHECK(positions[i].position == expected[i].position);
  }
}

TEST_CASE("the three-move ballots are legal and lead to different positions", "[data]") {
  const auto ballots = load_ballots();
  REQUIRE(ballots.size() == 174);
  std::set<Key> keys;
  std::map<std::string, int> count;
  for (std::size_t i = 0; i < ballots.size(); ++i) {
    CHECK(ballots[i].number == static_cast<int>(i) + 1);
    Position position;
    for (const auto& move : ballots[i].moves)
      position = position.after(parse_move(position, move));
    keys.insert(position.key());
    ++count[ballots[i].kind];
  }
  CHECK(keys.size() == ballots.size());
  CHECK(count == std::map<std::string, int>{{"deck", 144}, {"added", 12}, {"barred", 18}});
}

// The ballots are chosen from the 302 sequences of three moves, which lead to 216 positions.
TEST_CASE("three moves lead to 216 positions", "[data]") {
  std::set<Key> keys;
  for (const auto first : legal_moves(Position{}))
    for (const auto second : legal_moves(Position{}.after(first)))
      for (const auto third : legal_moves(Position{}.after(first).after(second)))
        keys.insert(Position{}.after(first).after(second).after(third).key());
  CHECK(keys.size() == 216);
}

} // namespace eldest::checkers::test
