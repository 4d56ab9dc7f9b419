#include "sim/cli/commands/check_report.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/platform_options.hpp"
#include "sim/cli/options/search_options.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/cli/reports/progress.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/platform_report.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>

namespace eldest {
namespace po = boost::program_options;
namespace {

Options check_options() {
  Options options;
  add_platform_options(options);
  options.add_operand("platform");
  options.about("machine")("processors,n", text("N"),
                           "number of processors, from the first on; default: all, at most 1024");
  add_placement_options(options);
  add_model_option(options, "flow");
  options.about("machine")("models", flag(),
                           "search a few positions in both models, and show by how much their "
                           "times differ, and how much faster loggp is; default of "
                           "--processors: at most 64");
  options.about("output")("xml", flag(),
                          "print only the platform as simulations use it, with the changes of "
                          "--set and without comments");
  add_json_option(options);
  return options;
}

/// Measures a platform, and shows for how long on a terminal.
PlatformReport measured(const po::variables_map& values, const PlatformFile& platform,
                        std::optional<int> processors, const Model& model) {
  using Seconds = std::chrono::duration<double>;
  const auto start = std::chrono::steady_clock::now();
  ProgressBar bar(values["quiet"].as<bool>());
  const auto show = [&] {
    const Seconds seconds = std::chrono::steady_clock::now() - start;
    bar.show(
        fmt::format("SimGrid loads {} and measures it: {:.0f} s", platform.name, seconds.count()));
  };
  const auto placement = read_placement(values);
  auto report = report_platform(platform, processors, placement, model, show);
  const bool both = std::ranges::all_of(report.refusals,
                                        [](const auto& refusal) { return refusal.second.empty(); });
  constexpr int max_compared = 64; // so that it takes seconds
  if (values["models"].as<bool>() && both)
    report.comparison = compare_models(
        platform, processors.value_or(std::min(report.processors, max_compared)), placement, show);
  return report;
}

void check_platform(const po::variables_map& values) {
  const auto platform = read_platform(values);
  if (values["xml"].as<bool>()) {
    std::cout << platform.parsed;
    return;
  }
  const auto model = read_model(values);
  std::optional<int> processors;
  if (values.count("processors") != 0)
    processors = static_cast<int>(in_range(values, "processors", 1, 1 << 17));
  const auto report = measured(values, platform, processors, model);
  check_trees_and_algorithms(platform, report.properties_set);
  if (values["json"].as<bool>())
    std::cout << serialize(check_json(report, platform, model.name), 2) << '\n';
  else
    std::cout << check_text(report, platform, model.name);
}

} // namespace

Command check_command() {
  return {"check", "hosts, links and costs of a platform, and what is not supported",
          "Shows the hosts and links, the properties and their sources, and the costs of a table "
          "access and a message, by the model, on an idle machine.",
          check_options, check_platform};
}

} // namespace eldest
