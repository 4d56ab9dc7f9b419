#pragma once

#include "sim/experiments/experiment.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// What was searched, in the words of the command line.
struct ReportHeader {
  std::string command;
  std::string platform;      ///< name of its outermost zone
  std::string platform_file; ///< none of a real machine
  int hosts = 0;
  std::string algorithm;
  std::string search;
  std::string tree;
  int depth = 0;
  std::string model;
  std::uint64_t seed = 0;
  Json options; ///< the other options, with their values

  [[nodiscard]] bool is_simulated() const { return !platform_file.empty(); }
};

/// The tables that a person reads.
[[nodiscard]] std::string text_report(const ReportHeader& header,
                                      const std::vector<Problem>& problems,
                                      const std::vector<Run>& runs);

/// The object that a script reads.
[[nodiscard]] Json json_report(const ReportHeader& header, const std::vector<Problem>& problems,
                               const std::vector<Run>& runs);

} // namespace eldest
