#include "sim/cli/commands/kept_result.hpp"

#include "sim/cli/reports/version.hpp"
#include "sim/experiments/value_text.hpp"
#include "sim/system/output_file.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <iostream>
#include <utility>

namespace eldest {
namespace po = boost::program_options;
namespace {

void write_file(const std::string& path, const Json& content) {
  OutputFile(Subject::output, path).write(serialize(content, 2) + '\n');
}

} // namespace

KeptResult::KeptResult(const po::variables_map& values, const Json& settings)
    : quiet_(values["quiet"].as<bool>()), kept_({{"command", "run"}, {"version", version}}) {
  kept_.update(settings);
  kept_["complete"] = false;
  kept_["lost_rank"] = nullptr;
  kept_["runs"] = Json::array();
  kept_["running"] = nullptr;
  if (values.count("out") == 0)
    return;
  path_ = values["out"].as<std::string>();
  write_file(*path_, kept_);
}

void KeptResult::begin(const Problem& problem, const SearchCase& searched) {
  search_ = fmt::format("{}, {} on {} processors",
                        problem.id.empty() ? excerpt(problem.position, 40) : problem.id,
                        searched.algorithm.name(), searched.processors);
  kept_["running"] = {{"position", problem.position},
                      {"id", problem.id},
                      {"algorithm", searched.algorithm.name()},
                      {"processors", searched.processors},
                      {"iterations", Json::array()}};
}

void KeptResult::add(const Problem& problem, const IterationResult& result) {
  const auto value = value_text(problem, result.value);
  const auto move = problem.move_text(result.move);
  if (!quiet_)
    std::cerr << on_one_line(fmt::format("{}: depth {}, {}, {}, {:.3g} s", search_, result.depth,
                                         value, move, result.time))
              << '\n';
  kept_["running"]["iterations"].push_back({{"depth", result.depth},
                                            {"value", result.value},
                                            {"value_text", value},
                                            {"best_move", move},
                                            {"time_s", result.time}});
  write();
}

void KeptResult::end(const Json& run) {
  kept_["runs"].push_back(run);
  kept_["running"] = nullptr;
  write();
}

void KeptResult::complete(Json report) {
  report["complete"] = true;
  kept_ = std::move(report);
  write();
}

void KeptResult::write() {
  if (!path_ || failed_)
    return;
  try {
    write_file(*path_, kept_);
  } catch (const RunError& error) {
    failed_ = true;
    std::cerr << fmt::format("eldest: --out {}; the results are kept no more\n", error.message());
  }
}

} // namespace eldest
