#pragma once

#include "algorithms/all.hpp"
#include "algorithms/search/any_processor.hpp"
#include "sim/experiments/describe_problem.hpp"

#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace eldest::test {

/// Makes a problem that threads cannot search. The arguments are those of
/// make_problem. The compiler takes half as long as for a problem of make_problem.
template <class AlgorithmsOfProblem = Algorithms, Position P>
[[nodiscard]] Problem simulated_problem(std::string id, std::string text, NodeCosts costs,
                                        const P& root, const std::shared_ptr<const void>& owner) {
  auto problem = describe_problem(std::move(id), std::move(text), costs, root, owner);
  problem.search = [root, owner](const Algorithm& algorithm, const SearchSettings& settings,
                                 SearchProcessor processor) {
    return AlgorithmsOfProblem::run(algorithm, settings, root, *std::get<AnyProcessor*>(processor));
  };
  return problem;
}

} // namespace eldest::test
