#include "trees/othello/position_file.hpp"

#include "games.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/bits.hpp"
#include "trees/base/errors.hpp"

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
  }
}

TEST_CASE("the FFO file holds positions 40 to 59") {
  const auto records = load_positions(folder / "ffo.txt");
  REQUIRE(records.size() == 20);
  CHECK(records.front().id == "FFO-40");
  CHECK(records.back().id == "FFO-59");
  int previous_empties = 0;
  for (const auto& record : records) {
    const int empties = count_bits(parse_position(record.position).empty());
    CHECK(empties >= previous_empties);
    previous_empties = empties;
  }
  CHECK(previous_empties == 34);
}

TEST_CASE("FFO-53 is the final of 1996 after 32 moves") {
  const auto records = load_positions(folder / "ffo.txt");
  CHECK(parse_position(records.at(13).position) == positions_of(final_1996)[32]);
}

TEST_CASE("errors in a file name file and line") {
  check_file_error("", ": no positions, should have one a line");
  check_file_error("# nothing\n", ": no positions, should have one a line");
  check_file_error("\n\n--X O; id \"a\";\n",
                   ":3: Othello position: board: 3 squares, should be 64 (a1, b1, ..., h8)");
}

TEST_CASE("a file that is not there, or a folder, cannot be read") {
  CHECK_THROWS_MATCHES(load_positions("nowhere/ffo.txt"), InputError,
                       Message("nowhere/ffo.txt: cannot be read: No such file or directory"));
  CHECK_THROWS_MATCHES(load_positions(folder), InputError,
                       Message(folder.string() + ": is a directory, should be a file"));
}

} // namespace eldest::othello
