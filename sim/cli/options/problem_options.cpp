#include "sim/cli/options/problem_options.hpp"

#include "sim/cli/options/values.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <limits>
#include <string>

namespace eldest {
namespace po = boost::program_options;

void add_problem_options(Options& options) {
  options.about("tree") //
      ("tree,t", text("TREE", "chess"),
       "the tree to search; see eldest list trees") //
      ("position", text("POSITION", "startpos"),
       "startpos, a position in the game's notation, FILE (all its positions) or FILE:ID (one "
       "of them)")                                                                        //
      ("check-extension", yes_or_no("yes"), "search a ply deeper below a check in chess") //
      ("seed", text("N", "1"), "the seed of all random choices");
}

ProblemChoice problem_choice(const po::variables_map& values) {
  return {values["tree"].as<std::string>(), values["position"].as<std::string>(),
          is_yes(values, "check-extension"), seed_of(values)};
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
