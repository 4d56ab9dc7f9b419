#pragma once

#include "trees/base/one_line.hpp"

#include <mutex>
#include <ostream>
#include <string_view>

namespace eldest::uci {

/// A stream to which several threads write lines. Each line is written at once and as a whole.
class Output {
public:
  explicit Output(std::ostream& stream) : stream_(stream) {}

  void line(std::string_view text) {
    const std::lock_guard lock(mutex_);
    stream_ << text << '\n' << std::flush;
  }
  /// Writes a line of the protocol that holds a text for a person.
  void note(std::string_view text) {
    const std::lock_guard lock(mutex_);
    stream_ << "info string " << message_line(text) << '\n' << std::flush;
  }

private:
  std::mutex mutex_;
  std::ostream& stream_;
};

} // namespace eldest::uci
