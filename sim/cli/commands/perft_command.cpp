#include "sim/cli/options/command.hpp"
#include "sim/cli/options/problem_options.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/cli/reports/report.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"
#include "trees/base/one_line.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

Options perft_options() {
  Options options;
  add_problem_options(options);
  options.about("search")("depth,d", required_text("D"), "length of the paths in ply");
  options.about("output")("divide", flag(),
                          "also print the number of paths below each move of the position");
  add_json_option(options);
  return options;
}

/// The number of move paths of a position.
struct Count {
  std::uint64_t paths = 0;
  std::vector<std::pair<std::string, std::uint64_t>> moves; ///< paths below each move, if wanted
};

Count count_paths(const Problem& problem, int depth, bool divided) {
  Count count;
  if (divided)
    count.moves = problem.divide(depth);
  if (count.moves.empty())
    count.paths = problem.perft(depth);
  for (const auto& [move, paths] : count.moves)
    count.paths += paths;
  return count;
}

void print(const Problem& problem, const Count& count) {
  if (!problem.id.empty())
    std::cout << on_one_line(fmt::format("{}: {}", problem.id, problem.position)) << '\n';
  for (const auto& [move, paths] : count.moves)
    std::cout << fmt::format("{:<8} {:>15}\n", move, paths);
  std::cout << count.paths << '\n';
}

Json to_json(const Problem& problem, const Count& count, bool divided) {
  Json json{{"id", problem.id}, {"position", problem.position}, {"paths", count.paths}};
  if (divided) {
    json["moves"] = Json::array();
    for (const auto& [move, paths] : count.moves)
      json["moves"].push_back({{"move", move}, {"paths", paths}});
  }
  return json;
}

void count_move_paths(const po::variables_map& values) {
  const bool divided = values["divide"].as<bool>();
  const int depth = static_cast<int>(in_range(values, "depth", divided ? 1 : 0, max_depth));
  const auto chosen = choose_problems(values);
  const auto& problems = chosen.problems;
  print_skipped(values, chosen.skipped);
  if (!values["json"].as<bool>()) {
    for (const auto& problem : problems)
      print(problem, count_paths(problem, depth, divided));
    return;
  }
  auto report = positions_report("perft", values["tree"].as<std::string>(), depth);
  for (const auto& problem : problems)
    report["positions"].push_back(to_json(problem, count_paths(problem, depth, divided), divided));
  add_skipped_positions(report, chosen.skipped);
  std::cout << serialize(report, 2) << '\n';
}

} // namespace

Command perft_command() {
  return {"perft", "count a game's move paths", "The last line is the count.", perft_options,
          count_move_paths};
}

} // namespace eldest
