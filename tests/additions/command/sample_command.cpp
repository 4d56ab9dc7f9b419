#include "sim/cli/options/command.hpp"

#include <iostream>

namespace eldest {
namespace {

void run_sample(const boost::program_options::variables_map& /*values*/) {
  std::cout << "a command that was added\n";
}

} // namespace

Command sample_command() {
  return {"sample", "print a line", "", [] { return Options(); }, run_sample};
}

} // namespace eldest
