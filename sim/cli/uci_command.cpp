#include "sim/cli/algorithm_options.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/search_options.hpp"
#include "sim/cli/version.hpp"
#include "sim/uci/session.hpp"

#include <fmt/format.h>

#include <iostream>
#include <string>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

po::options_description uci_options() {
  const uci::PlayerOptions defaults;
  const auto text = [] { return po::value<std::string>(); };
  po::options_description options(
      "Plays chess under any program that speaks the Universal Chess Interface, which starts it "
      "and\n"
      "talks to it on standard input and output. The options are the defaults of those that it\n"
      "offers there");
  options.add_options() //
      ("processors,n", text()->default_value(fmt::to_string(defaults.threads))->value_name("N"),
       "number of threads") //
      ("hash", text()->default_value(fmt::to_string(defaults.hash))->value_name("MB"),
       "size of the transposition table, in MiB") //
      ("move-overhead",
       text()->default_value(fmt::format("{}ms", defaults.move_overhead))->value_name("S"),
       "time that a move loses outside of this program") //
      ("search", text()->default_value("negascout")->value_name("S"),
       "sequential search that a parallel algorithm is built on: alphabeta, negascout") //
      ("check-extension",
       text()
           ->default_value(defaults.check_extension ? "yes" : "no")
           ->implicit_value("yes")
           ->value_name("Y"),
       "search a ply deeper below a check: yes, no") //
      ("seed", text()->default_value("1")->value_name("N"), "seed of all random choices");
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
  player.algorithm.check_follows(player.settings);
  return player;
}

} // namespace

void uci_command(std::span<const std::string> words) {
  po::variables_map values;
  if (read_options("uci", uci_options(), words, values))
    uci::run_session(std::cin, std::cout, fmt::format("eldest {}", version), read_player(values));
}

} // namespace eldest
