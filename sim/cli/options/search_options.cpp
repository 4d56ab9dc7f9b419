#include "sim/cli/options/search_options.hpp"

#include "algorithms/registry.hpp"
#include "sim/cli/options/algorithm_options.hpp"
#include "sim/cli/options/problem_options.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/machines/simulated/models/models.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"
#include "trees/position.hpp"

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

constexpr auto search_choices = std::to_array<Choice<Search>>(
    {{"alphabeta", Search::alphabeta}, {"negascout", Search::negascout}, {"mtdf", Search::mtdf}});
constexpr auto table_depths = std::to_array<Choice<TableDepth>>(
    {{"exact", TableDepth::exact}, {"atleast", TableDepth::at_least}});
constexpr auto table_stores = std::to_array<Choice<TableStore>>(
    {{"latest", TableStore::latest}, {"better", TableStore::better}});
constexpr auto table_sharings =
    std::to_array<Choice<TableSharing>>({{"global", TableSharing::global},
                                         {"local", TableSharing::local},
                                         {"none", TableSharing::none}});
/// Each value is true if the table grows with the number of processors.
constexpr auto table_scales =
    std::to_array<Choice<bool>>({{"constant", false}, {"per-processor", true}});
constexpr auto move_generations =
    std::to_array<Choice<MoveGeneration>>({{"own", MoveGeneration::own},
                                           {"while-waiting", MoveGeneration::while_waiting},
                                           {"after-answer", MoveGeneration::after_answer}});
/// Each value is true if nodes of depth 1 order their sons by gain.
constexpr auto frontier_orders = std::to_array<Choice<bool>>({{"usual", false}, {"gain", true}});

/// The parts of --move-order.
constexpr auto order_parts =
    std::to_array<Choice<bool MoveOrder::*>>({{"table", &MoveOrder::table},
                                              {"captures", &MoveOrder::captures},
                                              {"static", &MoveOrder::static_order},
                                              {"killers", &MoveOrder::killers},
                                              {"history", &MoveOrder::history}});

constexpr auto reductions = std::to_array<Choice<Reduction>>(
    {{"one-ply", Reduction::one_ply}, {"logarithmic", Reduction::logarithmic}});

/// The default number of table entries, for all processors together. On the T3D, each processor had
/// as many, a million (Weill 1996, section 5).
constexpr std::int64_t default_table_entries = 1 << 20;
constexpr std::int64_t max_table_entries = std::int64_t{1} << 32;

/// Greatest value of --aspiration and --futility, which is above any heuristic value of the games.
constexpr std::int64_t max_margin = 100'000;

/// Reads --frontier-order. Returns true if it is "gain".
bool read_frontier_order(const po::variables_map& values) {
  const bool by_gain = one_of<bool>(values, "frontier-order", frontier_orders);
  if (by_gain && is_yes(values, "quiescence"))
    throw InputError("--frontier-order gain: must be usual in a search with quiescence, whose "
                     "leaves do not have their static values");
  return by_gain;
}

/// Reads --move-order, --order-noise and --countermoves.
MoveOrder read_move_order(const po::variables_map& values) {
  MoveOrder order;
  const auto& text = values["move-order"].as<std::string>();
  if (text != "all") {
    for (const auto& [word, part] : order_parts)
      order.*part = false;
    std::vector<std::string> words;
    if (text != "none")
      boost::algorithm::split(words, text, boost::algorithm::is_any_of("+"));
    for (const auto& word : words) {
      const auto* const named =
          std::ranges::find_if(order_parts, [&](const auto& part) { return word == part.word; });
      if (named == order_parts.end())
        throw InputError(
            fmt::format("--move-order {}: must be all, none, or some of table, captures, static, "
                        "killers and history, joined by +",
                        text));
      order.*named->value = true;
    }
  }
  order.noise = static_cast<Score>(in_range(values, "order-noise", 0, max_order_noise));
  order.countermoves = is_yes(values, "countermoves");
  return order;
}

int read_internal_deepening(const po::variables_map& values) {
  const auto least = in_range(values, "iid-depth", 0, max_depth);
  if (least == 1 || least == 2)
    throw InputError(fmt::format("--iid-depth {}: must be 0, or 3 to {}", least, max_depth));
  return static_cast<int>(least);
}

