#include "trees/othello/position.hpp"

#include "games.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

namespace eldest::othello {
namespace {

/// Appends every position that can arise within `depth` ply, once per path.
void collect(const Position& position, int depth, std::vector<Position>& positions) {
  positions.push_back(position);
  if (depth == 0)
    return;
  for (const Move move : legal_moves(position))
    collect(position.after(move), depth - 1, positions);
}

auto identity(const Position& position) {
  return std::tuple{position.mover(), position.opponent(), position.side_to_move()};
}

Position play(Position position, std::initializer_list<std::string_view> moves) {
  for (const auto move : moves)
    position = position.after(parse_move(position, move));
  return position;
}

} // namespace

TEST_CASE("two orders of the same moves lead to equal positions with equal keys") {
  const auto one = play(start_position, {"f5", "d6", "c3", "d3", "c4"});
  const auto other = play(start_position, {"f5", "d6", "c4", "d3", "c3"});
  CHECK(one == other);
  CHECK(one.key() == other.key());
}

TEST_CASE("keys tell all positions within 7 ply of the start apart") {
  std::vector<Position> positions;
  collect(start_position, 7, positions);
  std::set<std::tuple<Bitboard, Bitboard, Color>> distinct;
  std::set<Key> keys;
  for (const auto& position : positions) {
    distinct.insert(identity(position));
    keys.insert(position.key());
  }
  CHECK(distinct.size() < positions.size());
  CHECK(keys.size() == distinct.size());
}

TEST_CASE("keys depend on the side to move and on the colours") {
  const auto& start = start_position;
  const std::set<Key> keys{start.key(),
                           Position{start.mover(), start.opponent(), Color::white}.key(),
                           Position{start.opponent(), start.mover(), Color::black}.key(),
                           Position{start.opponent(), start.mover(), Color::white}.key()};
  CHECK(keys.size() == 4);
}

TEST_CASE("a position is a function of its discs and side, however it was reached") {
  SplitMix64 random{4};
  for (int game = 0; game < 50; ++game)
    for (const auto& position : random_game(random)) {
      const auto copy = parse_position(to_text(position));
      REQUIRE(copy == position);
      REQUIRE(copy.key() == position.key());
      REQUIRE(copy.evaluate() == position.evaluate());
      REQUIRE(legal_moves(copy) == legal_moves(position));
    }
}

TEST_CASE("codes of legal moves are not 0 and differ") {
  SplitMix64 random{5};
  for (int game = 0; game < 20; ++game)
    for (const auto& position : random_game(random)) {
      std::set<std::uint32_t> codes;
      const auto moves = legal_moves(position);
      for (const Move move : moves)
        codes.insert(move.code());
      REQUIRE(codes.size() == moves.size());
      REQUIRE_FALSE(codes.contains(0));
    }
}

TEST_CASE("corners are ordered first and X squares beside an empty corner last") {
  constexpr Bitboard x_squares = 0x0042000000004200;
  SplitMix64 random{10};
  for (int game = 0; game < 20; ++game)
    for (const auto& position : random_game(random)) {
      const auto rank = [&](Move move) {
        if (move.is_pass())
          return 1;
        const Bitboard square = bit(move.square());
        const bool gives_corner = (neighbours(square) & corners & position.empty()) != 0;
        return (square & corners) != 0 ? 2 : (square & x_squares) != 0 && gives_corner ? 0 : 1;
      };
      for (const Move one : legal_moves(position))
        for (const Move other : legal_moves(position))
          if (rank(one) > rank(other))
            REQUIRE(position.ordering(one) > position.ordering(other));
    }
}

TEST_CASE("generate_captures gives the legal moves that take a corner") {
  SplitMix64 random{11};
  std::size_t corner_moves = 0;
  for (int game = 0; game < 50; ++game)
    for (const auto& position : random_game(random)) {
      Position::MoveList captures;
      position.generate_captures(captures);
      auto moves = legal_moves(position);
      std::erase_if(moves,
                    [](Move move) { return move.is_pass() || !contains(corners, move.square()); });
      REQUIRE(std::ranges::equal(captures, moves));
      corner_moves += moves.size();
    }
  CHECK(corner_moves > 100);
}

TEST_CASE("moves of one kind are ordered by the mobility that they leave to the opponent") {
  // Replies and empty squares next to Black's discs that moves after f5 leave: f4 5 and 9, d6 5 and
  // 10, f6 4 and 13.
  const auto position = start_position.after(parse_move(start_position, "f5"));
  const auto ordering = [&](std::string_view move) {
    return position.ordering(parse_move(position, move));
  };
  CHECK(ordering("f4") == -19);
  CHECK(ordering("d6") == -20);
  CHECK(ordering("f6") == -21);
}

TEST_CASE("by squares, moves are ordered by a table with the symmetries of the board") {
  const auto ordering = [](std::string_view square) {
    const Position position(0x0, 0x0, Color::black, {.order = StaticOrder::squares});
    return position.ordering(Move{(square[1] - '1') * 8 + square[0] - 'a'});
  };
  for (const auto* const corner : {"a1", "h1", "a8", "h8"})
    CHECK(ordering(corner) == 120);
  for (const auto* const x_square : {"b2", "g2", "b7", "g7"})
    CHECK(ordering(x_square) == -40);
  for (const auto* const c_square : {"b1", "a2", "g1", "h2", "a7", "b8", "g8", "h7"})
    CHECK(ordering(c_square) == -20);
  for (const auto* const edge : {"d1", "e1", "a4", "a5", "h4", "h5", "d8", "e8"})
    CHECK(ordering(edge) == 5);
  for (const auto* const inner : {"c3", "f3", "c6", "f6"})
    CHECK(ordering(inner) == 15);
}

TEST_CASE("only by squares, moves have a history, with an index of its own for each side's move") {
  CHECK_FALSE(uses_history(start_position));
  CHECK(uses_history(start_position.with({.order = StaticOrder::squares})));
  std::set<std::size_t> indices;
  for (const auto color : {Color::black, Color::white}) {
    const Position position(0x0, 0x0, color);
    for (Square square = 0; square < square_count; ++square)
      indices.insert(position.history_index(Move{square}));
    indices.insert(position.history_index(Move::pass()));
  }
  CHECK(indices.size() == Position::history_size);
  CHECK(*indices.rbegin() == Position::history_size - 1);
}

TEST_CASE("final_score gives the empty squares to the winner") {
  CHECK(Position{0xff, 0, Color::black}.final_score() == 64);
  CHECK(Position{0, 0xff, Color::black}.final_score() == -64);
  CHECK(Position{0x7, 0x8, Color::black}.final_score() == 62);
  CHECK(Position{0x3, 0xc, Color::black}.final_score() == 0);
  CHECK(Position{0, 0, Color::white}.final_score() == 0);
  const auto end = positions_of(final_1996).back();
  CHECK(end.final_score() == (end.side_to_move() == Color::black ? -6 : 6));
}

TEST_CASE("final values keep the margin, whatever the depth") {
  for (int margin = -64; margin <= 64; ++margin)
    CHECK(final_margin(final_value(margin)) == margin);
  const Position won{0xff, 0, Color::black};
  CHECK(won.terminal_value(0) == win_score(64));
  CHECK(won.terminal_value(20) == win_score(64));
  CHECK(final_margin(win_score(0) - 1) == std::nullopt);
  CHECK(final_margin(-250) == std::nullopt);
  CHECK(final_value(64) <= score_limit);
}

} // namespace eldest::othello
