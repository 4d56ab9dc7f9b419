#include "sim/cli/commands/played_pages.hpp"

#include "sim/cli/commands/search_report.hpp"
#include "sim/cli/commands/simulation_request.hpp"
#include "sim/cli/options/reading.hpp"
#include "sim/cli/options/saved_result.hpp"
#include "sim/experiments/simulation.hpp"
#include "sim/sweeps/point.hpp"
#include "sim/system/child_process.hpp"
#include "sim/system/local_cores.hpp"
#include "trees/base/errors.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <cstddef>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Makes the search of a stored point again, and writes a page that plays the search. `point`:
/// STORE:KEY. `seconds`: time of the search in the store. Throws InputError or RunError.
void search_again(const std::string& point, double seconds, const std::string& page) {
  Options options;
  add_simulation_options(options);
  po::variables_map values;
  read_options("report", options, words_of_result(read_result(point)), {}, values);
  const SimulationRequest request(values);
  const auto& problem = request.problems().front();
  auto simulation = request.simulation(
      problem, {request.algorithm(), request.processors().front(), request.seeds().front()},
      request.inspect());
  simulation.trace = page;
  const auto result = simulate(simulation, problem);
  if (!result.trace_error.empty())
    throw RunError(result.trace_error);
  if (result.time != seconds)
    throw RunError(fmt::format("takes {} s, but {} s in the store; was the store made by another "
                               "build?",
                               result.time, seconds));
}

} // namespace

void check_versions(const std::vector<PlayedSearch>& searches) {
  for (const auto& search : searches) {
    const auto& settings = search.point->point.settings;
    const auto ours = own_version_of_numbers(text_of(settings.at("model")));
    const auto theirs = version_of_numbers(settings);
    if (theirs != ours)
      throw InputError(fmt::format("{}: is of {}, but this program has {}, by which it would be "
                                   "another search",
                                   search.name, theirs, ours));
  }
}

void write_played_pages(const std::string& store, const std::filesystem::path& folder,
                        std::vector<PlayedSearch>& searches, ProgressBar& bar,
                        const Interrupts& interrupts) {
  std::vector<Task> tasks;
  for (const auto& search : searches)
    tasks.emplace_back([&]() -> Json {
      search_again(fmt::format("{}:{}", store, search.point->point.key), search.point->result->time,
                   (folder / search.file).string());
      return {};
    });
  const auto outcomes = run_in_child_processes(
      tasks, core_count(), [&](std::size_t done) { bar.show(done, tasks.size()); }, nullptr, {},
      &interrupts);
  for (std::size_t i = 0; i < searches.size() && !interrupts.come(); ++i) {
    const auto& [result, bad_input, failure, last_words, over_time] = outcomes[i];
    if (bad_input || failure)
      throw RunError(fmt::format("--watch: {}, search {}: {}", searches[i].name,
                                 searches[i].point->point.key,
                                 bad_input ? bad_input->what() : failure->what()));
    searches[i].bytes = std::filesystem::file_size(folder / searches[i].file);
  }
}

} // namespace eldest
