#include "algorithms/registry.hpp"
#include "algorithms/search/algorithm.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/simulation.hpp"
#include "sim/experiments/trace/trace_file.hpp"
#include "sim/system/child_process.hpp"
#include "sim/system/local_cores.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/program.hpp"
#include "tests/support/terminal.hpp"
#include "tests/support/trace_checks.hpp"
#include "trees/base/errors.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace eldest;
using test::Output;
using test::read;
using test::run;
using test::run_in;

namespace {

constexpr const char* cm5 = "simulate --platform platforms/cm5-32.xml ";

/// Returns the JSON object in a text without wall-clock fields, the only ones that may differ
/// between two runs.
Json without_wall_clock(const std::string& text) {
  auto json = Json::parse(text);
  auto strip = [](Json& run) {
    run.erase("wall_s");
    run.erase("peak_rss_bytes");
  };
  if (json.contains("runs"))
    std::for_each(json["runs"].begin(), json["runs"].end(), strip);
  else
    strip(json);
  return json;
}

struct BadInput {
  std::string words;
  std::string said; ///< part of the line on standard error
};

} // namespace

TEST_CASE("former names of an algorithm and its options stand for the current ones") {
  const test::TemporaryFile settings("algorithm = lazy-smp\nlazy-smp-order = same\n", ".ini");
  const std::string simulate = "simulate --platform platforms/cm5-32.xml --tree "
                               "synthetic:b=5,seed=2 --depth 3 --processors 4 ";
  const auto current = run(simulate + "--algorithm lazy-smp-cheng --lazy-smp-cheng-order same");
  REQUIRE(current.status == 0);
  for (const auto& words : {"--algorithm lazy-smp --lazy-smp-order same",
                            "--algorithm lazy-smp-cheng --lazy-smp-order=same"})
    CHECK(run(simulate + words).out == current.out);
  CHECK(run(simulate + "--config " + settings.path()).out == current.out);
  CHECK(run("simulate --help lazy-smp").out == run("simulate --help lazy-smp-cheng").out);
  CHECK(run(simulate + "--algorithm lazy-smp --lazy-smp-order none")
            .err.starts_with("eldest: --lazy-smp-cheng-order none: must be "));
}

TEST_CASE("what is hidden in the name of a position reaches no terminal") {
  const test::TemporaryFile positions(
      "4k3/8/8/8/8/8/8/4K2R w K - id \"\x1b]0;t\x07 a\u202Eb\xff\";\n", ".epd");
  const auto at = fmt::format("--position {} --depth 2", positions.path());
  for (const auto& words :
       {"run " + at, "run --json " + at, "run --baseline --wide " + at, "perft " + at,
        "perft --json " + at, "stats " + at, std::string(cm5) + at}) {
    const auto output = run(words);
    INFO(words << '\n' << output.out);
    CHECK(output.status == 0);
    for (const auto* const hidden : {"\x1b", "\x07", "\u202E", "\xff"})
      CHECK_THAT(output.out, !Catch::Contains(hidden));
    CHECK_THAT(output.out, Catch::Contains("]0;t"));
  }
}

