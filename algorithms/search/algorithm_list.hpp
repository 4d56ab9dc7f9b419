#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/position.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace eldest {

/// A list of algorithms, by the types of their settings. Their searches are compiled for every game
/// that uses the list.
template <AlgorithmSettings... Settings> struct AlgorithmList {
  /// The algorithms of the list, with default settings.
  [[nodiscard]] static std::vector<Algorithm> all() { return {Settings{}...}; }

  /// Calls `function` with the algorithm's settings, in their own type, and returns the function's
  /// result. Throws std::logic_error if the algorithm is not in the list.
  template <class Function>
  [[nodiscard]] static SearchOutcome visit(const Algorithm& algorithm, const Function& function) {
    SearchOutcome outcome;
    const bool found = (visit_if<Settings>(algorithm, function, outcome) || ...);
    if (!found)
      throw std::logic_error("the game has not been compiled for the algorithm " +
                             std::string(algorithm.name()));
    return outcome;
  }

  /// Runs one processor's part of a search. Throws std::logic_error if the algorithm is not in the
  /// list.
  template <Position P, Processor M>
  [[nodiscard]] static SearchOutcome run(const Algorithm& algorithm, const SearchSettings& settings,
                                         const P& root, M& processor) {
    return visit(algorithm,
                 [&](const auto& own) { return search(own, settings, root, processor); });
  }

private:
  template <class Own, class Function>
  static bool visit_if(const Algorithm& algorithm, const Function& function,
                       SearchOutcome& outcome) {
    const auto* const own = algorithm.settings_if<Own>();
    if (own != nullptr)
      outcome = function(*own);
    return own != nullptr;
  }
};

} // namespace eldest
