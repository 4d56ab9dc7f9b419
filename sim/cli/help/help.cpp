#include "sim/cli/help/help.hpp"

#include "algorithms/registry.hpp"
#include "algorithms/search/algorithm.hpp"
#include "sim/cli/reports/version.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace eldest {
namespace {

/// The column at which the descriptions of options begin.
constexpr std::size_t description_column = 32;

/// The column at which the purposes of commands begin.
constexpr std::size_t purpose_column = 20;

/// A command with at most this number of options shows all of them in its short help.
constexpr std::size_t few_options = 14;

/// Options that most uses of a command with many options need, apart from the required options.
/// They are in the order of the short help.
constexpr std::array<std::string_view, 16> common_options{
    "platform", "tree",  "position", "depth", "algorithm", "processors", "baseline", "time",
    "seeds",    "limit", "jobs",     "trace", "json",      "program",    "from",     "help"};

std::size_t order_of(const OptionText& option) {
  return static_cast<std::size_t>(std::ranges::find(common_options, option.name) -
                                  common_options.begin());
}

bool is_common(const OptionText& option) {
  return option.is_required || order_of(option) < common_options.size();
}

std::string with_default(const OptionText& option) {
  return option.default_value.empty()
             ? option.description
             : fmt::format("{} (default: {})", option.description, option.default_value);
}

/// Returns an option with only the first clause of its description.
OptionText in_brief(OptionText option) {
  option.description = first_clause(option.description);
  return option;
}

std::string entry(const OptionText& option, bool is_operand, const Style& style) {
  auto left = is_operand           ? fmt::format("  {} (--{})", option.value, option.name)
              : option.letter == 0 ? fmt::format("      {}", option.long_form())
                                   : fmt::format("  -{}, {}", option.letter, option.long_form());
  if (left.size() + 2 > description_column)
    left += '\n' + std::string(description_column, ' ');
  else
    left.resize(description_column, ' ');
  return left + style.paragraph(with_default(option), description_column, description_column) +
         '\n';
}

std::string description_of(const Command& command, const Style& style) {
  return command.description.empty() ? "" : style.paragraph(command.description, 0) + "\n\n";
}

std::string head_of(const Command& command, const Style& style) {
  return fmt::format("{}: {}\n\n{}\n\n{}", style.heading(command.name),
                     style.paragraph(command.purpose, 2, command.name.size() + 2),
                     style.paragraph(usage_of(command), 7), description_of(command, style));
}

/// Returns a group's title and its options.
std::string group_text(const OptionGroup& group, const Options& options, const Style& style) {
  auto text = style.heading(group.title + ":") + '\n';
  for (const auto& option : option_texts(group))
    text += entry(option, options.is_operand(option.name), style);
  return text;
}

/// Returns the help on an algorithm, which may have no options.
std::string algorithm_text(const Options& options, std::string_view topic, const Style& style) {
  const auto algorithm = find_algorithm(topic);
  const auto name = algorithm.name();
  auto text = style.paragraph(fmt::format("{}: {}", name, algorithm.description()), 0) + "\n\n";
  const auto group = std::ranges::find(options.groups(), name, &OptionGroup::topic);
  return text + (group == options.groups().end()
                     ? fmt::format("{} has no options of its own.\n", name)
                     : group_text(*group, options, style));
}

std::string topic_entry(std::string_view topic, std::string_view content, const Style& style) {
  constexpr std::size_t indent = 14;
  return fmt::format("  {:<{}}{}\n", topic, indent - 2, style.paragraph(content, indent, indent));
}

/// Returns a topic, with the names of those of its options that the short help does not show.
/// Returns an empty text if the short help shows all.
std::string topic_line(const OptionGroup& group, const Style& style) {
  std::vector<std::string> names;
  for (const auto& option : option_texts(group)) {
    if (!is_common(option))
      names.push_back("--" + option.name);
  }
  if (names.empty())
    return "";
  return topic_entry(group.topic, fmt::format("{}", fmt::join(names, " ")), style);
}

std::string topics_text(const Command& command, const Options& options, const Style& style) {
  auto text =
      style.heading(fmt::format(
          "More options, by topic (eldest {} --help TOPIC; all: every option):", command.name)) +
      '\n';
  for (const auto& group : options.groups()) {
    if (!is_algorithm(group.topic))
      text += topic_line(group, style);
  }
  if (options.has("algorithm"))
    text += topic_entry("ALGORITHM", algorithm_names(), style);
  return text;
}

std::string short_help(const Command& command, const Options& options, const Style& style) {
  std::vector<OptionText> shown;
  const bool all = option_texts(options).size() <= few_options;
  for (const auto& group : options.groups()) {
    for (const auto& option : option_texts(group)) {
      if (all)
        shown.push_back(option);
      else if (is_common(option))
        shown.push_back(in_brief(option));
    }
  }
  const auto others =
      std::stable_partition(shown.begin(), shown.end(), [&](const OptionText& option) {
        return options.is_operand(option.name);
      });
  if (!all)
    std::stable_sort(others, shown.end(), [](const OptionText& one, const OptionText& other) {
      return order_of(one) < order_of(other);
    });
  auto text = head_of(command, style);
  for (const auto& option : shown)
    text += entry(option, options.is_operand(option.name), style);
  return all ? text : text + '\n' + topics_text(command, options, style);
}

std::string full_help(const Command& command, const Options& options, const Style& style) {
  auto text = head_of(command, style);
  for (const auto& group : options.groups())
    text += group_text(group, options, style) + '\n';
  text.pop_back();
  return text;
}

/// Returns the option called `name`, or nothing.
std::optional<OptionText> find_option(const Options& options, std::string_view name) {
  const auto texts = option_texts(options);
  const auto found = std::ranges::find(texts, name, &OptionText::name);
  return found == texts.end() ? std::nullopt : std::optional(*found);
}

} // namespace

