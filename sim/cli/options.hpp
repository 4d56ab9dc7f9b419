#pragma once

#include "sim/experiments/problem.hpp"
#include "trees/errors.hpp"

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {

/// Reads a command's words by `options`, to which --help and --config are added: an INI file may
/// set options that the words do not. Words that are no options are the values of those in
/// `positional`. Returns false if help was asked for and has been printed. Throws InputError.
[[nodiscard]] bool
read_options(std::string_view command, boost::program_options::options_description options,
             std::span<const std::string> words, boost::program_options::variables_map& values,
             const boost::program_options::positional_options_description& positional = {});

/// Adds --tree, --position, --check-extension and --seed.
void add_problem_options(boost::program_options::options_description& options);

/// Reads --seed. Throws InputError.
[[nodiscard]] std::uint64_t seed_of(const boost::program_options::variables_map& values);

/// Returns the choice of positions that these options make.
[[nodiscard]] ProblemChoice problem_choice(const boost::program_options::variables_map& values);

/// Adds --json and --quiet to the options of a command that shows no progress.
void add_output_options(boost::program_options::options_description& options);

/// Adds --jobs.
void add_jobs_option(boost::program_options::options_description& options);

/// The value of --jobs: the number of simulations to run at a time. Throws InputError.
[[nodiscard]] int job_count(const boost::program_options::variables_map& values);

/// The value of a whole-number option: see parse_count. Throws InputError if it is none or out of
/// range.
[[nodiscard]] std::int64_t in_range(const boost::program_options::variables_map& values,
                                    const char* option, std::int64_t min, std::int64_t max);

/// The times that an option takes, in seconds.
struct Seconds {
  double min = 0;
  bool min_excluded = false; ///< only times above `min`
  double max = 0;
};

/// The value of an option that is a time: see parse_seconds. Throws InputError.
[[nodiscard]] double seconds_of(const boost::program_options::variables_map& values,
                                const char* option, const Seconds& range);

/// The value of a yes-or-no option.
[[nodiscard]] bool is_yes(const boost::program_options::variables_map& values, const char* option);

/// The value that the word given for an option stands for. Throws InputError if there is no such
/// choice.
template <class Value>
[[nodiscard]] Value one_of(const boost::program_options::variables_map& values, const char* option,
                           std::initializer_list<std::pair<const char*, Value>> choices) {
  const auto& word = values[option].as<std::string>();
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) {
    if (word == name)
      return value;
    names.emplace_back(name);
  }
  throw InputError(fmt::format("--{} {}: must be {}", option, word, fmt::join(names, " or ")));
}

/// The content of a file that an option names; the option is named in the InputError.
[[nodiscard]] std::string read_named(std::string_view option, const std::string& file);

/// Returns the numbers in a list, ascending and without repetitions: "1,2,4", "1..8" (every
/// number), "1..32:x2" (doubling), "4..16:+4", or several of these separated by commas. `option` is
/// named in the InputError.
[[nodiscard]] std::vector<int> parse_counts(std::string_view option, std::string_view text);

} // namespace eldest
