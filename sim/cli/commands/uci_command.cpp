#include "algorithms/registry.hpp"
#include "sim/cli/options/algorithm_options.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/problem_options.hpp"
#include "sim/cli/options/search_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/uci/session.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <iostream>
#include <string>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

Options uci_options() {
  const uci::PlayerOptions defaults;
  Options options;
  options.about("machine")("processors,n", text("N", fmt::to_string(defaults.threads)),
                           "number of threads");
  options.about("table")("hash", text("MB", fmt::to_string(defaults.hash)),
                         "size of the transposition table, in MiB");
  options.about("experiment")("move-overhead",
                              text("TIME", fmt::format("{}ms", defaults.move_overhead)),
                              "time that each move loses outside of this program");
  add_search_option(options);
  options.about("tree")("check-extension", yes_or_no(defaults.check_extension ? "yes" : "no"),
                        "search a ply deeper below a check");
  options.about("experiment")("seed", text("N", "1"), "seed of all random choices");
  add_selectivity_options(options, defaults.settings);
  add_algorithm_choice(options);
  return options;
}

uci::PlayerOptions read_player(const po::variables_map& values) {
  uci::PlayerOptions player;
  std::vector algorithms{find_algorithm(values["algorithm"].as<std::string>())};
  read_algorithm_options(values, algorithms);
  player.algorithm = algorithms.front();
  player.threads =
      static_cast<int>(in_range(values, "processors", 1, uci::PlayerOptions::max_threads));
  player.hash = static_cast<int>(in_range(values, "hash", 1, uci::PlayerOptions::max_hash));
  player.move_overhead = static_cast<int>(
      seconds_of(values, "move-overhead", {.max = uci::PlayerOptions::max_move_overhead / 1e3}) *
      1e3);
  player.check_extension = is_yes(values, "check-extension");
  player.settings.search = read_search(values);
  player.settings.seed = seed_of(values);
  read_selectivity(values, player.settings);
  player.algorithm.check_supports(player.settings);
  return player;
}

void play(const po::variables_map& values) {
  uci::run_session(std::cin, std::cout, fmt::format("eldest {}", version), read_player(values));
}

} // namespace

Command uci_command() {
  return {"uci", "play chess in any graphical interface that speaks UCI",
          "The interface starts the program, and communicates with it on standard input and "
          "output. The options set the defaults of those that the interface shows.",
          uci_options, play};
}

} // namespace eldest
