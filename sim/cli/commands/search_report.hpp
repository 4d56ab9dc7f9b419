#pragma once

#include "algorithms/search/algorithm.hpp"
#include "sim/cli/options/option_values.hpp"
#include "sim/cli/options/search_options.hpp"
#include "sim/cli/reports/report.hpp"
#include "sim/experiments/experiment.hpp"
#include "sim/experiments/problem.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// Returns the head of a report on searches. Its command, platform and model are left for the
/// caller to set.
[[nodiscard]] ReportHeader search_header(const boost::program_options::variables_map& values,
                                         const Algorithm& algorithm, const SearchChoice& choice);

/// Throws InputError if aspiration is asked for in MTD(f), which has windows of its own. The
/// settings of an engine preset may have it, without effect.
void refuse_aspiration_in_mtdf(const boost::program_options::variables_map& values,
                               const Algorithm& algorithm, const SearchChoice& choice);

/// Runs an experiment with a progress bar and prints its report. Calls `keep`, unless empty, with
/// the report as JSON before that. Throws RunError if a search has failed, or if a signal ended the
/// experiment.
void run_and_report(const boost::program_options::variables_map& values, Experiment experiment,
                    const std::vector<Problem>& problems, const ReportHeader& header,
                    const std::function<void(const Json&)>& keep = {});

/// Returns the version of SimGrid that carries the messages of the model with this name. Returns ""
/// if it is the reference_simgrid, or if SimGrid does not carry them.
[[nodiscard]] std::string other_simgrid(std::string_view model);

/// Returns the version_of_numbers of this program's simulations by the model with this name.
[[nodiscard]] std::string own_version_of_numbers(std::string_view model);

} // namespace eldest
