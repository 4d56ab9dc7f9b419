#include "sim/cli/options/option_groups.hpp"

#include "algorithms/registry.hpp"
#include "algorithms/search/algorithm.hpp"

#include <boost/program_options/cmdline.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/positional_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Returns the index of a topic: first among topics(), then among algorithms().
std::size_t order_of(std::string_view topic) {
  const auto& known = topics();
  auto place = std::ranges::find(known, topic, &Topic::name) - known.begin();
  if (place == std::ssize(known))
    place += std::ranges::find(algorithms(), topic, &Algorithm::name) - algorithms().begin();
  return static_cast<std::size_t>(place);
}

std::string title_of(std::string_view topic) {
  const auto known = std::ranges::find(topics(), topic, &Topic::name);
  return known != topics().end() ? std::string(known->title) : fmt::format("Options of {}", topic);
}

} // namespace

const std::vector<Topic>& topics() {
  static const std::vector<Topic> all{
      {"operands", "Operands"},
      {"experiment", "Runs, repeats and limits"},
      {"tree", "Tree and positions"},
      {"search", "The search"},
      {"table", "The transposition table"},
      {"machine", "The machine"},
      {"faults", "Failures in the machine"},
      {"output", "Output"},
      {"settings", "Sources of settings, and help"},
  };
  return all;
}

Options::Options() {
  about("output")("quiet,q", flag(), "print no progress and no notes on standard error");
  about("settings") //
      ("config", text("FILE"),
       "read options from an INI file: name = value, before the first section or in that of the "
       "command, such as [simulate]; those of other algorithms are ignored") //
      ("help,h", text_or_nothing("TOPIC"),
       "show help; with a topic, such as table or abdada, the help on it; with all, every option");
}

OptionAdder& OptionAdder::operator()(const std::string& names, ValueKind value,
                                     const std::string& description) {
  options_->add_options()(names.c_str(), value, description.c_str());
  return *this;
}

OptionAdder Options::about(std::string_view topic) {
  const auto order = order_of(topic);
  auto place = groups_.begin();
  while (place != groups_.end() && place->order < order)
    ++place;
  if (place == groups_.end() || place->order != order)
    place = groups_.insert(place, {std::string(topic), title_of(topic), order,
                                   std::make_shared<po::options_description>()});
  return OptionAdder(*place->options);
}

void Options::add_operand(const char* option, int count, std::vector<std::string> offered) {
  operands_.push_back({option, count, std::move(offered)});
}

po::options_description Options::all() const {
  po::options_description all;
  for (const auto& group : groups_)
    all.add(*group.options);
  return all;
}

po::positional_options_description Options::positional() const {
  po::positional_options_description positional;
  for (const auto& operand : operands_)
    positional.add(operand.option.c_str(), operand.count);
  return positional;
}

bool Options::has(const std::string& option) const {
  return std::ranges::any_of(groups_, [&](const OptionGroup& group) {
    return group.options->find_nothrow(option, false) != nullptr;
  });
}

bool Options::is_operand(std::string_view option) const {
  return std::ranges::find(operands_, option, &Operand::option) != operands_.end();
}

std::vector<std::string> Options::offered_for(const std::string& option) const {
  const auto found = std::ranges::find(operands_, option, &Operand::option);
  return found == operands_.end() ? std::vector<std::string>() : found->offered;
}

std::vector<std::string> Options::operands() const {
  const auto options = all();
  std::vector<std::string> names;
  for (const auto& operand : operands_) {
    const auto text = option_text(options.find(operand.option, false));
    const auto name = operand.count == 1 ? text.value : text.value + "...";
    names.push_back(text.is_required ? name : fmt::format("[{}]", name));
  }
  return names;
}

std::string OptionText::long_form() const {
  if (value.empty())
    return fmt::format("--{}", name);
  return value_is_optional ? fmt::format("--{} [{}]", name, value)
                           : fmt::format("--{} {}", name, value);
}

OptionText option_text(const po::option_description& option) {
  OptionText text;
  text.name = option.long_name();
  text.description = option.description();
  const auto shown = option.canonical_display_name(po::command_line_style::allow_dash_for_short);
  if (shown.size() == 2 && shown[0] == '-')
    text.letter = shown[1];
  const auto& semantic = *option.semantic();
  text.is_required = semantic.is_required();
  if (semantic.max_tokens() == 0)
    return text;
  text.value_is_optional = semantic.min_tokens() == 0;
  // Boost writes "NAME (=DEFAULT)"; where the value is optional, "[=NAME(=VALUE)] (=DEFAULT)".
  const auto whole = semantic.name();
  std::string_view form = whole;
  if (form.starts_with("[="))
    form.remove_prefix(2);
  const auto end_of_name = form.find("(=");
  const auto begin = form.find(" (=");
  if (begin != std::string_view::npos) {
    const auto rest = form.substr(begin + 3);
    text.default_value = rest.substr(0, rest.find(')'));
  }
  text.value = form.substr(0, end_of_name);
  while (text.value.ends_with(' '))
    text.value.pop_back();
  return text;
}

std::vector<OptionText> option_texts(const OptionGroup& group) {
  std::vector<OptionText> texts;
  for (const auto& option : group.options->options())
    texts.push_back(option_text(*option));
  return texts;
}

std::vector<OptionText> option_texts(const Options& options) {
  std::vector<OptionText> texts;
  for (const auto& group : options.groups())
    std::ranges::move(option_texts(group), std::back_inserter(texts));
  return texts;
}

std::string first_clause(std::string_view description) {
  const auto end = std::min(description.find(": "), description.find("; "));
  return std::string(description.substr(0, end));
}

} // namespace eldest
