#include "trees/chess/fen.hpp"

#include "random_games.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <string>
#include <string_view>

namespace eldest::chess {
namespace {

using test::initial_fen;

/// Returns the message of parse_fen's error, or "accepted".
std::string refusal(std::string_view fen) {
  try {
    static_cast<void>(parse_fen(fen));
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST_CASE("FEN survives reading and writing") {
  for (const std::string fen :
       {initial_fen, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "8/8/8/8/8/8/8/K1k5 w - - 0 1"})
    CHECK(to_fen(parse_fen(fen)) == fen);
  test::play_random_games(3, [](const Position& position) {
    REQUIRE(parse_fen(to_fen(position.setup())) == position.setup());
  });
}

TEST_CASE("FEN may have 4 fields, other clocks, and white space around") {
  const auto initial = parse_fen(initial_fen);
  CHECK(parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -") == initial);
  CHECK(parse_fen(" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w\tqkQK - 49 120 \r\n") ==
        initial);
}

TEST_CASE("an en-passant square without a legal capture is dropped") {
  CHECK(to_fen(parse_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")) == "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
}

TEST_CASE("an error in a FEN is described in one line") {
  CHECK(refusal("") == "FEN \"\" has 0 fields, not 4 or 6");
  CHECK(refusal("8/8/8/8/8/8/8/K1k5 w - - 0") ==
        "FEN \"8/8/8/8/8/8/8/K1k5 w - - 0\" has 5 fields, not 4 or 6");

  CHECK(refusal("8/8/8/8/8/8/K1k5 w - -") ==
        "FEN field 1 (pieces): \"8/8/8/8/8/8/K1k5\" has 7 ranks, not 8");
  CHECK(refusal("rnbqkbn/8/8/8/8/8/8/K1k5 w - -") ==
        "FEN field 1 (pieces): rank 8 \"rnbqkbn\" has 7 squares, not 8");
  CHECK(refusal("8/8/8/8/8/8/8/K1k6 w - -") ==
        "FEN field 1 (pieces): rank 1 \"K1k6\" has 9 squares, not 8");
  CHECK(refusal("8/8/8/8/8/8/8/K1k4x w - -") ==
        "FEN field 1 (pieces): \"x\" in rank 1 is neither a piece (PNBRQK, pnbrqk) nor a number of "
        "empty squares (1 to 8)");
  CHECK(refusal("8/8/8/8/8/8/8/K1k4\x01 w - -") ==
        "FEN field 1 (pieces): \"\\x01\" in rank 1 is neither a piece (PNBRQK, pnbrqk) nor a "
        "number of empty squares (1 to 8)");
  CHECK(refusal("8/8/8/8/8/8/8/K1kK4 w - -") == "FEN field 1 (pieces): White has 2 kings, not 1");
  CHECK(refusal("8/8/8/8/8/8/8/K7 w - -") == "FEN field 1 (pieces): Black has 0 kings, not 1");
  CHECK(refusal("8/8/P7/8/8/8/PPPPPPPP/K1k5 w - -") ==
        "FEN field 1 (pieces): White has 9 pawns, at most 8 are possible");
  CHECK(refusal("8/8/qq6/8/8/pppppppp/8/K1k5 w - -") ==
        "FEN field 1 (pieces): Black has 8 pawns and at least 1 promoted pieces, more than 8 "
        "together");
  CHECK(refusal("7p/8/8/8/8/8/8/K1k5 w - -") ==
        "FEN field 1 (pieces): there is a pawn on h8, but none can stand on ranks 1 and 8");
  CHECK(refusal("8/8/8/8/8/8/8/K1k2P2 w - -") ==
        "FEN field 1 (pieces): there is a pawn on f1, but none can stand on ranks 1 and 8");

  CHECK(refusal(std::string(1'000'000, '1') + " w - -") ==
        "FEN field 1 (pieces): \"" + std::string(60, '1') + "..." + std::string(20, '1') +
            "\" has 1 ranks, not 8");

  CHECK(refusal("8/8/8/8/8/8/8/K1k5 W - -") ==
        "FEN field 2 (side to move): \"W\" is neither w nor b");
  CHECK(refusal("k7/8/8/8/8/8/8/R1K5 w - -") ==
        "FEN field 2 (side to move): White is to move and could capture the king on a8");
  CHECK(refusal("8/8/8/8/8/8/8/Kk6 b - -") ==
        "FEN field 2 (side to move): Black is to move and could capture the king on a1");

  CHECK(refusal("4k3/8/8/8/8/8/8/4K2R w KX -") ==
        "FEN field 3 (castling): \"KX\" is neither - nor a selection of KQkq");
  CHECK(refusal("4k3/8/8/8/8/8/8/5KR1 w G -") ==
        "FEN field 3 (castling): \"G\" is neither - nor a selection of KQkq; files are "
        "castling rights of Chess960");
  CHECK(refusal("4k3/8/8/8/8/8/8/4K2R w KK -") == "FEN field 3 (castling): \"KK\" names K twice");
  CHECK(refusal("4k3/8/8/8/8/8/8/4K2R w KQ -") ==
        "FEN field 3 (castling): Q needs White's king on e1 and a rook of the same colour on a1");
  CHECK(refusal("3k3r/8/8/8/8/8/8/4K3 w k -") ==
        "FEN field 3 (castling): k needs Black's king on e8 and a rook of the same colour on h8");

  CHECK(refusal("4k3/8/8/8/4P3/8/8/4K3 b - e9") ==
        "FEN field 4 (en passant): \"e9\" is neither - nor a square");
  CHECK(refusal("4k3/8/8/8/4P3/8/8/4K3 w - e3") ==
        "FEN field 4 (en passant): e3 is not on rank 6, the rank Black's pawns pass over");
  CHECK(refusal("4k3/8/8/8/4P3/8/8/4K3 b - d3") ==
        "FEN field 4 (en passant): no pawn can have gone from d2 over d3 to d4");
  CHECK(refusal("4k3/8/8/8/4P3/8/4N3/4K3 b - e3") ==
        "FEN field 4 (en passant): no pawn can have gone from e2 over e3 to e4");

  CHECK(refusal("8/8/8/8/8/8/8/K1k5 w - - -1 1") ==
        "FEN field 5 (halfmove clock): \"-1\" is not a whole number");
  CHECK(refusal("8/8/8/8/8/8/8/K1k5 w - - 0 x") ==
        "FEN field 6 (move number): \"x\" is not a whole number");
}

TEST_CASE("castling rights of Chess960 are files, or the outermost rooks") {
  const auto again = [](const char* fen) {
    const auto setup = parse_fen(fen, CastlingRules::chess960);
    CHECK(parse_fen(to_fen(setup), CastlingRules::chess960) == setup);
    return to_fen(setup);
  };
  CHECK(again("1rr1k1r1/8/8/8/8/8/8/1RR1K1R1 w KQkq - 0 1") ==
        "1rr1k1r1/8/8/8/8/8/8/1RR1K1R1 w GBgb - 0 1");
  CHECK(again("1rr1k1r1/8/8/8/8/8/8/1RR1K1R1 w Cg - 0 1") ==
        "1rr1k1r1/8/8/8/8/8/8/1RR1K1R1 w Cg - 0 1");
  CHECK(again("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1") == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
}

TEST_CASE("castling rights that do not fit the board are refused in Chess960, too") {
  const auto refusal_of = [](const std::string& rights) -> std::string {
    try {
      static_cast<void>(
          parse_fen("4k3/8/8/8/8/8/8/1K4R1 w " + rights + " -", CastlingRules::chess960));
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  CHECK(refusal_of("G") == "accepted");
  CHECK(refusal_of("K") == "accepted");
  CHECK(refusal_of("KG") == "FEN field 3 (castling): \"KG\" names G twice");
  CHECK(refusal_of("H") == "FEN field 3 (castling): H needs White's king on rank 1 and a rook of "
                           "the same colour there, on the file h");
  CHECK(refusal_of("Q") == "FEN field 3 (castling): Q needs White's king on rank 1 and a rook of "
                           "the same colour there, to its left");
  CHECK(refusal_of("k") == "FEN field 3 (castling): k needs Black's king on rank 8 and a rook of "
                           "the same colour there, to its right");
  CHECK(refusal_of("X") == "FEN field 3 (castling): \"X\" is neither - nor a selection of KQkq and "
                           "A to H, a to h");
}

TEST_CASE("any text is either a position or refused") {
  SplitMix64 random{1066};
  int accepted = 0;
  int refused = 0;
  for (int trial = 0; trial < 40'000; ++trial) {
    std::string fen = test::game_starts.at(random() % test::game_starts.size());
    for (auto edits = 1 + random() % 3; edits > 0 && !fen.empty(); --edits) {
      const auto place = random() % fen.size();
      const auto other = fen[random() % fen.size()];
      switch (random() % 4) {
      case 0:
        fen[place] = other;
        break;
      case 1:
        fen[place] = static_cast<char>(random());
        break;
      case 2:
        fen.erase(place, 1 + random() % 3);
        break;
      default:
        fen.insert(place, 1, other);
      }
    }
    try {
      const Root root{fen};
      ++accepted;
      for (const auto move : test::legal_moves(root.position()))
        REQUIRE(Position(root.position().after(move).setup(), root.oracle()) ==
                root.position().after(move));
    } catch (const InputError&) {
      ++refused;
    }
  }
  CHECK(accepted > 500);
  CHECK(refused > 500);
}

} // namespace
} // namespace eldest::chess
