#include "sim/cli/options/trace_option.hpp"

#include "sim/experiments/trace/trace_file.hpp"
#include "trees/base/errors.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <string_view>

namespace eldest {
namespace po = boost::program_options;

void add_trace_option(Options& options, const std::string& more, const std::string& several) {
  const auto help = fmt::format(
      "write a timeline of every processor{}, to a .json file for Perfetto and Chrome, a .paje "
      "file, a .svg picture or a .html page that plays the search; one position on one number of "
      "processors{}. Beyond {} stretches of time, or fewer on a page, short ones are merged into "
      "cells that show the shares of the states; beyond {} messages, only every second, fourth, "
      "... is kept. The file says what is left out",
      more, several, TraceLimits().cells, TraceLimits().messages);
  options.about("output")("trace", text("FILE"), help);
}

std::string read_trace_path(const po::variables_map& values, const SearchNumbers& numbers) {
  if (values.count("trace") == 0)
    return "";
  const auto& path = values["trace"].as<std::string>();
  TraceFile::check_extension(path);
  const auto refuse = [&](std::string_view what, std::string_view option) {
    throw InputError(fmt::format("--trace {}: shows one search; give one {}, not --{} {}", path,
                                 what, option, values[std::string(option)].as<std::string>()));
  };
  if (numbers.processors > 1)
    refuse("number of processors", "processors");
  if (numbers.seeds > 1)
    refuse("seed", "seeds");
  if (numbers.algorithms > 1 && !TraceFile::shows_several(path))
    refuse("algorithm", "algorithm");
  if (numbers.problems > 1)
    throw InputError(fmt::format("--trace {}: shows one search; choose one of the {} positions "
                                 "of --position {}",
                                 path, numbers.problems, values["position"].as<std::string>()));
  return path;
}

} // namespace eldest
