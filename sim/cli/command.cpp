#include "sim/cli/command.hpp"

#include <array>

namespace eldest {

std::span<const Command> commands() {
  static constexpr std::array all{
      Command{"simulate", "one search on a simulated platform", simulate_command},
      Command{"run", "the same search for real, on this computer's cores", run_command},
      Command{"sweep", "a grid of simulations, kept in a store; goes on where it was",
              sweep_command},
      Command{"collect", "puts results of other computers into a sweep's store", collect_command},
      Command{"report", "what a sweep has shown, with figures and a page", report_command},
      Command{"compare", "whether two stores, versions or options differ", compare_command},
      Command{"validate", "simulated and real searches, side by side", validate_command},
      Command{"check", "what the program makes of a platform file, and what it does not follow",
              check_command},
      Command{"calibrate", "measure this computer and write a platform file for it",
              calibrate_command},
      Command{"list", "algorithms, counters, trees, platforms, programs", list_command},
      Command{"perft", "count a game's move paths", perft_command},
      Command{"stats", "measure a tree by plain alpha-beta", stats_command},
      Command{"uci", "play chess under any program that speaks UCI", uci_command},
  };
  return all;
}

} // namespace eldest
