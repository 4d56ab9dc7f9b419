#include "sim/machines/simulated/failures.hpp"

#include "trees/errors.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace eldest {
namespace {

constexpr std::string_view link_prefix = "link:";

/// The number that a text is, and nothing else.
template <class Number> std::optional<Number> to_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

std::optional<Failure> parse_failure(std::string_view text) {
  const auto at = text.rfind('@');
  if (at == std::string_view::npos)
    return std::nullopt;
  const auto time = to_number<double>(text.substr(at + 1));
  if (!time || !(*time >= 0 && *time < 1e9))
    return std::nullopt;
  auto what = text.substr(0, at);
  if (what.starts_with(link_prefix)) {
    what.remove_prefix(link_prefix.size());
    return what.empty() ? std::nullopt : std::optional(Failure{*time, 0, std::string(what)});
  }
  const auto rank = to_number<int>(what);
  return rank && *rank >= 0 ? std::optional(Failure{*time, *rank}) : std::nullopt;
}

} // namespace

std::vector<Failure> parse_failures(std::string_view text) {
  std::vector<Failure> failures;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    const auto failure = parse_failure(rest.substr(0, comma));
    if (!failure)
      throw InputError(
          Subject::failures,
          fmt::format("{}: must be a list such as 3@0.5,link:NAME@1.2, with times in seconds",
                      text));
    failures.push_back(*failure);
    if (comma == std::string_view::npos)
      return failures;
    rest.remove_prefix(comma + 1);
  }
}

} // namespace eldest
