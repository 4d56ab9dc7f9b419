#include "sim/cli/options/reading.hpp"

#include "algorithms/registry.hpp"
#include "sim/cli/options/in_store.hpp"
#include "sim/cli/options/programs.hpp"
#include "sim/cli/options/saved_result.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/sweeps/point.hpp"
#include "sim/system/data_files.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/limits.hpp"
#include "trees/base/one_line.hpp"
#include "trees/base/suggestion.hpp"
#include "trees/base/text.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <boost/program_options.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <istream>
#include <sstream>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Returns a value of an INI file without quotes around it or a comment after it. Throws po::error
/// for an opening quote without a closing one.
std::string bare_value(std::string_view text) {
  std::string value(text.substr(0, text.find('#')));
  if (text.starts_with('"')) {
    const auto end = text.find('"', 1);
    if (end == std::string_view::npos)
      throw po::error(fmt::format("{}: a quotation mark is not closed", text));
    value = text.substr(1, end - 1);
  }
  boost::algorithm::trim(value);
  return value;
}

/// Options that an INI file must not set, because they are read before the file.
constexpr std::array<std::string_view, 3> of_words_only{"help", "config", "from"};

/// Throws po::error unless a line of an INI file is short text of UTF-8. Tabs are allowed.
void check_line(std::string_view line, std::size_t number) {
  if (line.size() > max_line_bytes)
    throw po::error(fmt::format("line {}: has more than {} bytes", number, max_line_bytes));
  const auto text = boost::algorithm::replace_all_copy(std::string(line), "\t", " ");
  if (on_one_line(text) != text)
    throw po::error(fmt::format("line {}: {}: has hidden characters, or bytes that are not UTF-8",
                                number, in_quotes(line)));
}

/// Returns the settings in an INI file that apply to `command`: those before the first section and
/// those in its own sections. A name alone means yes. A value may be in quotes. Throws po::error.
std::stringstream settings_for(std::string_view command, std::span<const Command> commands,
                               std::istream& file) {
  std::stringstream settings;
  settings.exceptions(std::ios::badbit); // otherwise lack of memory would be the end of the text
  std::string line;
  bool meant = true;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    boost::algorithm::trim(line);
    if (line.starts_with('[') && line.ends_with(']')) {
      const auto section = std::string_view(line).substr(1, line.size() - 2);
      if (std::ranges::find(commands, section, &Command::name) == commands.end())
        throw po::error(fmt::format("[{}]: no such command", section));
      meant = section == command;
      continue;
    }
    if (!meant || line.empty() || line.starts_with('#'))
      continue;
    check_line(line, number);
    const auto equals = line.find('=');
    const auto name = current_option(bare_value(line.substr(0, equals)));
    if (std::ranges::find(of_words_only, name) != of_words_only.end())
      throw po::error(fmt::format("{}: is for the command line only", name));
    auto value = equals == std::string::npos ? "yes" : line.substr(equals + 1);
    boost::algorithm::trim(value);
    settings << name << '=' << bare_value(value) << '\n';
  }
  return settings;
}

/// Returns the option called `name`, or null. The name may begin with dashes, as in --depth or -d.
const po::option_description* find_option(const po::options_description& options,
                                          std::string_view name) {
  if (name.starts_with("--"))
    name.remove_prefix(2);
  return options.find_nothrow(std::string(name), false, true);
}

/// Returns the text of the error for the name of an unknown option.
std::string unknown_option_text(const std::string& word, const po::options_description& options) {
  const std::string_view dashes = word.starts_with('-') ? "--" : ""; // none in an INI file
  std::vector<std::string> known;
  for (const auto& option : options.options())
    known.push_back(fmt::format("{}{}", dashes, option->long_name()));
  const std::vector<std::string_view> names(known.begin(), known.end());
  return fmt::format("{}: no such option{}", word, suggestion(word, names));
}

/// Returns the text of the error for a required option that is missing.
std::string missing_text(const OptionText& option, bool is_operand) {
  const auto form =
      is_operand ? fmt::format("{} (--{})", option.value, option.name) : option.long_form();
  return fmt::format("{} is required, but missing: {}", form, first_clause(option.description));
}

/// Returns the text of the error for an option that lacks its value, or has a value but takes none.
std::string ill_formed_text(const std::string& name, const OptionText& option) {
  if (option.value.empty())
    return fmt::format("{}: takes no value", name);
  return fmt::format("{}: needs a value, as in {}: {}", name, option.long_form(),
                     first_clause(option.description));
}

