#include "sim/cli/command_line.hpp"
#include "sim/system/out_of_memory.hpp"

#include <csignal>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  eldest::report_lack_of_memory();
  std::signal(SIGXFSZ, SIG_IGN); // writing beyond the file size limit then fails with an error
  return eldest::execute_command_line(std::vector<std::string>(argv + 1, argv + argc));
}
