#include "sim/experiments/json.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/program.hpp"
#include "tests/support/terminal.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

using namespace eldest;
using test::run;

namespace {

constexpr const char* settings = "--platform cm5-32 --model loggp --tree synthetic:b=5,seed=3 "
                                 "--depth 3 --quiet ";

std::size_t line_count(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// A path at which there is no file yet. A file there is removed at the end.
class NewPath {
public:
  [[nodiscard]] std::string path() const { return file_.path(); }
  NewPath() { std::filesystem::remove(file_.path()); }

private:
  test::TemporaryFile file_{"", ".db"};
};

const std::string small = std::string(settings) + "--processors 2,4 "; // NOLINT(cert-err58-cpp)

} // namespace

TEST_CASE("numbers of a platform are set as in its file") {
  const std::string machine = run("check cm5-32 --xml").out;
  const auto changed =
      run("check cm5-32 --set latency=40us --set eldest:service-time=x3 --xml").out;
  CHECK(changed != machine);
  const test::TemporaryFile file(changed);
  for (const auto* const model : {"flow", "loggp"}) {
    const auto simulated = [&](const std::string& platform) {
      const auto ended =
          run(fmt::format("simulate --platform {} --model {} --depth 2 --processors 8 "
                          "--json --quiet",
                          platform, model));
      CHECK(ended.status == 0);
      return Json::parse(ended.out);
    };
    const auto set = simulated("cm5-32 --set latency=40us --set eldest:service-time=x3");
    const auto written = simulated(file.path());
    CHECK(set["time_s"] == written["time_s"]);
    CHECK(set["platform"]["digest"] == written["platform"]["digest"]);
    CHECK(set["time_s"] != simulated("cm5-32")["time_s"]);
    CHECK(set["options"]["set"] == Json{{"latency", "40us"}, {"eldest:service-time", "x3"}});
    const test::TemporaryFile saved(serialize(set), ".json");
    CHECK(Json::parse(
              run(fmt::format("simulate --from {} --json --quiet", saved.path())).out)["time_s"] ==
          set["time_s"]);
  }
}

TEST_CASE("a sweep varies numbers of the platform, each as a list") {
  const NewPath store;
  const auto words =
      fmt::format("sweep {} {} --processors 2 --algorithm abdada --set latency=x1,x10 "
                  "--set eldest:service-time=1us,2us,4us",
                  store.path(), settings);
  CHECK(run(words).out ==
        fmt::format("{}: 24 of 24 simulations ended, 24 of them by this sweep; 0 failed\n",
                    store.path()));
  const NewPath planned;
  const auto plan = run(fmt::format("sweep {} {} --processors 2 --algorithm abdada --set "
                                    "latency=x10 --plan",
                                    planned.path(), settings));
  CHECK(line_count(plan.out) == 4);
  CHECK_THAT(plan.out, Catch::Contains(" --set latency=x10 "));
}

TEST_CASE("a sweep runs every combination once, with the baselines that they share") {
  const NewPath store;
  const auto words = fmt::format("sweep {} {} --algorithm abdada,ybwc --ybwc-hops 2,4 --seeds 1..2",
                                 store.path(), small);
  const auto first = run(words);
  CHECK(first.status == 0);
  // Three series on 2 and 4 processors with 2 seeds. On 1 processor, they have 2 seeds, too, and
  // there are two sequential searches.
  CHECK(first.out ==
        fmt::format("{}: 20 of 20 simulations ended, 20 of them by this sweep; 0 failed\n",
                    store.path()));
  CHECK(run(words).out ==
        fmt::format("{}: 20 of 20 simulations ended, 0 of them by this sweep; 0 failed\n",
                    store.path()));
  const auto json = Json::parse(run(words + " --json").out);
  CHECK(json["command"] == "sweep");
  CHECK(json["store"] == store.path());
  CHECK(json["simulations"] == 20);
  CHECK(json["ended"] == 20);
  CHECK(json["by_this_sweep"] == 0);
  CHECK(json["failed"] == 0);
  const auto more = run(words + " --search negascout,alphabeta");
  CHECK_THAT(more.out, Catch::Contains(": 38 of 38 simulations ended, 18 of them by this sweep"));
}

TEST_CASE("a range of seeds stands for trees that differ in their seed") {
  const auto sweep = [](const std::string& trees) {
    const NewPath store;
    const auto ended = run(fmt::format("sweep {} --platform cm5-32 --model loggp {} --depth 2 "
                                       "--quiet --processors 2 --algorithm abdada",
                                       store.path(), trees));
    return ended.status == 0 ? run("report --format csv " + store.path()).out : ended.err;
  };
  const auto by_range = sweep("--tree synthetic:b=3,seed=4..6,order=0.5");
  CHECK(by_range == sweep("--tree synthetic:b=3,seed=4,order=0.5 --tree "
                          "synthetic:b=3,seed=5,order=0.5 --tree synthetic:b=3,seed=6,order=0.5"));
  CHECK(by_range == sweep("--tree synthetic:seed=4..6,b=3,order=0.5"));
  CHECK(by_range != sweep("--tree synthetic:b=3,seed=4..5,order=0.5"));
  CHECK_THAT(sweep("--tree synthetic:b=3,seed=4..x"), Catch::Contains("--tree seed"));
}

TEST_CASE("a plan's commands print what a sweep would have stored") {
  const NewPath store;
  const auto words = fmt::format("sweep {} {} --algorithm abdada,jamboree --abdada-variant best "
                                 "--seeds 3..4 --tt-entries 4096",
                                 store.path(), small);
  const auto plan = run(words + " --plan");
  CHECK(plan.status == 0);
  CHECK(line_count(plan.out) == 12 + 2);
  const test::TemporaryFile script(plan.out, ".sh");
  const test::TemporaryFile results("", ".json");
  const auto path = std::filesystem::path(ELDEST_PROGRAM).parent_path().string();
  REQUIRE(std::system(fmt::format("cd '{}' && PATH='{}':$PATH sh {} >{}", ELDEST_SOURCE_DIR, path,
                                  script.path(), results.path())
                          .c_str()) == 0); // NOLINT: a shell is what a user has
  for (int times = 0; times < 2; ++times)
    CHECK(
        run(fmt::format("collect {} {}", store.path(), results.path())).out ==
        fmt::format("{}: 14 results, 14 of them of simulations that were planned\n", store.path()));
  const auto json = Json::parse(
      run(fmt::format("collect {} {} --json --quiet", store.path(), results.path())).out);
  CHECK(json["results"] == 14);
  CHECK(json["planned"] == 14);
  CHECK(json["mistakes"] == 0);
  CHECK(run(words + " --plan").out.empty());
  CHECK_THAT(run(words).out,
             Catch::Contains("14 of 14 simulations ended, 0 of them by this sweep"));
}

TEST_CASE("a point that fails has its reason in the sweep's error, and is run again if asked") {
  const NewPath store;
  const auto words = fmt::format(
      "sweep {} --platform t3d-128 --depth 64 --algorithm negascout --quiet", store.path());
  const auto limited = run(words + " --limit 0.2");
  CHECK(limited.status == 1);
  CHECK_THAT(limited.err,
             Catch::Contains("the simulation took longer than 0.2 s: eldest simulate"));
  CHECK(line_count(limited.err) == 1);
  CHECK_THAT(run(words + " --limit 0.1").out, Catch::Contains("0 of them by this sweep; 2 failed"));
  CHECK(run(words + " --limit 0.2 --plan").out.empty());
  CHECK(line_count(run(words + " --plan").out) == 2); // without a limit
  CHECK_THAT(run(words + " --retry-failed --limit 0.2").out,
             Catch::Contains("2 of them by this sweep; 2 failed"));
}

TEST_CASE("a sweep that makes no sense is refused before it begins") {
  const NewPath store;
  const auto sweep = fmt::format("sweep {} --platform cm5-32 --depth 3 ", store.path());
  for (const auto& [words, said] : std::initializer_list<std::pair<std::string, std::string>>{
           {sweep + "--algorithm ybwc,negascout --processors 4", "negascout runs on 1 processor"},
           {sweep + "--algorithm abdada --ybwc-hops 2", "--ybwc-hops 2: abdada has no such option"},
           {sweep + "--algorithm abdada,none", "--algorithm none: no such algorithm"},
           {sweep + "--processors 4,64", "cm5-32.xml has 32 hosts"},
           {sweep + "--limit 0", "--limit 0: must be above 0"},
           {sweep + "--tt-depth exact,some", "--tt-depth some: must be exact or atleast"},
           {"sweep --platform cm5-32 --depth 3", "STORE (--store) is required"},
           {"sweep " + store.path() + " --depth 3", "--platform PLATFORM is required"},
           {sweep + "--plan --json", "--plan: prints commands, which have no JSON"},
           {"report " + store.path(), "no such store"},
           {"collect " + store.path() + " /no/such/file", "/no/such/file: cannot be read"}}) {
    const auto output = run(words);
    CAPTURE(words);
    CHECK(output.status == 2);
    CHECK_THAT(output.err, Catch::Contains(said));
    CHECK(line_count(output.err) == 1);
  }
}

TEST_CASE("a sweep takes its algorithms' options from a file, and ignores those of others") {
  const NewPath store;
  const test::TemporaryFile config("ybwc-tries = 8\ndts-poll = son\n", ".ini");
  const auto output =
      run(fmt::format("sweep {} --plan --platform cm5-32 --processors 2 --depth 2 --config {} "
                      "--algorithm abdada,ybwc --algorithm ybn",
                      store.path(), config.path()));
  CHECK(output.status == 0);
  for (const auto line : eldest::split(output.out, "\n")) {
    CAPTURE(line);
    CHECK((line.find("--ybwc-tries 8") == line.npos) ==
          (line.find("--algorithm ybwc ") == line.npos));
    CHECK(line.find("--dts-poll") == line.npos);
  }
}

TEST_CASE("every kind of list works, from the command line and from a file") {
  const NewPath store;
  const test::TemporaryFile config(
      "[sweep]\nalgorithm = abdada,ybwc\nybwc-tries = 8\ndepth = 2\nquiet\n"
      "[simulate]\ndepth = 9\n",
      ".ini");
  const auto planned = [&](const std::string& words) {
    const auto output = run(fmt::format("sweep {} --plan --platform cm5-32 --model loggp "
                                        "--config {} {}",
                                        store.path(), config.path(), words));
    CAPTURE(words, output.err);
    CHECK(output.status == 0);
    std::filesystem::remove(store.path());
    return line_count(output.out);
  };
  // Two algorithms on 2 processors and on 1, and two sequential searches.
  CHECK(planned("--processors 2") == 6);
  CHECK(planned("--processors 2 --algorithm dts") == 4);
  CHECK(planned("--processors 2 --depth 3") == 6);
  CHECK(planned("--processors 2 --depth 2..3") == 12);
  CHECK(planned("-n 2 --tt-entries 1k,2048,4k..16k:x2") == 30);
  CHECK(planned("-n 2 --jitter 1us,1e-6") == 6);
  CHECK(planned("--processors 2 --processors 4..6") == 12);
  CHECK(planned("--processors 2 --program nnue,crafty") == 12);
  CHECK(planned("--processors 2 --quiescence") == 6);
  CHECK(planned("--processors 2 --quiescence yes,no") == 12);
  CHECK(planned("--processors 2 --tree chess,othello") == 12);
  CHECK(planned("--processors 2 --tree synthetic:b=3 --tree synthetic:b=4,seed=2") == 12);
  CHECK(planned("--processors 2 --node-costs 1,2,3,4 --node-costs 2,2,3,4") == 12);
  CHECK(planned("--processors 2 --cfg network/crosstraffic:no --cfg network/TCP-gamma:0") == 6);
  CHECK(planned("--processors 2 --position trees/chess/bratko-kopec.epd:BK.01 "
                "--position trees/chess/bratko-kopec.epd:BK.02") == 12);
  CHECK(planned("--processors 2 --position trees/chess/bratko-kopec.epd") ==
        144); // 6 for each of the 24
}

TEST_CASE("a report says which algorithms can be told apart, and writes tables") {
  const NewPath store;
  REQUIRE(
      run(fmt::format("sweep {} {} --algorithm abdada,pvsplit --seeds 1..3", store.path(), small))
          .status == 0);
  const auto report = run(fmt::format("report {}", store.path()));
  CHECK(report.status == 0);
  CHECK_THAT(report.out, Catch::Contains("synthetic:b=5,seed=3, depth 3, on CM5 (loggp)"));
  CHECK_THAT(report.out, Catch::Contains("P = 4"));
  CHECK_THAT(report.out, Catch::Contains("pvsplit"));
  CHECK_THAT(report.out, Catch::Contains("*"));
  const auto json = Json::parse(run(fmt::format("report {} --json", store.path())).out);
  CHECK(json["command"] == "report");
  CHECK(json["failed"] == 0);
  const auto& series = json["panels"][0]["series"];
  REQUIRE(series.size() == 2);
  const auto& cell = series[0]["cells"].back();
  CHECK(cell["processors"] == 4);
  const auto& interval = cell["interval"]["speedup"]["absolute"];
  CHECK(interval[0] <= cell["mean"]["speedup"]["absolute"]);
  CHECK(cell["mean"]["speedup"]["absolute"] <= interval[1]);
  // As in the table, with the same digits.
  CHECK_THAT(report.out, Catch::Contains(fmt::format(
                             "{:#.3g}", cell["mean"]["speedup"]["absolute"].get<double>())));
}

TEST_CASE("a report is along any axis, in any format, with files named by what they show") {
  const NewPath store;
  REQUIRE(run(fmt::format("sweep {} {} --algorithm abdada,ybwc --tt-entries 1k,4k --seeds 1..3",
                          store.path(), small))
              .status == 0);
  const auto report = [&](const std::string& words) {
    return run(fmt::format("report {} {}", store.path(), words));
  };
  CHECK_THAT(report("--x tt-entries").out,
             Catch::Contains("on CM5 (loggp), 4 processors\n\ntt entries = 1024"));
  CHECK_THAT(report("--x tt-entries --panels algorithm").out,
             Catch::Contains("on CM5 (loggp), ybwc\n\ntt entries = 1024") &&
                 Catch::Contains("\n4 processors "));
  CHECK_THAT(report("--format markdown").out, Catch::Contains("\n| processors | 2 | 4 |\n"));
  CHECK_THAT(report("--format latex --x algorithm").out,
             Catch::Contains("\\toprule\nalgorithm & abdada & ybwc \\\\\n"));
  CHECK_THAT(report("--format csv").out, Catch::StartsWith("panel,series,version,platform,model,"
                                                           "tree,depth,algorithm,search,"));
  const NewPath folder;
  CHECK(report(fmt::format("--x tt-entries --out {}", folder.path())).status == 0);
  for (const auto* const file :
       {"synthetic-b-5-seed-3-depth-3-on-cm5-loggp-2-processors-speedup-by-tt-entries.svg",
        "times-to-depth.csv", "speedups.md", "speedups.tex"})
    CHECK(std::filesystem::exists(folder.path() + '/' + file));
  std::filesystem::remove_all(folder.path());
  for (const auto& [words, said] : std::initializer_list<std::pair<std::string, std::string>>{
           {"--x tt-entry", "tt-entry: no such axis"},
           {"--x depth --series depth", "depth: is named twice"},
           {"--format html", "--format html: must be text, markdown, latex or csv"}}) {
    const auto output = report(words);
    CHECK(output.status == 2);
    CHECK_THAT(output.err, Catch::Contains(said));
    CHECK(line_count(output.err) == 1);
  }
}

TEST_CASE("a report writes pages that play searches of its store, and links them") {
  const NewPath store;
  REQUIRE(run(fmt::format("sweep {} {} --algorithm abdada,ybwc --seeds 1..3", store.path(), small))
              .status == 0);
  const NewPath folder;
  const NewPath plain;
  REQUIRE(run(fmt::format("report {} --out {}", store.path(), plain.path())).status == 0);
  const auto ended =
      run(fmt::format("report {} --out {} --watch lowest,highest", store.path(), folder.path()));
  CAPTURE(ended.err);
  REQUIRE(ended.status == 0);
  CHECK(ended.out == run(fmt::format("report {}", store.path())).out);
  const auto index = test::read(folder.path() + "/index.html");
  CHECK_THAT(test::read(plain.path() + "/index.html"), !Catch::Contains("<a href"));
  int pages = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const auto file = entry.path().filename().string();
    if (file == "index.html" || entry.path().extension() != ".html")
      continue;
    ++pages;
    CHECK_THAT(file, Catch::Contains("-4-processors-tree-seed-3-seed-"));
    CHECK_THAT(index, Catch::Contains(fmt::format("<a href=\"{}\">", file)));
    CHECK_THAT(test::read(entry.path().string()), Catch::Contains("Content-Security-Policy"));
  }
  CHECK(pages == 4); // of 2 algorithms on 4 processors
  std::filesystem::remove_all(folder.path());
  std::filesystem::remove_all(plain.path());
  for (const auto& [words, said] : std::initializer_list<std::pair<std::string, std::string>>{
           {"--watch median", "--watch median: the pages are for the folder of --out"},
           {fmt::format("--watch best --out {}", folder.path()),
            "--watch best: must be lowest, median or highest"}}) {
    const auto refused = run(fmt::format("report {} {}", store.path(), words));
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Catch::Contains(said));
    CHECK(line_count(refused.err) == 1);
  }
}

