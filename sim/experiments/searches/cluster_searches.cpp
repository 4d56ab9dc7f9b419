#include "sim/experiments/searches/cluster_searches.hpp"

#include "sim/experiments/searches/game_search.hpp"
#include "sim/experiments/searches/games.hpp"
#include "sim/machines/cluster/cluster_processor.hpp"
#include "trees/base/errors.hpp"

#include <any>
#include <optional>

namespace eldest {
namespace {

/// Searches `root` if it is a position of one of these games; otherwise returns nothing.
template <Position... P>
std::optional<SearchOutcome>
search_one_of(GameList<P...> /*games*/, const std::any& root, const Algorithm& algorithm,
              const SearchSettings& settings, ClusterProcessor& processor) {
  std::optional<SearchOutcome> outcome;
  const auto search_if = [&](const auto* own) {
    if (own != nullptr)
      outcome = game_search(algorithm, settings, *own, processor);
    return own != nullptr;
  };
  static_cast<void>((search_if(std::any_cast<P>(&root)) || ...));
  return outcome;
}

} // namespace

SearchOutcome search_in_cluster(const Problem& problem, const Algorithm& algorithm,
                                const SearchSettings& settings, ClusterProcessor& processor) {
  auto outcome = search_one_of(Games{}, problem.root, algorithm, settings, processor);
  if (!outcome)
    throw InputError("the searches of this game have not been compiled for a cluster");
  return *std::move(outcome);
}

} // namespace eldest
