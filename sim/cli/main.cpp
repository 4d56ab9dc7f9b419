#include "sim/cli/command_line.hpp"

#include <csignal>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN); // writing beyond the file size limit then fails with an error
  return eldest::execute_command_line(std::vector<std::string>(argv + 1, argv + argc));
}
