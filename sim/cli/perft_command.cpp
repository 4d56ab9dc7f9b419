#include "sim/cli/command.hpp"
#include "sim/cli/options.hpp"
#include "sim/experiments/problem.hpp"

#include <cstdint>
#include <iostream>

namespace eldest {
namespace po = boost::program_options;

void perft_command(std::span<const std::string> words) {
  po::options_description options("Counts a game's move paths: the count is the last line");
  add_problem_options(options);
  options.add_options()("depth,d", po::value<std::string>()->required()->value_name("D"),
                        "length in ply");
  po::variables_map values;
  if (!read_options("perft", options, words, values))
    return;
  const int depth = static_cast<int>(in_range(values, "depth", 0, max_depth));
  for (const auto& problem : open_problems(problem_choice(values))) {
    if (!problem.id.empty())
      std::cout << problem.id << ": " << problem.position << '\n';
    std::cout << problem.perft(depth) << '\n';
  }
}

} // namespace eldest
