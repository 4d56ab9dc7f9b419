#include "sim/cli/reports/style.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace eldest {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): before any thread
  return value == nullptr ? "" : value;
}

} // namespace

Style Style::of(int descriptor) {
  const auto terminal = variable("TERM");
  return Style(::isatty(descriptor) == 1 && variable("NO_COLOR").empty() && !terminal.empty() &&
               terminal != "dumb");
}

std::string Style::in(std::string_view code, std::string_view text) const {
  return is_coloured_ ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

} // namespace eldest