TEST_CASE("bad input ends with status 2 and one line that says where and what") {
  const test::TemporaryFile no_hosts(
      "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
      "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\"/></platform>");
  const test::TemporaryFile help("help = yes\n", ".ini");
  const test::TemporaryFile unknown("dept = 3\n", ".ini");
  const test::TemporaryFile twice("depth = 3\ndepth = 4\n", ".ini");
  const test::TemporaryFile no_switch("json = perhaps\n", ".ini");
  const test::TemporaryFile hidden("depth = 3\t# three\nalgorithm = ab\u202Edada\n", ".ini");
  const test::TemporaryFile latin("depth = 3\ntitle = caf\xe9\n", ".ini");
  const test::TemporaryFile broken("<platform version=\"4.1\">\n<zone>\n</platform>");
  std::string epd;
  for (int line = 1; line <= 16; ++line)
    epd += "4k3/8/8/8/8/8/8/4K2R w K - id \"" + std::to_string(line) + "\";\n";
  const test::TemporaryFile bad_line_17(epd + "4k3/8/8/8 w - -\n", ".epd");
  const test::TemporaryFile bad_log("position,depth,nodes\na,1,9\na,2,8\n");
  const test::TemporaryFile short_log("position,depth,nodes\na,1,9\na,2,18\n");

  const test::TemporaryFile no_such_tree(
      to_xml(test::TinyMachine{.properties = test::property("node-costs-ches", "1,2,3,4")}));

  const std::string simulate = cm5;
  const std::string position = simulate + "--depth 3 --position ";
  const std::vector<BadInput> inputs{
      {"", "no command"},
      {"explore", "no command 'explore'"},
      {"simlate", "no command 'simlate' (did you mean simulate?)"},
      {simulate + "--dept 3", "--dept: no such option (did you mean --depth?)"},
      {simulate + "-z 3", "-z: no such option"},
      {simulate + "--dept= 3", "--dept: no such option (did you mean --depth?)"},
      {simulate + "--trace --depth 3", "--trace: needs a value, and --depth is an option"},
      {simulate + "--depth 3 4", "'4': is neither an option nor the value of one"},
      {simulate + "--depth 3 --algorithm abdda", "no such algorithm (did you mean abdada?)"},
      {simulate + "--depth 3 --tree ches", "no such tree (did you mean chess?)"},
      {simulate + "--depth 3 --tree synthetic:ordr=1", "'ordr' (did you mean order?)"},
      {simulate + "--depth 3 --tree synthetic:name=tie", "'tie' (did you mean ties?)"},
      {simulate + "--depth 3 --program crafti", "no such program (did you mean crafty?)"},
      {"simulate --depth 3 --platform cm5-3", "(did you mean cm5-32?)"},
      {simulate + "--depth 3 --jitter 10m", "--jitter 10m: must be from 0 to 1 seconds"},
      {simulate + "--depth 3 --jitter 2s", "--jitter 2s: must be from 0 to 1 seconds"},
      {simulate + "--depth 3 --tt-entries 8G", "--tt-entries 8G: must be a whole number from 1 to"},
      {simulate + "--depth 3 --tt-entries 1Q", "--tt-entries 1Q: must be a whole number from 1 to"},
      {simulate, "--depth D is required, but missing: nominal depth in ply (see eldest simulate "},
      {"simulate --depth 3", "--platform PLATFORM is required, but missing: SimGrid platform file"},
      {simulate + "--depth", "--depth: needs a value, as in --depth D: nominal depth in ply"},
      {simulate + "--depth=", "--depth: needs a value, as in --depth D"},
      {simulate + "-d", "--depth: needs a value, as in --depth D"},
      {simulate + "--depth -n 3", "--depth: needs a value, as in --depth D"},
      {simulate + "--config " + unknown.path(), ": dept: no such option (did you mean depth?)"},
      {simulate + "--config " + twice.path(), ": depth: is given more than once"},
      {simulate + "--config " + no_switch.path(), ": json: must be yes or no"},
      {simulate + "--config " + hidden.path(),
       R"(: line 2: 'algorithm = ab\u202edada': has hidden characters, or bytes that are not UTF-8)"},
      {simulate + "--config " + latin.path(), R"(: line 2: 'title = caf\xe9': has hidden)"},
      {simulate + "--depth 3 --depth 4", "--depth: is given more than once, but takes one value"},
      {simulate + "--depth 3 --json=yes", "--json: takes no value"},
      {simulate + "--depth 3 --model flwo", "must be flow or loggp (did you mean flow?)"},
      {simulate + "--depth 3 --tt-depth exakt", "must be exact or atleast (did you mean exact?)"},
      {"simulate --help tabel",
       "--help tabel: no such topic (did you mean table?); there are: all"},
      {"help simulate tabel", "--help tabel: no such topic (did you mean table?)"},
      {"help simlate", "no command 'simlate' (did you mean simulate?)"},
      {"help simulate table more", "help simulate table more: must be a command and a topic"},
      {"help --format html", "--format html: must be text or man or bash or zsh"},
      {"list --config /no/such/file", "--config /no/such/file: cannot be read"},
      {"list trees games", "list trees games: must be"},
      {simulate + "--depth 0", "--depth 0: must be a whole number from 1 to 64"},
      {simulate + "--depth -1", "--depth -1: must be a whole number from 1 to 64"},
      {simulate + "--depth 999", "--depth 999: must be a whole number from 1 to 64"},
      {simulate + "--depth three", "--depth three: must be a whole number from 1 to 64"},
      {simulate + "--depth 3 --algorithm minimax", "--algorithm minimax: no such algorithm"},
      {simulate + "--depth 3 --search minimax", "--search minimax: must be"},
      {simulate + "--depth 3 --tree go", "--tree go: no such tree"},
      {simulate + "--depth 3 --tree synthetic:b=0", "b=0"},
      {simulate + "--depth 3 --tree synthetic:colour=red", "colour"},
      {simulate + "--depth 3 --tree othello:evaluation=good",
       "--tree othello:evaluation=good: must be evaluation=swinging, evaluation=steady or "
       "evaluation=learned, and order=mobility or order=squares, each once at most"},
      {simulate + "--depth 3 --tree othello:order=squares,",
       "--tree othello:order=squares,: must be"},
      {simulate + "--depth 3 --tree othello:order=squares,order=mobility",
       "--tree othello:order=squares,order=mobility: must be"},
      {simulate + "--depth 3 --iid-depth 5 --move-order captures",
       "--iid-depth 5: must be 0 if --move-order leaves out table"},
      {simulate + "--depth 3 --move-order table+luck",
       "--move-order table+luck: must be all, none, or some of table, captures, static, killers "
       "and history, joined by +"},
      {simulate + "--depth 3 --order-noise -1",
       "--order-noise -1: must be a whole number from 0 to 100000"},
      {simulate + "--depth 3 --processors 33",
       "--processors 33: platforms/cm5-32.xml has 32 hosts"},
      {simulate + "--depth 3 --processors 0", "--processors 0"},
      {simulate + "--depth 3 --processors 1,,2", "--processors 1,,2"},
      {simulate + "--depth 3 --algorithm negascout --processors 2", "negascout runs on 1"},
      {simulate + "--depth 3 --tt-entries 0", "--tt-entries 0: must be a whole number from 1 to"},
      {simulate + "--depth 3 --tt-depth some", "--tt-depth some: must be exact or atleast"},
      {simulate + "--depth 3 --aspiration -1", "--aspiration -1: must be a whole number from 0 to"},
      {simulate + "--depth 3 --iid-depth 2", "--iid-depth 2: must be 0, or 3 to 64"},
      {simulate + "--depth 3 --null-move 2 --algorithm negascout --tree checkers",
       "--null-move 2: must be 0 for a tree"},
      {simulate + "--depth 3 --lmr-after -1",
       "--lmr-after -1: must be a whole number from 0 to 256"},
      {simulate + "--depth 3 --lmr-size none", "--lmr-size none: must be one-ply or logarithmic"},
      {simulate + "--depth 3 --futility -1", "--futility -1: must be a whole number from 0 to"},
      {simulate + "--depth 3 --null-move-growth 65",
       "--null-move-growth 65: must be a whole number from 0 to 64"},
      {simulate + "--depth 3 --countermoves --tree othello",
       "--countermoves yes: must be no for a tree"},
      {simulate + "--depth 3 --frontier-order gain --quiescence", "--frontier-order gain: must be"},
      {simulate + "--depth 3 --frontier-order gain --tree othello",
       "--frontier-order gain: must be usual for a tree"},
      {simulate + "--depth 3 --node-costs 1,2", "--node-costs 1,2: must be four or five numbers"},
      {simulate + "--depth 3 --algorithm pvsplit --pvsplit-min-depth 0",
       "--pvsplit-min-depth 0: must be a number from 1 to 64"},
      {simulate + "--depth 3 --algorithm shared-table --shared-table-order mine",
       "--shared-table-order mine: must be same or root or random"},
      {simulate + "--depth 3 --algorithm mtdf --aspiration 20",
       "--aspiration 20: must be 0 in MTD(f), which has windows of its own"},
      {simulate + "--depth 3 --algorithm uidpabs --search mtdf",
       "--algorithm uidpabs: does not support MTD(f)"},
      {simulate + "--depth 3 --algorithm tdsab --search negascout",
       "--search negascout: must be mtdf for tdsab"},
      {simulate + "--depth 3 --algorithm tdsab --aspiration 20",
       "--aspiration 20: must be 0 in MTD(f), which has windows of its own"},
      {simulate + "--depth 3 --algorithm abdada --simplified-abdada-ways 2",
       "--simplified-abdada-ways 2: abdada has no such option"},
      {simulate + "--depth 3 --program fritz", "--program fritz: no such program"},
      {simulate + "--depth 3 --config /no/such/file", "--config /no/such/file: cannot be read"},
      {simulate + "--depth 3 --config platforms",
       "--config platforms: is a directory, should be a file"},
      {simulate + "--depth 3 --config " + help.path(), "help: is for the command line only"},
      {simulate + "--depth 3 --seed -1", "--seed -1: must be a whole number from 0"},
      {simulate + "--depth 3 --seed 1x", "--seed 1x: must be a whole number from 0"},
      {simulate + "--depth 3 --processors 1..2000000000", "more than 100000 numbers"},
      {simulate + "--depth 3 --tree synthetic:cost=0", "cost"},
      {simulate + "--depth 3 --colour red", "--colour"},
      {"run --depth 3 --processors 2000", "--processors 2000: at most 1024 threads"},
      {"run --depth 3 --time 0", "--time 0: must be above 0"},
      {simulate + "--depth 3 --time 0", "--time 0: must be above 0"},
      {simulate + "--depth 3 --time -1", "--time -1: must be above 0"},
      {simulate + "--depth 3 --time nan", "--time nan: must be above 0"},
      {simulate + "--depth 3 --time 1e10", "--time 1e10: must be above 0 and at most 1000000000"},
      {simulate + "--depth 3 --time soon",
       "--time soon: must be above 0 and at most 1000000000 seconds, or such a time with a unit"},
      {"run --depth 3 --pin maybe", "--pin maybe: must be yes or no"},
      {"run --depth 3 --model loggp", "--model"},
      {"calibrate --repeats 1", "--out FILE is required"},
      {"calibrate --out x --repeats 0", "--repeats 0: must be a whole number from 1 to"},
      {"calibrate --out x --seconds -1", "--seconds -1: must be above 0"},
      {"calibrate --out x --matrix x", "--matrix: should be another file than --out"},
      {"validate --platform platforms/cm5-32.xml --depth 3 --algorithm abdada,negascout",
       "negascout is not parallel"},
      {"validate --platform platforms/cm5-32.xml --depth 3 --algorithm abdada,abdada",
       "abdada is given twice"},
      {"validate --platform platforms/cm5-32.xml --depth 3 --algorithm abdada,,ybwc",
       "--algorithm : no such algorithm"},
      {"validate --platform platforms/cm5-32.xml --depth 3 --algorithm abdada --ybwc-hops 2",
       "--ybwc-hops 2: abdada has no such option"},
      {simulate + "--depth 3 --abdada-push-depth 65", "--abdada-push-depth 65: must be a number"},
      {simulate + "--depth 3 --abdada-variant fast", "must be published or best"},
      {simulate + "--depth 3 --tt-store newest", "--tt-store newest: must be "},
      {simulate + "--depth 3 --generate-moves never", "--generate-moves never: must be "},
      {simulate + "--depth 3 --abdada-timeout -1", "--abdada-timeout -1: must be a number"},
      {simulate + "--depth 3 --abdada-revisit-deferred-only 1", "must be yes or no"},
      {simulate + "--depth 3 --algorithm negascout --abdada-push-depth 1", "has no such option"},
      {simulate + "--depth 3 --processors 2 --failures 1", "--failures 1: must be a list"},
      {simulate + "--depth 3 --processors 2 --failures 2@1", "--failures 2@1: there are"},
      {simulate + "--depth 3 --processors 2 --failures link:x@1", "--failures link:x@1: the"},
      {simulate + "--depth 3 --processors 2 --failures slow:2x4@1", "--failures slow:2x4@1: there"},
      {simulate + "--depth 3 --processors 2 --failures part:0-2@1", "--failures part:0-2@1: there"},
      {simulate + "--depth 3 --processors 2 --lose 1.5", "--lose 1.5: must be a probability"},
      {simulate + "--depth 3 --processors 2 --double x", "--double x: must be a probability"},
      {simulate + "--depth 3 --processors 2 --delay 0.1", "--delay 0.1: must be a probability and"},
      {simulate + "--depth 3 --processors 2 --delay 0.1:1m", "such as 0.01:0.005 or 0.01:5ms"},
      {simulate + "--depth 3 --processors 2 --failures 1@5ms-1ms", "must be a list"},
      {simulate + "--depth 3 --table-timeout -1", "--table-timeout -1: must be from 0 to 3600"},
      {simulate + "--depth 3 --algorithm ybwc --table-timeout 1",
       "--algorithm ybwc: does not support a table time-out"},
      {simulate + "--depth 3 --trace timeline.txt", "--trace timeline.txt: must end in .json"},
      {simulate + "--depth 3 --processors 1,2 --trace t.json", "not --processors 1,2"},
      {simulate + "--depth 3 --algorithm abdada,ybwc", "two algorithms are for --trace FILE.html"},
      {simulate + "--depth 3 --algorithm abdada,ybwc --trace t.svg",
       "--trace t.svg: shows one search; give one algorithm, not --algorithm abdada,ybwc"},
      {simulate + "--depth 3 --algorithm abdada,ybwc,dts --trace t.html", "at most two searches"},
      {simulate + "--depth 3 --algorithm abdada,abdada --trace t.html", "abdada is given twice"},
      {simulate + "--depth 3 --algorithm abdada,ybwc --trace t.html --json",
       "--json: prints the result of one algorithm; give one, not --algorithm "},
      {position + "trees/chess/bratko-kopec.epd --trace t.paje", "choose one of the 24 positions"},
      {"simulate --platform /no/such.xml --depth 3", "--platform /no/such.xml: cannot be read"},
      {"simulate --platform platforms --depth 3", "is a directory"},
      {"simulate --depth 3 --platform " + broken.path(), "line 3: not well-formed XML"},
      {"simulate --depth 3 --platform " + no_hosts.path(), "no hosts"},
      {position + "'kk6/8/8/8/8/8/8/K7 w - -'", "Black has 2 kings"},
      {position + "'k7/8/8 w - -'", "3 ranks, not 8"},
      {position + "'k6R/8/8/8/8/8/8/K7 w - -'", "could capture the king"},
      {position + "'k7/8/8/8/8/8/8/K7 w'", "FEN"},
      {position + "/no/such.epd:BK.01", "--position /no/such.epd:BK.01"},
      {position + "trees/chess/bratko-kopec.epd:BK.99", "BK.99: no position of that id"},
      {position + "trees/othello/ffo.txt",
       "--position trees/othello/ffo.txt: is of the tree othello, not of chess"},
      {position + bad_line_17.path(), ":17: "},
      {"check", "PLATFORM (--platform) is required, but missing: SimGrid platform file"},
      {"check /no/such.xml", "--platform /no/such.xml: cannot be read"},
      {"check platforms/cm5-32.xml --processors 0",
       "--processors 0: must be a whole number from 1 to"},
      {"check platforms/cm5-32.xml --processors 33", "platforms/cm5-32.xml has 32 hosts"},
      {"check platforms/cm5-32.xml --model lazy", "--model lazy: must be flow or loggp"},
      {simulate + "--depth 3 --cfg network/model", "--cfg 'network/model' should be a setting"},
      {simulate + "--depth 3 --cfg no/such:1", "--cfg 'no/such': no such setting"},
      {simulate + "--depth 3 --cfg cpu/model:x", "--cfg setting cpu/model: 'x' should be Cas01"},
      {simulate + "--depth 3 --model loggp --cfg network/model:LV08",
       "--model loggp: the platform's network/model is LV08, but must be CM02"},
      {"simulate --depth 1 --platform " + no_such_tree.path(),
       "property eldest:node-costs-ches: no such tree; there are: chess"},
      {"validate --depth 1 --platform " + no_such_tree.path(), "ches: no such tree"},
      {"check " + no_such_tree.path(), "ches: no such tree"},
      {simulate + "--depth 1 --set eldest:node-slowdown-chess-ybwk=2",
       "property eldest:node-slowdown-chess-ybwk: no such tree and algorithm"},
      {"check cm5-32 --set eldest:node-slowdown-chess=2",
       "property eldest:node-slowdown-chess: no such tree and algorithm"},
      {"calibrate --out " + no_such_tree.path() + " --algorithm negascout",
       "negascout is not parallel"},
      {"perft --depth -2", "--depth -2: must be a whole number from 0 to 64"},
      {"stats", "--depth D is required, but missing: depth in ply"},
      {"stats --fit /no/such.csv", "--fit /no/such.csv: cannot be read"},
      {"stats --fit " + bad_log.path(),
       fmt::format("--fit {}:3: nodes: 8 is less", bad_log.path())},
      {"stats --fit " + short_log.path(), "has fewer than 3 consecutive depths"},
      {"stats --depth 0", "--depth 0: must be a whole number from 1 to 64"},
      {"uci --processors 0", "--processors 0: must be a whole number from 1 to 1024"},
      {"uci --processors 1,2", "--processors 1,2: must be a whole number from 1 to 1024"},
      {"uci --hash 0", "--hash 0: must be a whole number from 1 to 65536"},
      {"uci --move-overhead 6s", "--move-overhead 6s: must be from 0 to 5 seconds"},
      {"uci --algorithm abdda", "no such algorithm (did you mean abdada?)"},
      {"uci --algorithm ybwc --simplified-abdada-ways 2", "ybwc has no such option"},
      {"uci --iid-depth 2", "--iid-depth 2: must be 0, or 3 to 64"},
      {"uci startpos", "'startpos': is neither an option nor the value of one"},
      {"list games", "list games: must be"},
      {"list program fritz", "--program fritz"},
  };
  for (const auto& input : inputs) {
    const auto output = run(input.words);
    CAPTURE(input.words, output.err);
    CHECK(output.status == 2);
    CHECK(output.out.empty());
    CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
    CHECK_THAT(output.err, Catch::StartsWith("eldest: ") && Catch::Contains(input.said));
  }
}

namespace {

/// An error of the library, and a command line of the program that causes it.
struct LibraryError {
  Subject subject;
  std::string words;
  std::function<void()> provoke;
};

Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return Error("nothing was thrown");
}

} // namespace

