#include "sim/machines/simulated/failures.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/quantity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace eldest {
namespace {

constexpr double greatest_time = 1e9;     // seconds
constexpr double greatest_slowness = 1e6; // times
constexpr double greatest_delay = 3600;   // seconds

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<int> take_rank(std::string_view& text) {
  const auto rank = take_number<int>(text);
  return rank && *rank >= 0 ? rank : std::nullopt;
}

/// Reads the beginning of a failure, as in "0.5", or its beginning and end, as in "0.5-0.7".
/// Returns false for any other text.
bool read_times(std::string_view text, Failure& failure) {
  const auto time = take_seconds(text);
  if (!time || !(*time >= 0 && *time < greatest_time))
    return false;
  failure.time = *time;
  if (text.empty())
    return true;
  const auto until = parse_seconds(take_prefix(text, "-") ? text : "");
  if (!until || !(*until > *time && *until < greatest_time))
    return false;
  failure.until = *until;
  return true;
}

/// Reads a rank and a slowness, as in "3x4". Returns false for any other text.
bool read_slowness(std::string_view text, Failure& failure) {
  const auto rank = take_rank(text);
  const auto factor = take_prefix(text, "x") ? to_number<double>(text) : std::nullopt;
  if (!rank || !factor || !(*factor >= 1 && *factor <= greatest_slowness))
    return false;
  failure.processor = *rank;
  failure.slowness = *factor;
  return true;
}

/// Reads ranges of ranks, as in "0-3+8". Returns false for any other text.
bool read_ranks(std::string_view text, std::vector<RankRange>& ranks) {
  do {
    const auto first = take_rank(text);
    const auto last = take_prefix(text, "-") ? take_rank(text) : first;
    if (!first || !last || *last < *first)
      return false;
    ranks.push_back({*first, *last});
  } while (take_prefix(text, "+"));
  return text.empty();
}

bool read_what(std::string_view text, Failure& failure) {
  if (take_prefix(text, "link:")) {
    failure.link = text;
    return !text.empty();
  }
  if (take_prefix(text, "slow:"))
    return read_slowness(text, failure);
  if (take_prefix(text, "part:"))
    return read_ranks(text, failure.apart);
  const auto rank = take_rank(text);
  failure.processor = rank.value_or(0);
  return rank && text.empty();
}

std::optional<Failure> parse_failure(std::string_view text) {
  const auto at = text.rfind('@');
  Failure failure;
  if (at == std::string_view::npos || !read_times(text.substr(at + 1), failure) ||
      !read_what(text.substr(0, at), failure))
    return std::nullopt;
  return failure;
}

/// Returns the text of a failure without its times, such as "slow:3x4".
std::string subject_of(const Failure& failure) {
  if (failure.is_link())
    return "link:" + failure.link;
  if (failure.is_slow())
    return fmt::format("slow:{}x{}", failure.processor, failure.slowness);
  if (!failure.is_partition())
    return fmt::to_string(failure.processor);
  std::vector<std::string> ranges;
  for (const auto& [first, last] : failure.apart)
    ranges.push_back(first == last ? fmt::to_string(first) : fmt::format("{}-{}", first, last));
  return fmt::format("part:{}", fmt::join(ranges, "+"));
}

} // namespace

std::string text_of(const Failure& failure) {
  const auto end = failure.is_for_good() ? "" : fmt::format("-{}", failure.until);
  return fmt::format("{}@{}{}", subject_of(failure), failure.time, end);
}

std::string text_of(const std::vector<Failure>& failures) {
  std::vector<std::string> texts;
  for (const auto& failure : failures)
    texts.push_back(text_of(failure));
  return fmt::format("{}", fmt::join(texts, ","));
}

std::vector<Failure> parse_failures(std::string_view text) {
  std::vector<Failure> failures;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    auto failure = parse_failure(rest.substr(0, comma));
    if (!failure)
      throw InputError(
          Subject::failures,
          fmt::format(
              "{}: must be a list such as 3@0.5,link:NAME@1.2,slow:3x4@0.5,part:0-3@0.1-0.2, "
              "with times in seconds or such as 20ms",
              text));
    failures.push_back(std::move(*failure));
    if (comma == std::string_view::npos)
      return failures;
    rest.remove_prefix(comma + 1);
  }
}

double parse_probability(std::string_view name, std::string_view text) {
  const auto probability = to_number<double>(text);
  if (!probability || !(*probability >= 0 && *probability <= 1))
    throw InputError(fmt::format("{} {}: must be a probability, from 0 to 1", name, text));
  return *probability;
}

void parse_lateness(std::string_view name, std::string_view text, MessageFaults& faults) {
  std::string_view rest = text;
  const auto late = take_number<double>(rest);
  const auto by = parse_seconds(take_prefix(rest, ":") ? rest : "");
  if (!late || !by || !(*late >= 0 && *late <= 1) || !(*by >= 0 && *by <= greatest_delay))
    throw InputError(fmt::format("{} {}: must be a probability and the seconds of the longest "
                                 "delay, 0 to 3600, such as 0.01:0.005 or 0.01:5ms",
                                 name, text));
  faults.late = *late;
  faults.late_by = *by;
}

} // namespace eldest
