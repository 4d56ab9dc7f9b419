#pragma once

#include "sim/cli/options/option_groups.hpp"

#include <boost/program_options.hpp>

#include <string>
#include <utility>
#include <vector>

namespace eldest {

/// The options of simulations, each of which may be a list: of the values between commas, or of
/// those given by repeating the option where a value may itself have commas in it.
class Grid {
public:
  /// One choice from every list: options with their values, as words of a command line.
  using Choice = std::vector<std::string>;

  /// Adds an option that takes a list for every option of a simulation.
  static void add_options(Options& options);

  /// Reads those options. Throws InputError for an algorithm that does not exist, and for an option
  /// of an algorithm that is not among those chosen.
  explicit Grid(const boost::program_options::variables_map& values);

  /// All choices that differ: an option of one algorithm makes no difference to others. Lists of
  /// processors, seeds and settings of SimGrid are left whole.
  [[nodiscard]] std::vector<Choice> choices() const;

private:
  struct Axis {
    std::string option;
    std::vector<std::string> values;
  };

  /// The axes along which the points of an algorithm lie.
  [[nodiscard]] std::vector<Axis> axes_of(const std::string& algorithm) const;

  std::vector<Axis> axes_; ///< but for the algorithm
  std::vector<std::string> algorithms_;
  Choice everywhere_; ///< words of all choices
};

} // namespace eldest