/// Returns the text of an error for the current exception, which is one of Boost's about the words
/// or the file. The text says what would be right.
std::string mistake(const Options& known) {
  const auto options = known.all();
  const auto option_of = [&](const po::error_with_option_name& error) {
    return option_text(*find_option(options, error.get_option_name()));
  };
  try {
    throw;
  } catch (const po::unknown_option& error) {
    return unknown_option_text(error.get_option_name(), options);
  } catch (const po::required_option& error) {
    const auto option = option_of(error);
    return missing_text(option, known.is_operand(option.name));
  } catch (const po::multiple_occurrences& error) {
    return fmt::format("{}: is given more than once, but takes one value", error.get_option_name());
  } catch (const po::invalid_command_line_syntax& error) {
    const auto& word = error.get_option_name(); // known or not, as in --dept=
    return find_option(options, word) == nullptr ? unknown_option_text(word, options)
                                                 : ill_formed_text(word, option_of(error));
  } catch (const po::validation_error& error) { // of values that are not text, namely of switches
    return fmt::format("{}: must be yes or no", error.get_option_name());
  } catch (const po::error& error) {
    return error.what();
  }
}

/// Returns the names of the algorithms that `text` lists, as --algorithm does.
std::vector<std::string> listed_algorithms(const std::string& text) {
  std::vector<std::string> names;
  for (const auto name : eldest::split(text, ","))
    names.push_back(current_algorithm(name));
  return names;
}

/// Returns the names of the algorithms that --algorithm chooses, once or as a list of lists.
std::vector<std::string> chosen_algorithms(const po::variable_value& value) {
  if (const auto* const text = boost::any_cast<std::string>(&value.value()))
    return listed_algorithms(*text);
  std::vector<std::string> names;
  for (const auto& text : value.as<std::vector<std::string>>()) {
    const auto listed = listed_algorithms(text);
    names.insert(names.end(), listed.begin(), listed.end());
  }
  return names;
}

/// Removes from the values those options of a file that belong to other algorithms than the chosen.
void omit_other_algorithms(const po::parsed_options& file, po::variables_map& values) {
  if (values.count("algorithm") == 0)
    return;
  const auto chosen = chosen_algorithms(values["algorithm"]);
  for (const auto& option : file.options) {
    if (is_option_of_others(option.string_key, chosen))
      values.erase(option.string_key);
  }
}

/// Returns the text of a file of settings, which may be in a store. Throws InputError.
std::string read_settings_file(const std::string& file) {
  const auto stored = in_store(file);
  if (!stored)
    return read_named("--config", find_data_file(file).value_or(file));
  try {
    return read_stored_settings(*stored);
  } catch (const InputError& error) {
    throw InputError(fmt::format("--config {}: {}", file, error.what()));
  }
}

void read_config(std::string_view command, std::span<const Command> commands,
                 const std::string& file, const Options& known, po::variables_map& values) {
  const auto text = read_settings_file(file);
  values.insert({settings_text, po::variable_value(text, false)});
  std::istringstream stream(text);
  stream.exceptions(std::ios::badbit);
  try {
    auto settings = settings_for(command, commands, stream);
    const auto options = known.all(); // referred to by the parsed options
    auto parsed = po::parse_config_file(settings, options);
    // Otherwise, the values in the file would be added to lists instead of being ignored.
    std::erase_if(parsed.options, [&](const po::option& option) {
      return values.count(option.string_key) != 0 && !values[option.string_key].defaulted();
    });
    po::store(parsed, values);
    omit_other_algorithms(parsed, values);
  } catch (const po::error&) {
    throw InputError(fmt::format("--config {}: {}", file, mistake(known)));
  }
}

/// Returns true if options of a topic, or an option itself, are settings of a search. Others say
/// what is done with it, such as where its trace is written.
bool is_setting_of_search(std::string_view topic, std::string_view option) {
  constexpr std::array<std::string_view, 5> topics{"tree", "search", "table", "machine", "faults"};
  return option == "time" || std::ranges::find(topics, topic) != topics.end() ||
         is_algorithm(topic);
}

/// Throws InputError unless all options among `words`, of which every second is a value, are
/// settings of a search, by their whole names.
void check_settings_of_search(const std::string& file, const std::vector<std::string>& words,
                              const Options& known) {
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const auto name = words[i].substr(2);
    const auto group = std::ranges::find_if(known.groups(), [&](const OptionGroup& some) {
      return std::ranges::count(option_texts(some), name, &OptionText::name) > 0;
    });
    if (group == known.groups().end())
      throw InputError(fmt::format("--from {}: {}", file, unknown_option_text(name, known.all())));
    if (!is_setting_of_search(group->topic, name))
      throw InputError(fmt::format("--from {}: {}: is not a setting of a search", file, name));
  }
}