TEST_CASE("no page plays a search that would be another one now") {
  const NewPath store;
  const NewPath folder;
  std::filesystem::copy_file(ELDEST_SOURCE_DIR "/tests/sim/sweeps/schema-2.db", store.path());
  const auto ended =
      run(fmt::format("report {} --out {} --watch median", store.path(), folder.path()));
  CHECK(ended.status == 2);
  CHECK_THAT(ended.err,
             Catch::Contains("is of eldest 0.9.0+2f63d2752d, but this program has model"));
  CHECK_FALSE(std::filesystem::exists(folder.path()));
}

TEST_CASE("a comparison begins with a summary, and prints all only if asked") {
  const NewPath store;
  REQUIRE(run(fmt::format("sweep {} {} --algorithm abdada,ybwc --tt-entries 1k,2k,4k,8k,16k,32k "
                          "--seeds 1..2",
                          store.path(), small))
              .status == 0);
  const auto compare = [&](const std::string& words) {
    return run(fmt::format("compare {} {}", store.path(), words)).out;
  };
  const auto short_text = compare("--by algorithm");
  CHECK_THAT(short_text, Catch::StartsWith("12 comparisons\n  ybwc by abdada: ") &&
                             Catch::Contains("corrected for 12 comparisons by Holm's method") &&
                             Catch::EndsWith("\n2 more comparisons: --all prints them.\n"));
  CHECK_THAT(compare("--by algorithm --all"), !Catch::Contains("more comparisons"));
  const auto json = Json::parse(compare("--by processors --json"));
  REQUIRE(json["differences"].size() == 12);
  CHECK(json["differences"][0]["from"] == "2");
  CHECK(json["differences"][0]["p_value"] <= json["differences"][0]["p_adjusted"]);
  CHECK(run(fmt::format("compare {} --by none", store.path())).status == 2);
}

