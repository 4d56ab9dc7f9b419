#include "sim/cli/command.hpp"
#include "sim/cli/options.hpp"
#include "sim/problem.hpp"
#include "trees/input_error.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <iostream>

namespace eldest {
namespace po = boost::program_options;

void perft_command(std::span<const std::string> words) {
  po::options_description options("Counts a game's move paths: the count is the last line");
  options.add_options()                                                                   //
      ("tree", po::value<std::string>()->default_value("chess")->value_name("T"), "game") //
      ("position", po::value<std::string>()->default_value("startpos")->value_name("P"),
       "startpos, a position in the game's notation, FILE or FILE:ID") //
      ("depth", po::value<std::int64_t>()->required()->value_name("D"), "length in ply");
  po::variables_map values;
  if (!read_options("perft", options, words, values))
    return;
  const auto depth = values["depth"].as<std::int64_t>();
  if (depth < 0 || depth > max_depth)
    throw InputError(fmt::format("--depth {}: must be 0 to {}", depth, max_depth));
  for (const auto& problem :
       open_problems({values["tree"].as<std::string>(), values["position"].as<std::string>()})) {
    if (!problem.id.empty())
      std::cout << problem.id << ": " << problem.position << '\n';
    std::cout << problem.perft(static_cast<int>(depth)) << '\n';
  }
}

} // namespace eldest
