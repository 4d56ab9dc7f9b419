#include "sim/cli/commands/sweep_plan.hpp"

#include "algorithms/search/algorithm.hpp"
#include "sim/cli/commands/grid.hpp"
#include "sim/cli/commands/simulation_request.hpp"
#include "sim/cli/options/in_store.hpp"
#include "sim/cli/options/problem_options.hpp"
#include "sim/cli/options/reading.hpp"
#include "sim/cli/reports/report.hpp"
#include "sim/system/shell_words.hpp"
#include "trees/base/one_line.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Options for which the command of a point has the point's own values, not the values in the
/// Grid::Choice from which the point comes.
constexpr std::array<std::string_view, 5> replaced{"--algorithm", "--position", "--processors",
                                                   "--seeds", "--jitter"};

/// Returns a text of all settings on which the machine of a request depends.
std::string machine_of(const po::variables_map& values, const SimulationRequest& request) {
  std::string machine = request.platform().digest + fmt::format(" {}", request.processors().back());
  for (const auto* const option : {"model", "hosts", "placement", "failures"})
    machine += values.count(option) == 0 ? " -" : " " + values[option].as<std::string>();
  for (const auto& setting : request.platform().overrides)
    machine += fmt::format(" {}:{}", setting.name, setting.value);
  return machine;
}

/// A choice of a grid after reading, with everything that its points have in common.
struct Chosen {
  po::variables_map values;
  std::vector<std::string> words; ///< except the options in `replaced`
  SimulationRequest request;
  PlatformFacts facts;
};

/// Returns the words of a choice without the options in `replaced` and those of the algorithm.
std::vector<std::string> common_words(const Grid::Choice& choice, const Algorithm& algorithm) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i + 1 < choice.size(); i += 2) {
    const auto is_own = [&](const AlgorithmOption& option) {
      return "--" + option.name == choice[i];
    };
    if (std::ranges::find(replaced, choice[i]) == replaced.end() &&
        std::ranges::none_of(algorithm.options(), is_own))
      words.insert(words.end(), {choice[i], choice[i + 1]});
  }
  return words;
}

class Planner {
public:
  void add(const Grid::Choice& choice) {
    const auto chosen = read(choice);
    const auto& request = chosen->request;
    for (const auto& problem : request.problems()) {
      for (const int processors : request.processors()) {
        for (const auto seed : request.seeds())
          add(chosen, problem, {request.algorithm(), processors, seed});
      }
    }
  }

  [[nodiscard]] SweepPlan plan() && {
    return {std::move(points_), std::move(skipped_), std::move(platforms_)};
  }

private:
  using ChosenPointer = std::shared_ptr<const Chosen>;

  ChosenPointer read(const Grid::Choice& choice) {
    Options options;
    add_simulation_options(options);
    po::variables_map values;
    read_options("sweep", options, choice, {}, values); // no choice names an INI file
    SimulationRequest request(values);
    note_skipped(request.skipped());
    note(request.platform());
    const auto machine = machine_of(values, request);
    if (!facts_.contains(machine))
      facts_[machine] = request.inspect();
    auto words = common_words(choice, request.algorithm());
    return std::make_shared<Chosen>(
        Chosen{std::move(values), std::move(words), std::move(request), facts_[machine]});
  }

  void note(const PlatformFile& platform) {
    if (std::ranges::find(platforms_, platform.digest, &StoredPlatform::digest) == platforms_.end())
      platforms_.push_back(to_store(platform));
  }

  /// Adds the skipped positions of a choice. Other choices may have read the same file.
  void note_skipped(const SkippedPositions& skipped) {
    if (!skipped)
      return;
    skipped_ = skipped_ ? skipped_ : SkippedPositions(std::in_place);
    for (const auto& bad : *skipped) {
      if (std::ranges::find(*skipped_, bad) == skipped_->end())
        skipped_->push_back(bad);
    }
  }

  void add(const ChosenPointer& chosen, const Problem& problem, const SearchCase& searched) {
    const auto baseline = [&](const Algorithm& algorithm) {
      return add_search(chosen, problem, {algorithm, 1, searched.seed}, {});
    };
    const BaselineKeys baselines{baseline(searched.algorithm), baseline(AlphaBetaSettings{}),
                                 baseline(NegaScoutSettings{})};
    if (chosen->request.is_mtdf(chosen->request.algorithm()))
      baseline(MtdfSettings{});
    add_search(chosen, problem, searched, baselines);
  }

