#pragma once

#include "algorithms/algorithm.hpp"
#include "algorithms/processor.hpp"
#include "algorithms/settings.hpp"
#include "algorithms/worker.hpp"
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

  /// Runs one processor's part of a search. Throws std::logic_error if the algorithm is not in the
  /// list.
  template <Position P, Processor M>
  [[nodiscard]] static SearchOutcome run(const Algorithm& algorithm, const SearchSettings& settings,
                                         const P& root, M& processor) {
    SearchOutcome outcome;
    const bool found = (run_if<Settings>(algorithm, settings, root, processor, outcome) || ...);
    if (!found)
      throw std::logic_error("the game has not been compiled for the algorithm " +
                             std::string(algorithm.name()));
    return outcome;
  }

private:
  template <class Own, class P, class M>
  static bool run_if(const Algorithm& algorithm, const SearchSettings& settings, const P& root,
                     M& processor, SearchOutcome& outcome) {
    const auto* const own = algorithm.settings_if<Own>();
    if (own != nullptr)
      outcome = search(*own, settings, root, processor);
    return own != nullptr;
  }
};

} // namespace eldest