TEST_CASE("the library says what an error is about, the program which option") {
  const std::string cm5_file = ELDEST_SOURCE_DIR "/platforms/cm5-32.xml";
  const std::string epd = ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd";
  const auto platform = [](std::string_view content) {
    return fmt::format("<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                       "<platform version=\"4.1\">{}</platform>",
                       content);
  };
  const test::TemporaryFile hidden("depth = 3\t# three\nalgorithm = ab\u202Edada\n", ".ini");
  const test::TemporaryFile latin("depth = 3\ntitle = caf\xe9\n", ".ini");
  const test::TemporaryFile broken("<platform>\n<zone>\n</platform>");
  const test::TemporaryFile html("<html/>");
  const test::TemporaryFile no_hosts(platform(R"(<zone id="z" routing="Full"/>)"));
  const test::TemporaryFile city(platform("<city/>"));
  const test::TemporaryFile unknown_key(
      platform(R"(<config><prop id="network/modell" value="x"/></config>)"));
  const test::TemporaryFile tcp(
      platform("<config><prop id=\"network/model\" value=\"LV08\"/></config>"
               "<zone id=\"z\" routing=\"Full\"><host id=\"h\" speed=\"1Gf\"/></zone>"));
  const test::TemporaryFile large(
      platform("<cluster id=\"c\" prefix=\"h\" suffix=\"\" radical=\"0-4096\" speed=\"1Gf\" "
               "bw=\"1GBps\" lat=\"1us\"/>"));
  const test::TemporaryFile bad_property(
      to_xml(test::TinyMachine{.properties = test::property("service", "slow")}));

  std::vector<LibraryError> errors;
  for (const auto& file :
       {std::string("/no/such.xml"), std::string("/"), broken.path(), html.path(), no_hosts.path(),
        city.path(), unknown_key.path(), bad_property.path()})
    errors.push_back({Subject::platform, fmt::format("simulate --depth 1 --platform {}", file),
                      [file] { (void)inspect_platform(read_platform_file(file), 1); }});
  const auto simulate = fmt::format("simulate --depth 1 --platform {} ", cm5_file);
  const auto inspect = [&](int processors, const std::vector<Failure>& failures) {
    return [=] {
      MachineSettings settings;
      settings.failures = failures;
      (void)inspect_platform(read_platform_file(cm5_file), processors, settings);
    };
  };
  errors.push_back({Subject::processors, simulate + "--processors 33", inspect(33, {})});
  errors.push_back({Subject::processors,
                    fmt::format("simulate --depth 1 --platform {} --abdada-push-depth 1 "
                                "--processors 4097",
                                large.path()),
                    [] { const Tables tables({.entries = 1, .record_searchers = true}, 4097); }});
  errors.push_back(
      {Subject::failures, simulate + "--processors 2 --failures 2@1", inspect(2, {{1, 2}})});
  errors.push_back({Subject::failures, simulate + "--processors 2 --failures link:x@1",
                    inspect(2, {{1, 0, "x"}})});
  errors.push_back({Subject::failures, simulate + "--processors 2 --failures 1",
                    [] { (void)parse_failures("1"); }});
  const auto simulate_loggp = [](const std::string& file) {
    return [=] {
      (void)run_in_child_process([&]() -> Json {
        const SimulatedMachine machine(read_platform_file(file), 1,
                                       {.tables = {.entries = 1}, .model = Model::loggp});
        return {};
      });
    };
  };
  errors.push_back({Subject::model,
                    fmt::format("simulate --depth 1 --model loggp --platform {}", tcp.path()),
                    simulate_loggp(tcp.path())});
  for (const auto& [tree, position] :
       std::vector<std::pair<std::string, std::string>>{{"chess", "/no/such.epd"},
                                                        {"chess", epd + ":BK.99"},
                                                        {"chess", "k7/8/8 w"},
                                                        {"othello", "X O"},
                                                        {"checkers", "W:W1:B2"},
                                                        {"checkers", "W:W1"},
                                                        {"synthetic", "elsewhere"}})
    errors.push_back({Subject::position,
                      fmt::format("perft --depth 1 --tree {} --position '{}'", tree, position),
                      [tree = tree, position = position] {
                        (void)open_problems({tree, position});
                      }});
  for (const auto* const tree : {"go", "chess:b=3", "synthetic:b=0", "synthetic:name=oak"})
    errors.push_back({Subject::tree, fmt::format("perft --depth 1 --tree {}", tree), [tree] {
                        (void)open_problems({tree, "startpos"});
                      }});
  errors.push_back({Subject::algorithm, simulate + "--algorithm minimax",
                    [] { (void)find_algorithm("minimax"); }});
  for (const auto* const file : {"trace.txt", "/no/such/trace.json"})
    errors.push_back({Subject::trace, simulate + "--trace " + file, [file] { TraceFile{file}; }});

  for (const auto& [subject, words, provoke] : errors) {
    const auto error = error_of(provoke);
    CAPTURE(words, error.what());
    CHECK(error.subject() == subject);
    CHECK_THAT(error.what(), Catch::StartsWith(std::string(name_of(subject)) + ' ') &&
                                 !Catch::Contains("--") && !Catch::Contains("\n"));
    CHECK(run(words).err == fmt::format("eldest: --{} {}\n", name_of(subject), error.message()));
  }
}

TEST_CASE("output that cannot be written is a failed run") {
  const auto output = run(cm5 + std::string("--depth 2"), "/dev/full");
  CHECK(output.status == 1);
  CHECK(output.err == "eldest: standard output cannot be written\n");
}

TEST_CASE("the same command line gives the same output but for the wall clock") {
  const auto words = cm5 + std::string("--position trees/chess/bratko-kopec.epd:BK.02 --depth 4 "
                                       "--processors 1,3,7 --baseline --json");
  const auto once = run(words);
  const auto again = run(words + " --jobs 1");
  REQUIRE(once.status == 0);
  CHECK(without_wall_clock(once.out).dump() == without_wall_clock(again.out).dump());
}

TEST_CASE("the JSON object has all documented fields") {
  const auto output = run(cm5 + std::string("--position trees/chess/bratko-kopec.epd:BK.01 "
                                            "--depth 3 --processors 4 --baseline --json"));
  REQUIRE(output.status == 0);
  CHECK(output.err.empty());
  const auto json = Json::parse(output.out);
  for (const auto* const name : {"command",
                                 "version",
                                 "platform",
                                 "processors",
                                 "algorithm",
                                 "search",
                                 "tree",
                                 "position",
                                 "depth",
                                 "model",
                                 "seed",
                                 "options",
                                 "value",
                                 "best_move",
                                 "pv",
                                 "time_s",
                                 "nodes",
                                 "speculative_nodes",
                                 "processor_time_s",
                                 "table",
                                 "messages",
                                 "first_move_cutoff_rate",
                                 "iterations",
                                 "per_processor",
                                 "baseline",
                                 "speedup",
                                 "efficiency",
                                 "overhead",
                                 "wall_s",
                                 "peak_rss_bytes"})
    CHECK(json.contains(name));
  CHECK(json["best_move"] == "d6d1");
  CHECK(json["pv"][0] == "d6d1");
  CHECK(json["platform"]["hosts"] == 32);
  CHECK(json["per_processor"].size() == 4);
  CHECK(json["iterations"].size() == 3);
  const auto& time = json["processor_time_s"];
  CHECK(time["work"].get<double>() + time["communication"].get<double>() +
            time["idle"].get<double>() ==
        Approx(4 * json["time_s"].get<double>()).epsilon(1e-9));
  const auto& overhead = json["overhead"];
  CHECK(overhead["total"].get<double>() ==
        Approx(overhead["search"].get<double>() * overhead["work_share"].get<double>() +
               overhead["communication"].get<double>() + overhead["synchronization"].get<double>())
            .margin(1e-9));
}

TEST_CASE("a search that survives a failure says which processor failed") {
  const auto words = cm5 + std::string("--position trees/chess/bratko-kopec.epd:BK.01 --depth 4 "
                                       "--processors 4 --failures 2@0.01 --json ");
  const auto output = run(words + "--abdada-timeout 0.001 --baseline");
  REQUIRE(output.status == 0);
  const auto json = Json::parse(output.out);
  CHECK(json["options"]["failures"] == "2@0.01");
  CHECK(json["options"]["abdada_timeout"] == 0.001);
  CHECK(json["counters"]["timeouts"] > 0);
  CHECK(json["per_processor"][2]["failed"] == true);
  CHECK_FALSE(json["per_processor"][1].contains("failed"));
  const auto deadlock = run(words);
  CHECK(deadlock.status == 1);
  CHECK_THAT(deadlock.err, Catch::Contains("deadlock") && Catch::Contains("processor 2 failed"));
}

TEST_CASE("simulate --trace writes the timelines of the main run and changes nothing else") {
  const auto words = cm5 + std::string("--position trees/chess/bratko-kopec.epd:BK.01 --depth 3 "
                                       "--processors 4 --algorithm ybwc --baseline --json");
  const test::TemporaryFile events("", ".json");
  const test::TemporaryFile paje("", ".paje");
  const auto untraced = run(words);
  for (const auto* const file : {&events, &paje}) {
    const auto traced = run(words + " --trace " + file->path());
    CHECK(traced.status == 0);
    CHECK(without_wall_clock(traced.out).dump() == without_wall_clock(untraced.out).dump());
  }
  const auto json = Json::parse(untraced.out);
  for (const auto& trace :
       {test::check_trace_events(read(events.path()), 4), test::check_paje(read(paje.path()), 4)}) {
    CHECK(trace.title ==
          "ybwc to depth 3 on 4 processors of CM5: " + json["position"].get<std::string>());
    double work = 0;
    for (const auto& account : trace.accounts)
      work += account.work;
    CHECK(work == Approx(json["processor_time_s"]["work"].get<double>()));
    CHECK(trace.marks.size() == 3);
  }
}

TEST_CASE("a page shows two searches, and is the same each time") {
  const auto words = cm5 + std::string("--position trees/chess/bratko-kopec.epd:BK.01 --depth 3 "
                                       "--processors 4 --quiet --algorithm ");
  const test::TemporaryFile first("", ".html");
  const test::TemporaryFile second("", ".html");
  const auto both = run(words + "abdada,ybwc --ybwc-min-split-depth 1 --trace " + first.path());
  CHECK(both.status == 0);
  CHECK(both.err.empty());
  CHECK_THAT(both.out, Catch::Contains("abdada on negascout") && Catch::Contains("\n\neldest ") &&
                           Catch::Contains("ybwc on negascout"));
  CHECK(run(words + "abdada,ybwc --ybwc-min-split-depth 1 --trace " + second.path()).status == 0);
  const auto page = read(first.path());
  CHECK(page == read(second.path()));
  CHECK(page.size() < 1'000'000);
  CHECK_THAT(page, Catch::Contains("\"algorithm\":\"abdada\"") &&
                       Catch::Contains("\"algorithm\":\"ybwc\""));
}

TEST_CASE("a trace that cannot be written is a failed run, whose result is not lost") {
  const auto words = cm5 + std::string("--position trees/chess/bratko-kopec.epd:BK.01 --depth 3 "
                                       "--processors 2 --json --trace ");
  const auto nowhere = run(words + "/no/such/folder/trace.json");
  CHECK(nowhere.status == 1);
  CHECK(std::count(nowhere.err.begin(), nowhere.err.end(), '\n') == 1);
  CHECK(nowhere.err ==
        "eldest: --trace /no/such/folder/trace.json: cannot be written: No such file "
        "or directory\n");

  const test::TemporaryFile full("", ".paje");
  std::filesystem::remove(full.path());
  std::filesystem::create_symlink("/dev/full", full.path());
  const auto lost = run(words + full.path());
  CHECK(lost.status == 1);
  CHECK(lost.err == fmt::format("eldest: --trace {}: cannot be written: No space left on device\n",
                                full.path()));
  const auto json = Json::parse(lost.out);
  CHECK(json["best_move"] == "d6d1");
  CHECK(json["trace_error"] == full.path() + ": cannot be written: No space left on device");
}