std::vector<std::string> topics_of(const Command& command) {
  const auto options = command.options();
  std::vector<std::string> names{"all"};
  for (const auto& group : options.groups()) {
    if (!is_algorithm(group.topic))
      names.push_back(group.topic);
  }
  if (options.has("algorithm")) {
    for (const auto& algorithm : algorithms())
      names.emplace_back(algorithm.name());
  }
  return names;
}

bool has_help_on(const Command& command, std::string_view topic) {
  return std::ranges::count(topics_of(command), current_algorithm(topic)) > 0 ||
         find_option(command.options(), current_option(topic)).has_value();
}

std::string usage_of(const Command& command) {
  const auto options = command.options();
  auto usage = fmt::format("eldest {}", command.name);
  for (const auto& operand : options.operands())
    usage += ' ' + operand;
  for (const auto& group : options.groups()) {
    for (const auto& option : option_texts(group)) {
      if (option.is_required && !options.is_operand(option.name))
        usage += ' ' + option.long_form();
    }
  }
  return usage + " [OPTION...]";
}

std::string program_help(std::span<const Command> commands, const Style& style) {
  auto text = fmt::format("eldest {}: parallel game-tree search, simulated and real\n\n", version);
  for (const auto& command : commands)
    text += fmt::format("  eldest {} {}\n", style.heading(fmt::format("{:<10}", command.name)),
                        style.paragraph(command.purpose, purpose_column, purpose_column));
  return text + '\n' +
         style.paragraph(
             "Every command takes -h or --help, which lists its options and topics. eldest "
             "simulate --help table explains a topic, eldest simulate --help abdada an algorithm, "
             "eldest simulate --help depth an option. -V or --version prints the version.",
             0) +
         '\n';
}

std::string command_help(const Command& command, std::string_view topic, const Style& style) {
  const auto options = command.options();
  if (topic.empty())
    return short_help(command, options, style);
  if (topic == "all")
    return full_help(command, options, style);
  if (options.has("algorithm") && is_algorithm(topic))
    return algorithm_text(options, topic, style);
  const auto group = std::ranges::find(options.groups(), topic, &OptionGroup::topic);
  if (group != options.groups().end())
    return group_text(*group, options, style);
  if (const auto option = find_option(options, current_option(topic)))
    return entry(*option, options.is_operand(option->name), style);
  const auto known = topics_of(command);
  const std::vector<std::string_view> names(known.begin(), known.end());
  throw InputError(fmt::format("--help {}", no_such("topic", topic, names)));
}

} // namespace eldest