TEST_CASE("what is collected must be results of simulations") {
  const NewPath store;
  const test::TemporaryFile other(R"({"command": "run"})", ".json");
  const auto whole =
      run(fmt::format("simulate {} --algorithm ybwc --processors 2 --json", settings)).out;
  auto changed = Json::parse(whole);
  changed["wall_s"] = "long";
  const test::TemporaryFile wrong(changed.dump(), ".json");
  auto less = Json::parse(whole);
  less["counters"].erase("leaves");
  const test::TemporaryFile lacking(less.dump(), ".json");
  for (const auto& [file, said] : std::initializer_list<std::pair<std::string, std::string>>{
           {other.path(), "not the result of a simulation"},
           {wrong.path(), wrong.path()},
           {lacking.path(), lacking.path()}}) {
    const auto output = run(fmt::format("collect {} {}", store.path(), file));
    CHECK(output.status == 2);
    CHECK(output.out == store.path() + ": 0 results, 0 of them of simulations that were planned\n");
    CHECK_THAT(output.err, Catch::Contains(said));
    CHECK(line_count(output.err) == 1);
  }
}

TEST_CASE("half a result harms no other one, wherever it is") {
  const auto result = [](int seed) {
    return run(fmt::format("simulate {} --algorithm ybwc --processors 2 --json --seed {}", settings,
                           seed))
        .out;
  };
  const auto whole = result(1);
  const auto more = result(2);
  const test::TemporaryFile empty("", ".json");
  const test::TemporaryFile zeros(std::string(4096, '\0'), ".json");
  // Beginnings of every length, alone, and with a whole result before and after.
  for (std::size_t length = 1; length < whole.size(); length += 97) {
    const NewPath store;
    const test::TemporaryFile half(whole.substr(0, length), ".json");
    const test::TemporaryFile mixed(fmt::format("{}{}{}", whole, whole.substr(0, length), more),
                                    ".json");
    const auto collected = run(fmt::format("collect {} {} {} {} {}", store.path(), empty.path(),
                                           half.path(), zeros.path(), mixed.path()));
    CAPTURE(length, collected.err);
    CHECK(collected.status == 2);
    CHECK_THAT(collected.out, Catch::Contains(": 2 results, 0 of them"));
    CHECK_THAT(collected.err, Catch::Contains(half.path()));
    CHECK_THAT(collected.err, Catch::Contains("; and 2 more; the 2 results are kept"));
    CHECK(line_count(collected.err) == 1);
  }
}

