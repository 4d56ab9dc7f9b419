#include "sim/cli/help/completion.hpp"

#include "algorithms/registry.hpp"
#include "algorithms/search/algorithm.hpp"
#include "sim/cli/help/help.hpp"
#include "sim/cli/options/programs.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/platform_files/shipped_platforms.hpp"
#include "sim/system/shell_words.hpp"

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {
namespace {

/// The values that a shell can offer for an option.
struct Candidates {
  std::vector<std::string> words;
  bool files = false;
  bool folders = false;
};

template <class Things> std::vector<std::string> names_of(const Things& things) {
  std::vector<std::string> names;
  for (const auto& thing : things)
    names.emplace_back(thing.name);
  return names;
}

std::vector<std::string> algorithm_words() {
  std::vector<std::string> names;
  for (const auto& algorithm : algorithms())
    names.emplace_back(algorithm.name());
  return names;
}

std::vector<std::string> platform_words() {
  std::vector<std::string> names;
  for (const auto& platform : shipped_platforms())
    names.push_back(std::filesystem::path(platform.file).stem().string());
  return names;
}

/// Returns the values to offer for an option. They are those that the command lists or, without
/// such a list, those that the placeholder of the value implies.
Candidates candidates_of(const Command& command, const Options& options, const OptionText& option) {
  if (auto offered = options.offered_for(option.name); !offered.empty())
    return {std::move(offered)};
  const auto& value = option.value;
  if (value.find('|') != std::string::npos) {
    Candidates choices;
    boost::split(choices.words, value, boost::is_any_of("|"));
    return choices;
  }
  if (value == "ALGORITHM")
    return {algorithm_words()};
  if (value == "PLATFORM")
    return {platform_words(), true};
  if (value == "PROGRAM")
    return {names_of(programs())};
  if (value == "TREE")
    return {names_of(trees())};
  if (value == "POSITION")
    return {{"startpos"}, true};
  if (value == "TOPIC")
    return {topics_of(command)};
  return {{}, value == "FILE" || value == "STORE", value == "FOLDER"};
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

/// Returns the bash commands that offer candidates.
std::string bash_offer(const Candidates& candidates) {
  std::string offer;
  if (!candidates.words.empty())
    offer += fmt::format("_eldest_words '{}'; ", joined(candidates.words));
  if (candidates.files || candidates.folders)
    offer += fmt::format("_eldest_files {}; ", candidates.files ? "-f" : "-d");
  return offer;
}

/// Returns the branch of bash's `case` for a command. After an option, the branch offers the
/// option's values. Elsewhere, it offers the names of options or the values of operands.
std::string bash_command(const Command& command) {
  const auto options = command.options();
  std::vector<std::string> names;
  std::string cases;
  std::string operands;
  for (const auto& option : option_texts(options)) {
    names.push_back("--" + option.name);
    const auto offer = bash_offer(candidates_of(command, options, option));
    if (options.is_operand(option.name))
      operands += offer;
    if (option.value.empty() || (option.value_is_optional && offer.empty()))
      continue;
    const auto letter = option.letter == 0 ? "" : fmt::format("|-{}", option.letter);
    cases += fmt::format("        --{}{}) {}return ;;\n", option.name, letter, offer);
  }
  return fmt::format("    {})\n      case $before in\n{}      esac\n"
                     "      if [[ $word == -* ]]; then _eldest_words '{}'; else {}:; fi\n"
                     "      ;;\n",
                     command.name, cases, joined(names), operands);
}

constexpr std::string_view bash_begin =
    R"(# Completion of eldest's command line in bash; made by eldest help --format bash.

# Offers the words that begin like the current word after its last comma.
_eldest_words() {
  local begin=
  [[ $word == *,* ]] && begin=${word%,*},
  COMPREPLY+=($(compgen -P "$begin" -W "$1" -- "${word#"$begin"}"))
}

_eldest_files() {
  compopt -o filenames 2>/dev/null
  local IFS=$'\n'
  COMPREPLY+=($(compgen "$1" -- "$word"))
}

_eldest() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  # --option=value is three words to bash.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  if ((COMP_CWORD == 1)); then
    _eldest_words '@COMMANDS@ --help --version'
    return
  fi
  case ${COMP_WORDS[1]} in
)";

constexpr std::string_view bash_end = R"(  esac
}

complete -F _eldest eldest
)";

