#include "trees/othello/position_file.hpp"

#include "games.hpp"
#include "trees/base/errors.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>

namespace eldest::othello {
namespace {

using Catch::Matchers::Message;

const std::filesystem::path folder = ELDEST_SOURCE_DIR "/trees/othello";

/// A file that exists for the lifetime of this object. Tests run in parallel and must choose
/// different names.
class TemporaryFile {
public:
  TemporaryFile(std::string_view name, std::string_view content)
      : path_(std::filesystem::temp_directory_path() / name) {
    std::ofstream{path_} << content;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  TemporaryFile(TemporaryFile&&) = delete;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

void check_file_error(std::string_view content, const std::string& message) {
  const TemporaryFile file{"eldest-othello-errors.txt", content};
  CHECK_THROWS_MATCHES(load_positions(file.path()), InputError,
                       Message(file.path().string() + message));
}

} // namespace

TEST_CASE("the file of the final of 1996 holds the positions of its first 50 moves") {
  const auto records = load_positions(folder / "wc1996-final.txt");
  const auto positions = positions_of(final_1996);
  REQUIRE(records.size() == 50);
  for (std::size_t moves = 0; moves < records.size(); ++moves) {
    CHECK(records[moves].id == (moves < 10 ? "WC96-0" : "WC96-") + std::to_string(moves));
    CHECK(records[moves].position == to_text(positions[moves]));
    CHECK_FALSE(records[moves].score);
  }
}

TEST_CASE("the FFO file holds positions 40 to 59 with their scores") {
  const auto records = load_positions(folder / "ffo.txt");
  REQUIRE(records.size() == 20);
  CHECK(records.front().id == "FFO-40");
  CHECK(records.back().id == "FFO-59");
  int previous_empties = 0;
  for (const auto& record : records) {
    const int empties = count(parse_position(record.position).empty());
    CHECK(empties >= previous_empties);
    previous_empties = empties;
    REQUIRE(record.score);
    CHECK(*record.score % 2 == 0);
  }
  CHECK(previous_empties == 34);
}

TEST_CASE("FFO-53 is the final of 1996 after 32 moves") {
  const auto records = load_positions(folder / "ffo.txt");
  CHECK(parse_position(records.at(13).position) == positions_of(final_1996)[32]);
}

TEST_CASE("a line gives a position, an id and perhaps a score; comments are skipped") {
  const TemporaryFile file{"eldest-othello-records.txt", "# a comment\n\n  " + start_text +
                                                             " ;id \"a b\";score -64\r\n" +
                                                             start_text + ";  id \"#2\" ;"};
  const auto records = load_positions(file.path());
  REQUIRE(records.size() == 2);
  CHECK(records[0].id == "a b");
  CHECK(records[0].position == start_text);
  CHECK(records[0].line == 3);
  CHECK(records[0].score == -64);
  CHECK(records[1].id == "#2");
  CHECK(records[1].line == 4);
  CHECK(records[1].score == std::nullopt);
}

TEST_CASE("errors in a file name file and line") {
  check_file_error("", ": no positions, should have one a line");
  check_file_error("# nothing\n", ": no positions, should have one a line");
  check_file_error("\n\n--X O; id \"a\";\n",
                   ":3: Othello position: board: 3 squares, should be 64 (a1, b1, ..., h8)");
  check_file_error(start_text, ":1: no id, should have one, as in id \"FFO-40\";");
  check_file_error(start_text + "; id FFO-40;",
                   ":1: id should be a text in double quotes, as in id \"FFO-40\";");
  check_file_error(start_text + R"(; id "a"; id "b";)", ":1: id occurs twice, should occur once");
  check_file_error(start_text + "; score 2; score 2; id \"a\";",
                   ":1: score occurs twice, should occur once");
  check_file_error(start_text + "; id \"a\"; score 65;",
                   ":1: score should be a number of discs from -64 to +64, as in score +38;");
  check_file_error(start_text + "; id \"a\"; score 3x;",
                   ":1: score should be a number of discs from -64 to +64, as in score +38;");
  check_file_error(start_text + "; id \"a\"; score +-3;",
                   ":1: score should be a number of discs from -64 to +64, as in score +38;");
  check_file_error(start_text + ";; id \"a\";", ":1: unknown field '', should be id or score");
  check_file_error(start_text + "; id \"a\"; bm f5;",
                   ":1: unknown field 'bm', should be id or score");
  check_file_error(start_text + "; id \"a\";\n" + start_text + "; id \"a\";",
                   ":2: id 'a' is that of line 1 too, should be unique");
}

TEST_CASE("a file that is not there, or a folder, cannot be read") {
  CHECK_THROWS_MATCHES(load_positions("nowhere/ffo.txt"), InputError,
                       Message("nowhere/ffo.txt: cannot be read: No such file or directory"));
  CHECK_THROWS_MATCHES(load_positions(folder), InputError,
                       Message(folder.string() + ": is a directory, should be a file"));
}

} // namespace eldest::othello
