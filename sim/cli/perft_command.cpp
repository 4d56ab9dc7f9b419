#include "sim/cli/command.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/version.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <iostream>

namespace eldest {
namespace po = boost::program_options;
namespace {

po::options_description perft_options() {
  po::options_description options("Counts a game's move paths: the count is the last line");
  add_problem_options(options);
  options.add_options()                                                                   //
      ("depth,d", po::value<std::string>()->required()->value_name("D"), "length in ply") //
      ("divide", po::bool_switch(), "also the number of paths below each move of the position");
  add_output_options(options);
  return options;
}

void print(const Problem& problem, int depth, bool divided) {
  if (!problem.id.empty())
    std::cout << problem.id << ": " << problem.position << '\n';
  if (divided) {
    for (const auto& [move, paths] : problem.divide(depth))
      std::cout << fmt::format("{:<8} {:>15}\n", move, paths);
  }
  std::cout << problem.perft(depth) << '\n';
}

Json to_json(const Problem& problem, int depth, bool divided) {
  Json json{{"id", problem.id}, {"position", problem.position}, {"paths", problem.perft(depth)}};
  if (divided) {
    json["moves"] = Json::array();
    for (const auto& [move, paths] : problem.divide(depth))
      json["moves"].push_back({{"move", move}, {"paths", paths}});
  }
  return json;
}

} // namespace

void perft_command(std::span<const std::string> words) {
  po::variables_map values;
  if (!read_options("perft", perft_options(), words, values))
    return;
  const bool divided = values["divide"].as<bool>();
  const int depth = static_cast<int>(in_range(values, "depth", divided ? 1 : 0, max_depth));
  const auto problems = open_problems(problem_choice(values));
  if (!values["json"].as<bool>()) {
    for (const auto& problem : problems)
      print(problem, depth, divided);
    return;
  }
  Json report{{"command", "perft"},
              {"version", version},
              {"tree", values["tree"].as<std::string>()},
              {"depth", depth},
              {"positions", Json::array()}};
  for (const auto& problem : problems)
    report["positions"].push_back(to_json(problem, depth, divided));
  std::cout << serialize(report, 2) << '\n';
}

} // namespace eldest
