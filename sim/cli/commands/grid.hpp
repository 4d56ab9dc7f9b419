#pragma once

#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"

#include <string>
#include <utility>
#include <vector>

namespace eldest {

/// The combinations of the values of options of simulations. Each option may be a list, with commas
/// between its values. Where a value may itself contain commas, the option is repeated instead.
class Grid {
public:
  /// One value from every list: options with their values, as words of a command line.
  using Choice = std::vector<std::string>;

  /// Adds the options of simulations, each of which takes a list.
  static void add_options(Options& options);

  /// Reads the options that `add_options` adds. Throws InputError for an unknown algorithm, and for
  /// an option that belongs to none of the chosen algorithms.
  explicit Grid(const boost::program_options::variables_map& values);

  /// Returns all combinations of values. An option of one algorithm is combined with that algorithm
  /// only. Lists of processors, seeds and SimGrid settings stay whole, as parts of every choice.
  [[nodiscard]] std::vector<Choice> choices() const;

private:
  struct Axis {
    std::string option;
    std::vector<std::string> values;
  };

  /// Adds an axis for each number of the platform that has a list of values in --set. Throws
  /// InputError.
  void add_changes(const std::vector<std::string>& lists);

  /// Returns the lists of the options that apply to `algorithm`.
  [[nodiscard]] std::vector<Axis> axes_of(const std::string& algorithm) const;

  std::vector<Axis> axes_; ///< except the algorithm
  std::vector<std::string> algorithms_;
  Choice everywhere_; ///< words that are part of every choice
};

} // namespace eldest