TEST_CASE("seeds repeat a search, whose means have intervals") {
  const auto words = std::string("simulate --platform cm5-32 --model loggp --depth 3 "
                                 "--processors 8 --baseline --seeds 1..3 ");
  const auto json = Json::parse(run(words + "--json").out);
  REQUIRE(json["runs"].size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(json["runs"][i]["seed"] == i + 1);
    CHECK(json["runs"][i]["options"]["jitter"] == 1e-9);
  }
  const auto& interval = json["mean"]["interval"]["speedup"]["absolute"];
  const auto& mean = json["mean"]["speedup"]["absolute"];
  CHECK(interval[0] <= mean);
  CHECK(mean <= interval[1]);
  const auto text = run(words).out;
  CHECK_THAT(text, Catch::Contains("\n  from "));
  CHECK_THAT(text, Catch::Contains("Rows of positions: means over 3 seeds."));
  CHECK_THAT(run(words + "--trace x.json").err, Catch::Contains("give one seed, not --seeds 1..3"));
}

TEST_CASE("a sweep shows on a terminal what it runs, in lines that fit, and leaves nothing of it") {
  if (!test::has_terminal())
    return;
  const NewPath store;
  const test::TemporaryFile seen("", ".out");
  const auto sweep = [&](const std::string& seconds, const std::string& more) {
    const auto command = // script provides a terminal, and timeout a user's Ctrl-C
        fmt::format("cd '{}' && NO_COLOR=1 SHELL=/bin/sh script -qefc 'stty rows 4 cols 60; "
                    "timeout -s INT {} "
                    "{} sweep {} --platform cm5-32 --depth 30 --processors 2..8 --jobs 5 {}' '{}' "
                    "</dev/null >/dev/null",
                    ELDEST_SOURCE_DIR, seconds, ELDEST_PROGRAM, store.path(), more, seen.path());
    static_cast<void>(std::system(command.c_str())); // NOLINT: a shell is what a user has
    return test::read(seen.path());
  };
  const auto shown = sweep("1.5", ">/dev/null");
  CHECK_THAT(shown, Catch::Contains("[                    ] 0/10 searches"));
  CHECK_THAT(shown, Catch::Contains("\r\n  abdada chess, P 8, seed 1: "));
  CHECK_THAT(shown, Catch::Contains("\r\n  and 3 more"));
  CHECK_THAT(shown, Catch::Contains("\033[3A\r\033[J["));
  CHECK_THAT(shown, Catch::Contains("\r\033[Jeldest: interrupted"));
  const auto controls = std::string("\n\033[3A").size();
  std::istringstream lines(shown);
  for (std::string line; std::getline(lines, line, '\r');) {
    CAPTURE(line);
    const bool is_shown =
        line.find("Script ") == std::string::npos && line.find("eldest: ") == std::string::npos;
    CHECK((!is_shown || line.size() <= 59 + controls));
  }
  for (const auto* const hidden : {">/dev/null --quiet", ">/dev/null 2>&1"})
    CHECK_THAT(sweep("0.3", hidden), !Catch::Contains("\033["));
}

