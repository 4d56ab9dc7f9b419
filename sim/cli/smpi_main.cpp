#include "sim/cli/command_line.hpp"
#include "sim/machines/cluster/smpi/smpi_machine.hpp"
#include "sim/platform_files/platform_file.hpp"
#include "sim/system/data_files.hpp"
#include "trees/base/errors.hpp"

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Returns the options of the simulation, which come before the words of the simulated program.
po::options_description witness_options() {
  po::options_description options("eldest-smpi OPTIONS run --cluster ...: simulates mpirun -n "
                                  "PROCESSES eldest-cluster run --cluster ... by SimGrid's SMPI");
  options.add_options() //
      ("platform", po::value<std::string>()->required(),
       "platform file of a machine that polls")                                            //
      ("processes", po::value<int>()->required(), "number of processes, one on each core") //
      ("look", po::value<std::string>()->default_value("poll"),
       "where processes look for packets: poll, where eldest-cluster does, or work, after each "
       "piece of it, as simulated machines do") //
      ("headers", po::value<std::string>()->default_value("yes"),
       "yes, send the 24 bytes before each packet, or no, leave them out, as simulated machines "
       "do");
  return options;
}

/// Returns true if the value of an option is `first`, false if it is `second`. Throws InputError
/// for any other value.
bool is_first(const po::variables_map& values, const char* option, const std::string& first,
              const std::string& second) {
  const auto& word = values[option].as<std::string>();
  if (word != first && word != second)
    throw InputError(fmt::format("--{} {}: should be {} or {}", option, word, first, second));
  return word == first;
}

int simulate_cluster(std::vector<std::string> words) {
  const auto program = std::ranges::find(words, "run");
  if (words.empty() || words.front() == "--help") {
    std::cout << witness_options();
    return 0;
  }
  if (std::find(program, words.end(), "--cluster") == words.end())
    throw InputError("there should be a command run --cluster after the options");
  const std::vector<std::string> program_words(program, words.end());
  words.erase(program, words.end());
  po::variables_map values;
  try {
    po::store(po::command_line_parser(words).options(witness_options()).run(), values);
    po::notify(values);
  } catch (const po::error& error) {
    throw InputError(error.what());
  }
  const int processes = values["processes"].as<int>();
  if (processes < 1)
    throw InputError(fmt::format("--processes {}: at least 1", processes));
  return run_on_smpi(read_platform_file(values["platform"].as<std::string>()),
                     {.processes = processes,
                      .looks_after_work = is_first(values, "look", "work", "poll"),
                      .carries_headers = is_first(values, "headers", "yes", "no")},
                     [&] { return execute_command_line(program_words); });
}

} // namespace
} // namespace eldest

int main(int argc, char** argv) {
  try {
    return eldest::simulate_cluster({argv + 1, argv + argc});
  } catch (const eldest::InputError& error) {
    std::cerr << "eldest-smpi: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "eldest-smpi: " << error.what() << '\n';
    return 1;
  }
}