TEST_CASE("several positions give a row each and their mean") {
  const test::TemporaryFile two("4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n"
                                "4k3/4p3/8/8/8/8/8/4K3 b - - id \"b\";\n",
                                ".epd");
  const auto words =
      cm5 + fmt::format("--position {} --depth 4 --processors 2 --baseline", two.path());
  const auto text = run(words);
  CHECK(text.status == 0);
  CHECK_THAT(text.out, Catch::Contains("\na ") && Catch::Contains("\nb ") &&
                           Catch::Contains("\nmean ") && Catch::Contains("\nsums "));
  const auto json = Json::parse(run(words + " --json").out);
  REQUIRE(json["runs"].size() == 2);
  const auto speedup = [&](std::size_t i) {
    return json["runs"][i]["speedup"]["relative"].get<double>();
  };
  CHECK(json["mean"]["speedup"]["relative"].get<double>() == Approx((speedup(0) + speedup(1)) / 2));
  CHECK(json["mean"]["compared"] == 2);
  CHECK(json["runs"][0]["per_processor"][1]["host"] == "node-1");
  // The colours are exchanged, so that the searches are symmetric.
  CHECK(json["runs"][0]["value"] == json["runs"][1]["value"]);
}

TEST_CASE("without baselines there are means of times and nodes") {
  const std::string epd = ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd";
  const auto words = cm5 + fmt::format("--position {} --depth 2 --processors 2,4 --json", epd);
  const auto json = Json::parse(run(words).out);
  REQUIRE(json["mean"].size() == 2);
  const auto& mean = json["mean"][0];
  CHECK(mean["runs"] == 24);
  CHECK_FALSE(mean.contains("speedup"));
  CHECK(mean["nodes"].get<double>() == Approx(json["sums"][0]["nodes"].get<double>() / 24));
  CHECK(mean["interval"]["time_s"][0] < mean["time_s"]);
  CHECK(mean["time_s"] < mean["interval"]["time_s"][1]);
  CHECK(json["ratio_of_sums"][0]["nodes_per_s"].get<double>() ==
        Approx(mean["nodes"].get<double>() / mean["time_s"].get<double>()));
}

TEST_CASE("an id in ISO 8859-1 is in the JSON as UTF-8") {
  const test::TemporaryFile latin("4k3/8/8/8/8/8/4P3/4K3 w - - id \"caf\xe9\";\n", ".epd");
  const auto output = run(cm5 + fmt::format("--position {} --depth 2 --json", latin.path()));
  CHECK(output.status == 0);
  CHECK(Json::parse(output.out)["id"] == "caf\xc3\xa9");
}

TEST_CASE("perft prints the count alone on the last line") {
  CHECK(run("perft --depth 3").out == "8902\n");
  CHECK(run("perft --tree othello --depth 4").out == "244\n");
  CHECK(run("perft --tree checkers --depth 4").out == "1469\n");
  CHECK(run("perft --tree synthetic:b=3 --depth 4").out == "81\n");
}

TEST_CASE("perft counts the paths below each move, which are all of them") {
  const auto words = std::string("perft --tree checkers --depth 5 --divide");
  const auto json = Json::parse(run(words + " --json").out)["positions"][0];
  CHECK(json["moves"].size() == 7);
  std::uint64_t paths = 0;
  for (const auto& move : json["moves"])
    paths += move["paths"].get<std::uint64_t>();
  CHECK(paths == 7361);
  CHECK(json["paths"] == paths);
  const auto text = run(words).out;
  CHECK(std::count(text.begin(), text.end(), '\n') == 8);
  CHECK(text.ends_with("\n7361\n"));
  CHECK(run("perft --depth 1 --divide")
            .out.starts_with(fmt::format(
                "{:<8} {:>15}\n",
                Json::parse(
                    run("perft --depth 1 --divide --json").out)["positions"][0]["moves"][0]["move"]
                    .get<std::string>(),
                1)));
  CHECK(run("perft --depth 0 --divide").status == 2);
}

TEST_CASE("stats, lists and calibrations have their objects for scripts") {
  const auto stats = Json::parse(run("stats --tree synthetic:b=3 --depth 4 --json").out);
  CHECK(stats["command"] == "stats");
  CHECK(stats["positions"][0]["branching_factor"] == 3);
  const auto lists = Json::parse(run("list --json").out);
  for (const auto* const list :
       {"algorithms", "counters", "trees", "synthetic", "platforms", "programs"}) {
    CAPTURE(list);
    REQUIRE_FALSE(lists[list].empty());
    for (const auto& thing : lists[list])
      CHECK_FALSE(thing["description"].get<std::string>().empty());
    CHECK(Json::parse(run(fmt::format("list {} --json", list)).out)[list] == lists[list]);
  }
  const test::TemporaryFile platform("", ".xml");
  const test::TemporaryFile matrix("", ".csv");
  const auto cores = static_cast<std::size_t>(core_count());
  const auto calibration =
      Json::parse(run(fmt::format("calibrate --seconds 1ms --repeats 1 --algorithm ybwc --quiet "
                                  "--json --out {}{}",
                                  platform.path(), cores > 1 ? " --matrix " + matrix.path() : ""))
                      .out);
  if (cores > 1) {
    CHECK(calibration["core_latencies"].size() == cores * (cores - 1) / 2);
    CHECK(calibration["core_messages"].size() == (cores > 2 ? 2 : 1));
    CHECK(calibration["core_messages"][0]["message_s"]["median"] > 0);
    const auto csv = read(matrix.path());
    CHECK(static_cast<std::size_t>(std::ranges::count(csv, '\n')) == cores);
    CHECK(static_cast<std::size_t>(std::ranges::count(csv, ',')) == cores * (cores - 1));
  }
  CHECK(calibration["nodes"].size() == lists["trees"].size());
  CHECK(calibration["time_stamp_s"]["median"] > 0);
  CHECK(calibration["look_s"]["median"] > 0);
  CHECK(calibration["nodes"][0]["slowdowns"]["ybwc"]["median"] > 0);
  CHECK_THAT(read(platform.path()), Catch::Contains("eldest:node-costs-chess") &&
                                        Catch::Contains("eldest:node-slowdown-chess-ybwc") &&
                                        Catch::Contains("eldest:poll-time") &&
                                        Catch::Contains("eldest:clock-time"));
}

TEST_CASE("calibrate prints what it has measured of every tree, core and number of threads") {
  const test::TemporaryFile platform("", ".xml");
  const auto output = run("calibrate --seconds 1ms --repeats 1 --quiet --out " + platform.path());
  CAPTURE(output.out, output.err);
  REQUIRE(output.status == 0);
  for (const auto* const words :
       {"nanoseconds", "median", "chess: node in total", "othello: table access",
        "synthetic: visit", "million nodes/s, with tables of"})
    CHECK_THAT(output.out, Catch::Contains(words));
  if (core_count() > 1)
    CHECK_THAT(output.out, Catch::Contains("a word from core to core") &&
                               Catch::Contains("slowdown, all cores busy"));
}

TEST_CASE("stats fits a tree to a log of searches, which can be simulated") {
  const std::string searched = "--tree synthetic:b=6..10,order=0.8,noise=40 --depth 8";
  const test::TemporaryFile log(
      run("simulate --platform cm5-32 --algorithm negascout --processors 1 --json " + searched)
          .out);
  const auto output = run(fmt::format("stats --fit {} --fit-trials 80 --json", log.path()));
  CAPTURE(output.err);
  REQUIRE(output.status == 0);
  const auto fit = Json::parse(output.out);
  CHECK(fit["fit"]["positions"] == 1);
  CHECK(fit["fit"]["branching_factor"].get<double>() == Approx(8).margin(0.7));
  CHECK(fit["depths"].size() == 8);
  CHECK(fit["depths"][7]["nodes"]["met"] == true);
  CHECK(fit["verdict"] != "unusable");
  CHECK(fit["not_in_log"].empty());
  const auto simulation = fit["simulate"].get<std::string>();
  CHECK(simulation.starts_with("eldest simulate --platform server-128"));
  CHECK_THAT(simulation, Catch::Contains(fit["tree"].get<std::string>()));
  CHECK(run(simulation.substr(7) + " --quiet").status == 0);
  CHECK_THAT(fit["sweep"].get<std::string>(),
             Catch::Contains(fit["tree"].get<std::string>() + ",seed=1..10"));
  CHECK(run(fmt::format("stats --fit {} --fit-trials 80 --json", log.path())).out == output.out);
}

TEST_CASE("a fit that misses the log by far has no command") {
  std::string text = "position,depth,nodes,expanded,moves,cutoffs,first_cutoffs,table_cutoffs\n";
  for (int depth = 1, nodes = 4; depth <= 6; ++depth, nodes *= 6) // first moves never cut off
    text += fmt::format("startpos,{},{},{},{},{},0,0\n", depth, nodes, nodes, 6 * nodes, nodes);
  const test::TemporaryFile log(text);
  const auto output = run("stats --fit-trials 20 --fit " + log.path());
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Catch::Contains("verdict: unusable: "));
  CHECK_THAT(output.out, !Catch::Contains("simulate"));
  const auto json = Json::parse(run("stats --fit-trials 20 --json --fit " + log.path()).out);
  CHECK(json["verdict"] == "unusable");
  CHECK(json["simulate"].is_null());
}

TEST_CASE("a fit says what was guessed and what is not as in the log, on lines for a terminal") {
  std::string text = "position,depth,nodes\n";
  for (int depth = 1, nodes = 1; depth <= 6; ++depth, nodes *= depth == 4 ? 60 : 3)
    text += fmt::format("startpos,{},{}\n", depth, nodes);
  const test::TemporaryFile log(text);
  const auto output = run("stats --fit-trials 20 --fit " + log.path());
  CHECK(output.status == 0);
  for (const auto* const line :
       {"not met: nodes at depth", "not in the log: expanded, moves: ", "not in the log: value: ",
        "not in the log: seconds: ", "verdict: "})
    CHECK_THAT(output.out, Catch::Contains(line));
  std::istringstream lines(output.out);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("eldest s") && !line.starts_with("--tree") &&
        line.find(log.path()) == std::string::npos)
      CHECK(line.size() <= 100);
  }
}

namespace {

/// Returns the length of the longest line.
std::size_t width_of(const std::string& text) {
  std::istringstream lines(text);
  std::size_t width = 0;
  for (std::string line; std::getline(lines, line);)
    width = std::max(width, line.size());
  return width;
}

} // namespace

TEST_CASE("reports for a person fit in 100 columns, and have all columns if asked to") {
  const test::TemporaryFile epd("4k3/8/8/8/8/8/4P3/4K3 w - - id \"a name that is rather long\";\n"
                                "4k3/4p3/8/8/8/8/8/4K3 b - - id \"b\";\n",
                                ".epd");
  for (const auto& words :
       {cm5 + std::string("--depth 4 --processors 1,32 --baseline"),
        cm5 + fmt::format("--depth 3 --processors 4 --baseline --position {}", epd.path()),
        cm5 + fmt::format("--depth 2 --processors 4 --seeds 1..2 --position {}", epd.path()),
        cm5 + std::string("--depth 4 --processors 8 --baseline --algorithm aphid"),
        std::string("run --depth 3 --baseline --tree checkers"),
        std::string("validate --platform cm5-32 --depth 2 --repeats 1 --quiet"),
        std::string("stats --depth 2 --tree checkers")}) {
    const auto output = run(words);
    CAPTURE(words, output.out, output.err);
    CHECK(output.status == 0);
    CHECK(width_of(output.out) <= 100);
  }
  const auto wide = run(cm5 + std::string("--depth 4 --processors 1,32 --baseline --wide")).out;
  CHECK_THAT(wide, Catch::Contains("idle%     RS     AS    EF      TO     SO     CO     SY\n"));
  CHECK_THAT(run("validate --platform cm5-32 --depth 1 --repeats 1 --quiet --wide").out,
             Catch::Contains("    CO   sim.      SY   sim.\n"));
}