TEST_CASE("a simulation that is interrupted keeps what it has") {
  const test::TemporaryFile json("", ".json");
  for (const auto* const signal : {"INT", "TERM", "HUP"}) {
    const auto status = std::system( // NOLINT: a shell is what a user has
        fmt::format("timeout -s {} 1.5 '{}' simulate --platform cm5-32 --depth 30 --processors 1,2 "
                    "--quiet --json >{} 2>/dev/null",
                    signal, ELDEST_PROGRAM, json.path())
            .c_str());
    CHECK(WEXITSTATUS(status) == 124);
    const auto report = Json::parse(test::read(json.path()));
    CHECK(report["interrupted"] == true);
    CHECK(report["runs"][0]["error"] == "interrupted");
  }
}

TEST_CASE("a simulation that is interrupted again and again keeps what it has") {
  const test::TemporaryFile json("", ".json");
  for (const auto* const signal : {"INT", "TERM", "HUP"}) {
    static_cast<void>(std::system( // NOLINT: a shell is what a user has
        fmt::format("(sleep 1.5; while kill -s {} $$; do :; done) 2>/dev/null & "
                    "exec '{}' simulate --platform cm5-32 --depth 30 --processors 1,2 --quiet "
                    "--json >{} 2>/dev/null",
                    signal, ELDEST_PROGRAM, json.path())
            .c_str()));
    CHECK(Json::parse(test::read(json.path()))["interrupted"] == true);
  }
}

