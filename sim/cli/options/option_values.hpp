#pragma once

#include <string>

namespace boost::program_options {
class value_semantic;
class variables_map;
} // namespace boost::program_options

namespace eldest {

/// The kind of value that an option takes. The option that it is given to deletes it.
using ValueKind = const boost::program_options::value_semantic*;

/// Returns the kind of a text, read as std::string, that may be missing. `name` is its placeholder
/// in the help.
[[nodiscard]] ValueKind text(const std::string& name);

/// Returns the kind of a text that is `default_text` unless the option is given.
[[nodiscard]] ValueKind text(const std::string& name, const std::string& default_text);

/// Returns the kind of a text that is empty where the option stands alone.
[[nodiscard]] ValueKind text_or_nothing(const std::string& name);

/// Returns the kind of a text that must be given.
[[nodiscard]] ValueKind required_text(const std::string& name);

/// Returns the kind of a list, read as std::vector<std::string>, to which each use of the option
/// adds a text. The texts of a result read by --from are added, too.
[[nodiscard]] ValueKind texts(const std::string& name);

/// Returns the kind of a list in which there must be a text.
[[nodiscard]] ValueKind required_texts(const std::string& name);

/// Returns the kind of a list to which the option adds yes where it stands alone.
[[nodiscard]] ValueKind texts_or_yes(const std::string& name);

/// Returns the kind of a text that is yes or no, and yes where the option stands alone.
[[nodiscard]] ValueKind yes_or_no(const std::string& default_word);

/// Returns the kind of a switch, read as bool: true if the option is given, which takes no value.
[[nodiscard]] ValueKind flag();

} // namespace eldest
