#pragma once

#include <string>

namespace boost::program_options {
class value_semantic;
class variables_map;
} // namespace boost::program_options

namespace eldest {

/// The kind of value that an option takes. An option deletes the kind that it is made with.
using ValueKind = const boost::program_options::value_semantic*;

/// Returns the kind of an optional text, which is read as std::string. `name` is the placeholder of
/// the text in the help.
[[nodiscard]] ValueKind text(const std::string& name);

/// Returns the kind of a text that is `default_text` unless the option is given.
[[nodiscard]] ValueKind text(const std::string& name, const std::string& default_text);

/// Returns the kind of a text that is empty if the option is given without a value.
[[nodiscard]] ValueKind text_or_nothing(const std::string& name);

/// Returns the kind of a text that must be given.
[[nodiscard]] ValueKind required_text(const std::string& name);

/// Returns the kind of a list, which is read as std::vector<std::string>. Each use of the option
/// adds a text. The texts of a result read by --from are added, too.
[[nodiscard]] ValueKind texts(const std::string& name);

/// Returns the kind of a list that must have at least one text.
[[nodiscard]] ValueKind required_texts(const std::string& name);

/// Returns the kind of a list to which the option adds "yes" if it is given without a value.
[[nodiscard]] ValueKind texts_or_yes(const std::string& name);

/// Returns the kind of a text that is "yes" or "no", and "yes" if the option is given without a
/// value.
[[nodiscard]] ValueKind yes_or_no(const std::string& default_word);

/// Returns the kind of a switch, which takes no value. It is read as bool, and is true if the
/// option is given.
[[nodiscard]] ValueKind flag();

} // namespace eldest
