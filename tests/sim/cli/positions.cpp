#include "sim/experiments/json.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

using namespace eldest;
using test::run;

namespace {

/// Returns what `perft --depth 1` prints about a file's positions: "ID: PATHS" for each, or the
/// line of the error.
std::string perft(const std::string& tree, const std::string& content,
                  const std::string& words = "", const std::string& chosen = "") {
  const test::TemporaryFile file(content, "");
  const auto ended =
      test::run(fmt::format("perft --tree {} --depth 1 --json --quiet --position {}{} {}", tree,
                            file.path(), chosen, words));
  if (ended.status != 0)
    return ended.err;
  const auto report = Json::parse(ended.out);
  std::string counts;
  for (const auto& position : report["positions"])
    counts += fmt::format("{}{}: {}", counts.empty() ? "" : ", ", position["id"].get<std::string>(),
                          position["paths"].get<int>());
  return counts;
}

const std::string pgn = "[Event \"x\"]\n[Result \"*\"]\n\n" // NOLINT(cert-err58-cpp)
                        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";

} // namespace

TEST_CASE("positions: two records on one line are an error") {
  CHECK_THAT(perft("chess", "7k/8/8/8/8/8/P7/4K3 w - - bm a4; id \"first\";"
                            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; id \"second\";\n"),
             Catch::StartsWith("eldest: ") && Catch::Contains(":1: ") && !Catch::Contains("\n\n"));
}

TEST_CASE("positions: a byte order mark is no part of the first position") {
  CHECK(perft("chess", "\xef\xbb\xbf"
                       "7k/8/8/8/8/8/P7/4K3 w - - bm a4; id \"first\";\n") == "first: 7");
}

TEST_CASE("positions: equal ids are told apart, and choose one position each") {
  const std::string suite = "7k/8/8/8/8/8/P7/4K3 w - - bm a4; id \"?\";\n"
                            "8/P6k/8/8/8/8/8/4K3 w - - bm a8Q; id \"?\";\n";
  CHECK(perft("chess", suite) == "?: 7, ?#2: 9");
  CHECK(perft("chess", suite, "", ":?#2") == "?#2: 9");
}

TEST_CASE("positions: games of chess are read from PGN") {
  CHECK(perft("chess", pgn) == "1@6: 32");
  CHECK(perft("chess", pgn, "", ":1@0") == "1@0: 20");
  CHECK(perft("chess", pgn + "\n" + pgn, "", ":@1") == "1@1: 20, 2@1: 20");
}

TEST_CASE("positions: games of checkers are read from PDN") {
  const std::string pdn = "[Event \"x\"]\n[GameType \"21\"]\n[Result \"*\"]\n\n"
                          "1. 9-14 22-17 2. 11-15 25-22 3. 15-19 *\n";
  CHECK(perft("checkers", pdn) == "1@5: 2");
}

TEST_CASE("positions: positions and games of Othello are read from files of other programs") {
  CHECK(perft("othello", "---------------------------OX------XO--------------------------- X; "
                         "D3:+0; C4:+0; F5:+0; E6:+0;\n") == "#1: 4");
  CHECK(perft("othello", "f5d6c3d3c4\n") == "1@5: 6");
}

TEST_CASE("positions: bad lines are all named, or skipped and counted") {
  const test::TemporaryFile file("7k/8/8/8/8/8/P7/4K3 w - - id \"one\";\n7k/8/8/8 w - -\n8/8 w\n",
                                 "");
  const auto words = fmt::format("perft --depth 1 --position {}", file.path());
  const auto refused = run(words);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Catch::StartsWith(fmt::format("eldest: {}:2: ", file.path())) &&
                              Catch::Contains("; line 3: "));
  const auto skipped = run(words + " --bad-positions skip");
  CHECK(skipped.status == 0);
  CHECK(skipped.out.ends_with("\n7\n"));
  CHECK_THAT(skipped.err, Catch::StartsWith(
                              fmt::format("eldest: skipped 2 bad positions: {}:2: ", file.path())));
  CHECK(run(words + " --bad-positions skip --quiet").err.empty());
  CHECK(Json::parse(run(words + " --bad-positions skip --json --quiet").out)["skipped_positions"] ==
        2);
  const auto searched = fmt::format("simulate --platform cm5-32 --model loggp --depth 1 --quiet "
                                    "--algorithm negascout --bad-positions skip --position {}",
                                    file.path());
  CHECK_THAT(run(searched).out, Catch::Contains("\n2 bad positions skipped\n"));
  CHECK(Json::parse(run(searched + " --json").out)["skipped_positions"] == 2);
  CHECK(run(words + ":one").status == 0);
}
