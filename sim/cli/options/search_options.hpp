#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "sim/cli/options/option_groups.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"

#include <boost/program_options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// The values of the options that searches on any machine have.
struct SearchChoice {
  SearchSettings settings;
  TableSettings tables;
  bool table_per_processor = false; ///< the table grows with the processors
  std::vector<int> processors;      ///< ascending

  [[nodiscard]] TableSettings tables_of(int processors_of_search) const;
};

/// Adds the options that choose positions, tables and depth, and the number of processors, whose
/// default is `processors`.
void add_search_options(Options& options, const char* processors);

/// Adds --search.
void add_search_option(Options& options);

/// Adds the options that make a tree another one than that of minimax to a depth, or order it, with
/// the defaults of such settings: --quiescence, --losing-captures, --frontier-order, --iid-depth,
/// --aspiration, --null-move and --lmr-after.
void add_selectivity_options(Options& options, const SearchSettings& defaults);

/// The value of --search. Throws InputError.
[[nodiscard]] Search read_search(const boost::program_options::variables_map& values);

/// Reads the options of `add_selectivity_options`. Throws InputError.
void read_selectivity(const boost::program_options::variables_map& values,
                      SearchSettings& settings);

/// Adds --algorithm, and the options that belong to single algorithms.
void add_algorithm_choice(Options& options);

/// Adds --baseline and --json.
void add_report_options(Options& options);

/// Reads the options that `add_search_options` adds. Throws InputError.
[[nodiscard]] SearchChoice read_search_options(const boost::program_options::variables_map& values);

/// Reads --algorithm and the options of that algorithm. Throws InputError, also if the algorithm
/// cannot run on these numbers of processors or with these settings.
[[nodiscard]] Algorithm read_algorithm_choice(const boost::program_options::variables_map& values,
                                              const SearchChoice& choice);

/// Throws InputError if the game of the problems cannot follow the settings.
void check_games(const SearchChoice& choice, const std::vector<Problem>& problems);

/// The value of --time, in seconds; none if it is not given. Throws InputError.
[[nodiscard]] std::optional<double>
read_time_limit(const boost::program_options::variables_map& values);

/// The value of --jitter, in seconds. Throws InputError.
[[nodiscard]] double read_jitter(const boost::program_options::variables_map& values);

/// Adds --model.
void add_model_option(Options& options, const char* default_model);

/// The value of --model. Throws InputError.
[[nodiscard]] Model read_model(const boost::program_options::variables_map& values);

} // namespace eldest
