#include "algorithms/search/algorithm_options.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <variant>

namespace eldest {

void refuse_word(const std::vector<std::string>& words) {
  throw InputError("must be " + join(words, " or "));
}

void refuse_number(const OptionValue& min, const OptionValue& max) {
  const auto text = [](const OptionValue& value) {
    return std::visit([](const auto& own) { return fmt::format("{}", own); }, value);
  };
  throw InputError(fmt::format("must be a number from {} to {}", text(min), text(max)));
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

} // namespace eldest
