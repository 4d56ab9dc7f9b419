#pragma once

#include "algorithms/search/any_processor.hpp"
#include "sim/experiments/describe_problem.hpp"
#include "sim/experiments/searches/game_search.hpp"

#include <memory>
#include <string>
#include <utility>

namespace eldest {

/// Makes a problem of a root position of one of the project's games, whose searches are compiled
/// elsewhere. `owner` keeps alive the data that the position refers to.
template <Position P>
[[nodiscard]] Problem game_problem(std::string id, std::string text, NodeCosts costs, const P& root,
                                   const std::shared_ptr<const void>& owner) {
  auto problem = describe_problem(std::move(id), std::move(text), costs, root, owner);
  problem.search = [root, owner](const Algorithm& algorithm, const SearchSettings& settings,
                                 AnyProcessor& processor) {
    return game_search(algorithm, settings, root, processor);
  };
  return problem;
}

} // namespace eldest
