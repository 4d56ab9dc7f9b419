#include "sim/cli/options/problem_options.hpp"

#include "sim/cli/options/values.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <iostream>
#include <limits>
#include <string>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Each value is true if bad records of a file are skipped.
constexpr auto bad_position_choices =
    std::to_array<Choice<bool>>({{"refuse", false}, {"skip", true}});

} // namespace

void add_problem_options(Options& options) {
  options.about("tree") //
      ("tree,t", text("TREE", "chess"),
       "the tree to search; see eldest list trees") //
      ("position", text("POSITION", "startpos"),
       "startpos, a position in the game's notation, FILE (all its positions, or the ends of all "
       "its games), FILE:ID (one of them), FILE:GAME or FILE:GAME@PLY (a position of a game) or "
       "FILE:@PLY (one of each game); see docs/reference/positions.md") //
      ("bad-positions", text(words_of(bad_position_choices), "refuse"),
       "what to do with lines and games of FILE that cannot be read: refuse the file, or skip "
       "them")                                                                            //
      ("check-extension", yes_or_no("yes"), "search a ply deeper below a check in chess") //
      ("seed", text("N", "1"), "the seed of all random choices");
}

ChosenProblems choose_problems(const po::variables_map& values) {
  ChosenProblems chosen;
  ProblemChoice choice{values["tree"].as<std::string>(), values["position"].as<std::string>(),
                       is_yes(values, "check-extension"), seed_of(values)};
  if (one_of<bool>(values, "bad-positions", bad_position_choices)) {
    auto& skipped = chosen.skipped.emplace();
    choice.skip = [&skipped](const std::string& bad_record) { skipped.push_back(bad_record); };
  }
  chosen.problems = open_problems(choice);
  return chosen;
}

void print_skipped(const po::variables_map& values, const SkippedPositions& skipped) {
  if (skipped && !skipped->empty() && !values["quiet"].as<bool>())
    std::cerr << on_one_line(fmt::format("eldest: skipped {} bad position{}: {}", skipped->size(),
                                         skipped->size() == 1 ? "" : "s",
                                         fmt::join(*skipped, "; ")))
              << '\n';
}

std::uint64_t seed_of(const po::variables_map& values) {
  const auto& text = values["seed"].as<std::string>();
  const auto seed = to_number<std::uint64_t>(text);
  if (!seed)
    throw InputError(fmt::format("--seed {}: must be a whole number from 0 to {}", text,
                                 std::numeric_limits<std::uint64_t>::max()));
  return *seed;
}

} // namespace eldest
