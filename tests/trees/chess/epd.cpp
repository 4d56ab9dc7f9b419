#include "trees/chess/epd.hpp"

#include "random_games.hpp"

#include "trees/base/errors.hpp"
#include "trees/chess/notation.hpp"
#include "trees/chess/root.hpp"
#include "trees/chess/san.hpp"

#include <catch2/catch.hpp>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::chess {
namespace {

std::vector<EpdRecord> read(const std::string& text) {
  std::istringstream in{text};
  return read_epd(in, "test.epd");
}

std::string epd_refusal(const std::string& text) {
  try {
    static_cast<void>(read(text));
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string san_refusal(const char* fen, const char* san) {
  const Root root{fen};
  try {
    return Position::text(parse_san(root.position(), san));
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST_CASE("the Bratko-Kopec positions can be read and have legal best moves") {
  const auto records = load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  REQUIRE(records.size() == 24);
  CHECK(records.front().id == "BK.01");
  CHECK(records.back().id == "BK.24");
  for (const auto& record : records)
    CHECK_FALSE(record.best_moves.empty());
  CHECK(records[0].best_moves == std::vector{Move(d6, d1, MoveKind::quiet)});
  CHECK(records[4].best_moves ==
        std::vector{Move(c3, d5, MoveKind::quiet), Move(a2, a4, MoveKind::double_push)});
}

TEST_CASE("an EPD file may have comments, blank lines, other operations and whole FENs") {
  const auto records =
      read("# a comment\n"
           "\n"
           "  4k3/8/8/8/8/8/8/4K2R w K - bm O-O Kd2; id \"two; words\"; c0 \"x\";\r\n"
           "4k3/8/8/8/8/8/8/4K3 b - -\n"
           "4k3/8/8/8/8/8/8/4K3 w - - 12 34 ; acd 5\n");
  REQUIRE(records.size() == 3);
  CHECK(records[0].id == "two; words");
  CHECK(records[0].fen == "4k3/8/8/8/8/8/8/4K2R w K -");
  CHECK(records[0].line == 3);
  CHECK(records[0].best_moves ==
        std::vector{Move(e1, g1, MoveKind::castling), Move(e1, d2, MoveKind::quiet)});
  REQUIRE(records[0].operations.size() == 3);
  CHECK(records[0].operations[0].opcode == "bm");
  CHECK(records[0].operations[0].operands == "O-O Kd2");
  CHECK(records[0].operations[2].operands == "x");

  CHECK(records[1].id == "#2");
  CHECK(records[1].operations.empty());
  CHECK(records[2].fen == "4k3/8/8/8/8/8/8/4K3 w - - 12 34");
  CHECK(records[2].operations[0].opcode == "acd");
}

TEST_CASE("errors in an EPD file name file and line") {
  CHECK(epd_refusal("") == "test.epd: has no positions");
  CHECK(epd_refusal("# only a comment\n\n") == "test.epd: has no positions");
  CHECK(epd_refusal("\n4k3/8/8 w\n") ==
        "test.epd:2: \"4k3/8/8 w\" is not EPD: it has 2 fields, at least 4 are needed");
  CHECK(epd_refusal("4k3/8/8/8/8/8/8/4K3 w - -\n# \n4k3/8/8/8/8/8/8/4K2 w - -\n") ==
        "test.epd:3: FEN field 1 (pieces): rank 1 \"4K2\" has 7 squares, not 8");
  CHECK(epd_refusal("4k3/8/8/8/8/8/8/4K3 w - - bm Ke3;") ==
        "test.epd:1: \"Ke3\" is not a legal move");
  CHECK(epd_refusal("4k3/8/8/8/8/8/8/4K3 w - - id \"open;") ==
        "test.epd:1: no closing \" in  id \"open;");
  CHECK(epd_refusal("4k3/8/8/8/8/8/8/4K3 w - - 7;") ==
        "test.epd:1: \"7\" is not an EPD operation: it must begin with a letter");
  CHECK(epd_refusal("4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/8/4K3 b - - id \"a\";") ==
        "test.epd:2: id \"a\" is that of line 1 too, should be unique");
  CHECK_THROWS_AS(load_epd("/nonexistent/file.epd"), InputError);
  CHECK_THROWS_AS(load_epd("/"), InputError);
}

TEST_CASE("any line is either a record or refused") {
  constexpr std::string_view line =
      "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - bm Nd5 a4; id \"BK.05\";";
  SplitMix64 random{5};
  int refused = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string mutated{line};
    mutated[random() % mutated.size()] = static_cast<char>(random());
    mutated.erase(random() % mutated.size(), random() % 2);
    refused += epd_refusal(mutated) == "accepted" ? 0 : 1;
  }
  CHECK(refused > 5'000);
  CHECK(refused < 20'000);
}

TEST_CASE("moves are read in standard algebraic notation") {
  constexpr const char* rooks = "4k3/8/8/8/R6R/8/4K3/8 w - - 0 1";
  CHECK(san_refusal(rooks, "Rae4+") == "a4e4");
  CHECK(san_refusal(rooks, "Rh4e4") == "h4e4");
  CHECK(san_refusal(rooks, "Rd4") == "\"Rd4\" is ambiguous: a4d4 or h4d4");
  CHECK(san_refusal(rooks, "Re9") ==
        "\"Re9\" is not a move in standard algebraic notation, like Nf3 or exd8=Q");
  CHECK(san_refusal(rooks, "+") ==
        "\"+\" is not a move in standard algebraic notation, like Nf3 or exd8=Q");

  constexpr const char* promotion = "3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
  CHECK(san_refusal(promotion, "exd8=Q#") == "e7d8q");
  CHECK(san_refusal(promotion, "e8N") == "e7e8n");
  CHECK(san_refusal(promotion, "e8") == "\"e8\" is not a legal move");
  CHECK(san_refusal(promotion, "e8=K") == "\"e8=K\" is not a legal move");

  constexpr const char* castling = "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1";
  CHECK(san_refusal(castling, "O-O!") == "e8g8");
  CHECK(san_refusal(castling, "0-0-0") == "e8c8");
  CHECK(san_refusal(castling, "Kg8") == "\"Kg8\" is not a legal move");
}

TEST_CASE("every legal move is found by its full notation") {
  test::play_random_games(2, [](const Position& position) {
    for (const auto move : test::legal_moves(position)) {
      const auto type = type_of(position.board().piece_on(move.from()));
      std::string san = type == pawn ? "" : std::string{type_letters[type]};
      san += to_string(move.from()) + (move.captures() ? "x" : "") + to_string(move.to());
      if (move.promotes())
        san += std::string{"="} + type_letters[move.promotion()];
      if (move.is(MoveKind::castling))
        san = file_of(move.to()) == file_of(g1) ? "O-O" : "O-O-O";
      REQUIRE(parse_san(position, san) == move);
    }
  });
}

} // namespace
} // namespace eldest::chess
