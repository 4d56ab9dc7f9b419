#pragma once

#include "sim/cli/options/option_values.hpp"

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace boost::program_options {
class option_description;
class options_description;
class positional_options_description;
} // namespace boost::program_options

namespace eldest {

/// Options on one subject. Help lists options by such groups.
struct OptionGroup {
  std::string topic; ///< one word, as in "table"
  std::string title; ///< subject of the options
  std::size_t order; ///< index of the topic, first among topics(), then among algorithms()
  std::shared_ptr<boost::program_options::options_description> options;
};

/// Adds options to a topic, one with each call.
class OptionAdder {
public:
  explicit OptionAdder(boost::program_options::options_description& options) : options_(&options) {}

  /// Adds an option. `names`: the name of the option, or its name and its letter with a comma
  /// between, as in "depth,d".
  OptionAdder& operator()(const std::string& names, ValueKind value,
                          const std::string& description);

private:
  boost::program_options::options_description* options_;
};

/// Options of a command in groups, and its operands, which are words without an option's name.
/// Help, the man page and shell completions are made from them.
///
/// All of these know only the placeholder of an option's value. A placeholder shows choices with |
/// between, such as yes|no, or names a kind of value, such as ALGORITHM or FILE. Completions offer
/// values for ALGORITHM, PLATFORM, PROGRAM, TREE, POSITION, TOPIC, FILE, STORE and FOLDER.
class Options {
public:
  /// Adds the options of every command: --help, --config and --quiet.
  Options();
  Options(Options&&) noexcept = default; // no copies, which would share the options of the groups

  /// Returns the object that adds options to a topic. `topic` is one of topics(), or an algorithm.
  OptionAdder about(std::string_view topic);

  /// Makes the next `count` words without an option's name values of `option`. A `count` of -1
  /// means all further words. `offered`: words that completions offer. If it is empty, they offer
  /// the values that the placeholder implies.
  void add_operand(const char* option, int count = 1, std::vector<std::string> offered = {});

  /// The groups in the order of topics(), followed by those of the algorithms.
  [[nodiscard]] const std::list<OptionGroup>& groups() const { return groups_; }
  [[nodiscard]] boost::program_options::options_description all() const;
  [[nodiscard]] boost::program_options::positional_options_description positional() const;
  [[nodiscard]] bool has(const std::string& option) const;
  [[nodiscard]] bool is_operand(std::string_view option) const;
  /// Returns the words that `add_operand` has given for an operand, which may be none.
  [[nodiscard]] std::vector<std::string> offered_for(const std::string& option) const;
  /// Returns the operands as in a usage: "STORE FILE...".
  [[nodiscard]] std::vector<std::string> operands() const;

private:
  struct Operand {
    std::string option;
    int count = 1; ///< of words; -1: all further words
    std::vector<std::string> offered;
  };

  std::list<OptionGroup> groups_;
  std::vector<Operand> operands_;
};

/// A topic of options, and its title in the help.
struct Topic {
  std::string_view name;
  std::string_view title;
};

/// Returns all topics except the algorithms, in the order of the help.
[[nodiscard]] const std::vector<Topic>& topics();

/// The parts of an option that help shows in different places.
struct OptionText {
  std::string name;  ///< without dashes
  char letter = 0;   ///< of the short option; 0: none
  std::string value; ///< placeholder of the value; empty: the option takes no value
  bool value_is_optional = false;
  bool is_required = false;
  std::string default_value; ///< empty: none
  std::string description;   ///< without the default value

  /// Returns the option with the placeholder of its value, as in "--depth D".
  [[nodiscard]] std::string long_form() const;
};

[[nodiscard]] OptionText option_text(const boost::program_options::option_description& option);

/// Returns the texts of a group's options, in the order of adding.
[[nodiscard]] std::vector<OptionText> option_texts(const OptionGroup& group);

/// Returns the texts of all options, group by group.
[[nodiscard]] std::vector<OptionText> option_texts(const Options& options);

/// Returns a description up to its first colon or semicolon.
[[nodiscard]] std::string first_clause(std::string_view description);

} // namespace eldest
