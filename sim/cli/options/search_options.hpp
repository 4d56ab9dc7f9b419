#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"

#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// The values of the options that searches on any machine have.
struct SearchChoice {
  SearchSettings settings;
  TableSettings tables;
  bool table_per_processor = false; ///< true if the table grows with the number of processors
  std::vector<int> processors;      ///< ascending

  [[nodiscard]] TableSettings tables_of(int processors_of_search) const;
};

/// Adds the options of searches on any machine: the preset, positions, depth, the search, tables,
/// and the number of processors. `processors` is the default of the last.
void add_search_options(Options& options, const char* processors);

/// Adds --search.
void add_search_option(Options& options);

/// Adds the options that order the tree, or make it differ from that of minimax to a fixed depth.
/// Their defaults are those in `defaults`: --quiescence, --losing-captures, --move-order,
/// --order-noise, --frontier-order, --iid-depth, --aspiration, --null-move, --null-move-growth,
/// --lmr-after, --lmr-size, --futility and --countermoves.
void add_selectivity_options(Options& options, const SearchSettings& defaults);

/// Reads --search. Throws InputError.
[[nodiscard]] Search read_search(const boost::program_options::variables_map& values);

/// Reads the options of `add_selectivity_options`. Throws InputError.
void read_selectivity(const boost::program_options::variables_map& values,
                      SearchSettings& settings);

/// Returns the parts of an order as --move-order takes them. Equal orders have equal texts.
[[nodiscard]] std::string text_of(const MoveOrder& order);

/// Adds --algorithm, and the options that belong to single algorithms.
void add_algorithm_choice(Options& options);

/// Adds --baseline, --wide and --json.
void add_report_options(Options& options);

/// Reads the options that `add_search_options` adds. Throws InputError.
[[nodiscard]] SearchChoice read_search_options(const boost::program_options::variables_map& values);

/// Reads --algorithm and the options of that algorithm. Throws InputError, also if the algorithm
/// does not support the settings or the numbers of processors in `choice`.
[[nodiscard]] Algorithm read_algorithm_choice(const boost::program_options::variables_map& values,
                                              const SearchChoice& choice);

/// Reads --algorithm, a list separated by commas, and the options of its algorithms, like
/// `read_algorithm_choice`.
[[nodiscard]] std::vector<Algorithm>
read_algorithm_choices(const boost::program_options::variables_map& values,
                       const SearchChoice& choice);

/// Throws InputError if the game of `problems` does not support the settings in `choice`.
void check_games(const SearchChoice& choice, const std::vector<Problem>& problems);

/// Reads --time, in seconds, or nothing if it is not given. Throws InputError.
[[nodiscard]] std::optional<double>
read_time_limit(const boost::program_options::variables_map& values);

/// Reads --jitter, in seconds. Throws InputError.
[[nodiscard]] double read_jitter(const boost::program_options::variables_map& values);

/// Adds --model.
void add_model_option(Options& options, const char* default_model);

/// Reads --model. Throws InputError.
[[nodiscard]] Model read_model(const boost::program_options::variables_map& values);

} // namespace eldest
