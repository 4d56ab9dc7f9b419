// Validations whose real searches a shell command makes. The command is a script that has this
// program search on threads, or fails to.
#include "sim/experiments/json.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/processes.hpp"
#include "tests/support/program.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

using namespace eldest;
using test::run;

namespace {

const std::string run_for_real = // NOLINT(cert-err58-cpp)
    fmt::format("'{}' run \"$@\"", ELDEST_PROGRAM);

/// Returns the words of a small validation with NegaScout and YBWC, whose real searches `script`
/// makes.
std::string words_with(const test::TemporaryFile& script, const std::string& more = "") {
  return fmt::format("validate --platform numa-64 --tree othello --depth 3 --processors 2 "
                     "--algorithm ybwc --repeats 1 --tt-entries 4k --quiet {} --real \"sh '{}'\"",
                     more, script.path());
}

/// Returns a script that makes the searches by NegaScout, and those to depth 1. For other searches,
/// it executes `lines`.
std::string only_negascout_or(const std::string& lines) {
  return fmt::format(
      "case \" $* \" in *' --depth 1 '*|*' --algorithm negascout '*) exec {} ;; esac\n{}\n",
      run_for_real, lines);
}

bool has_one_line(const std::string& text) {
  return std::ranges::count(text, '\n') == 1 && text.ends_with('\n');
}

} // namespace

TEST_CASE("validate has a command make its real searches") {
  const auto words =
      fmt::format("validate --platform numa-64 --tree othello --depth 4 --processors "
                  "2 --algorithm abdada,ybwc --repeats 2 --quiet --real \"'{}' run\"",
                  ELDEST_PROGRAM);
  const auto output = run(words + " --json");
  CAPTURE(output.err);
  REQUIRE(output.status == 0);
  CHECK(output.err.empty());
  const auto json = Json::parse(output.out);
  CHECK(json["real"]["model"] == "threads");
  CHECK(json["real"]["command"] == fmt::format("'{}' run", ELDEST_PROGRAM));
  REQUIRE(json["rows"].size() == 5);
  for (const auto& row : json["rows"])
    CHECK(row["at_once"] == false);
  CHECK(json["rows"][0]["algorithm"] == "negascout");
  for (const std::size_t alone : {0U, 1U, 3U})
    CHECK(json["rows"][alone]["deviation"]["nodes"] == 0);
  for (const auto& search : json["searches"])
    CHECK(search["real"].size() == 2);
  const auto text = run(words);
  CHECK(text.status == 0);
  CHECK_THAT(text.out,
             Catch::Contains(fmt::format("\n  by '{}' run\nsimulated: ", ELDEST_PROGRAM)) &&
                 Catch::Contains("\nybwc                      2 ") && !Catch::Contains("'each'"));
  CHECK_THAT(run("validate --platform numa-64 --depth 1 --repeats 1 --quiet").out,
             Catch::Contains("\n'each': "));
}