/// Throws InputError if --search asks a parallel algorithm with a search of its own for another.
/// Engine presets may do so.
void check_search(const po::variables_map& values, const Algorithm& algorithm, Search wanted) {
  const auto own = algorithm.search(wanted);
  if (own == wanted || algorithm.is_sequential() || values["search"].defaulted() ||
      values.count("program") != 0)
    return;
  const auto* const right =
      std::ranges::find(search_choices, own, [](const auto& choice) { return choice.value; });
  throw InputError(fmt::format("--search {}: must be {} for {}", values["search"].as<std::string>(),
                               right->word, algorithm.name()));
}

/// Reads --table-timeout, in seconds, 0 for no limit. Only simulations have this option.
double read_table_timeout(const po::variables_map& values) {
  if (values.count("table-timeout") == 0)
    return 0;
  return seconds_of(values, "table-timeout", {.max = 3600});
}

/// Reads the options of `algorithms`, and returns the algorithms with them. Throws InputError, also
/// if an algorithm does not support the settings or the numbers of processors in `choice`.
std::vector<Algorithm> with_options(const po::variables_map& values, const SearchChoice& choice,
                                    std::vector<Algorithm> algorithms) {
  read_algorithm_options(values, algorithms);
  for (const auto& algorithm : algorithms) {
    algorithm.check_supports(choice.settings);
    check_search(values, algorithm, choice.settings.search);
    if (algorithm.is_sequential() && choice.processors != std::vector{1})
      throw InputError(fmt::format("--processors {}: {} runs on 1 processor",
                                   values["processors"].as<std::string>(), algorithm.name()));
  }
  return algorithms;
}

} // namespace

TableSettings SearchChoice::tables_of(int processors_of_search) const {
  TableSettings all = tables;
  if (table_per_processor)
    all.entries *= static_cast<std::size_t>(processors_of_search);
  return all;
}

void add_search_option(Options& options) {
  options.about("search")(
      "search", text(words_of(search_choices), "negascout"),
      "sequential search that a parallel algorithm is built on; jamboree is always a scout search, "
      "and tdsab always MTD(f); mtdf: MTD(f)");
}

void add_selectivity_options(Options& options, const SearchSettings& defaults) {
  const auto word = [](bool yes) { return yes ? "yes" : "no"; };
  options.about("search") //
      ("quiescence", yes_or_no(word(defaults.quiescence)),
       "search captures (in Othello, moves that take a corner) below the leaves") //
      ("losing-captures", yes_or_no(word(defaults.losing_captures)),
       "also search, in quiescence, captures that lose material by static exchange") //
      ("move-order", text("PARTS", "all"),
       "parts of the order of moves, joined by +, such as table+captures: table (the table's move "
       "first), captures (captures and promotions apart from quiet moves), static (the game's own "
       "order), killers, history; or all; or none. In Othello by mobility and in synthetic trees, "
       "only table and static have an effect") //
      ("order-noise", text("N", fmt::to_string(defaults.move_order.noise)),
       "greatest number that is added to or taken from a move's static order at random, in the "
       "unit of that order, to make the order worse; none for captures and promotions that are "
       "kept apart") //
      ("frontier-order", text(words_of(frontier_orders), "usual"),
       "order of the sons in nodes of depth 1, without quiescence search: usual, as everywhere; "
       "gain, only by their static values") //
      ("iid-depth", text("D", fmt::to_string(defaults.internal_deepening)),
       "internal iterative deepening: least depth, 3 or more, of nodes that are first searched to "
       "2 ply less if the table has no move for them; 0: none") //
      ("aspiration", text("W", fmt::to_string(defaults.aspiration)),
       "half the width of the root's window, around the value of the previous iteration, in units "
       "of the game's evaluation; 0: an infinite window; MTD(f) has windows of its own, and "
       "ignores that of an engine preset") //
      ("null-move", text("R", fmt::to_string(defaults.null_move_reduction)),
       "null-move pruning: ply by which the search after a pass is shallower than after a move, "
       "usually 2; 0: none") //
      ("null-move-growth", text("N", fmt::to_string(defaults.null_move_growth)),
       "null-move pruning: the search after a pass is another ply shallower for every N ply of the "
       "node's depth; 0: the same reduction at every depth") //
      ("lmr-after", text("N", fmt::to_string(defaults.full_depth_moves)),
       "late move reductions: number of a node's moves that are searched to full depth; later "
       "quiet moves are first searched to less depth; usually 3 or 4; 0: no reductions") //
      ("lmr-size",
       text(words_of(reductions),
            defaults.reduction == Reduction::one_ply ? "one-ply" : "logarithmic"),
       "late move reductions: ply by which late moves are first searched to less depth: one-ply; "
       "logarithmic, more with the node's depth and the move's place") //
      ("futility", text("M", fmt::to_string(defaults.futility_margin)),
       "futility pruning: margin for each ply of depth, in units of the game's evaluation; cuts "
       "off "
       "nodes of depth 1 to 3 whose static value is that far above beta and, with quiescence "
       "search, razors nodes of depth 1 and skips captures that gain too little; 0: none") //
      ("countermoves", yes_or_no(word(defaults.move_order.countermoves)),
       "after the killers, order first the quiet move that last cut off after the opponent had "
       "moved the same piece to the same square");
}

