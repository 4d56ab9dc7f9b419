#include "sim/experiments/problems/games.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace eldest;

namespace {

/// A game whose positions are texts that begin with "pos".
Problem open_sample(const std::string& position) {
  if (position.starts_with("reason"))
    throw InputError("must begin with pos, not " + std::string(200, 'x'));
  if (!position.starts_with("pos"))
    throw InputError("must begin with pos");
  Problem problem;
  problem.position = position;
  return problem;
}

/// Reads lines of "POSITION" or "POSITION ID", and lines of "game PLIES" as games.
PositionList list_sample(std::string_view content, const GameChoice& choice) {
  if (!content.starts_with("game "))
    return list_lines(content, [](std::string_view line) -> ListedPosition {
      const auto end = std::min(line.find(' '), line.size());
      const std::string position(line.substr(0, end));
      static_cast<void>(open_sample(position));
      return {std::string(line.substr(std::min(end + 1, line.size()))), position};
    });
  PositionLister lister(choice);
  for (std::size_t at = 0; at < content.size(); at += 7)
    lister.add_game(static_cast<int>(at / 7 + 1), [&] {
      return RecordedGame{content[at + 5] - '0', [](int ply) { return fmt::format("pos{}", ply); }};
    });
  return std::move(lister).list();
}

std::vector<Problem> open_choice(const std::string& position,
                                 std::vector<std::string>* skipped = nullptr) {
  ProblemChoice choice{"sample", position};
  if (skipped != nullptr)
    choice.skip = [skipped](const std::string& bad) { skipped->push_back(bad); };
  return open_positions(choice, {open_sample, list_sample});
}

std::vector<std::string> positions_of(const std::string& choice) {
  std::vector<std::string> positions;
  std::ranges::transform(open_choice(choice), std::back_inserter(positions), &Problem::position);
  return positions;
}

std::string error_of(const std::string& choice) {
  try {
    static_cast<void>(open_choice(choice));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

using Texts = std::vector<std::string>;

/// A folder for files of positions, which is the current one while it exists.
class SampleFolder {
public:
  SampleFolder() {
    std::filesystem::create_directory(folder_);
    std::filesystem::current_path(folder_);
  }
  ~SampleFolder() {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }
  SampleFolder(const SampleFolder&) = delete;
  SampleFolder& operator=(const SampleFolder&) = delete;

  static void write(const std::string& name, const std::string& content) {
    std::ofstream(name) << content;
  }

private:
  std::filesystem::path before_ = std::filesystem::current_path();
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / fmt::format("eldest-positions-{}", ::getpid());
};

} // namespace

TEST_CASE("positions: a position in the game's notation comes before a file") {
  const SampleFolder folder;
  SampleFolder::write("pos1", "pos2 a\n");
  CHECK(positions_of("pos1") == Texts{"pos1"});
  CHECK(open_choice("pos1").front().chosen_by == "pos1");
  CHECK(positions_of("./pos1") == Texts{"pos2"});
}

TEST_CASE("positions: names and ids may have blanks and colons") {
  const SampleFolder folder;
  SampleFolder::write("my suite: part 1.txt", "pos1 STS(v1.0) x:1\npos2 :\npos3\n");
  const std::string file = "my suite: part 1.txt";
  CHECK(positions_of(file) == Texts{"pos1", "pos2", "pos3"});
  CHECK(positions_of(file + ":STS(v1.0) x:1") == Texts{"pos1"});
  CHECK(positions_of(file + "::") == Texts{"pos2"});
  CHECK(positions_of(file + ":#3") == Texts{"pos3"});
  for (const auto& problem : open_choice(file)) {
    const auto again = open_choice(problem.chosen_by);
    REQUIRE(again.size() == 1);
    CHECK(again.front().id == problem.id);
    CHECK(again.front().position == problem.position);
  }
}

TEST_CASE("positions: a text that may mean two files is refused") {
  const SampleFolder folder;
  SampleFolder::write("a", "pos1 b\n");
  SampleFolder::write("a:b", "pos2 c\n");
  CHECK(positions_of("a") == Texts{"pos1"});
  CHECK(error_of("a:b") ==
        "position a:b: begins with the names of two files, a:b and a; rename one");
  CHECK(error_of("a:b:c") ==
        "position a:b:c: begins with the names of two files, a and a:b; rename one");
}

TEST_CASE("positions: every bad line of a file is named, or skipped") {
  const SampleFolder folder;
  SampleFolder::write("s", "pos1 a\nbad b\n\npos2 c\nbad\n");
  CHECK(error_of("s") == "s:2: must begin with pos; line 5: must begin with pos");
  std::vector<std::string> skipped;
  CHECK(open_choice("s", &skipped).size() == 2);
  CHECK(skipped == Texts{"s:2: must begin with pos", "s:5: must begin with pos"});
  CHECK(positions_of("s:c") == Texts{"pos2"});
  CHECK(error_of("s:d") == "s:2: must begin with pos; line 5: must begin with pos");
  SampleFolder::write("none", "bad\n");
  CHECK_THROWS_WITH(open_choice("none", &skipped), "none:1: must begin with pos");
  SampleFolder::write("empty", "# nothing\n");
  CHECK(error_of("empty") == "empty: has no positions");
}

TEST_CASE("positions: many bad lines are named with the reasons of the first") {
  const SampleFolder folder;
  std::string content;
  for (int line = 1; line <= 33; ++line)
    content += "bad\n";
  SampleFolder::write("s", content);
  CHECK_THAT(error_of("s"),
             Catch::EndsWith("; line 30: must begin with pos; and lines 31, 32, 33"));
}

TEST_CASE("positions: reasons leave room for the lines of all bad records") {
  const SampleFolder folder;
  std::string content;
  for (int line = 1; line <= 100; ++line)
    content += "reason " + std::string(200, 'x') + '\n';
  SampleFolder::write("s", content);
  const auto error = error_of("s");
  CHECK_THAT(error, Catch::StartsWith("s:1: ") && Catch::Contains("; and lines ") &&
                        Catch::EndsWith(", 98, 99, 100") && !Catch::Contains("..."));
  for (int line = 101; line <= 1000; ++line)
    content += "bad\n";
  SampleFolder::write("s", content);
  CHECK_THAT(error_of("s"), Catch::EndsWith(" more") && !Catch::Contains("..."));
}

TEST_CASE("positions: games are chosen by number and ply") {
  const SampleFolder folder;
  SampleFolder::write("g", "game 4\ngame 7\n");
  CHECK(positions_of("g") == Texts{"pos4", "pos7"});
  CHECK(open_choice("g").back().chosen_by == "g:2@7");
  CHECK(positions_of("g:1") == Texts{"pos4"});
  CHECK(positions_of("g:2@5") == Texts{"pos5"});
  CHECK(positions_of("g:@3") == Texts{"pos3", "pos3"});
  CHECK(error_of("g:3") == "position g:3: the file has games 1 to 2");
  CHECK(error_of("g:x") == "position g:x: the file has games; choose GAME, GAME@PLY or @PLY, as in "
                           "1@20, of its games 1 to 2");
  CHECK(error_of("g:@5") == "g:1: game 1 has 4 moves, so that there is no position after 5");
}

TEST_CASE("positions: what is neither a position nor a file is refused") {
  CHECK(
      error_of("nothing") ==
      "position nothing: is neither a file (FILE or FILE:ID) nor a position: must begin with pos");
  CHECK_THAT(error_of("/"), Catch::Contains("/: is a directory, should be a file"));
}