/// Quotes a text as one word of a shell.
std::string as_word(std::string text) { return shell_line(std::vector{std::move(text)}); }

/// Escapes a text for a specification of zsh's _arguments.
std::string zsh_text(std::string text) {
  for (const auto* const special : {"\\", "[", "]", ":"})
    boost::replace_all(text, special, std::string("\\") + special);
  return text;
}

/// Returns the zsh action that offers candidates.
std::string zsh_action(const Candidates& candidates) {
  const auto* const files = candidates.files ? "_files" : candidates.folders ? "_files -/" : " ";
  if (candidates.words.empty())
    return files;
  return fmt::format("{{_eldest_words{} {}}}", candidates.files ? "_or_files" : "",
                     joined(candidates.words));
}

std::string zsh_option(const Command& command, const Options& options, const OptionText& option) {
  auto text = fmt::format("[{}]", zsh_text(first_clause(option.description)));
  if (!option.value.empty()) {
    text += fmt::format("{}:{}:{}", option.value_is_optional ? ":" : "", zsh_text(option.value),
                        zsh_action(candidates_of(command, options, option)));
  }
  const auto end = as_word(text);
  if (option.letter == 0)
    return fmt::format("      {}{} \\\n", as_word("*--" + option.name), end);
  return fmt::format("      {}{} \\\n      {}{} \\\n", as_word("*--" + option.name), end,
                     as_word(fmt::format("*-{}", option.letter)), end);
}

std::string zsh_command(const Command& command) {
  const auto options = command.options();
  std::string specifications;
  std::string operands = " ";
  for (const auto& option : option_texts(options)) {
    specifications += zsh_option(command, options, option);
    if (options.is_operand(option.name))
      operands = zsh_action(candidates_of(command, options, option));
  }
  return fmt::format("    {})\n      _arguments -s \\\n{}      {}\n      ;;\n", command.name,
                     specifications, as_word("*:operand:" + operands));
}

} // namespace

std::string bash_completion(std::span<const Command> commands) {
  auto begin = std::string(bash_begin);
  boost::replace_all(begin, "@COMMANDS@", joined(names_of(commands)));
  std::string cases;
  for (const auto& command : commands)
    cases += bash_command(command);
  return begin + cases + std::string(bash_end);
}

std::string zsh_completion(std::span<const Command> commands) {
  std::string names;
  std::string cases;
  for (const auto& command : commands) {
    names += fmt::format(
        "      {}\n",
        as_word(fmt::format("{}:{}", command.name, zsh_text(std::string(command.purpose)))));
    cases += zsh_command(command);
  }
  return fmt::format("#compdef eldest\n"
                     "# Completion of eldest's command line in zsh; made by eldest help --format "
                     "zsh.\n\n"
                     "# Offers the words that begin like the current word after its last comma.\n"
                     "_eldest_words() {{\n  compset -P '*,'\n  compadd -- \"$@\"\n}}\n\n"
                     "_eldest_words_or_files() {{\n"
                     "  _alternative \"values:value:($*)\" 'files:file:_files'\n}}\n\n"
                     "_eldest() {{\n"
                     "  if ((CURRENT == 2)); then\n"
                     "    local -a commands=(\n{}    )\n"
                     "    _describe -t commands command commands\n"
                     "    return\n"
                     "  fi\n"
                     "  local command=$words[2]\n"
                     "  shift words\n"
                     "  ((CURRENT--))\n"
                     "  case $command in\n{}  esac\n"
                     "}}\n\n_eldest \"$@\"\n",
                     names, cases);
}

} // namespace eldest
