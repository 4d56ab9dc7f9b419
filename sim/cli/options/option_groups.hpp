#pragma once

#include <boost/program_options.hpp>

#include <cstddef>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// Options with one subject, for which help is shown by its name.
struct OptionGroup {
  std::string topic; ///< one word, as in "table"
  std::string title; ///< what the options have in common
  std::size_t order; ///< of the topic among all
  boost::program_options::options_description options;
};

/// What a command takes: its options in groups, and its operands, the words without an option's
/// name. Help, the man page and the completions of shells are made from it.
///
/// The name of an option's value is all that they know about it: choices with | between, such as
/// yes|no, or ALGORITHM, PLATFORM, PROGRAM, TREE, FILE or FOLDER for one of those.
class Options {
public:
  /// Those of every command: --help, --config and --quiet.
  Options();

  /// To be called with the options of a topic, as the result of boost's add_options() is: the name
  /// of one of the topics() or of an algorithm.
  boost::program_options::options_description_easy_init about(std::string_view topic);

  /// Makes words without an option's name the values of an option: as many, -1 for any number.
  /// Completions offer these for them; none: what the name of the value says.
  void add_operand(const char* option, int count = 1, std::vector<std::string> offered = {});

  /// In the order of topics(), after which the algorithms' own come.
  [[nodiscard]] const std::list<OptionGroup>& groups() const { return groups_; }
  [[nodiscard]] boost::program_options::options_description all() const;
  [[nodiscard]] const boost::program_options::positional_options_description& positional() const {
    return positional_;
  }
  [[nodiscard]] bool has(const std::string& option) const;
  [[nodiscard]] bool is_operand(std::string_view option) const;
  /// What completions offer for an operand; empty: what the name of its value says.
  [[nodiscard]] std::vector<std::string> offered_for(const std::string& option) const;
  /// The operands as in a usage: "STORE FILE...".
  [[nodiscard]] std::vector<std::string> operands() const;

private:
  std::list<OptionGroup> groups_;
  boost::program_options::positional_options_description positional_;
  std::vector<std::string> operands_;
  std::map<std::string, std::vector<std::string>> offered_; ///< by operand
};

/// A topic of options.
struct Topic {
  std::string_view name;
  std::string_view title;
};

/// All topics but for the algorithms, in the order of the help.
[[nodiscard]] const std::vector<Topic>& topics();

/// The parts of an option that help has in different places.
struct OptionText {
  std::string name;  ///< without its dashes
  char letter = 0;   ///< of the short option; 0: there is none
  std::string value; ///< the name of its value; empty: it takes none
  bool value_is_optional = false;
  bool is_required = false;
  std::string default_value; ///< empty: there is none
  std::string description;   ///< without the default value

  /// "--depth D".
  [[nodiscard]] std::string long_form() const;
};

[[nodiscard]] OptionText option_text(const boost::program_options::option_description& option);

/// A description up to its first colon or semicolon.
[[nodiscard]] std::string first_clause(std::string_view description);

} // namespace eldest
