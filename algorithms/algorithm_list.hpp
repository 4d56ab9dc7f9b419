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

/// Algorithms by the types of their settings, whose searches are compiled for every game that is
/// given the list.
template <AlgorithmSettings... Settings> struct AlgorithmList {
  /// All of them, with their default settings.
  [[nodiscard]] static std::vector<Algorithm> all() { return {Settings{}...}; }

  /// The part of one processor in a search by one of them. Throws std::logic_error if the algorithm
  /// is none of them.
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
