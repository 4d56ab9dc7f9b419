// Signatures of a few searches. A change in them is a change in behaviour, and must be intended. In
// that case, the new signatures are entered here, the model version is raised, and the commit says
// why they changed.
#include "algorithms/registry.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/model_version.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/simulation.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/content_id.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

using namespace eldest;

namespace {

struct Signature {
  std::string platform;
  std::string algorithm;
  Search search;
  std::string tree;
  std::string position;
  int depth;
  int processors;
  Score value;
  std::uint64_t nodes;
  double seconds;       ///< simulated
  std::string option{}; ///< of the algorithm; empty: default settings
  std::string option_value{};
};

const std::vector<Signature> signatures{
    {"cm5-32", "alphabeta", Search::alphabeta, "chess", "trees/chess/bratko-kopec.epd:BK.01", 4, 1,
     900002, 6095, 1.850702000},
    {"cm5-32", "negascout", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 1,
     120, 57301, 7.836996000},
    {"cm5-32", "abdada", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 1,
     120, 57301, 7.836996000},
    {"cm5-32", "abdada", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8,
     120, 83448, 1.618269000},
    {"cm5-32", "abdada", Search::alphabeta, "chess", "trees/chess/bratko-kopec.epd:BK.12", 4, 32,
     -137, 75530, 0.3987928},
    {"t3d-128", "abdada", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8,
     120, 83203, 1.007170143},
    {"t3d-128", "abdada", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.15", 4, 128,
     106, 169938, 0.122565929},
    {"cm5-32", "abdada", Search::alphabeta, "othello", "trees/othello/wc1996-final.txt:WC96-20", 7,
     16, -125, 57645, 0.8124389075},
    {"t3d-128", "abdada", Search::negascout, "checkers",
     "trees/checkers/chinook-tinsley-1992.fen:1992-01.10", 8, 16, -6, 37825, 0.172607398},
    {"cm5-32", "abdada", Search::negascout, "synthetic:name=chesslike", "startpos", 5, 32, 37,
     130555, 0.8281528441},
    {"cm5-32", "ybwc", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 1, 120,
     57301, 7.836996000},
    {"cm5-32", "ybwc", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120,
     76780, 1.4914803988},
    {"t3d-128", "ybwc", Search::alphabeta, "othello", "trees/othello/wc1996-final.txt:WC96-20", 6,
     64, -260, 12427, 0.1070925155},
    {"cm5-32", "simplified-abdada", Search::negascout, "chess",
     "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120, 99312, 1.782129775},
    {"t3d-128", "simplified-abdada", Search::alphabeta, "chess",
     "trees/chess/bratko-kopec.epd:BK.12", 4, 32, -137, 119575, 0.366244962},
    {"cm5-32", "alphabeta-star", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02",
     5, 8, 120, 79784, 1.5513535667},
    {"t3d-128", "alphabeta-star", Search::alphabeta, "othello",
     "trees/othello/wc1996-final.txt:WC96-20", 6, 64, -260, 45614, 0.1355027364},
    {"cm5-32", "shared-table", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5,
     8, 120, 121331, 2.439434300},
    {"cm5-32", "pvsplit", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8,
     120, 73269, 1.84444255},
    {"t3d-128", "pvsplit", Search::alphabeta, "chess", "trees/chess/bratko-kopec.epd:BK.15", 4, 16,
     106, 7668, 0.294438256},
    {"cm5-32", "aphid", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120,
     121446, 2.5911069988},
    {"cm5-32", "lazy-smp", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8,
     120, 165481, 3.4295884},
    {"cm5-32", "lazy-smp-stockfish", Search::negascout, "chess",
     "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120, 245821, 4.6174879},
    {"cm5-32", "dts", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120,
     75442, 1.48368614},
    {"t3d-128", "dts", Search::alphabeta, "othello", "trees/othello/wc1996-final.txt:WC96-20", 6,
     64, -260, 12223, 0.141158956},
    {"cm5-32", "jamboree", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8,
     120, 79708, 1.6269689075},
    {"t3d-128", "jamboree", Search::negascout, "othello", "trees/othello/wc1996-final.txt:WC96-20",
     6, 64, -260, 13770, 0.1435455238},
    {"cm5-32", "uidpabs", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8,
     120, 97814, 2.42008424},
    {"t3d-128", "uidpabs", Search::alphabeta, "othello", "trees/othello/wc1996-final.txt:WC96-20",
     6, 64, -260, 25225, 0.576113461},
    {"cm5-32", "felten-otto", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5,
     8, 120, 73034, 1.64978014},
    {"t3d-128", "felten-otto", Search::alphabeta, "othello",
     "trees/othello/wc1996-final.txt:WC96-20", 6, 64, -260, 14969, 0.1445104441},
    {"t3d-128", "abdada", Search::negascout, "othello", "trees/othello/wc1996-final.txt:WC96-20", 6,
     64, -260, 63332, 0.1490669285, "abdada-variant", "best"},
    {"cm5-32", "ybwc", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120,
     81116, 1.5616221875, "ybwc-variant", "best"},
    {"t3d-128", "ybwc", Search::negascout, "othello", "trees/othello/wc1996-final.txt:WC96-20", 6,
     64, -260, 12241, 0.11243427, "ybwc-variant", "best"},
    {"cm5-32", "ybn", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120,
     78455, 1.5026787708},
    {"t3d-128", "ybn", Search::negascout, "othello", "trees/othello/wc1996-final.txt:WC96-20", 6,
     64, -260, 14577, 0.1001796658},
    {"cm5-32", "ybn", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120,
     77304, 1.492108915, "ybn-past-eldest", "0.3"},
    {"t3d-128", "ybn", Search::alphabeta, "othello", "trees/othello/wc1996-final.txt:WC96-20", 6,
     64, -260, 13853, 0.0812850214, "ybn-past-eldest", "0.3"},
    {"t3d-128", "pvsplit", Search::negascout, "othello", "trees/othello/wc1996-final.txt:WC96-20",
     6, 64, -260, 9732, 0.3413910019, "pvsplit-enhanced", "yes"},
    {"ethernet-100-32", "abdada", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.06",
     5, 8, 152, 19677, 0.6563325},
    {"cm5-32", "split-points", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5,
     8, 120, 74505, 1.449053425},
    {"numa-64", "split-points", Search::alphabeta, "othello",
     "trees/othello/wc1996-final.txt:WC96-20", 6, 32, -260, 12028, 0.0006036091},
    {"cm5-32", "mtdf", Search::mtdf, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 1, 120,
     83075, 11.034694},
    {"cm5-32", "abdada", Search::mtdf, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120,
     195092, 4.7082752},
    {"t3d-128", "ybwc", Search::mtdf, "othello", "trees/othello/wc1996-final.txt:WC96-20", 6, 64,
     -260, 11578, 0.2030640527},
    {"cm5-32", "dts", Search::mtdf, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120,
     103632, 3.4273615006},
    {"cm5-32", "tdsab", Search::mtdf, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120,
     148161, 3.69264156},
    {"t3d-128", "tdsab", Search::mtdf, "othello", "trees/othello/wc1996-final.txt:WC96-20", 6, 64,
     -260, 13165, 0.1922974114},
    {"cm5-32", "tree-splitting", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02",
     5, 8, 120, 79827, 2.106567665},
    {"t3d-128", "tree-splitting", Search::alphabeta, "othello",
     "trees/othello/wc1996-final.txt:WC96-20", 6, 64, -260, 37146, 0.2125592998},
    {"cm5-32", "mwf", Search::negascout, "chess", "trees/chess/bratko-kopec.epd:BK.02", 5, 8, 120,
     185201, 3.89563998},
    {"t3d-128", "mwf", Search::alphabeta, "othello", "trees/othello/wc1996-final.txt:WC96-20", 6,
     64, -260, 21801, 0.3069848258},
    {"t3d-128", "mwf", Search::alphabeta, "othello", "trees/othello/wc1996-final.txt:WC96-20", 6,
     64, -260, 16596, 0.2109496079, "mwf-deep-cutoffs", "yes"},
};

/// The content_id of the signatures of each model version. A changed signature raises
/// `model_version`, and gets a line here. A new signature replaces the last line.
const std::map<int, std::string> recorded{
    {1, "ec7b8398-443c-5ee0-a2ac-d17e226ea7ec"}, {2, "8e212448-5102-5647-a918-8f7432ba375d"},
    {3, "7f41c36f-0726-59d0-b232-a8c1a1f866e5"}, {4, "3e075c42-06ff-53ea-8201-fb1979a584f1"},
    {5, "cac00b89-0e98-5c06-ab03-f299d6efa936"}, {6, "2398812f-1c23-532f-877c-765ce62ff563"},
    {7, "4dc6b3a1-b9c2-5120-96da-4582bbd391c7"}};

/// Returns all that the signatures say, as text.
std::string text_of_signatures() {
  std::string text;
  for (const auto& one : signatures)
    text +=
        fmt::format("{} {} {} {} {} {} {} {} {} {} {} {}\n", one.platform, one.algorithm,
                    static_cast<int>(one.search), one.tree, one.position, one.depth, one.processors,
                    one.value, one.nodes, one.seconds, one.option, one.option_value);
  return text;
}

/// Returns the algorithm of a signature, with its option.
Algorithm algorithm_of(const Signature& signature) {
  Algorithm algorithm = find_algorithm(signature.algorithm);
  for (const auto& option : algorithm.options()) {
    if (option.name == signature.option)
      algorithm.set(option, signature.option_value);
  }
  return algorithm;
}

SearchResult run(const Signature& signature) {
  const std::string root = ELDEST_SOURCE_DIR "/";
  const bool in_file = signature.position != "startpos";
  const auto problem =
      open_problems({signature.tree, (in_file ? root : "") + signature.position}).front();
  Simulation simulation;
  simulation.platform = read_platform_file(root + "platforms/" + signature.platform + ".xml");
  simulation.processors = signature.processors;
  simulation.algorithm = algorithm_of(signature);
  simulation.settings.search = signature.search;
  simulation.settings.depth = signature.depth;
  simulation.settings.costs = problem.costs;
  simulation.machine.tables.entries = 1 << 20;
  return simulate_isolated(simulation, problem);
}

/// Returns true if a search in flow has another signature under SimGrid 4, where a few messages
/// take less time than under SimGrid 3.32.
bool depends_on_simgrid(const Signature& signature) {
  return signature.algorithm == "ybn" && signature.platform == "t3d-128";
}

} // namespace

TEST_CASE("searches have the recorded signatures") {
  const bool by_simgrid_3 = std::string_view(SIMGRID_VERSION_TESTED).starts_with("3.");
  for (const auto& signature : signatures) {
    if (depends_on_simgrid(signature) && !by_simgrid_3)
      continue;
    const auto result = run(signature);
    CAPTURE(signature.platform, signature.algorithm, signature.option, signature.tree,
            signature.position, signature.depth, signature.processors);
    CHECK(result.value == signature.value);
    CHECK(result.nodes() == signature.nodes);
    CHECK(result.time == Approx(signature.seconds).margin(1e-9).epsilon(0));
  }
}

TEST_CASE("signatures that change have another model version") {
  INFO("Raise model_version if a signature has changed, and enter its content_id in `recorded`.");
  REQUIRE(recorded.rbegin()->first == model_version);
  CHECK(recorded.at(model_version) == content_id(text_of_signatures()));
}
