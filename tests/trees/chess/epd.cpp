#include "trees/chess/epd.hpp"

#include "random_games.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/notation.hpp"
#include "trees/chess/root.hpp"
#include "trees/chess/san.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace eldest::chess {
namespace {

std::string epd_refusal(std::string_view line) {
  try {
    return parse_epd(line).fen;
  } catch (const InputError& error) {
    return error.what();
  }
}

/// The best moves of a record, as "g1f3 e2e4".
std::string best_moves(std::string_view line) {
  std::string texts;
  for (const auto move : parse_epd(line).best_moves)
    texts += (texts.empty() ? "" : " ") + Position::text(move);
  return texts;
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

TEST_CASE("a record has the four fields of EPD or the six of FEN, and operations") {
  const auto record =
      parse_epd("  4k3/8/8/8/8/8/8/4K2R w K - bm O-O Kd2; id \"two; words\"; c0 \"x\";\r");
  CHECK(record.id == "two; words");
  CHECK(record.fen == "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  CHECK(record.best_moves ==
        std::vector{Move(e1, g1, MoveKind::castling), Move(e1, d2, MoveKind::quiet)});
  CHECK(parse_epd("4k3/8/8/8/8/8/8/4K3 b - -").id.empty());
  CHECK(parse_epd("4k3/8/8/8/8/8/8/4K3 b - -").best_moves.empty());
  for (const auto* const line :
       {"4k3/8/8/8/8/8/8/4K3\tw\t-\t-\t12\t34 ; acd 5", "4k3/8/8/8/8/8/8/4K3 w - - 12 34 acd 5;",
        "4k3/8/8/8/8/8/8/4K3 w - -; acd 5", "4k3/8/8/8/8/8/8/4K3 w - - 7 ;; ;",
        "4k3/8/8/8/8/8/8/4K3 w - - acd 5; # bm; bm", "4k3/8/8/8/8/8/8/4K3 w - -;20;400;8902",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 20 ;D2 400", "4k3/8/8/8/8/8/8/4K3 w - - v=-328",
        R"(4k3/8/8/8/8/8/8/4K3 w - - a "foo\"bar;";; ; b "foo\\\\";)"})
    CHECK(epd_refusal(line) == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  CHECK(epd_refusal("startpos; id \"x\"") == start_fen);
}

TEST_CASE("an id is its operand, with or without quotation marks") {
  const std::string position = "4k3/8/8/8/8/8/8/4K3 w - - ";
  CHECK(parse_epd(position + "id \"STS(v1.0) Undermine.001\";").id == "STS(v1.0) Undermine.001");
  CHECK(parse_epd(position + "id  ERET 015 - Endspiel").id == "ERET 015 - Endspiel");
  CHECK(parse_epd(position + "bm Kd2 id \"a: b\"; c0 \"id c\";").id == "a: b");
  CHECK(parse_epd(position + "id;").id.empty());
}

TEST_CASE("the best moves are read as test suites write them") {
  const std::string knights = "k7/4P3/8/8/8/5N2/8/4K2R w K - ";
  CHECK(best_moves(knights + "bm f3g5 e7e8q; id \"x\";") == "f3g5 e7e8q");
  CHECK(best_moves(knights + "bm e7-e8=Q Nf3-g5! e8N") == "e7e8q f3g5 e7e8n");
  CHECK(best_moves(knights + "bm e8/R e1g1, 0-0 + ? Ng5 ??") == "e7e8r e1g1 e1g1 f3g5");
  CHECK(best_moves(knights + "bm Ng5 dm 5") == "f3g5");
  CHECK(best_moves(knights + "am Ng5; bm ;").empty());
}

TEST_CASE("bad records are refused") {
  const std::string position = "4k3/8/8/8/8/8/8/4K3 w - - ";
  CHECK(epd_refusal("4k3/8/8 w") ==
        "'4k3/8/8 w' is not EPD: it has 2 fields, at least 4 are needed");
  CHECK(epd_refusal("4k3/8/8/8/8/8/8/4K2 w - -") ==
        "FEN field 1 (pieces): rank 1 \"4K2\" has 7 squares, not 8");
  CHECK(epd_refusal(position + "bm Ke3;") == "\"Ke3\" is not a legal move");
  CHECK(epd_refusal(position + "am Ke3;") == "\"Ke3\" is not a legal move");
  CHECK(epd_refusal(position + "id \"open;") == "no closing \" in 'id \"open;'");
  for (const std::string operation : {"7x", "a-b", "_a", "\"a\"", "bm. Kd2"})
    CHECK(epd_refusal(position + operation + ";") ==
          "'" + operation +
              "' is not an operation: it should begin with a word of letters, digits and _, as in "
              "id \"name\"");
  CHECK(epd_refusal(position + "bm Kd2; c0 \"x\"; bm Kd1;") ==
        "'bm' occurs twice, should occur once");
  CHECK(epd_refusal(position + "bm Kd2 bm Kd1;") == "'bm' occurs twice, should occur once");
}

TEST_CASE("two positions on a line are refused, however they are joined") {
  const auto refusal = [](std::string_view word) {
    return "a second position begins at '" + std::string(word) +
           "', should be on a line of its own";
  };
  const std::string other = "r3k2r/8/8/8/8/8/8/R3K2R";
  const std::string rest = " w KQkq - bm O-O; id \"second\";";
  const std::string first = "7k/8/8/8/8/8/P7/4K3 w - - ";
  CHECK(epd_refusal(first + "bm a4; id \"first\";" + other + rest) == refusal(other));
  CHECK(epd_refusal(first + "bm a4; id \"first\"" + other + rest) == refusal(other));
  CHECK(epd_refusal(first + "bm a4" + other + rest) == refusal("a4" + other));
  CHECK(epd_refusal(first + "id x" + other + rest) == refusal("x" + other));
  CHECK(epd_refusal(first + "0 1" + other + rest) == refusal("1" + other));
  CHECK(epd_refusal("7k/8/8/8/8/8/P7/4K3 w - -" + other + rest) == refusal("-" + other));
  CHECK(epd_refusal(first + "c0 \"7k/8/8/8/8/8/P7/4K3 w - -\";") ==
        "7k/8/8/8/8/8/P7/4K3 w - - 0 1");
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

  for (const auto* const null_move : {"--", "Z0"})
    CHECK_THAT(san_refusal(rooks, null_move),
               Catch::Matchers::EndsWith("is a null move, which is not legal in chess"));

  constexpr const char* promotion = "3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
  CHECK(san_refusal(promotion, "exd8=Q#") == "e7d8q");
  CHECK(san_refusal(promotion, "e8N") == "e7e8n");
  CHECK(san_refusal(promotion, "e8") == "\"e8\" is not a legal move");
  CHECK(san_refusal(promotion, "e8=K") == "\"e8=K\" is not a legal move");

  constexpr const char* castling = "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1";
  CHECK(san_refusal(castling, "O-O!") == "e8g8");
  CHECK(san_refusal(castling, "0-0-0") == "e8c8");
  CHECK(san_refusal(castling, "o-o") == "e8g8");
  CHECK(san_refusal(castling, "e8c8") == "e8c8");
  CHECK(san_refusal(castling, "Kg8") == "\"Kg8\" is not a legal move");
  CHECK(san_refusal(castling, "0-0-0-0") ==
        "\"0-0-0-0\" is not a move in standard algebraic notation, like Nf3 or exd8=Q");
}

TEST_CASE("moves are read in coordinates and with more or less than is needed") {
  const std::string knights = "6k1/4P3/8/2pP4/8/5N2/8/4K2R w K c6 0 1";
  for (const auto* const move : {"f3g5", "f3-g5", "Nf3g5", "Nf3-g5", "Nfg5", "N3g5", "Ng5!?"})
    CHECK(san_refusal(knights.c_str(), move) == "f3g5");
  for (const auto* const move : {"e7e8q", "e7-e8=Q", "e8Q", "e8/Q", "e8=q", "Pe7-e8=Q"})
    CHECK(san_refusal(knights.c_str(), move) == "e7e8q");
  for (const auto* const move : {"dxc6", "dxc", "dc", "d5xc6", "d5:c6", "dxc6e.p.", "d5c6"})
    CHECK(san_refusal(knights.c_str(), move) == "d5c6");
  CHECK(san_refusal(knights.c_str(), "de") == "\"de\" is not a legal move");
  CHECK(san_refusal(knights.c_str(), "e7e8") == "\"e7e8\" is not a legal move");
  CHECK(san_refusal(knights.c_str(), "f3f4") == "\"f3f4\" is not a legal move");
  CHECK(san_refusal("6k1/8/8/2p1p3/3P4/3P4/8/4K3 w - - 0 1", "dxe") == "d4e5");
  CHECK(san_refusal("6k1/8/4p3/3Pp3/3P4/8/8/4K3 w - - 0 1", "dxe") ==
        "\"dxe\" is ambiguous: d4e5 or d5e6");
  for (const auto* const move : {"0000", "null", "", "e", "1", "Qd1,"})
    CHECK_THAT(san_refusal(knights.c_str(), move),
               Catch::Matchers::EndsWith("is not a move in standard algebraic notation, like Nf3 "
                                         "or exd8=Q"));
}

TEST_CASE("every legal move is found by its coordinates") {
  test::play_random_games(2, [](const Position& position) {
    for (const auto move : test::legal_moves(position))
      REQUIRE(parse_san(position, Position::text(move)) == move);
  });
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
