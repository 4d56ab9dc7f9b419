#pragma once

#include "algorithms/all.hpp"
#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/wire.hpp"
#include "sim/experiments/describe_problem.hpp"

#include <memory>
#include <string>
#include <utility>

namespace eldest {

/// Makes a problem of a root position. The algorithms in the list `AlgorithmsOfProblem` can search
/// it on all machines, and are compiled where this is called. `owner` keeps alive the data that the
/// position refers to.
template <class AlgorithmsOfProblem = Algorithms, Position P>
[[nodiscard]] Problem make_problem(std::string id, std::string text, NodeCosts costs, const P& root,
                                   const std::shared_ptr<const void>& owner) {
  auto problem = describe_problem(std::move(id), std::move(text), costs, root, owner);
  problem.search = [root, owner](const Algorithm& algorithm, const SearchSettings& settings,
                                 AnyProcessor& processor) {
    const wire::InGame in_game(processor, root, settings.depth);
    return AlgorithmsOfProblem::run(algorithm, settings, root, processor);
  };
  return problem;
}

} // namespace eldest
