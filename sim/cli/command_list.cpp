#include "sim/cli/command_list.hpp"

#include <array>

namespace eldest {

// Each function is defined in a file of its own in sim/cli/commands/.
Command simulate_command();
Command run_command();
Command sweep_command();
Command collect_command();
Command report_command();
Command compare_command();
Command validate_command();
Command check_command();
Command calibrate_command();
Command list_command();
Command perft_command();
Command stats_command();
Command uci_command();
Command help_command(std::span<const Command> (*all)());

std::span<const Command> commands() {
  static const std::array all{simulate_command(),  //
                              run_command(),       //
                              sweep_command(),     //
                              collect_command(),   //
                              report_command(),    //
                              compare_command(),   //
                              validate_command(),  //
                              check_command(),     //
                              calibrate_command(), //
                              list_command(),      //
                              perft_command(),     //
                              stats_command(),     //
                              uci_command(),       //
                              help_command(commands)};
  return all;
}

} // namespace eldest