TEST_CASE("values are in the game's unit, and won games in words") {
  const auto mate = cm5 + std::string("--depth 6 --position trees/chess/bratko-kopec.epd:BK.01 ");
  const auto text = run(mate).out;
  CHECK_THAT(text, Catch::Contains("\n    1      -1.39 ") &&
                       Catch::Contains("\n    5       mate ") &&
                       Catch::Contains("\n    6  mate in 3 ") &&
                       Catch::Contains("value mate in 3, best move d6d1") &&
                       Catch::Contains("values in pawns"));
  const auto json = Json::parse(run(mate + "--json").out);
  CHECK(json["value"] == 900004);
  CHECK(json["value_text"] == "mate in 3");
  const auto value_text = [](const std::string& words) {
    return Json::parse(run(cm5 + words + " --json").out)["value_text"].get<std::string>();
  };
  CHECK(value_text("--depth 2 --position '7k/8/8/8/8/8/1r6/r6K w - - 0 1'") == "mated");
  CHECK(value_text("--depth 3 --position '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1'") == "mate in 1");
  CHECK(value_text("--depth 9 --tree othello --position "
                   "'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X'") ==
        "wins by 64");
  CHECK(value_text("--depth 3 --tree checkers --position 'B:W11:B8'") == "wins in 1");
  CHECK_FALSE(value_text("--depth 3 --tree synthetic:b=3").empty());
}

TEST_CASE("there are colours on a terminal that has them, and nowhere else") {
  if (!test::has_terminal())
    return;
  const test::TemporaryFile seen("", ".out");
  const auto shown = [&](const std::string& variables, const std::string& words) {
    const auto command = // script provides a terminal
        fmt::format("cd '{}' && env -u NO_COLOR SHELL=/bin/sh {} script -qec '{} {}' '{}' "
                    "</dev/null >/dev/null",
                    ELDEST_SOURCE_DIR, variables, ELDEST_PROGRAM, words, seen.path());
    static_cast<void>(std::system(command.c_str())); // NOLINT: a shell is what a user has
    return read(seen.path());
  };
  const auto searches = cm5 + std::string("--depth 3 --processors 1,8 --baseline --quiet");
  CHECK_THAT(shown("TERM=xterm", searches),
             Catch::Contains("\033[1mposition ") && Catch::Contains("\033[1;32m"));
  CHECK_THAT(shown("TERM=xterm", "perft"), Catch::Contains("\033[1;31meldest:\033[0m --depth D"));
  CHECK_THAT(shown("TERM=xterm", "perft --help"), Catch::Contains("\033[1mperft\033[0m: "));
  for (const auto* const variables : {"TERM=dumb", "TERM=", "TERM=xterm NO_COLOR=1"})
    for (const auto& words : {searches, std::string("perft"), std::string("perft --help")})
      CHECK_THAT(shown(variables, words), !Catch::Contains("\033["));
  CHECK_THAT(run(searches).out, !Catch::Contains("\033["));
}

TEST_CASE("times of failures and delays may have units") {
  const auto json = [](const std::string& words) {
    auto parsed = without_wall_clock(
        run(cm5 + std::string("--depth 4 --processors 4 --table-timeout 1ms --json ") + words).out);
    for (const auto* const option : {"failures", "delay"})
      parsed["options"].erase(option);
    return parsed;
  };
  CHECK(json("--failures 2@10ms-20ms,slow:1x3@1us") ==
        json("--failures 2@0.01-0.02,slow:1x3@1e-6"));
  CHECK(json("--delay 0.5:100us") == json("--delay 0.5:1e-4"));
}

TEST_CASE("no figure of a report is a negative zero, and rows of stats fit in 100 columns") {
  const auto text = run(cm5 + std::string("--algorithm shared-table --tree synthetic:b=3 --depth 4 "
                                          "--processors 1,2,3 --baseline"))
                        .out;
  CHECK_THAT(text, !Catch::Contains("-0.000") && Catch::Contains(" 0.000"));
  std::istringstream lines(run("stats --position trees/chess/bratko-kopec.epd --depth 1").out);
  for (std::string line; std::getline(lines, line);)
    CHECK(line.size() <= 100);
}

TEST_CASE("every program's settings can be simulated") {
  for (const auto* const program : {"bugs", "chinook", "crafty", "frenchess", "keyano", "modern",
                                    "nnue", "theturk", "zugzwang"}) {
    const auto output =
        run(cm5 + fmt::format("--program {} --depth 3 --processors 2 --json", program));
    CAPTURE(program, output.err);
    REQUIRE(output.status == 0);
    CHECK(Json::parse(output.out)["options"]["program"] == program);
  }
}

TEST_CASE("the order of moves and the cost of iterations are options of a simulation") {
  const auto json = [](const std::string& words) {
    const auto output = run(cm5 + std::string("--depth 3 --json ") + words);
    REQUIRE(output.status == 0);
    return Json::parse(output.out);
  };
  const auto usual = json("");
  const auto other = json("--move-order history+table --order-noise 30 --iteration-cost 0.2s");
  CHECK(usual["options"]["move_order"] == "all");
  CHECK(usual["options"]["order_noise"] == 0);
  CHECK_FALSE(usual["options"].contains("iteration_cost"));
  CHECK(other["options"]["move_order"] == "table+history");
  CHECK(other["options"]["order_noise"] == 30);
  CHECK(other["options"]["iteration_cost"] == 0.2);
  CHECK(other["nodes"] > usual["nodes"]);
  CHECK(other["time_s"].get<double>() > 3 * 0.2);
  CHECK(json("--move-order none")["options"]["move_order"] == "none");
  CHECK(json("--move-order killers+static+captures")["options"]["move_order"] ==
        "captures+static+killers");
}

TEST_CASE("a tree's evaluation is one of its parameters") {
  const auto value = [](const std::string& tree) {
    const auto json = Json::parse(run(cm5 + std::string("--depth 3 --json --tree ") + tree).out);
    return json["value"].get<int>();
  };
  CHECK(value("othello") == value("othello:evaluation=swinging"));
  CHECK(value("othello") > value("othello:evaluation=steady"));
  CHECK(value("othello:evaluation=learned") != value("othello:evaluation=steady"));
}

TEST_CASE("the command line overrides the INI file, and that overrides the program's settings") {
  const test::TemporaryFile config("depth = 2\nsearch = alphabeta\n", ".ini");
  const auto json = Json::parse(
      run(cm5 + fmt::format("--program keyano --config {} --depth 3 --json", config.path())).out);
  CHECK(json["depth"] == 3);
  CHECK(json["search"] == "alphabeta");
  CHECK(json["tree"] == "othello:evaluation=learned,order=squares");
  CHECK(json["options"]["tt_entries"] == 16'777'216);
}

TEST_CASE("an INI file may have the options of several algorithms") {
  const test::TemporaryFile config("ybwc-tries = 8\nabdada-second-pass = rank\n"
                                   "generate-moves = while-waiting\n",
                                   ".ini");
  const auto options = [&](const std::string& words) {
    const auto output = run(cm5 + fmt::format("--depth 2 --processors 4 --json {}", words));
    CAPTURE(words, output.err);
    REQUIRE(output.status == 0);
    return Json::parse(output.out)["options"];
  };
  const auto with_file = [&](const std::string& algorithm) {
    return options(fmt::format("--algorithm {} --config {}", algorithm, config.path()));
  };
  CHECK(with_file("ybwc") ==
        options("--algorithm ybwc --ybwc-tries 8 --generate-moves while-waiting"));
  CHECK(with_file("abdada") ==
        options("--algorithm abdada --abdada-second-pass rank --generate-moves while-waiting"));
  CHECK(options("--config " + config.path()) == with_file("abdada"));
  CHECK(with_file("aphid") == options("--algorithm aphid --generate-moves while-waiting"));
  CHECK(with_file("ybwc --ybwc-tries 3") ==
        options("--algorithm ybwc --ybwc-tries 3 --generate-moves while-waiting"));
}

TEST_CASE("short options and units mean what long ones and plain numbers do") {
  const auto json = [](const std::string& words) { return without_wall_clock(run(words).out); };
  CHECK(json("simulate -p cm5-32 -a ybwc -t othello -d 3 -n 4 -bq --json --jitter 10us --time 2min "
             "--tt-entries 64k") ==
        json("simulate --platform cm5-32 --algorithm ybwc --tree othello --depth 3 --processors 4 "
             "--baseline --quiet --json --jitter 1e-5 --time 120 --tt-entries 65536"));
  CHECK(run("-V").out == run("--version").out);
  CHECK(run("-h").out == run("--help").out);
  CHECK(run("stats -h").out == run("stats --help").out);
}

TEST_CASE("the program prints its help and its version") {
  CHECK_THAT(run("--version").out, Catch::Matches("eldest [0-9]+\\.[0-9]+\\.[0-9]+.*\n"));
  for (const auto* const command :
       {"", "simulate", "run", "validate", "calibrate", "perft", "stats", "list", "uci", "help"}) {
    const auto output = run(fmt::format("{} --help", command));
    CHECK(output.status == 0);
    CHECK_FALSE(output.out.empty());
  }
  for (const auto* const command : {"simulate", "validate"})
    CHECK_THAT(run(fmt::format("{} --help", command)).out,
               Catch::Contains("-p, --platform PLATFORM") && Catch::Contains("the name of a"));
}

TEST_CASE("uci plays with the options that it is given, and always the same on one thread") {
  const test::TemporaryFile said("uci\n"
                                 "position startpos moves e2e4 e7e5 g1f3\n"
                                 "isready\n"
                                 "go depth 5\n");
  const auto words =
      fmt::format("uci --algorithm ybwc --hash 4 --check-extension <'{}'", said.path());
  const auto output = run(words);
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK_THAT(output.out,
             Catch::StartsWith("id name eldest ") &&
                 Catch::Contains("\noption name Hash type spin default 4 min 1 max 65536\n") &&
                 Catch::Contains("\noption name Algorithm type combo default ybwc var ") &&
                 Catch::Contains("\noption name Check Extension type check default true\n") &&
                 Catch::Contains("\nuciok\nreadyok\ninfo depth 1 score cp "));
  // The output is the same again, except for times.
  const auto without_times = [](const std::string& text) {
    const auto news = std::regex("info nodes .*\n"); // every second
    return std::regex_replace(std::regex_replace(text, news, ""),
                              std::regex(" nps [0-9]+ time [0-9]+"), "");
  };
  CHECK(without_times(output.out) == without_times(run(words).out));
  CHECK_THAT(
      without_times(output.out),
      Catch::EndsWith("\ninfo depth 4 score cp -41 nodes 2015 hashfull 1 pv b8c6 f1b5 g8f6 b1c3\n"
                      "info depth 5 score cp -2 nodes 4804 hashfull 6 pv b8c6 f1c4 f8c5 e1g1 g8f6\n"
                      "bestmove b8c6 ponder f1c4\n"));
}

