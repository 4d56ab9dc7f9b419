#include "sim/platform_files/profile.hpp"

#include "trees/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace eldest {
namespace {

constexpr double shortest_period = 1e-9; // seconds
constexpr double most = 1e24;
constexpr double latest = 1e15; // seconds

std::string_view right_values(Changing what) {
  switch (what) {
  case Changing::bandwidth:
    return "a bandwidth above 0, in bytes a second";
  case Changing::latency:
    return "a latency of 0 or more, in seconds";
  case Changing::state:
    return "0 for off, or above 0 for on";
  case Changing::speed:
    return "a factor of the speed, 0 or more";
  }
  return "";
}

bool is_right(double value, Changing what) {
  const bool zero_is_right = what != Changing::bandwidth;
  return value <= most && (value > 0 || (zero_is_right && value == 0));
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (const auto word : split(line, " \t")) {
    if (!word.empty())
      words.push_back(word);
  }
  return words;
}

/// Reads a profile line by line.
class ProfileReader {
public:
  explicit ProfileReader(Changing what) : what_(what) {}

  /// Reads all lines of a text, up to the first mistake. Returns the mistake, or "".
  std::string read_lines(std::string_view text) {
    std::string mistake;
    for (const auto line : split(text, "\n\r")) {
      if (mistake = read(trim(line)); !mistake.empty())
        break;
    }
    return mistake;
  }

  /// Reads a line. Returns the mistake in the line, or "".
  std::string read(std::string_view line) {
    const auto words = words_of(line);
    if (words.empty() || line.front() == '#' || line.front() == '%')
      return "";
    if (words.size() != 2)
      return fmt::format("{} should be a date and a value", in_quotes(line));
    const auto second = parse_decimal(words[1]);
    if (words[0] == "PERIODICITY" || words[0] == "LOOPAFTER") {
      if (!second || *second < 0 || *second > latest)
        return fmt::format("{} should be a time in seconds", in_quotes(words[1]));
      (words[0] == "PERIODICITY" ? period_ : loop_after_) = *second;
      repeats_ = true;
      return "";
    }
    const auto date = parse_decimal(words[0]);
    if (!date || *date < date_ || *date > latest)
      return fmt::format("{} should be a date in seconds, not before the last one",
                         in_quotes(words[0]));
    if (!second || !is_right(*second, what_))
      return fmt::format("{} should be {}", in_quotes(words[1]), right_values(what_));
    date_ = *date;
    values_.push_back({date_, *second});
    return "";
  }

  /// Returns the mistake in the profile as a whole, or "".
  [[nodiscard]] std::string end() const {
    if (values_.empty())
      return "has no values, should have a date and a value on each line";
    if (period_ > 0 && loop_after_ > 0)
      return "should have either a period or a time after which it repeats, not both";
    if (period_ > 0 && period_ < date_)
      return fmt::format("should not have a period of {} s, less than its last date", period_);
    const double length = period_ > 0 ? period_ : date_ + loop_after_;
    if (repeats_ && length < shortest_period)
      return "should not repeat at once, but after a nanosecond at least";
    if (what_ == Changing::speed && stops_for_ever())
      return "should not stop the host for ever, by a speed of 0";
    return "";
  }

  [[nodiscard]] Profile profile() const {
    return {values_, !repeats_ ? 0 : period_ > 0 ? period_ : date_ + loop_after_};
  }

private:
  [[nodiscard]] bool stops_for_ever() const {
    return repeats_ ? std::ranges::all_of(values_, [](const auto& each) { return each.value == 0; })
                    : values_.back().value == 0;
  }

  Changing what_;
  double period_ = 0;
  double loop_after_ = 0;
  bool repeats_ = false;
  double date_ = 0;
  std::vector<Profile::Value> values_;
};

} // namespace

std::string mistake_in_profile(std::string_view text, Changing what) {
  ProfileReader reader(what);
  const auto mistake = reader.read_lines(text);
  return mistake.empty() ? reader.end() : mistake;
}

Profile read_profile(std::string_view text, Changing what) {
  ProfileReader reader(what);
  reader.read_lines(text);
  return reader.profile();
}

} // namespace eldest