TEST_CASE("a validation that is interrupted keeps what it has") {
  const test::TemporaryFile out("", ".out");
  const test::TemporaryFile err("", ".err");
  const auto status_of = [&](const char* signal, const std::string& words) {
    const auto status = std::system( // NOLINT: a shell is what a user has
        fmt::format("cd '{}' && timeout -s {} 1.5 '{}' validate --platform numa-64 --algorithm "
                    "abdada --processors 2 --quiet {} >{} 2>{}",
                    ELDEST_SOURCE_DIR, signal, ELDEST_PROGRAM, words, out.path(), err.path())
            .c_str());
    return WEXITSTATUS(status);
  };
  for (const auto* const signal : {"INT", "TERM", "HUP"}) {
    CHECK(status_of(signal, "--depth 3 --repeats 1000 --json") == 124);
    const auto report = Json::parse(test::read(out.path()));
    CHECK(report["interrupted"] == true);
    CHECK(report["rows"].size() == 4);
    CHECK_FALSE(report["searches"][0]["real"].empty());
    CHECK(report["searches"][0]["real"].size() < 1000);
    CHECK(test::read(err.path()) == "eldest: interrupted\n");
  }
  CHECK(status_of("INT", "--depth 30") == 124); // during the simulations
  CHECK_THAT(test::read(out.path()), Catch::Contains("\nalgorithm "));
  CHECK(test::read(err.path()) == "eldest: interrupted\n");
}

TEST_CASE("a calibration that is interrupted writes no platform file") {
  const NewPath platform;
  const test::TemporaryFile err("", ".err");
  for (const auto* const signal : {"INT", "TERM", "HUP"}) {
    const auto status = std::system( // NOLINT: a shell is what a user has
        fmt::format("timeout -s {} 0.5 '{}' calibrate --seconds 3600 --quiet --out {} 2>{}", signal,
                    ELDEST_PROGRAM, platform.path(), err.path())
            .c_str());
    CHECK(WEXITSTATUS(status) == 124);
    CHECK(test::read(err.path()) == "eldest: interrupted by a signal before everything was "
                                    "measured; no platform file is written\n");
    CHECK_FALSE(std::filesystem::exists(platform.path()));
  }
}