TEST_CASE("shipped files are found from any folder") {
  const std::string position = " --position trees/chess/bratko-kopec.epd:BK.01 --depth 3 --json";
  const auto here = without_wall_clock(run(cm5 + position).out);
  CHECK(here["platform"]["file"] == "platforms/cm5-32.xml");
  CHECK(without_wall_clock(run_in("/", cm5 + position).out) == here);

  auto by_name = without_wall_clock(run_in("/", "simulate --platform cm5-32" + position).out);
  CHECK(by_name["platform"]["file"] == "cm5-32");
  by_name["platform"]["file"] = here["platform"]["file"];
  CHECK(by_name == here);

  const test::TemporaryFile store("", ".db");
  std::filesystem::remove(store.path());
  const auto plan =
      run_in("/", fmt::format("sweep {} --plan --config results/weill-cm5/chess.ini --position "
                              "trees/chess/bratko-kopec.epd:BK.02 --depth 2",
                              store.path()));
  CAPTURE(plan.err);
  CHECK(plan.status == 0);
  CHECK_THAT(plan.out, Catch::Contains("--platform platforms/cm5-32.xml"));

  const auto unknown = run_in("/", "simulate --platform cm6 --depth 3");
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, Catch::StartsWith("eldest: --platform cm6: no such file") &&
                              Catch::Contains("cm5-32, cs6400-64, "));
}

TEST_CASE("a variant sets all options of ABDADA, and single ones change it") {
  const auto options = [](const std::string& words) {
    return Json::parse(run(cm5 + std::string("--depth 2 --json ") + words).out)["options"];
  };
  CHECK(options("")["abdada_variant"] == "published");
  const auto best = options("--abdada-variant best");
  CHECK(best["abdada_variant"] == "best");
  CHECK(best["abdada_second_pass"] == "arrival");
  CHECK(best["abdada_push_depth"] == 2);
  CHECK(best["abdada_push_grain"] == 3000);
  const auto own = options("--abdada-push-depth 3 --abdada-variant best");
  CHECK(own["abdada_variant"] == "own");
  CHECK(own["abdada_second_pass"] == "arrival");
  CHECK(own["abdada_push_depth"] == 3);
}

TEST_CASE("a variant sets all options of YBWC") {
  const auto options = [](const std::string& words) {
    return Json::parse(
        run(cm5 + std::string("--depth 2 --algorithm ybwc --json ") + words).out)["options"];
  };
  CHECK(options("")["ybwc_variant"] == "published");
  CHECK(options("")["ybwc_tries"] == 1);
  const auto best = options("--ybwc-variant best");
  CHECK(best["ybwc_variant"] == "best");
  CHECK(best["ybwc_poll"] == "son");
  CHECK(best["ybwc_tries"] == 8);
  CHECK(options("--ybwc-variant best --ybwc-tries 4")["ybwc_variant"] == "own");
}

TEST_CASE("the platforms listed are those of the project, each with its description") {
  std::istringstream lines(run("list platforms").out);
  std::set<std::filesystem::path> listed;
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(line.size() <= 100);
    const auto end_of_file = line.find(' ');
    REQUIRE(end_of_file != std::string::npos);
    if (end_of_file == 0)
      continue; // a line of the description
    CHECK(line.size() > 31);
    listed.insert(std::filesystem::path(ELDEST_SOURCE_DIR) / line.substr(0, end_of_file));
  }
  std::set<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(ELDEST_SOURCE_DIR "/platforms"))
    if (file.path().extension() == ".xml")
      files.insert(file.path());
  CHECK(listed == files);
  const auto described = Json::parse(run("list platforms --json").out)["platforms"];
  CHECK(std::ranges::any_of(described, [](const auto& one) {
    return one["description"].template get<std::string>().ends_with("of 2.5 GHz, one socket.");
  }));
}

TEST_CASE("a search on threads has the result of a simulated one, in the same JSON object") {
  const std::string search = "--algorithm negascout --depth 4 --position startpos --json";
  const auto simulated = Json::parse(run(cm5 + search).out);
  const auto real = Json::parse(run("run " + search).out);
  for (const auto& [name, value] : simulated.items()) {
    CAPTURE(name);
    CHECK(real.contains(name));
  }
  for (const auto* const name : {"value", "best_move", "pv", "nodes", "counters"}) {
    CAPTURE(name);
    CHECK(real[name] == simulated[name]);
  }
  CHECK(real["command"] == "run");
  CHECK(real["stopped_by"].is_null());
}

TEST_CASE("threads that outnumber the cores are announced, and a preset's search is run") {
  const auto output = run("run --program zugzwang --tree chess --depth 3 --processors 64");
  CHECK(output.status == 0);
  CHECK(output.err.find("64 threads take turns on") != std::string::npos);
}

TEST_CASE("a time limit ends a search on threads with its last complete iteration") {
  const auto output = run("run --depth 64 --processors 2 --time 0.2 --json");
  CHECK(output.status == 0);
  const auto json = Json::parse(output.out);
  CHECK(json["stopped_by"] == "time");
  CHECK_FALSE(json["iterations"].empty());
  CHECK(json["iterations"].size() < 64);
  CHECK(json["iterations"].back()["value"] == json["value"]);
}

TEST_CASE("a time limit ends a simulated search with its last complete iteration, too") {
  const std::string search = std::string(cm5) + "--depth 64 --processors 8 --time 0.1 ";
  const auto json = Json::parse(run(search + "--json").out);
  CHECK(json["stopped_by"] == "time");
  CHECK(json["options"]["time"] == 0.1);
  CHECK(json["time_s"].get<double>() == Approx(0.1).epsilon(0.1));
  CHECK_FALSE(json["iterations"].empty());
  CHECK(json["iterations"].back()["value"] == json["value"]);
  const auto text = run(search).out;
  const auto depth = json["iterations"].size();
  CHECK(text.find(fmt::format("stopped by time after depth {}\n", depth)) != std::string::npos);

  const auto unlimited = Json::parse(run(std::string(cm5) + "--depth 2 --json").out);
  CHECK_FALSE(unlimited.contains("stopped_by"));
  CHECK_FALSE(unlimited["options"].contains("time"));
}

TEST_CASE("results to different depths are combined beside those of the last complete iteration") {
  const std::string search =
      std::string(cm5) + "--depth 64 --algorithm uidpabs --processors 8 --time 0.3 ";
  const auto json = Json::parse(run(search + "--json").out);
  CHECK(json["combined"]["depth"] >= json["iterations"].size());
  CHECK(run(search).out.find(fmt::format(
            "best of results to different depths: value {:.2f}, best move {}, depth {}\n",
            json["combined"]["value"].get<double>() / 100,
            json["combined"]["best_move"].get<std::string>(),
            json["combined"]["depth"].get<int>())) != std::string::npos);
}

TEST_CASE("searches that a time limit stops are not compared with others") {
  const std::string search = std::string(cm5) + "--depth 4 --processors 1,8 --time 0.4 --baseline ";
  const auto runs = Json::parse(run(search + "--json").out)["runs"];
  CHECK(runs[0]["stopped_by"] == "time");
  CHECK(runs[1]["stopped_by"].is_null());
  for (const auto& one : runs)
    CHECK_FALSE(one.contains("speedup"));
  const auto text = run(search).out;
  CHECK(text.find("move depth") != std::string::npos);
  CHECK(text.find("No speedups and overheads where a search") != std::string::npos);
  // With enough time, the search is the same as without a limit.
  const auto complete =
      Json::parse(run(std::string(cm5) + "--depth 2 --time 9 --baseline --json").out);
  CHECK(complete["stopped_by"].is_null());
  CHECK(complete["speedup"]["relative"] == 1);
}

TEST_CASE("Ctrl-C ends a search on threads with its last complete iteration, and begins no other") {
  // timeout(1) acts as a user who presses Ctrl-C twice, because it signals the program and then its
  // group. A program that a shell runs in the background would ignore SIGINT.
  const test::TemporaryFile out("", ".out");
  const test::TemporaryFile err("", ".err");
  const auto command =
      fmt::format("cd '{}' && timeout --signal INT 2 '{}' run --depth 64 --json --position "
                  "trees/chess/bratko-kopec.epd >{} 2>{}",
                  ELDEST_SOURCE_DIR, ELDEST_PROGRAM, out.path(), err.path());
  static_cast<void>(std::system(command.c_str())); // NOLINT: a shell is what a user has
  const auto json = Json::parse(read(out.path()));
  CHECK(json["runs"].size() == 24);
  CHECK(json["runs"][0]["stopped_by"] == "interrupt");
  CHECK_FALSE(json["runs"][0]["iterations"].empty());
  CHECK(json["runs"][1]["error"] == "not started, because a signal had come");
  CHECK(read(err.path()).find("not started, because a signal had come") != std::string::npos);
}

TEST_CASE("a calibration whose file cannot be written fails before it begins") {
  const auto output = run("calibrate --out /no/such/folder/local.xml");
  CHECK(output.status == 1);
  CHECK(output.err == "eldest: --out /no/such/folder/local.xml: cannot be written: No such file or "
                      "directory\n");
}

TEST_CASE("validate shows simulated and real searches side by side") {
  const std::string words = "validate --platform platforms/numa-64.xml --tree othello --depth 4 "
                            "--processors 2 --algorithm abdada,ybwc --repeats 1 --quiet";
  const auto json = Json::parse(run(words + " --json").out);
  REQUIRE(json["rows"].size() == 6);
  CHECK(json["rows"][0]["algorithm"] == "negascout");
  CHECK(json["rows"][0]["deviation"]["nodes"] == 0);
  CHECK(json["rows"][1]["at_once"] == true);
  CHECK(json["searches"].size() == 6);
  const auto text = run(words);
  CHECK(text.status == 0);
  CHECK(text.out.find("simplified-abdada") == std::string::npos);
  CHECK(text.out.find("\nybwc                      2 ") != std::string::npos);
}

namespace {

/// Three hosts. From the first, the third is farther away than the second.
constexpr const char* near_and_far = R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<zone id="tiny" routing="Full">
<prop id="eldest:send-overhead" value="2us"/>
<prop id="eldest:service-time" value="1us"/>
<host id="h1" speed="1Mf"/><host id="h2" speed="2Mf"/><host id="h10" speed="1Mf"/>
<link id="l" bandwidth="16MBps" latency="5us"/>
<link id="m" bandwidth="16MBps" latency="20us" sharing_policy="FATPIPE"/>
<route src="h1" dst="h2"><link_ctn id="l"/></route>
<route src="h1" dst="h10"><link_ctn id="m"/></route>
<route src="h2" dst="h10"><link_ctn id="m"/></route>
</zone>
</platform>
)";

} // namespace

TEST_CASE("a report says what its figures mean where processors differ in speed") {
  const test::TemporaryFile file(near_and_far);
  const auto on = [&](const std::string& hosts) {
    return run(fmt::format("simulate --platform {} --hosts {} --depth 2 --processors 2 --baseline "
                           "--quiet",
                           file.path(), hosts))
        .out;
  };
  CHECK_THAT(on("h1,h2"), Catch::Contains("Processors differ in speed"));
  CHECK_THAT(on("h1,h10"), !Catch::Contains("Processors differ in speed"));
}

