#include "trees/checkers/notation.hpp"

#include "input_errors.hpp"
#include "random_boards.hpp"
#include "random_edit.hpp"

#include <catch2/catch.hpp>

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

namespace eldest::checkers::test {
namespace {

std::string fen_error(std::string_view text) {
  return error_of([&] { static_cast<void>(parse_position(text)); });
}

std::string move_error(std::string_view fen_text, std::string_view move) {
  const auto position = parse_position(fen_text);
  return error_of([&] { static_cast<void>(parse_move(position, move)); });
}

/// A file that exists for the lifetime of this object.
class ScratchFile {
public:
  ScratchFile(std::string name, std::string_view text) : name_(std::move(name)) {
    std::ofstream{name_, std::ios::binary} << text;
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ScratchFile(ScratchFile&&) = delete;
  ScratchFile& operator=(ScratchFile&&) = delete;
  ~ScratchFile() { std::remove(name_.c_str()); }

  [[nodiscard]] const std::string& name() const { return name_; }

private:
  std::string name_;
};

std::string file_error(const std::string& name, std::string_view text) {
  const ScratchFile file{name, text};
  return error_of([&] { static_cast<void>(load_positions(file.name())); });
}

using Catch::Matchers::StartsWith;

} // namespace

TEST_CASE("FEN is read with kings, ranges and lists in either order", "[notation]") {
  const auto position = parse_position("B:W21,22,K30:B1,2,K5");
  CHECK(position.board().turn == Colour::black);
  CHECK(position.board().of(Colour::white) == (square_range(21, 22) | square_set(30)));
  CHECK(position.board().of(Colour::black) == (square_range(1, 2) | square_set(5)));
  CHECK(position.board().kings == (square_set(30) | square_set(5)));

  CHECK(parse_position("B:B1,2,K5:W21,22,K30") == position);
  CHECK(parse_position(" B:W21-22,K30:B1-2,K5.\n") == position);
  CHECK(parse_position("B:W21-32:B1-12") == parse_position("startpos"));
  CHECK(parse_position("W:WK1-3:B5") == parse_position("W:WK1,K2,K3:B5"));
  CHECK(parse_position("W:W:B5").board().of(Colour::white) == 0);
}

TEST_CASE("FEN is written as it is read", "[notation]") {
  CHECK(fen(Position{}) == "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
  CHECK(fen(parse_position("W:BK5,1:WK30,21")) == "W:W21,K30:B1,K5");
  SplitMix64 random{6};
  for (int round = 0; round < 2'000; ++round) {
    const Position position{random_board(random)};
    REQUIRE(parse_position(fen(position)) == position);
  }
}

TEST_CASE("bad FEN is refused with the field that is wrong", "[notation]") {
  CHECK(fen_error("") == "position '': should be startpos or three fields such as B:W21-32:B1-12");
  CHECK(fen_error("B:W21") ==
        "position 'B:W21': should be startpos or three fields such as B:W21-32:B1-12");
  CHECK(fen_error("X:W21:B1") == "position 'X:W21:B1': side to move 'X': should be B or W");
  CHECK(fen_error("B:W21:W1") == "position 'B:W21:W1': pieces 'W21' and 'W1': one list should "
                                 "start with W, the other with B");
  CHECK(fen_error("B::") == "position 'B::': pieces '' and '': one list should start with W, "
                            "the other with B");
  CHECK(fen_error("B:W21,33:B1") ==
        "position 'B:W21,33:B1': White's pieces: '33' is not a square from 1 to 32 or a range "
        "such as 1-12, with K before it for kings");
  CHECK(fen_error("B:W21:B4,,5") ==
        "position 'B:W21:B4,,5': Black's pieces: '' is not a square from 1 to 32 or a range "
        "such as 1-12, with K before it for kings");
  CHECK(fen_error("B:W21:B5,K5") ==
        "position 'B:W21:B5,K5': Black's pieces: square 5 has a piece already");
  CHECK(fen_error("B:W21:B20-21") ==
        "position 'B:W21:B20-21': Black's pieces: square 21 has a piece already");
  CHECK(fen_error("B:W21:B30") ==
        "position 'B:W21:B30': Black's pieces: a man on 30 would be a king, K30");
  CHECK(fen_error("B:W2:B30") ==
        "position 'B:W2:B30': White's pieces: a man on 2 would be a king, K2");
  CHECK(fen_error("B:W20-32:B1") ==
        "position 'B:W20-32:B1': White's pieces: 13 pieces, but a side has at most 12");
  for (const auto* const range : {"12-1", "1-", "-1", "1-2-3", "0-3", "1-99999999999"})
    CHECK_THAT(fen_error(std::string{"B:W:B"} + range),
               StartsWith("position 'B:W:B" + std::string{range} + "': Black's pieces: '" + range +
                          "' is not a square"));
}

TEST_CASE("any text is either a position or refused in one printable line", "[notation]") {
  SplitMix64 random{7};
  constexpr std::string_view characters = "BWK:,-.0123456789 startpos\n\x80;\"";
  int accepted = 0;
  for (int round = 0; round < 100'000; ++round) {
    auto text = fen(Position{random_board(random)});
    for (auto edits = 1 + random_below(random, 3); edits > 0; --edits)
      edit_randomly(text, characters, random);
    try {
      const auto position = parse_position(text);
      REQUIRE(parse_position(fen(position)) == position);
      ++accepted;
    } catch (const InputError& error) {
      const std::string message = error.what();
      REQUIRE_THAT(message, StartsWith("position '"));
      REQUIRE(message.find_first_of("\n\x80") == std::string::npos);
    }
  }
  CHECK(accepted > 1'000);
  CHECK(accepted < 90'000);
}

TEST_CASE("every legal move is read back from its text", "[notation]") {
  SplitMix64 random{8};
  for (int round = 0; round < 2'000; ++round) {
    const Position position{random_board(random)};
    for (const auto move : legal_moves(position))
      REQUIRE(parse_move(position, Position::text(move)) == move);
  }
}

TEST_CASE("a capture may be given by its ends where that is clear", "[notation]") {
  const auto chain = parse_position("B:W6,14:B2");
  CHECK(Position::text(parse_move(chain, "2x18")) == "2x9x18");
  const auto circle = parse_position("B:W6,7,14,15:BK2");
  CHECK(parse_move(circle, "2x2") == legal_moves(circle).front());
  CHECK(move_error("B:W6,7,14,15:B2", "2x18") == "'2x18' may be any of 2x9x18, 2x11x18");
}

TEST_CASE("a move that is not legal is refused with those that are", "[notation]") {
  CHECK(move_error("B:W18:B5,15", "5-9") == "'5-9' is not a legal move; legal: 15x22");
  CHECK(move_error("B:W32:B18", "18x22") == "'18x22' is not a legal move; legal: 18-22, 18-23");
  CHECK(move_error("B:W6,14:B2", "2x9") == "'2x9' is not a legal move; legal: 2x9x18");
  CHECK(move_error("B:W32:B", "\n") == "'\\n' is not a legal move; legal: none");
}

TEST_CASE("a file of positions is read line by line", "[notation]") {
  const ScratchFile file{"checkers_positions.fen",
                         "# two positions\r\n\nB:W32:B1; id \"first\"\r\nstartpos ;id \"second\""};
  const auto positions = load_positions(file.name());
  REQUIRE(positions.size() == 2);
  CHECK(positions[0].id == "first");
  CHECK(positions[0].position == parse_position("B:W32:B1"));
  CHECK(positions[1].id == "second");
  CHECK(positions[1].position == Position{});
}

TEST_CASE("errors in a file of positions name file and line", "[notation]") {
  const std::string name = "checkers_bad_positions.fen";
  CHECK(file_error(name, "\nB:W32:B1") == name + ":2: 'B:W32:B1': should end with ; id \"name\"");
  for (const auto* const ending :
       {"; id \"\"", "; id x", "; id \"x", "; name \"x\"", "; id \"x\" y"})
    CHECK_THAT(file_error(name, std::string{"B:W32:B1"} + ending),
               StartsWith(name + ":1: 'B:W32:B1;"));
  CHECK(file_error(name, "B:W32:B33; id \"x\"") ==
        name + ":1: position 'B:W32:B33': Black's pieces: '33' is not a square from 1 to 32 or "
               "a range such as 1-12, with K before it for kings");
  CHECK(file_error(name, "B:W32:B1; id \"x\"\n#\nW:W32:B1; id \"x\"") ==
        name + ":3: id 'x' is given twice");
  CHECK(file_error(name, "# nothing\n") == name + ": has no positions");
  CHECK(error_of([] { static_cast<void>(load_positions("no/such/file")); }) ==
        "no/such/file: cannot be read: No such file or directory");
  CHECK(error_of([] { static_cast<void>(load_positions("/")); }) ==
        "/: is a directory, should be a file");
}

} // namespace eldest::checkers::test