/// Reads the settings of a result, which apply where the words do not set an option. If the words
/// choose another algorithm, the result's options that it does not have are left out.
void read_from(const std::string& file, const Options& known,
               const po::options_description& options, po::variables_map& values) {
  const auto result = read_result(file);
  auto words = words_of_result(result);
  check_settings_of_search(file, words, known);
  values.insert({version_of_from, po::variable_value(version_of_numbers(result), false)});
  if (!values["algorithm"].defaulted()) {
    const auto chosen = chosen_algorithms(values["algorithm"]);
    for (auto word = words.begin(); word != words.end();)
      word = is_option_of_others(word->substr(2), chosen) ? words.erase(word, word + 2) : word + 2;
  }
  po::store(po::command_line_parser(words).options(options).run(), values);
}

/// Reads the preset's settings, which apply where neither the words nor the files of --from and
/// --config set an option. Options that the command does not have, such as the cost of nodes in
/// real searches, are ignored.
void read_program(const std::string& name, const po::options_description& options,
                  po::variables_map& values) {
  std::istringstream settings(find_program(name).settings);
  settings.exceptions(std::ios::badbit);
  po::store(po::parse_config_file(settings, options, true), values);
}

/// Returns the words with the current names of options.
std::vector<std::string> with_current_names(std::span<const std::string> words) {
  constexpr std::string_view dashes = "--";
  std::vector<std::string> current;
  for (const std::string_view word : words) {
    if (!word.starts_with(dashes)) {
      current.emplace_back(word);
      continue;
    }
    const auto equals = std::min(word.find('='), word.size());
    const auto name = word.substr(0, equals).substr(dashes.size());
    current.push_back(fmt::format("{}{}{}", dashes, current_option(name), word.substr(equals)));
  }
  return current;
}

/// Checks that no option has taken the next option for its value. Gives each operand the name of
/// the option that its place stands for. Throws po::error.
void name_words(po::parsed_options& parsed, const po::options_description& options,
                const po::positional_options_description& positional) {
  for (auto& option : parsed.options) {
    const auto& tokens = option.original_tokens;
    if (tokens.size() == 2 && tokens[1].starts_with("--") &&
        find_option(options, tokens[1]) != nullptr)
      throw po::error(
          fmt::format("--{}: needs a value, and {} is an option", option.string_key, tokens[1]));
    if (!option.string_key.empty() || option.position_key < 0)
      continue;
    const auto place = static_cast<unsigned>(option.position_key);
    if (place >= positional.max_total_count())
      throw po::error(fmt::format("'{}': is neither an option nor the value of one",
                                  fmt::join(option.value, " ")));
    option.string_key = positional.name_for_position(place);
  }
}

/// Reads the words, and the files named in them. Throws InputError, and Boost's exceptions.
void read_all(std::string_view command, const Options& known, std::span<const std::string> words,
              std::span<const Command> commands, po::variables_map& values) {
  const auto options = known.all();
  using namespace po::command_line_style;
  po::command_line_parser parser(with_current_names(words));
  parser.options(options).style(allow_long | long_allow_adjacent | long_allow_next |
                                long_case_insensitive | allow_short | allow_dash_for_short |
                                short_allow_adjacent | short_allow_next | allow_sticky);
  auto parsed = parser.run();
  const auto help = std::ranges::find(parsed.options, "help", &po::option::string_key);
  if (help != parsed.options.end())
    parsed.options = {*help};
  else
    name_words(parsed, options, known.positional());
  po::store(parsed, values);
  if (values.count("help") != 0)
    return;
  if (values.count("from") != 0)
    read_from(values["from"].as<std::string>(), known, options, values);
  if (values.count("config") != 0)
    read_config(command, commands, values["config"].as<std::string>(), known, values);
  // In a sweep, "program" is a list; each of its choices is read separately.
  if (const auto* const program = boost::any_cast<std::string>(&values["program"].value()))
    read_program(*program, options, values);
  po::notify(values);
}

} // namespace

void read_options(std::string_view command, const Options& options,
                  std::span<const std::string> words, std::span<const Command> commands,
                  po::variables_map& values) {
  try {
    read_all(command, options, words, commands, values);
  } catch (const po::error&) {
    throw InputError(fmt::format("{} (see eldest {} --help)", mistake(options), command));
  }
}

} // namespace eldest
