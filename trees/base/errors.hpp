#pragma once

#include "trees/base/one_line.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace eldest {

/// The subject of an error, which is something that a caller may give by a name, a file or a
/// number.
enum class Subject : std::uint8_t {
  algorithm,
  failures,
  hosts,
  model,
  output,
  platform,
  position,
  processors,
  trace,
  tree,
};

[[nodiscard]] constexpr std::string_view name_of(Subject subject) {
  switch (subject) {
  case Subject::algorithm:
    return "algorithm";
  case Subject::failures:
    return "failures";
  case Subject::hosts:
    return "hosts";
  case Subject::model:
    return "model";
  case Subject::output:
    return "output";
  case Subject::platform:
    return "platform";
  case Subject::position:
    return "position";
  case Subject::processors:
    return "processors";
  case Subject::trace:
    return "trace";
  case Subject::tree:
    return "tree";
  }
  return "";
}

/// An error with a message of one line, which says where the mistake is, what is wrong and what
/// would be right. With a subject, the line begins with the subject's name, as in "platform x.xml:
/// cannot be read". The message may repeat any input, because it is escaped, and cut if it is very
/// long (see message_line).
class Error : public std::runtime_error {
public:
  explicit Error(std::string_view message) : std::runtime_error(message_line(message)) {}
  Error(Subject subject, std::string_view message)
      : std::runtime_error(std::string(name_of(subject)) + ' ' + message_line(message)),
        subject_(subject) {}

  [[nodiscard]] std::optional<Subject> subject() const { return subject_; }
  /// The line without the subject's name, as in "x.xml: cannot be read".
  [[nodiscard]] std::string message() const {
    return what() + (subject_ ? name_of(*subject_).size() + 1 : 0);
  }

private:
  std::optional<Subject> subject_;
};

/// Bad input from outside: an option, a position, a file. The program ends with exit status 2.
class InputError : public Error {
  using Error::Error;
};

/// A run that could not be completed (deadlock, crash, full disk). The program ends with exit
/// status 1.
class RunError : public Error {
  using Error::Error;
};

} // namespace eldest
