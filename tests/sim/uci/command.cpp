#include "sim/uci/command.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <variant>

using namespace eldest::uci;

namespace {

template <class Kind> Kind parse(const std::string& line) {
  const auto command = parse_command(line);
  INFO(line);
  REQUIRE(std::holds_alternative<Kind>(command));
  return std::get<Kind>(command);
}

} // namespace

TEST_CASE("commands without words are read, whatever white space is around them") {
  static_cast<void>(parse<Hello>("uci"));
  static_cast<void>(parse<IsReady>(" \tisready \r"));
  static_cast<void>(parse<NewGame>("ucinewgame"));
  static_cast<void>(parse<Stop>("stop"));
  static_cast<void>(parse<PonderHit>("ponderhit"));
  static_cast<void>(parse<Quit>("quit"));
  static_cast<void>(parse<Nothing>(""));
  static_cast<void>(parse<Nothing>("debug on"));
  static_cast<void>(parse<Nothing>("register later"));
}

TEST_CASE("unknown words before a command are skipped, and a line of none is a mistake") {
  static_cast<void>(parse<IsReady>("joho isready"));
  CHECK(parse<Mistake>("joho").text == "joho: no such command");
  CHECK(parse<Mistake>("j\x01ho").text == R"(j\x01ho: no such command)");
}

TEST_CASE("an option's name and value may have several words") {
  const auto both = parse<SetOption>("setoption name Clear Hash value yes or no");
  CHECK(both.name == "Clear Hash");
  CHECK(both.value == "yes or no");
  const auto name = parse<SetOption>("setoption name Clear Hash");
  CHECK(name.name == "Clear Hash");
  CHECK(name.value.empty());
  CHECK(parse<Mistake>("setoption").text == "setoption: no name is given");
  CHECK(parse<Mistake>("setoption name").text == "setoption: no name is given");
  CHECK(parse<SetOption>("setoption name value 3").name.empty());
}

TEST_CASE("a position is the start of the game or a FEN, and moves from there") {
  const auto start = parse<SetPosition>("position startpos");
  CHECK_FALSE(start.fen);
  CHECK(start.moves.empty());
  const auto moves = parse<SetPosition>("position startpos moves e2e4 e7e5");
  CHECK(moves.moves == std::vector<std::string>{"e2e4", "e7e5"});
  const auto fen = parse<SetPosition>("position fen 4k3/8/8/8/8/8/8/4K2R  w K - 3 9 moves e1g1");
  CHECK(fen.fen == "4k3/8/8/8/8/8/8/4K2R w K - 3 9");
  CHECK(fen.moves == std::vector<std::string>{"e1g1"});
  CHECK(parse<SetPosition>("position fen").fen == "");
  static_cast<void>(parse<Mistake>("position"));
  CHECK(parse<Mistake>("position e2e4").text == "position e2e4: must be startpos or fen");
  static_cast<void>(parse<Mistake>("position startpos e2e4"));
}

TEST_CASE("the limits of a search are read in any order") {
  const auto go = parse<Go>("go wtime 60000 btime 50000 winc 100 binc 200 movestogo 9 depth 5 "
                            "nodes 1000 mate 3 movetime 70 ponder infinite");
  CHECK(go.clocks[0].left == 60'000);
  CHECK(go.clocks[1].left == 50'000);
  CHECK(go.clocks[0].increment == 100);
  CHECK(go.clocks[1].increment == 200);
  CHECK(go.moves_to_go == 9);
  CHECK(go.depth == 5);
  CHECK(go.nodes == 1000);
  CHECK(go.mate == 3);
  CHECK(go.move_time == 70);
  CHECK(go.ponder);
  CHECK(go.infinite);
  CHECK(go.ignored_words.empty());

  const auto none = parse<Go>("go");
  CHECK_FALSE(none.depth);
  CHECK_FALSE(none.nodes);
  CHECK_FALSE(none.infinite);
}

TEST_CASE("limits beyond what there is count as the nearest that there is") {
  CHECK(parse<Go>("go depth 0").depth == 1);
  CHECK(parse<Go>("go depth 1000").depth == 64);
  CHECK(parse<Go>("go depth 99999999999999999999").depth == 64);
  CHECK(parse<Go>("go wtime -50").clocks[0].left == 0);
  CHECK(parse<Go>("go wtime 99999999999999999999").clocks[0].left > 1'000'000'000);
  CHECK(parse<Go>("go nodes 0").nodes == 1);
  CHECK(parse<Go>("go movestogo 0").moves_to_go == 1);
}

TEST_CASE("words of a search that are no limits are kept, for a note") {
  const auto go = parse<Go>("go searchmoves now depth 3 wtime soon depth");
  CHECK(go.depth == 3);
  CHECK_FALSE(go.clocks[0].left);
  CHECK(go.search_moves.empty());
  CHECK(go.ignored_words ==
        std::vector<std::string>{"searchmoves", "now", "wtime", "soon", "depth"});
}

TEST_CASE("the moves to search end with the first word that is no move") {
  const auto go = parse<Go>("go searchmoves e2e4 a7a8q depth 3 e2e3");
  CHECK(go.search_moves == std::vector<std::string>{"e2e4", "a7a8q"});
  CHECK(go.depth == 3);
  CHECK(go.ignored_words == std::vector<std::string>{"e2e3"});
}

TEST_CASE("paths are counted instead of a search") {
  CHECK(parse<Go>("go perft 4").perft == 4);
  CHECK_FALSE(parse<Go>("go depth 4").perft);
}