TEST_CASE("a command is told all that chooses a search") {
  const test::TemporaryFile log("", ".log");
  // The first argument of the script is the number of processors.
  const test::TemporaryFile script(
      fmt::format("n=$1; shift; echo $n \"$@\" >>'{}'\nexec {}\n", log.path(), run_for_real),
      ".sh");
  const auto words_for = [&](const std::string& search) {
    return fmt::format("validate --platform numa-64 --processors 3 --repeats 2 --quiet --json {} "
                       "--real \"sh '{}' {{processors}}\"",
                       search, script.path());
  };
  // The program itself compares the search made with the requested one: see the next test.
  for (const auto* const search :
       {"--depth 2 --algorithm abdada,ybwc --search alphabeta --tt-entries 4k --tt-scale "
        "per-processor --tt-sharing local --tt-depth exact --tt-store better --quiescence "
        "--losing-captures no --aspiration 30 --generate-moves after-answer --ybwc-hops 2 "
        "--abdada-variant best --check-extension no --position 'k7/8/8/8/8/8/1r6/K7 w - - 0 1'",
        "--depth 3 --algorithm ybwc --tree synthetic:b=5,order=0.7 --seed 9",
        "--depth 2 --algorithm shared-table --tree othello:evaluation=steady --program keyano"}) {
    const auto output = run(words_for(search));
    CAPTURE(search, output.err);
    CHECK(output.status == 0);
  }
  const auto said = test::read(log.path());
  CHECK_THAT(said,
             Catch::Contains("3 --algorithm abdada --depth 1 --processors 3 --seed 1 ") &&
                 Catch::Contains("1 --algorithm alphabeta --depth 2 --processors 1 --seed 2 ") &&
                 Catch::Contains("3 --algorithm ybwc --depth 2 --processors 3 --seed 1 "
                                 "--search alphabeta ") &&
                 Catch::Contains(" --ybwc-hops 2 ") &&
                 Catch::Contains(" --position k7/8/8/8/8/8/1r6/K7 w - - 0 1 ") &&
                 Catch::Contains("seed=9") && Catch::Contains(" --json --quiet\n"));
  // Each of the three validations tries one search first. NegaScout searches on one processor only.
  CHECK(std::ranges::count(said, '\n') == 3 + 2 * (1 + 2 * 2) + 2 * (2 * (1 + 2)));
}

TEST_CASE("a search that a command does not make is an error, and costs no other its result") {
  struct Fault {
    std::string lines; ///< of the script
    std::string said;
  };
  // Makes the requested search, and changes its result.
  const auto changed = [](const std::string& change) {
    return fmt::format("{} | sed '{}'", run_for_real, change);
  };
  const std::vector<Fault> faults{
      {"exit 3", "the command ended with exit status 3"},
      {"echo ------ >&2; echo no slots >&2; exit 1",
       "the command ended with exit status 1: no slots"},
      {"echo first >&2; echo 'eldest: no memory' >&2; exit 2",
       "the command ended with exit status 2: eldest: no memory"},
      {"kill -KILL $$", "Killed"},
      {"exec no-such-program", "exit status 127: "},
      {"", "the command prints no JSON"},
      {"echo 3 hosts; echo '{}'", "the command prints no JSON, but '3 hosts'"},
      {"echo '{'", "the command prints no JSON"},
      {"echo '{}'", "the command's JSON is not the result of a search: field command: is missing"},
      {changed(R"(s/"time_s"/"time"/)"), "the command's JSON is not the result of a search: "},
      {changed(R"(s/"value": .*/"value": [],/)"),
       "the command's JSON is not the result of a search: "},
      {fmt::format("'{}' run --depth 1 --processors 1,2 --json", ELDEST_PROGRAM),
       "the command prints the results of 2 searches, not of one"},
      {changed(R"(s/"command": "run"/"command": "simulate"/)"),
       "the command prints the result of eldest simulate, not of eldest run"},
      {changed(R"(s/"version": .*/"version": "0.0",/)"),
       "the command runs version 0.0 of eldest, not "},
      {changed(R"(s/^  "depth": .*/  "depth": 2,/)"),
       "the command has made another search: --depth 2 instead of 3"},
      {changed(R"(s/^  "processors": .*/  "processors": 4,/)"),
       "the command has made another search: --processors 4 instead of "},
      {changed(R"(s/^  "position": .*/  "position": "elsewhere",/)"),
       "the command has made another search: --position elsewhere instead of "},
      {changed(R"(s/^  "algorithm": .*/  "algorithm": "abdada",/)"),
       "the command has made another search: --algorithm abdada instead of ybwc"},
      {changed(R"(s/"ybwc_hops": [0-9]*/"ybwc_hops": 99/)"),
       "the command has made another search: --ybwc-hops 99 instead of "},
      {changed(R"(/^    "tt_entries": /d)"), "the command's search does not say its --tt-entries"},
      {changed(R"(s/"stopped_by": .*/"stopped_by": "time",/)"),
       "the command's search was ended before its depth, by time"},
      {"cat /dev/zero", "the command prints more than 64 MiB"},
  };
  for (const auto& fault : faults) {
    const test::TemporaryFile script(only_negascout_or(fault.lines), ".sh");
    const auto output = run(words_with(script, "--json"));
    CAPTURE(fault.lines, output.err);
    CHECK(output.status == 1);
    CHECK(has_one_line(output.err));
    CHECK_THAT(output.err,
               Catch::StartsWith("eldest: ybwc on 1 processors, ") && Catch::Contains(fault.said));
    const auto json = Json::parse(output.out);
    CHECK(json["rows"].size() == 1);
    REQUIRE(json["searches"].size() == 3);
    CHECK(json["searches"][0]["real"].size() == 1);
    for (const std::size_t failed : {1U, 2U}) {
      CHECK(json["searches"][failed]["real"].empty());
      CHECK(json["searches"][failed]["simulated"].size() == 1);
      CHECK_THAT(json["searches"][failed]["error"].get<std::string>(), Catch::Contains(fault.said));
    }
  }
}