void add_search_options(Options& options, const char* processors) {
  options.about("settings")("program", text("PROGRAM"),
                            "start from the settings of an engine; see eldest list programs");
  add_problem_options(options);
  options.about("machine")("processors,n", text("N", processors),
                           "number of processors, or a list of numbers such as 1,2,4 or 1..32:x2");
  options.about("search")("depth,d", required_text("D"), "nominal depth in ply");
  add_search_option(options);
  add_selectivity_options(options, {});
  options.about("search")(
      "generate-moves", text(words_of(move_generations), "own"),
      "time at which a node's moves are generated: own, the algorithm's own; while-waiting, while "
      "the table's answer is on its way; after-answer");
  options.about("table") //
      ("tt-entries", text("N", fmt::to_string(default_table_entries)),
       "entries of the transposition table, such as 100000 or 4M; k, M and G: 2^10, 2^20, 2^30") //
      ("tt-scale", text(words_of(table_scales), "constant"),
       "size of the whole table: constant, --tt-entries; per-processor, --tt-entries for each "
       "processor") //
      ("tt-sharing", text(words_of(table_sharings), "global"),
       "sharing of the table: global, one table, divided over the processors; local, each "
       "processor has its part to itself; none, no table") //
      ("tt-depth", text(words_of(table_depths), "atleast"),
       "stored depths that may answer a search to depth d: exact, only d; atleast, d or more") //
      ("tt-store", text(words_of(table_stores), "latest"),
       "result that a table entry keeps of two for the same depth: latest, the one stored last; "
       "better, the one that says more");
}

void add_algorithm_choice(Options& options) {
  options.about("search")(
      "algorithm,a", text("ALGORITHM", "abdada"),
      fmt::format("the algorithm: {}; --help ALGORITHM has its options", algorithm_names()));
  add_algorithm_options(options);
}

void add_report_options(Options& options) {
  options.about("experiment")(
      "baseline,b", flag(),
      "also make the searches that speedups and overheads are relative to; figures are left out "
      "where one of the searches is stopped before its depth");
  add_wide_option(options);
  add_json_option(options);
}

Search read_search(const po::variables_map& values) {
  return one_of<Search>(values, "search", search_choices);
}

void read_selectivity(const po::variables_map& values, SearchSettings& settings) {
  settings.quiescence = is_yes(values, "quiescence");
  settings.losing_captures = is_yes(values, "losing-captures");
  settings.frontier_by_gain = read_frontier_order(values);
  settings.internal_deepening = read_internal_deepening(values);
  settings.aspiration = static_cast<Score>(in_range(values, "aspiration", 0, max_margin));
  settings.null_move_reduction = static_cast<int>(in_range(values, "null-move", 0, max_depth));
  settings.full_depth_moves =
      static_cast<int>(in_range(values, "lmr-after", 0, static_cast<std::int64_t>(max_moves)));
  settings.null_move_growth = static_cast<int>(in_range(values, "null-move-growth", 0, max_depth));
  settings.reduction = one_of<Reduction>(values, "lmr-size", reductions);
  settings.futility_margin = static_cast<Score>(in_range(values, "futility", 0, max_margin));
  settings.move_order = read_move_order(values);
  if (settings.internal_deepening != 0 && !settings.move_order.table)
    throw InputError(
        fmt::format("--iid-depth {}: must be 0 if --move-order leaves out table, which "
                    "the move found by internal deepening belongs to",
                    settings.internal_deepening));
}