TEST_CASE("a result alone is enough to make its search again") {
  for (const auto* const words :
       {"--algorithm ybwc --ybwc-star yes --quiescence --processors 4 --hosts node-3..node-8 "
        "--node-costs 500,1,2,3,0.5 --node-bytes 1,0,0,0 --tt-homes 2 --jitter 1e-7 --seed 5 --cfg "
        "network/crosstraffic:1",
        "--tree synthetic:b=5 --processors 2 --seed 7 --program nnue --search alphabeta",
        "--tree othello --algorithm negascout --tt-scale per-processor"}) {
    const auto first =
        run(fmt::format("simulate --platform cm5-32 --depth 3 --json --quiet {}", words)).out;
    const test::TemporaryFile file(first, ".json");
    const auto second = run(fmt::format("simulate --from {} --json --quiet", file.path()));
    CAPTURE(words, second.err);
    REQUIRE(second.status == 0);
    auto made = Json::parse(first);
    auto again = Json::parse(second.out);
    for (auto* const json : {&made, &again}) {
      for (const auto* const differing : {"wall_s", "peak_rss_bytes", "tree", "id"})
        json->erase(differing);
      (*json)["options"].erase("program");
    }
    CHECK(made == again);
    CHECK(Json::parse(run(fmt::format("simulate --from {} --depth 2 --algorithm abdada --json",
                                      file.path()))
                          .out)["depth"] == 2);
  }
  const test::TemporaryFile none("{}", ".json");
  CHECK_THAT(run(fmt::format("simulate --from {}", none.path())).err,
             Catch::Contains("not the result of a simulation"));
}

TEST_CASE("a store of another program is reported, continued, and compared with") {
  const NewPath store;
  std::filesystem::copy_file(ELDEST_SOURCE_DIR "/tests/sim/sweeps/schema-2.db", store.path());
  const auto report = [&] { return Json::parse(run("report --json " + store.path()).out); };
  CHECK(report()["version_of_results"] == "0.9.0+2f63d2752d");
  CHECK(report()["model_version_of_results"].is_null());
  const auto sweep = fmt::format("sweep {} --platform cm5-32 --model loggp --tree "
                                 "synthetic:b=3,seed=3 --depth 2 --algorithm abdada,ybwc "
                                 "--processors 2 --quiet",
                                 store.path());
  CHECK_THAT(run(sweep).out, Catch::Contains(": 6 of 6 simulations ended, 6 of them by this"));
  CHECK_THAT(run(sweep).out, Catch::Contains(": 6 of 6 simulations ended, 0 of them by this"));
  CHECK(report()["model_version_of_results"].is_number());
  CHECK(report()["of_other_versions"] == 6);
  const auto json = Json::parse(run(fmt::format("compare {} --json", store.path())).out);
  REQUIRE_FALSE(json["differences"].empty());
  CHECK(json["differences"][0]["from"] == "eldest 0.9.0+2f63d2752d");
  const auto again = run(fmt::format("simulate --from {}:4aed55be --json", store.path()));
  CHECK(again.status == 0);
  CHECK_THAT(again.err,
             Catch::Contains(":4aed55be: is of eldest 0.9.0+2f63d2752d, but this program"));
}

TEST_CASE("a simulation of a store is made again by its key, on a platform of the store") {
  const NewPath store;
  const test::TemporaryFile platform(test::to_xml(
      test::TinyMachine{.hosts = 4, .properties = test::property("send-overhead", "1us")}));
  const test::TemporaryFile config("# a study\nalgorithm = ybwc\n", ".ini");
  REQUIRE(run(fmt::format("sweep {} --platform {} --config {} --tree synthetic:b=4 --depth 3 "
                          "--processors 2,4 --quiet",
                          store.path(), platform.path(), config.path()))
              .status == 0);
  const auto name = platform.path();
  std::filesystem::remove(platform.path());
  std::filesystem::remove(config.path());
  const test::TemporaryFile folder("", "");
  std::filesystem::remove(folder.path());
  REQUIRE(run(fmt::format("report {} --out {}", store.path(), folder.path())).status == 0);
  std::istringstream csv(test::read(folder.path() + "/searches.csv"));
  std::filesystem::remove_all(folder.path());
  std::string line;
  std::getline(csv, line);
  int points = 0;
  for (; std::getline(csv, line); ++points) {
    const auto key = line.substr(line.rfind(',') + 1);
    const auto again = run(fmt::format("simulate --from {}:{} --json", store.path(), key));
    CAPTURE(key, again.err);
    REQUIRE(again.status == 0);
    CHECK(again.err.empty());
    CHECK(Json::parse(again.out)["platform"]["file"] == name);
    const test::TemporaryFile result(again.out, ".json");
    CHECK_THAT(run(fmt::format("collect {} {} --quiet", store.path(), result.path())).out,
               Catch::Contains("1 of them of simulations that were planned"));
  }
  CHECK(points == 5);
  const auto more = run(fmt::format("sweep {0} --platform {0}:{1} --config {0}:{2} --tree "
                                    "synthetic:b=5 --depth 3 --processors 2,4 --quiet",
                                    store.path(), name, config.path()));
  CHECK_THAT(more.out, Catch::Contains(": 5 of 5 simulations ended, 5 of them by this sweep"));
  const auto said = [&](const std::string& words) {
    const auto output = run(fmt::format(fmt::runtime(words), store.path()));
    CHECK(output.status == 2);
    CHECK(line_count(output.err) == 1);
    return output.err;
  };
  CHECK_THAT(said("simulate --from {}:no-such-key"), Catch::Contains("no point of the store"));
  CHECK_THAT(said("simulate --from {}"), Catch::Contains("STORE:KEY"));
  CHECK_THAT(said("check {}:none"),
             Catch::Contains("no such platform in the store; it has " + name));
  CHECK_THAT(said("simulate --platform cm5-32 --config {}:none.ini"),
             Catch::Contains("no such file of settings in the store; it has " + config.path()));
}

