#include "trees/checkers/position.hpp"

#include "random_boards.hpp"
#include "tests/support/catch.hpp"
#include "trees/checkers/notation.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace eldest::checkers::test {
namespace {

/// Returns the playable squares that a king on `square` could jump, by the geometry of its steps
/// alone.
std::vector<int> jumpable_from_lattice_of(int square) {
  const auto row = [](int s) { return (s - 1) / 4; };
  std::vector<int> squares;
  for (int s = 1; s <= square_count; ++s) {
    const int file = (s - 1) % 4 * 2 + (row(s) % 2 == 0 ? 1 : 0);
    const bool inside = row(s) > 0 && row(s) < 7 && file > 0 && file < 7;
    if (inside && row(s) % 2 != row(square) % 2)
      squares.push_back(s);
  }
  return squares;
}

} // namespace

TEST_CASE("squares and bits correspond", "[position]") {
  CHECK(std::popcount(all_squares) == square_count);
  for (int square = 1; square <= square_count; ++square) {
    CHECK(square_of_bit(bit_of_square(square)) == square);
    CHECK(rotated(square_set(square)) == square_set(33 - square));
  }
}

TEST_CASE("key and evaluation kept up to date by moves are those computed afresh", "[position]") {
  SplitMix64 random{1};
  for (int game = 0; game < 300; ++game)
    play_random_game(random, [](const Position& position) {
      REQUIRE(Position{position.board()} == position);
      REQUIRE(Position{position.board()}.evaluate() == position.evaluate());
    });
  for (int round = 0; round < 5'000; ++round) {
    const Position position{random_board(random)};
    for (const auto move : legal_moves(position)) {
      const auto next = position.after(move);
      REQUIRE(Position{next.board()} == next);
    }
  }
}

TEST_CASE("a position does not depend on the path to it", "[position]") {
  const auto play = [](std::initializer_list<const char*> moves) {
    Position position;
    for (const auto* const move : moves)
      position = position.after(parse_move(position, move));
    return position;
  };
  CHECK(play({"9-13", "24-20", "11-15"}) == play({"11-15", "24-20", "9-13"}));
}

TEST_CASE("different positions have different keys", "[position]") {
  SplitMix64 random{2};
  std::set<std::pair<Key, std::string>> positions;
  std::set<Key> keys;
  for (int game = 0; game < 200; ++game)
    play_random_game(random, [&](const Position& position) {
      positions.emplace(position.key(), fen(position));
      keys.insert(position.key());
    });
  CHECK(positions.size() > 5'000);
  CHECK(keys.size() == positions.size());
  CHECK(parse_position("B:W32:B1").key() != parse_position("W:W32:B1").key());
  CHECK(parse_position("B:W32:B5").key() != parse_position("B:W32:BK5").key());
}

TEST_CASE("every legal move has the properties that a search needs", "[position]") {
  SplitMix64 random{3};
  for (int round = 0; round < 20'000; ++round) {
    const Position position{random_board(random)};
    std::set<std::uint32_t> codes;
    const auto moves = legal_moves(position);
    for (const auto move : moves) {
      codes.insert(move.code());
      REQUIRE(move.code() != 0);
      REQUIRE(position.history_index(move) < Position::history_size);
      REQUIRE(std::abs(position.ordering(move)) <= 1 << 20);
      REQUIRE((!move.is_capture() || position.ordering(move) > 0));
    }
    REQUIRE(codes.size() == moves.size());
  }
}

TEST_CASE("history indices tell all steps of both colours apart", "[position]") {
  std::set<std::size_t> indices;
  for (const auto turn : {Colour::black, Colour::white}) {
    Board board;
    board.turn = turn;
    const Position position{board};
    for (int square = 1; square <= square_count; ++square)
      for (const auto direction : directions)
        indices.insert(position.history_index(Move::step(square, direction)));
  }
  CHECK(indices.size() == Position::history_size);
}

TEST_CASE("captures are the legal moves where one is compulsory, else none", "[position]") {
  SplitMix64 random{4};
  int forced = 0;
  const int rounds = 5'000;
  for (int round = 0; round < rounds; ++round) {
    const Position position{random_board(random)};
    MoveList<Move> captures;
    position.generate_captures(captures);
    REQUIRE(position.may_stand_pat() == captures.empty());
    const auto moves = legal_moves(position);
    if (captures.empty())
      REQUIRE(std::none_of(moves.begin(), moves.end(), [](Move m) { return m.is_capture(); }));
    else
      REQUIRE(moves == captures);
    forced += captures.empty() ? 0 : 1;
  }
  CHECK(forced > rounds / 10);
  CHECK(forced < rounds * 9 / 10);
}

TEST_CASE("a quiet move is a step that crowns no man", "[position]") {
  const auto quiet = [](const char* fen_text, const char* move) {
    const auto position = parse_position(fen_text);
    return position.quiet(parse_move(position, move));
  };
  CHECK(quiet("startpos", "11-15"));
  CHECK_FALSE(quiet("B:W5:B25,27", "27-31"));
  CHECK(quiet("B:W5:BK27", "27-31"));
  CHECK_FALSE(quiet("B:W18:B15", "15x22"));
}

TEST_CASE("captures are ordered by what they take", "[position]") {
  const auto position = parse_position("B:W8,K6,14:B2,4");
  CHECK(position.ordering(parse_move(position, "2x9x18")) >
        position.ordering(parse_move(position, "4x11")) + 100);
}

TEST_CASE("no king has more than sixteen paths of jumps", "[position]") {
  std::size_t most = 0;
  for (int square = 1; square <= square_count; ++square) {
    const auto jumpable = jumpable_from_lattice_of(square);
    REQUIRE(jumpable.size() == Move::max_jumps);
    for (unsigned subset = 0; subset < 1U << jumpable.size(); ++subset) {
      Board board;
      board.of(Colour::black) = board.kings = square_set(square);
      for (std::size_t i = 0; i < jumpable.size(); ++i)
        if ((subset >> i & 1U) != 0)
          board.of(Colour::white) |= square_set(jumpable[i]);
      MoveList<Move> captures;
      Position{board}.generate_captures(captures);
      most = std::max(most, captures.size());
    }
  }
  CHECK(most == 16);
  STATIC_REQUIRE(std::size_t{max_pieces_per_side} * 16 <= max_moves);
}

} // namespace eldest::checkers::test
