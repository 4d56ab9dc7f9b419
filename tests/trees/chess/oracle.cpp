#include "trees/chess/oracle.hpp"

#include "random_games.hpp"

#include "tests/support/catch.hpp"
#include "trees/chess/epd.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/root.hpp"

#include <cstdlib>
#include <utility>

namespace eldest::chess {
namespace {

/// Returns the same position with the colours exchanged and the board turned.
Setup mirrored(const Setup& setup) {
  Setup mirror;
  for (const auto square : Squares{setup.board.occupied()}) {
    const auto piece = setup.board.piece_on(square);
    mirror.board.put(make_piece(~color_of(piece), type_of(piece)), relative_square(black, square));
  }
  mirror.side_to_move = ~setup.side_to_move;
  mirror.castling = static_cast<CastlingRights>((setup.castling >> 2 | setup.castling << 2) & 15);
  if (setup.en_passant != no_square)
    mirror.en_passant = relative_square(black, setup.en_passant);
  return mirror;
}

Score worth(const char* fen, PieceType type, Square square) {
  return Oracle(parse_fen(fen)).value(make_piece(white, type), square);
}

TEST_CASE("both colours are evaluated alike") {
  test::play_random_games(3, [](const Position& position) {
    const Root root{position.setup()};
    const Root mirror{mirrored(position.setup())};
    REQUIRE(root.position().evaluate() == mirror.position().evaluate());
    for (const auto square : Squares{~Bitboard{0}})
      for (const auto type : {bishop, rook, queen, knight, pawn, king})
        REQUIRE(root.oracle().value(make_piece(white, type), square) ==
                -mirror.oracle().value(make_piece(black, type), relative_square(black, square)));
  });
  CHECK(Root(test::initial_fen).position().evaluate() == 0);
}

TEST_CASE("the side to move sees the evaluation from its side") {
  CHECK(Root("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").position().evaluate() > 800);
  CHECK(Root("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").position().evaluate() < -800);
}

TEST_CASE("the evaluation of the Bratko-Kopec positions is moderate") {
  for (const auto& record : load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd")) {
    const Root root{record.fen};
    INFO(record.id);
    CHECK(std::abs(root.position().evaluate()) < 300);
  }
}

TEST_CASE("the oracle prefers pieces on good squares") {
  constexpr const char* middlegame =
      "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1";
  SECTION("knights in the centre, supported outposts most") {
    CHECK(worth(middlegame, knight, d5) > worth(middlegame, knight, b3));
    CHECK(worth(middlegame, knight, f3) > worth(middlegame, knight, g1));
  }
  SECTION("a king behind its pawns, but in the centre of an endgame") {
    CHECK(worth(middlegame, king, g1) > worth(middlegame, king, e1));
    CHECK(worth(middlegame, king, e1) > worth(middlegame, king, e4));
    CHECK(worth("4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1", king, e4) >
          worth("4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1", king, g1));
  }
  SECTION("passed pawns, the more the further") {
    constexpr const char* passed = "4k3/pp6/8/8/8/8/PP3P2/4K3 w - - 0 1";
    CHECK(worth(passed, pawn, f5) > worth(passed, pawn, b5));
    CHECK(worth(passed, pawn, f7) > worth(passed, pawn, f6));
    CHECK(worth(passed, pawn, f6) > worth(passed, pawn, f5));
  }
  SECTION("pawns with neighbours, one on a file") {
    CHECK(worth("4k3/pppp4/8/8/8/8/PP1P4/4K3 w - - 0 1", pawn, b2) >
          worth("4k3/pppp4/8/8/8/8/1P1P4/4K3 w - - 0 1", pawn, b2));
    CHECK(worth("4k3/pppp4/8/8/8/8/1P1P4/4K3 w - - 0 1", pawn, b2) >
          worth("4k3/pppp4/8/8/8/1P6/1P1P4/4K3 w - - 0 1", pawn, b2));
  }
  SECTION("rooks on open files, half-open ones and the seventh rank") {
    constexpr const char* files = "4k3/pp2ppp1/8/8/8/8/PPP2PP1/4K3 w - - 0 1";
    CHECK(worth(files, rook, d1) > worth(files, rook, e1));
    CHECK(worth(files, rook, e1) > worth(files, rook, b1));
    CHECK(worth(files, rook, d7) > worth(files, rook, d6));
  }
  SECTION("pieces near the enemy king") {
    constexpr const char* attack = "rnbq1rk1/ppp2ppp/8/8/8/8/PPP2PPP/RNBQ1RK1 w - - 0 1";
    CHECK(worth(attack, queen, h5) > worth(attack, queen, a5));
  }
  SECTION("a bare king at the edge, with the other king beside it") {
    constexpr const char* bare = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";
    const Oracle oracle{parse_fen(bare)};
    CHECK(oracle.value(make_piece(black, king), a8) > oracle.value(make_piece(black, king), d5));
    CHECK(worth(bare, king, c3) > worth(bare, king, a1));
  }
}

} // namespace
} // namespace eldest::chess