TEST_CASE("results are collected with their platforms, if these are there") {
  const NewPath store;
  const auto collect = [&](const std::string& platform, bool stays) {
    const auto result =
        run(fmt::format("simulate --platform {} --depth 2 --json --quiet", platform));
    if (!stays)
      std::filesystem::remove(platform);
    const test::TemporaryFile file(result.out, ".json");
    return run(fmt::format("collect {} {}", store.path(), file.path())).err;
  };
  const test::TemporaryFile gone(test::to_xml(test::TinyMachine{}));
  CHECK(collect(gone.path(), false) ==
        fmt::format("eldest: {}: lacks the platforms of some results: {}\n", store.path(),
                    gone.path()));
  CHECK(collect("cm5-32", true).empty());
  CHECK(run(fmt::format("check {}:cm5-32", store.path())).status == 0);
}

TEST_CASE("another path to a platform, comments and space run nothing again") {
  const NewPath store;
  auto xml = test::to_xml(test::TinyMachine{});
  const test::TemporaryFile platform(xml);
  xml.insert(xml.find("<zone"), "<!-- a comment -->\n\n\t");
  const test::TemporaryFile moved(xml);
  const auto sweep = [&](const std::string& file) {
    return run(fmt::format("sweep {} --platform {} --tree synthetic:b=3 --depth 2 --processors 2 "
                           "--quiet",
                           store.path(), file))
        .out;
  };
  CHECK_THAT(sweep(platform.path()), Catch::Contains(" 4 of them by this sweep"));
  CHECK_THAT(sweep(moved.path()), Catch::Contains(" 0 of them by this sweep"));
}

TEST_CASE("a result sets what describes its search, and nothing else") {
  const auto result = Json::parse(run("simulate --platform cm5-32 --depth 2 --json --quiet").out);
  const auto error_with = [&](const std::string& option, const Json& value) {
    auto changed = result;
    changed["options"][option] = value;
    const test::TemporaryFile file(changed.dump(), ".json");
    const auto output = run(fmt::format("simulate --from {}", file.path()));
    CHECK(output.status == 2);
    return output.err;
  };
  const test::TemporaryFile precious("precious", ".svg");
  CHECK_THAT(error_with("trace", precious.path()),
             Catch::Contains("trace: is not a setting of a search"));
  CHECK(test::read(precious.path()) == "precious");
  CHECK_THAT(error_with("jobs", 4), Catch::Contains("jobs: is not a setting of a search"));
  CHECK_THAT(error_with("config", "x.ini"), Catch::Contains("config: is not a setting"));
  CHECK_THAT(error_with("tt_entrie", 4), Catch::Contains("tt-entrie: no such option"));
}

TEST_CASE("a settings file has sections for commands, quotes, comments, and flags") {
  const test::TemporaryFile config("# common to all\n"
                                   "depth = 2\n"
                                   "[simulate]\n"
                                   "tree = \"othello\" # the game\n"
                                   "quiescence = no\n"
                                   "json\n"
                                   "[perft]\n"
                                   "position = none\n",
                                   ".ini");
  const auto json =
      Json::parse(run(fmt::format("simulate --platform cm5-32 --config {}", config.path())).out);
  CHECK(json["tree"] == "othello");
  CHECK(json["depth"] == 2);
  const test::TemporaryFile unknown("[simulat]\ndepth = 2\n", ".ini");
  CHECK_THAT(run(fmt::format("simulate --platform cm5-32 --config {}", unknown.path())).err,
             Catch::Contains("[simulat]: no such command"));
  const test::TemporaryFile open("depth = \"2\ntree = \"chess\n", ".ini");
  CHECK(run(fmt::format("simulate --platform cm5-32 --config {}", open.path())).status == 2);
}
