#pragma once

#include "algorithms/search/iterations.hpp"
#include "sim/experiments/experiment.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"

#include <boost/program_options/variables_map.hpp>

#include <optional>
#include <string>

namespace eldest {

/// The results of an experiment so far. They are printed on standard error, except with `--quiet`.
/// With `--out`, they are also kept in a file, which is replaced after each iteration. Until the
/// end, it has `complete` false, and `lost_rank` for a LossGuard.
class KeptResult {
public:
  /// `settings`: those of the experiment, which the file begins with. Throws RunError if the file
  /// cannot be written.
  KeptResult(const boost::program_options::variables_map& values, const Json& settings);

  /// Begins a search.
  void begin(const Problem& problem, const SearchCase& searched);
  /// Adds an iteration of the search.
  void add(const Problem& problem, const IterationResult& result);
  /// Ends the search. `run`: its object in the report.
  void end(const Json& run);
  /// Replaces the results by the report of all searches.
  void complete(Json report);

private:
  /// Writes the file. If that fails, prints the reason once, and the searches go on.
  void write();

  bool quiet_;
  std::optional<std::string> path_;
  Json kept_;
  std::string search_; ///< words for the search, for standard error
  bool failed_ = false;
};

} // namespace eldest
