#include "sim/cli/options/shared_options.hpp"

#include "sim/cli/options/values.hpp"
#include "sim/system/local_cores.hpp"

#include <boost/program_options/variables_map.hpp>

namespace eldest {
namespace po = boost::program_options;

void add_json_option(Options& options) {
  options.about("output")("json", flag(), "print one JSON object on standard output");
}

void add_wide_option(Options& options) {
  options.about("output")(
      "wide", flag(), "print tables with all columns, not only with those that fit 100 characters");
}

void add_jobs_option(Options& options) {
  options.about("experiment")(
      "jobs,j", text("N"),
      "number of simulations to run at a time; default: the number of this computer's cores");
}

int job_count(const po::variables_map& values) {
  return values.count("jobs") == 0 ? core_count()
                                   : static_cast<int>(in_range(values, "jobs", 1, 1024));
}

} // namespace eldest
