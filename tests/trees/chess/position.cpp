#include "random_games.hpp"

#include "tests/support/catch.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/root.hpp"

#include <cstdlib>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace eldest::chess {
namespace {

using test::initial_fen;
using test::legal_moves;

Move find_move(const Position& position, std::string_view text) {
  for (const auto move : legal_moves(position))
    if (Position::text(move) == text)
      return move;
  throw std::invalid_argument(std::string{text});
}

Position play(const Root& root, std::initializer_list<std::string_view> moves) {
  auto position = root.position();
  for (const auto move : moves)
    position = position.after(find_move(position, move));
  return position;
}

Key key_of(const char* fen) { return Root{fen}.position().key(); }

Score exchange(const char* fen, const char* move) {
  const Root root{fen};
  return root.position().exchange(find_move(root.position(), move));
}

TEST_CASE("key, evaluation and checkers are kept as if computed from scratch") {
  SplitMix64 random{24};
  for (const auto* const fen : test::game_starts)
    for (int game = 0; game < 100; ++game) {
      const Root root{fen};
      auto position = root.position();
      for (int ply = 0; ply < 150; ++ply) {
        REQUIRE(position == Position(position.setup(), root.oracle()));
        const auto moves = legal_moves(position);
        if (moves.empty())
          break;
        position = position.after(moves[random() % moves.size()]);
      }
    }
}

TEST_CASE("a pass changes the side to move and nothing else") {
  SplitMix64 random{26};
  for (const auto* const fen : test::game_starts) {
    const Root root{fen};
    auto position = root.position();
    for (int ply = 0; ply < 100; ++ply) {
      if (position.may_pass()) {
        auto setup = position.setup();
        setup.side_to_move = ~setup.side_to_move;
        setup.en_passant = no_square;
        REQUIRE(position.after_pass() == Position(setup, root.oracle()));
      }
      const auto moves = legal_moves(position);
      if (moves.empty())
        break;
      position = position.after(moves[random() % moves.size()]);
    }
  }
}

TEST_CASE("a position in check, or with pawns alone, may not pass") {
  CHECK(Root{initial_fen}.position().may_pass());
  CHECK_FALSE(Root{"4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"}.position().may_pass());
  CHECK_FALSE(Root{"4k3/3p4/8/8/8/8/4P3/4K3 w - - 0 1"}.position().may_pass());
  CHECK_FALSE(Root{"4k3/3n4/8/8/8/8/4P3/4K3 w - - 0 1"}.position().may_pass());
  CHECK(Root{"4k3/3n4/8/8/8/8/4P3/4K3 b - - 0 1"}.position().may_pass());
}

TEST_CASE("a move's gain is what it changes in the evaluation") {
  SplitMix64 random{25};
  for (const auto* const fen : test::game_starts) {
    const Root root{fen};
    for (int game = 0; game < 10; ++game) {
      auto position = root.position();
      for (int ply = 0; ply < 100; ++ply) {
        const auto moves = legal_moves(position);
        if (moves.empty())
          break;
        for (const auto move : moves)
          REQUIRE(position.gain(move) == -position.after(move).evaluate() - position.evaluate());
        position = position.after(moves[random() % moves.size()]);
      }
    }
  }
}

TEST_CASE("a position tells the last move by the moved piece and its square") {
  const Root root("4k3/P6p/8/8/8/8/8/R3K3 w Q - 0 1");
  const auto index = [](Piece piece, Square square) {
    return std::size_t{piece} * square_count + square;
  };
  CHECK(root.position().last_move_index() == Position::history_size);
  const auto promoted = play(root, {"a7a8q"});
  CHECK(promoted.last_move_index() == index(make_piece(white, queen), make_square(0, 7)));
  CHECK(play(root, {"e1c1"}).last_move_index() ==
        index(make_piece(white, king), make_square(2, 0)));
  const auto replied = play(root, {"a7a8q", "e8e7"});
  CHECK(replied.last_move_index() == index(make_piece(black, king), make_square(4, 6)));
  CHECK(replied.after_pass().last_move_index() == Position::history_size);
}

TEST_CASE("positions reached by different orders of moves are equal") {
  const Root root{initial_fen};
  const auto one = play(root, {"g1f3", "b8c6", "e2e3", "g8f6"});
  const auto other = play(root, {"e2e3", "g8f6", "g1f3", "b8c6"});
  CHECK(one == other);
  CHECK(one.key() == other.key());
  CHECK(play(root, {"g1f3", "g8f6", "f3g1", "f6g8"}) == root.position());
}

TEST_CASE("everything that changes the tree below changes the key") {
  const auto key = key_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  CHECK(key != key_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"));
  CHECK(key != key_of("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"));
  CHECK(key != key_of("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"));
  CHECK(key != key_of("r3k2r/8/8/8/8/8/8/1R2K2R w Kkq - 0 1"));
  CHECK(key_of("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1") != key_of("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
  CHECK(key == key_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 49 100"));
}

TEST_CASE("keys are the same on every platform") {
  CHECK(key_of(initial_fen) == 0xd745e8b6f7782eee);
}

TEST_CASE("an en-passant square counts only where a pawn may legally capture on it") {
  CHECK(key_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1") == key_of("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
  CHECK(key_of("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1") == key_of("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"));
  const Root root{initial_fen};
  CHECK(play(root, {"e2e4", "e7e5"}) == play(root, {"e2e3", "e7e6", "e3e4", "e6e5"}));
  CHECK(play(root, {"e2e4"}).en_passant() == no_square);
  CHECK(play(root, {"e2e4", "a7a6", "e4e5", "d7d5"}).en_passant() == d6);
}

TEST_CASE("checkmate, stalemate and check are told apart") {
  const Root mate{"R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"};
  CHECK(legal_moves(mate.position()).empty());
  CHECK(mate.position().terminal_value(3) == -win_score(3));

  const Root stalemate{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"};
  CHECK(legal_moves(stalemate.position()).empty());
  CHECK(stalemate.position().terminal_value(3) == 0);
}

TEST_CASE("the check extension can be switched off") {
  constexpr const char* check = "4k3/8/8/8/8/8/8/4RK2 b - - 0 1";
  CHECK(Root(check).position().extension() == 1);
  CHECK(Root(check, {.check_extension = false}).position().extension() == 0);
  CHECK(Root(initial_fen).position().extension() == 0);
}

TEST_CASE("moves are written in coordinate notation") {
  const Root castling{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"};
  CHECK(Position::text(Move(e1, c1, MoveKind::castling)) == "e1c1");
  const Root promotion{"3n4/4P3/8/8/8/8/k6K/8 w - - 0 1"};
  const auto& position = promotion.position();
  CHECK(Position::text(find_move(position, "e7e8n")) == "e7e8n");
  CHECK(to_fen(position.after(find_move(position, "e7d8r")).setup()) ==
        "3R4/8/8/8/8/8/k6K/8 b - - 0 1");
}

TEST_CASE("a promotion keeps its piece") {
  for (const auto type : {queen, rook, bishop, knight})
    for (const auto kind : {MoveKind::promotion, MoveKind::capture_promotion}) {
      const Move move{e7, d8, kind, type};
      CHECK(move.promotion() == type);
      CHECK(move.promotes());
      CHECK(move.captures() == (kind == MoveKind::capture_promotion));
      CHECK(move.from() == e7);
      CHECK(move.to() == d8);
    }
}

TEST_CASE("static exchange evaluation gives the known values") {
  // The first two positions are from the Chess Programming Wiki, "SEE - The Swap Algorithm".
  CHECK(exchange("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5") == 100);
  CHECK(exchange("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5") == -220);
  CHECK(exchange("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5") == 0);
  CHECK(exchange("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5") == 100);
  CHECK(exchange("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5") == -850);
  CHECK(exchange("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q") == 500 - 100);
  CHECK(exchange("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3") == 100);
  // A king may not recapture on an attacked square.
  CHECK(exchange("8/8/8/3pk3/8/1B6/8/3RK3 w - - 0 1", "d1d5") == 100);
}

TEST_CASE("ordering is within its bounds and puts good captures before bad ones") {
  test::play_random_games(20, [](const Position& position) {
    for (const auto move : legal_moves(position)) {
      REQUIRE(std::abs(position.ordering(move)) <= 1 << 20);
      REQUIRE(position.history_index(move) < Position::history_size);
    }
  });
  const Root root{"4k3/8/2p5/r2p3q/4P3/1N4N1/8/3QK3 w - - 0 1"};
  const auto order = [&](const char* move) {
    return root.position().ordering(find_move(root.position(), move));
  };
  CHECK(order("g3h5") > order("b3a5"));
  CHECK(order("b3a5") > order("e4d5"));
  CHECK(order("e4d5") >= 0);
  CHECK(order("d1d5") < 0);
}

TEST_CASE("a root keeps its positions valid when it is moved") {
  Root first{initial_fen};
  const auto position = first.position();
  const Root second{std::move(first)};
  CHECK(position == second.position());
  CHECK(position.after(legal_moves(position).front()).evaluate() ==
        second.position().after(legal_moves(position).front()).evaluate());
}

} // namespace
} // namespace eldest::chess