TEST_CASE("check shows what a platform file is taken for, and measures its costs") {
  const test::TemporaryFile file(near_and_far);
  const auto* const model = GENERATE("flow", "loggp");
  const auto output = run(fmt::format("check {} --model {}", file.path(), model));
  CAPTURE(output.out, output.err);
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  // A read: 2 us to send it, 5 + 1 there, 1 of service, and 5 + 1 back. A message: 2 + 5 + 1.
  for (const auto* const said :
       {"hosts       3, h1 to h10, of 1 Mf to 2 Mf\n", "links       1 FATPIPE, 16 MB/s, 20 us\n",
        "            1 SHARED, 16 MB/s, 5 us\n",
        "eldest:send-overhead                              2us  file\n",
        "eldest:receive-overhead                            0s  default\n",
        "eldest:service                               hardware  default\n",
        "table read, 16 bytes each way                       0 s          15 us          45 us\n",
        "message, until it has been received                               8 us          23 us\n",
        "message of 1 MiB, until received                              65.54 ms       65.56 ms\n",
        "network     CM02, TCP-gamma 0, crosstraffic 0\n",
        "\nby SimGrid's own network, LV08                                 nearest       farthest\n",
        "from host h1 to h2, the nearest, and to h10, the farthest\n", "flow        simulates it\n",
        "loggp       simulates it\n"})
    CHECK_THAT(output.out, Catch::Contains(said));
  std::istringstream lines(output.out);
  for (std::string line; std::getline(lines, line);)
    CHECK(line.size() <= 100);
}

TEST_CASE("check shows what is left of a processor's speed when the others work") {
  const test::TemporaryFile file(
      test::to_xml({.hosts = 1,
                    .cores = 4,
                    .properties = test::property("busy-slowdown", "1.25") +
                                  test::property("memory-bandwidth", "1MBps") +
                                  test::property("node-costs-chess", "2,0,0,0") +
                                  test::property("node-bytes-chess", "1,0,0,0")}));
  CHECK_THAT(
      run("check " + file.path()).out,
      Catch::Contains("processors of a computer at work                      1              2    "
                      "          4\n") &&
          Catch::Contains("speed of its visits to nodes of chess             1.000 "));
  const auto work = Json::parse(run("check --json " + file.path()).out)["work"];
  REQUIRE(work.size() == 3);
  CHECK(work[1]["processors"] == 2);
  CHECK(work[2]["compute_speed"] == Approx(0.8));
  CHECK(work[0]["visit_speed"]["chess"] == 1);
  CHECK(work[2]["visit_speed"]["chess"].get<double>() < 0.6);
  CHECK_THAT(
      run("check " + test::TemporaryFile(test::to_xml({.hosts = 2, .properties = ""})).path()).out,
      !Catch::Contains("at work"));
}

TEST_CASE("nodes that move bytes take longer the more processors share the memory") {
  const test::TemporaryFile file(test::to_xml(
      {.hosts = 1, .cores = 4, .properties = test::property("memory-bandwidth", "1MBps")}));
  const auto search = [&](const std::string& words) {
    return run("simulate --json --model loggp --algorithm shared-table --tree synthetic:b=4 "
               "--depth 3 --node-costs 2,0,0,0 --platform " +
               file.path() + ' ' + words);
  };
  const auto seconds = [&](const std::string& words) {
    return Json::parse(search(words).out)["time_s"].get<double>();
  };
  CHECK(seconds("--node-bytes 1,0,0,0") == Approx(seconds("")));
  CHECK(seconds("--processors 4 --node-bytes 1,0,0,0") > 1.5 * seconds("--processors 4"));
  const auto options = Json::parse(search("--node-bytes 1,0,0,0 --tt-homes 1").out)["options"];
  CHECK(options["node_bytes"] == Json{1, 0, 0, 0, 0});
  CHECK(options["tt_homes"] == 1);
  CHECK_THAT(search("--node-bytes 3,0,0,0").err, Catch::Contains("node-bytes: a visit takes"));
  CHECK(search("--node-bytes 1,2").status == 2);
  CHECK(search("--tt-homes 0").status == 2);
  CHECK(search("--tt-homes 1 --tt-sharing local").status == 2);
}

TEST_CASE("an algorithm's nodes take longer by the platform's slowdown for it") {
  const auto work = [](const std::string& words) {
    const auto output = run("simulate --json --platform cm5-32 --tree synthetic:b=4 --depth 3 "
                            "--model loggp --processors 1 " +
                            words);
    return Json::parse(output.out)["processor_time_s"]["work"].get<double>();
  };
  const std::string slow = " --set eldest:node-slowdown-synthetic-abdada=1.5";
  const double abdada = work("--algorithm abdada");
  CHECK(abdada > 0);
  CHECK(work("--algorithm abdada" + slow) == Approx(1.5 * abdada));
  CHECK(work("--algorithm ybwc" + slow) == Approx(work("--algorithm ybwc")));

  const auto validated = [](const std::string& words) {
    const auto output = run("validate --json --quiet --platform cm5-32 --tree synthetic:b=4 "
                            "--depth 3 --processors 1 --repeats 1 --algorithm abdada" +
                            words);
    return Json::parse(output.out)["rows"][1]["simulated"]["time_s"].get<double>();
  };
  CHECK(validated(slow) - validated("") == Approx(0.5 * abdada));
}

TEST_CASE("check shows the costs of communication without readings of the clock") {
  const auto costs = [](const std::string& words) {
    return Json::parse(run("check --json --processors 2 cm5-32" + words).out)["costs"];
  };
  CHECK(costs(" --set eldest:clock-time=1ms") == costs(""));
}

TEST_CASE("check compares the models by short searches") {
  const test::TemporaryFile file(near_and_far);
  const auto words = "check --models --processors 2 " + file.path();
  const auto text = run(words);
  CHECK(text.status == 0);
  CHECK_THAT(text.out, Catch::Contains("models      loggp's time is 1.0") &&
                           Catch::Contains("ABDADA, depth 4, 2 processors; it simulates them "));
  const auto json = Json::parse(run(words + " --json").out).at("comparison");
  CHECK(json.at("processors") == 2);
  for (const auto& ratio : json.at("time_ratios"))
    CHECK(ratio.get<double>() == Approx(1).epsilon(0.05));
  CHECK(Json::parse(run("check --json " + file.path()).out).contains("comparison") == false);
}

TEST_CASE("a search has its energy if the platform has the power of its hosts") {
  std::string xml = near_and_far;
  for (const auto* const host : {"h1", "h2", "h10"}) {
    const auto begin = xml.find(fmt::format("<host id=\"{}\"", host));
    xml.replace(xml.find("/>", begin), 2,
                R"(><prop id="wattage_per_state" value="10:20:30"/></host>)");
  }
  const test::TemporaryFile file(xml);
  CHECK_THAT(run("check " + file.path()).out,
             Catch::Contains("power       of a host: 10 W idle, "));
  const auto search = fmt::format("simulate --platform {} --depth 3 --processors 2", file.path());
  const auto result = Json::parse(run(search + " --json").out);
  const double watts = result.at("energy_j").get<double>() / result.at("time_s").get<double>();
  CHECK(watts > 30); // one host at work and one idle, or more
  CHECK(watts < 60);
  CHECK_THAT(run(search).out, Catch::Contains("\nenergy ") && Catch::Contains(" W on average\n"));

  const test::TemporaryFile wrong(xml.replace(xml.find("10:20:30"), 8, "ten:20"));
  const auto refused = run("check " + wrong.path());
  CHECK(refused.status != 0);
  CHECK_THAT(refused.err, Catch::Contains("'ten:20' should be Idle:AllCores or "));
}

TEST_CASE("figures that are not sure are named, and --strict refuses them") {
  std::string xml = near_and_far;
  xml.insert(xml.find("<host"), R"(<prop id="eldest:doubt" value="the load was 0.9"/>)");
  const test::TemporaryFile file(xml);
  const auto searched = run("simulate --depth 1 --platform " + file.path());
  CHECK(searched.status == 0);
  CHECK_THAT(searched.err, Catch::Contains("its measured numbers are not sure: the load was 0.9"));
  const auto strict = run("validate --strict --depth 1 --platform " + file.path());
  CHECK(strict.status == 2);
  CHECK_THAT(strict.err, Catch::Contains("--strict: the measured numbers of ") &&
                             Catch::Contains("are not sure: the load was 0.9"));
}

TEST_CASE("check measures between the hosts that are chosen") {
  const test::TemporaryFile file(near_and_far);
  const auto costs = [&](const std::string& options) {
    return Json::parse(run("check --json " + options + " " + file.path()).out).at("costs");
  };
  CHECK(costs("--hosts h1,h10")["nearest"]["message_s"].get<double>() == Approx(23e-6));
  CHECK(costs("--hosts h10,h2")["farthest"]["host"] == "h2");
  const auto same = run("check --cfg network/model:LV08 --cfg network/TCP-gamma:4194304 "
                        "--cfg network/crosstraffic:1 " +
                        file.path());
  CHECK_THAT(same.out, Catch::Contains("network     LV08, TCP-gamma 4194304, crosstraffic 1\n"));
  CHECK_THAT(same.out, !Catch::Contains("by SimGrid's own network"));
}

TEST_CASE("SimGrid shares links among many messages whose latency is a tenth of a nanosecond") {
  const auto output = run("simulate --platform altra-80 --algorithm abdada --depth 3 --processors "
                          "12,80 --quiet");
  CHECK(output.status == 0);
  CHECK(output.err.empty());
}

TEST_CASE("check takes every shipped platform, and has its report for scripts") {
  const test::TemporaryFile file(near_and_far);
  const auto json = Json::parse(run("check --json --platform " + file.path()).out);
  CHECK(json["command"] == "check");
  CHECK(json["hosts"].size() == 3);
  CHECK(json["costs"]["nearest"]["read_s"].get<double>() == Approx(15e-6));
  CHECK(json["costs"]["farthest"]["host"] == "h10");
  CHECK(json["first_host"] == "h1");
  CHECK(json["network"]["model"] == "CM02");
  CHECK(json["network"]["settings"]["network/crosstraffic"] == "0");
  CHECK(json["network"]["simgrid"]["model"] == "LV08");
  const auto& messages = json["costs"]["nearest"]["messages"];
  REQUIRE(messages.size() == 3);
  CHECK(messages[2]["bytes"] == 1 << 20);
  CHECK(messages[0]["s"] == json["costs"]["nearest"]["message_s"]);
  CHECK(messages[2]["s"].get<double>() == Approx(2e-6 + 5e-6 + 0x1p20 / 16e6));
  // LV08 multiplies latencies by 13.01.
  CHECK(messages[0]["simgrid_s"].get<double>() == Approx(2e-6 + 65.05e-6 + 1e-6).epsilon(0.01));
  CHECK(json["properties"]["eldest:send-overhead"]["from"] == "file");
  CHECK(json["properties"]["eldest:lock-time"]["from"] == "default");
  CHECK(json["models"]["loggp"]["simulates"] == true);
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(ELDEST_SOURCE_DIR) + "/platforms")) {
    if (entry.path().extension() != ".xml")
      continue;
    const auto output = run(fmt::format("check {} --processors 4", entry.path().string()));
    CAPTURE(entry.path(), output.err);
    CHECK(output.status == 0);
    CHECK(output.err.empty());
    CHECK_THAT(output.out, !Catch::Contains("note"));
  }
}