  /// Adds a search, unless a point with its key has been added before. Gives that point `baselines`
  /// if it has none. Returns the key.
  std::string add_search(const ChosenPointer& chosen, const Problem& problem, SearchCase searched,
                         const std::optional<BaselineKeys>& baselines) {
    auto jitter = chosen->request.machine().jitter;
    if (searched.algorithm.is_sequential()) { // not random, and shared by all seeds
      searched.seed = 1;
      jitter = 0;
    }
    Point point;
    point.settings = settings_json(header_of(*chosen, searched, jitter), problem, searched);
    point.key = point_key(point.settings);
    point.baselines = baselines;
    const auto [known, is_new] = places_.try_emplace(point.key, points_.size());
    if (!is_new) {
      auto& there = points_[known->second].point;
      there.baselines = there.baselines ? there.baselines : baselines;
      return point.key;
    }
    point.command = shell_line(words_of(*chosen, problem, searched, jitter));
    const auto search = [chosen, &problem, searched, jitter](SearchProgress* progress,
                                                             const LesserDepths& lesser) {
      auto simulation = chosen->request.simulation(problem, searched, chosen->facts);
      simulation.machine.jitter = jitter;
      simulation.progress = progress;
      simulation.lesser = lesser;
      return simulate(simulation, problem);
    };
    const auto report = [chosen, &problem, searched, jitter](const SearchResult& result) {
      return run_json(header_of(*chosen, searched, jitter), problem, searched, result);
    };
    points_.push_back({point, search, report, family_of(point.settings)});
    return point.key;
  }

  /// Returns a name that points have in common if they differ in depth only.
  static std::string family_of(Json settings) {
    settings["depth"] = 0;
    return point_key(settings);
  }

  /// Returns the head of a search's object in the report. No head is kept, because a head is large,
  /// and a sweep's process is copied for every point.
  static ReportHeader header_of(const Chosen& chosen, const SearchCase& searched, double jitter) {
    auto header = chosen.request.header(chosen.values, searched.algorithm, chosen.facts);
    if (searched.algorithm.is_sequential())
      header.options["jitter"] = jitter;
    return header;
  }

  /// Returns the words of the `eldest simulate` command line for one search.
  static std::vector<std::string> words_of(const Chosen& chosen, const Problem& problem,
                                           const SearchCase& searched, double jitter) {
    std::vector<std::string> words{"eldest", "simulate"};
    words.insert(words.end(), chosen.words.begin(), chosen.words.end());
    const auto add = [&](std::string option, std::string value) {
      words.insert(words.end(), {std::move(option), std::move(value)});
    };
    add("--algorithm", std::string(searched.algorithm.name()));
    if (searched.algorithm == chosen.request.algorithm())
      for (const auto& option : searched.algorithm.options()) {
        if (chosen.values.count(option.name) != 0)
          add("--" + option.name, chosen.values[option.name].as<std::string>());
      }
    add("--position", position_word(chosen, problem));
    add("--processors", fmt::to_string(searched.processors));
    const bool other_seed = searched.seed != seed_of(chosen.values);
    if (other_seed)
      add("--seeds", fmt::to_string(searched.seed));
    if (other_seed || jitter != 0) // other seeds have a jitter of their own by default
      add("--jitter", fmt::to_string(jitter));
    words.insert(words.end(), {"--json", "--quiet"});
    return words;
  }

  /// Returns the value of --position that chooses only `problem`. Where the names of the file and
  /// of the position would break a line, returns the position itself.
  static std::string position_word(const Chosen& chosen, const Problem& problem) {
    const auto& word = chosen.request.problems().size() == 1
                           ? chosen.values["position"].as<std::string>()
                           : problem.chosen_by;
    return on_one_line(word) == word ? word : problem.position;
  }

  std::map<std::string, PlatformFacts> facts_;
  std::map<std::string, std::size_t> places_; ///< indices of the points, by key
  std::vector<PlannedPoint> points_;
  SkippedPositions skipped_;
  std::vector<StoredPlatform> platforms_;
};

} // namespace

SweepPlan plan_sweep(const po::variables_map& values) {
  Planner planner;
  for (const auto& choice : Grid(values).choices())
    planner.add(choice);
  return std::move(planner).plan();
}

} // namespace eldest
