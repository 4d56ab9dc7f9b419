// Readers of the program: lists, options, settings files, and results printed by the program.

#include "sim/cli/command_line.hpp"
#include "sim/cli/command_list.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/reading.hpp"
#include "sim/cli/options/search_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/experiments/fitting/log_statistics.hpp"
#include "tests/fuzz/target.hpp"

#include <boost/algorithm/string/predicate.hpp>
#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace eldest::fuzz {
namespace {

namespace po = boost::program_options;

/// Discards output to standard output.
class Unprinted {
public:
  Unprinted() : buffer_(std::cout.rdbuf(stream_.rdbuf())) {}
  ~Unprinted() { std::cout.rdbuf(buffer_); }
  Unprinted(const Unprinted&) = delete;
  Unprinted& operator=(const Unprinted&) = delete;

private:
  std::ostringstream stream_;
  std::streambuf* buffer_;
};

void read_counts(std::string_view input) {
  const auto counts = accepted([&] { return parse_counts("--n", input); });
  if (!counts)
    return;
  require(!counts->empty() && counts->front() > 0, "counts are positive");
  require(std::ranges::adjacent_find(*counts, std::ranges::greater_equal()) == counts->end(),
          "counts ascend");
  if (counts->size() <= 100)
    require(parse_counts("--n", fmt::format("{}", fmt::join(*counts, ","))) == *counts,
            "counts are read as they were written");
}

/// Reads the options of a simulation from `words`, except its platform and tree.
void read_simulation(const std::vector<std::string>& words) {
  const auto read = accepted([&] {
    const auto& command = find_command(commands(), "simulate");
    po::variables_map values;
    read_options(command.name, command.options(), words, commands(), values);
    if (values.count("help") != 0)
      return false;
    const auto choice = read_search_options(values);
    static_cast<void>(read_algorithm_choice(values, choice));
    return true;
  });
  static_cast<void>(read);
}

/// Reads lines as words of a command line.
void read_words(std::string_view input) {
  std::vector<std::string> words{"--platform", "cm5-32", "--depth", "2"};
  std::istringstream lines{std::string(input)};
  for (std::string line; std::getline(lines, line);) {
    if (boost::istarts_with(line, "--config") || boost::istarts_with(line, "--from"))
      return; // because they may name any file of this computer
    words.push_back(line);
  }
  read_simulation(words);
}

void read_settings(std::string_view input) {
  const MemoryFile file(input);
  read_simulation({"--platform", "cm5-32", "--depth", "2", "--config", file.path()});
}

void read_result_file(std::string_view input) {
  const MemoryFile file(input);
  read_simulation({"--from", file.path()});
}

void read_collected(std::string_view input) {
  const MemoryFile file(input);
  const Unprinted unprinted;
  const std::vector<std::string> words{":memory:", file.path()};
  const auto read = accepted([&] {
    execute(find_command(commands(), "collect"), words);
    return true;
  });
  static_cast<void>(read);
}

void read_engine_log(std::string_view input) {
  const auto log = accepted([&] { return parse_engine_log(input, "log"); });
  if (!log)
    return;
  require(!log->empty(), "a log has a search");
  const auto statistics = statistics_of(*log);
  require(!statistics.by_depth.empty(), "a search has an iteration");
  for (const auto& one : statistics.by_depth)
    require(one.depth >= 1 && one.depth <= max_depth && one.log_nodes >= 0,
            "nodes are of a depth that can be searched");
}

} // namespace

std::span<const Target> targets() {
  static constexpr std::array<Target, 6> all{{{"counts", read_counts},
                                              {"engine-log", read_engine_log},
                                              {"words", read_words},
                                              {"settings", read_settings},
                                              {"from", read_result_file},
                                              {"collect", read_collected}}};
  return all;
}

} // namespace eldest::fuzz