std::string text_of(const MoveOrder& order) {
  std::vector<std::string_view> words;
  for (const auto& [word, part] : order_parts) {
    if (order.*part)
      words.emplace_back(word);
  }
  if (words.empty())
    return "none";
  return words.size() == order_parts.size() ? "all" : fmt::format("{}", fmt::join(words, "+"));
}

SearchChoice read_search_options(const po::variables_map& values) {
  SearchChoice choice;
  auto& settings = choice.settings;
  settings.search = read_search(values);
  settings.depth = static_cast<int>(in_range(values, "depth", 1, max_depth));
  settings.table_depth = one_of<TableDepth>(values, "tt-depth", table_depths);
  settings.table_store = one_of<TableStore>(values, "tt-store", table_stores);
  settings.move_generation = one_of<MoveGeneration>(values, "generate-moves", move_generations);
  read_selectivity(values, settings);
  settings.table_timeout = read_table_timeout(values);
  settings.seed = seed_of(values);
  choice.tables.entries =
      static_cast<std::size_t>(in_range(values, "tt-entries", 1, max_table_entries));
  choice.tables.sharing = one_of<TableSharing>(values, "tt-sharing", table_sharings);
  choice.table_per_processor = one_of<bool>(values, "tt-scale", table_scales);
  choice.processors = parse_counts("--processors", values["processors"].as<std::string>());
  return choice;
}

Algorithm read_algorithm_choice(const po::variables_map& values, const SearchChoice& choice) {
  std::vector algorithms{find_algorithm(values["algorithm"].as<std::string>())};
  return with_options(values, choice, std::move(algorithms)).front();
}

std::vector<Algorithm> read_algorithm_choices(const po::variables_map& values,
                                              const SearchChoice& choice) {
  return with_options(values, choice, read_algorithm_names(values));
}

std::optional<double> read_time_limit(const po::variables_map& values) {
  if (values.count("time") == 0)
    return std::nullopt;
  return seconds_of(values, "time", {.min_excluded = true, .max = 1e9});
}

double read_jitter(const po::variables_map& values) {
  return seconds_of(values, "jitter", {.max = 1});
}

void add_model_option(Options& options, const char* default_model) {
  std::vector<std::string_view> names;
  std::vector<std::string> lines;
  for (const auto& model : models()) {
    names.push_back(model.name);
    lines.push_back(fmt::format("{}, {}", model.name, model.description));
  }
  options.about("machine")("model", text(fmt::format("{}", fmt::join(names, "|")), default_model),
                           fmt::format("machine model: {}", fmt::join(lines, "; ")));
}

Model read_model(const po::variables_map& values) {
  const auto& name = values["model"].as<std::string>();
  std::vector<std::string_view> names;
  for (const auto& model : models()) {
    if (model.name == name)
      return model;
    names.push_back(model.name);
  }
  throw InputError(fmt::format("--model {}: must be {}{}", name, fmt::join(names, " or "),
                               suggestion(name, names)));
}

void check_games(const SearchChoice& choice, const std::vector<Problem>& problems) {
  if (choice.settings.frontier_by_gain && !problems.front().has_gain)
    throw InputError("--frontier-order gain: must be usual for a tree whose static values are not "
                     "known before moves are made; they are in chess");
  if (choice.settings.null_move_reduction != 0 && !problems.front().has_pass)
    throw InputError(fmt::format("--null-move {}: must be 0 for a tree without positions in which "
                                 "a pass may be searched; chess has them",
                                 choice.settings.null_move_reduction));
  if (choice.settings.move_order.countermoves && !problems.front().has_last_move)
    throw InputError(
        "--countermoves yes: must be no for a tree whose positions do not tell the last "
        "move; they do in chess");
}

} // namespace eldest