TEST_CASE("what a platform does not say is said in one line, unless it is to be quiet") {
  const test::TemporaryFile file(to_xml(test::TinyMachine{}));
  const auto words =
      fmt::format("simulate --platform {} --depth 1 --processors 2 --json", file.path());
  const auto output = run(words);
  CHECK(output.status == 0);
  CHECK(output.err == fmt::format("eldest: {}: no eldest: properties, so that processors spend no "
                                  "time on communication; see eldest check\n",
                                  file.path()));
  CHECK(run(words + " --quiet").err.empty());
  const auto overridden = run(words + " --cfg network/crosstraffic:yes");
  CHECK(std::count(overridden.err.begin(), overridden.err.end(), '\n') == 1);
  CHECK_THAT(overridden.err, Catch::Contains("network/crosstraffic is yes instead of 0"));
  CHECK(Json::parse(overridden.out)["options"]["cfg"] == Json{"network/crosstraffic:yes"});
}

TEST_CASE("a report says that communication was free, where it was") {
  const test::TemporaryFile file(to_xml(test::TinyMachine{}));
  const auto report = [](const std::string& platform, int processors) {
    return run(fmt::format("simulate --platform {} --depth 2 --processors {}", platform,
                           processors))
        .out;
  };
  CHECK_THAT(report(file.path(), 2), Catch::Contains("Communication was free"));
  CHECK_THAT(report(file.path(), 1), !Catch::Contains("Communication was free"));
  CHECK_THAT(report("cm5-32", 2), !Catch::Contains("Communication was free"));
}

TEST_CASE("a platform without a route ends the search with status 2 in either model") {
  auto xml = std::string(near_and_far);
  const std::string route = R"(<route src="h1" dst="h2"><link_ctn id="l"/></route>)";
  xml.erase(xml.find(route), route.size());
  const test::TemporaryFile file(xml);
  for (const auto* const model : {"flow", "loggp"}) {
    const auto output = run(fmt::format(
        "simulate --platform {} --depth 2 --processors 2 --model {}", file.path(), model));
    CHECK(output.status == 2);
    CHECK_THAT(output.err, Catch::Contains("no route from host h1 to host h2"));
    CHECK_THAT(output.err, Catch::Contains("all hosts that are used; --hosts chooses them\n"));
    CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
    CHECK(run(fmt::format("check {} --hosts h1,h10 --model {}", file.path(), model)).status == 0);
  }
}

namespace {

/// Runs a shell command, which is ended after 20 s.
Output shell(const std::string& command) {
  const test::TemporaryFile out("", ".out");
  const test::TemporaryFile err("", ".err");
  const test::TemporaryFile script(command, ".sh");
  const int status =
      std::system(fmt::format("cd '{}' && timeout 20 sh '{}' >{} 2>{}", // NOLINT
                              ELDEST_SOURCE_DIR, script.path(), out.path(), err.path())
                      .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(out.path()), read(err.path())};
}

bool is_one_line(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n') == 1 && text.ends_with('\n');
}

} // namespace

TEST_CASE("an error is one line whatever is in the words of the command") {
  for (const auto* const words :
       {"'sim\nulate'",
        "list 'ga\nmes'",
        "simulate '--de\npth' 3",
        "simulate --depth '3\n'",
        "simulate --depth 3 --platform 'a\nb'",
        "simulate --depth 3 --platform 'a\nb.xml'",
        "simulate --depth 3 --platform cm5-32 --algorithm 'a\nb'",
        "simulate --depth 3 --platform cm5-32 --cfg 'a\nb:1'",
        "simulate --depth 3 --platform cm5-32 --hosts 'a\nb'",
        "simulate --depth 3 --platform cm5-32 --failures 'a\nb'",
        "simulate --depth 3 --platform cm5-32 --model 'a\nb'",
        "simulate --depth 3 --platform cm5-32 --trace 'a\nb'",
        "simulate --depth 3 --platform cm5-32 --trace '/no/such\n/x.json'",
        "simulate --depth 3 --platform cm5-32 --config 'a\nb'",
        "simulate --depth 3 --platform cm5-32 --program 'a\nb'",
        "simulate --depth 3 --platform cm5-32 --seed 'a\nb'",
        "simulate --from 'a\nb'",
        "perft --depth 1 --position 'a\nb'",
        "perft --depth 1 --position 'k7/8\n w - -'",
        "perft --depth 1 --tree 'a\nb'",
        "perft --depth 1 --tree 'synthetic:b=\n'",
        "perft --depth 1 --tree checkers --position 'W:W\n1'",
        "perft --depth 1 --tree othello --position 'X\n O'",
        "report 'a\nb'",
        "sweep '/no/such\n/x' --platform cm5-32 --depth 1",
        "collect '/no/such\n/x' y"}) {
    // A line break, and two codes that would clear the screen.
    const auto word = fmt::format("'\"$(printf 'x{}x')\"'", "\n\033[2J\302\2332J");
    auto text = std::string(words);
    for (auto at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + word.size()))
      text.replace(at, 1, word);
    const auto output = shell(fmt::format("'{}' {}", ELDEST_PROGRAM, text));
    CAPTURE(text, output.err);
    CHECK((output.status == 2 || output.status == 1));
    CHECK(is_one_line(output.err));
    CHECK(output.err.find('\033') == std::string::npos);
    CHECK(output.err.find("\302\233") == std::string::npos);
  }
}

TEST_CASE("files that are none end a command with one line, at once") {
  const auto folder = test::TemporaryFile("", "").path() + "-kinds";
  REQUIRE(shell(fmt::format("mkdir '{0}' && mkfifo '{0}/pipe' && ln -s loop '{0}/loop' && "
                            "ln -s /dev/zero '{0}/zero' && mkdir '{0}/folder'",
                            folder))
              .status == 0);
  for (const auto* const kind : {"pipe", "loop", "zero", "folder"}) {
    const auto file = fmt::format("'{}/{}'", folder, kind);
    for (const auto* const form :
         {"simulate --depth 1 --platform {}", "check {}",
          "simulate --depth 1 --platform cm5-32 --config {}",
          "simulate --depth 1 --platform cm5-32 --position {}",
          "simulate --depth 1 --platform cm5-32 --tree othello --position {}",
          "simulate --depth 1 --platform cm5-32 --tree checkers --position {}",
          "simulate --from {}", "sweep {} --platform cm5-32 --depth 1", "report {}",
          "collect /tmp/eldest-test-no-store.db {}", "collect {} /dev/null", "compare {0} {0}"}) {
      const auto words = fmt::format(fmt::runtime(form), file);
      const auto output = shell(fmt::format("'{}' {}", ELDEST_PROGRAM, words));
      CAPTURE(words, output.err);
      CHECK(output.status == 2);
      CHECK(is_one_line(output.err));
    }
    if (kind != std::string("pipe") && kind != std::string("zero"))
      CHECK(shell(fmt::format("'{}' calibrate --out {}", ELDEST_PROGRAM, file)).status == 1);
  }
  std::filesystem::remove_all(folder);
  std::filesystem::remove("/tmp/eldest-test-no-store.db");
}

TEST_CASE("a shell's pipe is a file of positions or settings") {
  const auto output = shell(fmt::format(
      "echo 'depth = 2' | '{}' simulate --platform cm5-32 --config /dev/stdin", ELDEST_PROGRAM));
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Catch::Contains("\n    2 "));
}

TEST_CASE("no room on the disk leaves no half files, and is one line") {
  const auto folder = test::TemporaryFile("", "").path() + "-full";
  REQUIRE(shell(fmt::format("mkdir '{0}' && echo old >'{0}/x.json'", folder)).status == 0);
  const auto files = [&] { return shell(fmt::format("cd '{}' && find . | sort", folder)).out; };
  // A limit on the size of files stands in for a full disk. It is 512 or 1024 bytes, depending on
  // the shell.
  const auto with_little_room = [&](const std::string& words) {
    return fmt::format("(ulimit -f 1; '{}' {})", ELDEST_PROGRAM, words);
  };
  for (const auto* const name : {"x.json", "x.svg", "x.paje"}) {
    const auto file = fmt::format("{}/{}", folder, name);
    const auto words = fmt::format(
        "simulate --depth 2 --processors 2 --platform cm5-32 --quiet --trace '{}'", file);
    const auto output = shell(with_little_room(words) + " | cat");
    CHECK_THAT(output.out, Catch::Contains("principal variation"));
    CHECK(output.err ==
          fmt::format("eldest: --trace {}: cannot be written: File too large\n", file));
    CHECK(files() == ".\n./x.json\n");
    CHECK(read(folder + "/x.json") == "old\n");
  }
  const auto store = folder + "/store.db";
  REQUIRE(run(fmt::format("sweep '{}' --platform cm5-32 --model loggp --algorithm ybwc --depth 2 "
                          "--processors 2,4 --quiet",
                          store))
              .status == 0);
  const auto report = shell(
      with_little_room(fmt::format("report '{}' --out '{}/report' >/dev/null", store, folder)));
  CHECK(report.status == 1);
  CHECK(is_one_line(report.err));
  CHECK_THAT(report.err, Catch::Contains("/report/") && Catch::Contains("File too large"));
  CHECK(files() == ".\n./store.db\n./x.json\n");

  const auto lost = shell(with_little_room(fmt::format("list >'{}/list'", folder)));
  CHECK(lost.status == 1);
  CHECK(lost.err == "eldest: standard output cannot be written\n");
  std::filesystem::remove_all(folder);
}

TEST_CASE("threads that the system does not have end a search with one line, and no other") {
  if (::geteuid() != 0)
    return; // only root can become a user with a limit
  const std::string user = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
  if (shell(fmt::format("{} test -x '{}'", user, ELDEST_PROGRAM)).status != 0)
    return; // that user cannot reach the program here
  const auto output = shell(fmt::format("{} prlimit --nproc=60 '{}' run --depth 3 "
                                        "--processors 2,100 --quiet --json",
                                        user, ELDEST_PROGRAM));
  CHECK(output.status == 1);
  CHECK(is_one_line(output.err));
  CHECK_THAT(output.err, Catch::Contains("on 100 processors: cannot make thread ") &&
                             Catch::Contains(" of 100: Resource temporarily unavailable"));
  const auto json = Json::parse(output.out);
  CHECK(json["runs"][0]["best_move"].is_string());
  CHECK(json["runs"][1]["error"].is_string());
}

#ifndef __SANITIZE_ADDRESS__ // AddressSanitizer takes all addresses
TEST_CASE("a search for which there is no memory costs no other its result") {
  for (const auto* const command : {"run", "simulate --platform cm5-32"}) {
    const auto output =
        shell(fmt::format("ulimit -v 500000; '{}' {} --depth 2 --processors 1,8 --tt-scale "
                          "per-processor --tt-entries 4000000 --quiet --json",
                          ELDEST_PROGRAM, command));
    CAPTURE(command, output.err);
    CHECK(output.status == 1);
    CHECK(is_one_line(output.err));
    CHECK_THAT(output.err, Catch::Contains("on 8 processors: out of memory"));
    const auto json = Json::parse(output.out);
    CHECK(json["runs"][0]["best_move"].is_string());
    CHECK(json["runs"][1]["error"] == "out of memory");
  }
  const auto validated =
      shell(fmt::format("ulimit -v 500000; '{}' validate --platform cm5-32 --algorithm abdada "
                        "--depth 2 --processors 1,8 --repeats 1 --tt-scale per-processor "
                        "--tt-entries 4000000 --quiet --json",
                        ELDEST_PROGRAM));
  CAPTURE(validated.err);
  CHECK(validated.status == 1);
  CHECK(is_one_line(validated.err));
  CHECK_THAT(validated.err, Catch::Contains("out of memory"));
  CHECK(Json::parse(validated.out)["rows"].size() == 2);
}
#endif