TEST_CASE("a command that makes no search at all is refused before the simulations") {
  struct Mistake {
    std::string command;
    std::string said;
  };
  const std::vector<Mistake> mistakes{
      {"no-such-mpirun -n {processors}",
       "--real no-such-mpirun -n {processors}: the command ended with exit status 127: "},
      {"false", "--real false: the command ended with exit status 1\n"},
      {"echo", "--real echo: the command prints no JSON, but '--algorithm ybwc --depth 1 "},
      {"'", "--real ': the command ended with exit status 2: "},
      {fmt::format("'{}' run --depth 3", ELDEST_PROGRAM), "eldest: --depth: is given more than"},
      {fmt::format("'{}' simulate --platform cm5-32", ELDEST_PROGRAM),
       "the command prints the result of eldest simulate, not of eldest run"},
  };
  for (const auto& mistake : mistakes) {
    const test::TemporaryFile settings(fmt::format("real = {}\n", mistake.command), ".ini");
    const auto output = run(fmt::format("validate --platform cm5-32 --depth 30 --algorithm ybwc "
                                        "--config '{}'",
                                        settings.path()));
    CAPTURE(mistake.command, output.err);
    CHECK(output.status == 2);
    CHECK(output.out.empty());
    CHECK(has_one_line(output.err));
    CHECK_THAT(output.err, Catch::Contains(mistake.said));
  }
}

TEST_CASE("an interrupt ends a command and keeps what has been searched") {
  const test::TemporaryFile program("", ".pid");
  const test::TemporaryFile search("", ".pid");
  const test::TemporaryFile out("", ".out");
  const test::TemporaryFile err("", ".err");
  const test::TemporaryFile script(
      only_negascout_or(fmt::format("echo $$ >'{}'; exec sleep 1000", search.path())), ".sh");
  for (const auto* const signal : {"INT", "TERM", "HUP"}) {
    // Another process acts as the user, because a program started in the background by a shell
    // would ignore SIGINT.
    const test::TemporaryFile user(
        fmt::format("cd '{0}'; : >'{1}'\n"
                    "(while [ ! -s '{1}' ]; do sleep 0.05; done; kill -{2} \"$(cat '{3}')\") &\n"
                    "sh -c 'echo $$ >\"$0\"; exec \"$@\"' '{3}' '{4}' {5} >'{6}' 2>'{7}'\n",
                    ELDEST_SOURCE_DIR, search.path(), signal, program.path(), ELDEST_PROGRAM,
                    words_with(script, "--json"), out.path(), err.path()),
        ".sh");
    const int status = std::system( // NOLINT: a shell is what a user has
        fmt::format("timeout 30 sh '{}'", user.path()).c_str());
    CAPTURE(signal);
    CHECK(WEXITSTATUS(status) == 1);
    CHECK(test::read(err.path()) == "eldest: interrupted\n");
    const auto report = Json::parse(test::read(out.path()));
    CHECK(report["interrupted"] == true);
    CHECK(report["searches"][0]["real"].size() == 1);
    CHECK(report["searches"][1]["real"].empty());
    CHECK_FALSE(report["searches"][1].contains("error"));
    CHECK(test::holds_soon([&] { return !test::is_running_of(search.path()); }));
  }
}
