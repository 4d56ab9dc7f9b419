#include "sim/sweeps/labels.hpp"

#include "sim/sweeps/axes.hpp"
#include "sim/sweeps/point.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace eldest {
namespace {

Json value_of(const Json& axes, const std::string& axis) {
  return axes.contains(axis) ? axes.at(axis) : Json();
}

/// The label of a series; see label_of.
class Label {
public:
  Label(const Json& axes, const std::vector<const Json*>& panel)
      : axes_(axes),
        panel_(panel),
        algorithm_(text_of(value_of(axes, "algorithm"))),
        prefix_(prefix_of_options(algorithm_)),
        variant_(prefix_ + "variant") {}

  [[nodiscard]] std::string text() const {
    std::vector<std::string> parts;
    if (axes_.contains("algorithm"))
      parts.push_back(algorithm_ + search());
    for (const auto& [name, value] : axes_.items()) {
      if (name != "algorithm" && name != "search" && (name != variant_ || has_variants()) &&
          differs(name, alike_for(name)))
        parts.push_back(part(name, value));
    }
    return parts.empty() ? "all" : fmt::format("{}", fmt::join(parts, ", "));
  }

private:
  using Names = std::vector<std::string>;

  /// Returns the sequential search, if it is not the algorithm itself and differs.
  [[nodiscard]] std::string search() const {
    const auto search = text_of(value_of(axes_, "search"));
    return search != algorithm_ && differs("search", {}) ? " on " + search : "";
  }

  /// Returns true if all series of the algorithm are of named variants.
  [[nodiscard]] bool has_variants() const {
    return std::ranges::none_of(panel_, [&](const Json* other) {
      return !differ(*other, "algorithm") && text_of(other->value(variant_, Json("own"))) == "own";
    });
  }

  /// Returns the axes on which another series must be equal for its option `name` to be compared.
  [[nodiscard]] Names alike_for(const std::string& name) const {
    if (!name.starts_with(prefix_))
      return {};
    return name == variant_ || !has_variants() ? Names{"algorithm"} : Names{"algorithm", variant_};
  }

  [[nodiscard]] std::string part(const std::string& name, const Json& value) const {
    return value_in_words(name.starts_with(prefix_) ? name.substr(prefix_.size()) : name, value);
  }

  [[nodiscard]] bool differs(const std::string& name, const Names& alike) const {
    return std::ranges::any_of(panel_, [&](const Json* other) {
      return std::ranges::none_of(alike, [&](const auto& own) { return differ(*other, own); }) &&
             differ(*other, name);
    });
  }

  [[nodiscard]] bool differ(const Json& other, const std::string& name) const {
    return value_of(axes_, name) != value_of(other, name);
  }

  const Json& axes_;
  const std::vector<const Json*>& panel_;
  std::string algorithm_;
  std::string prefix_;  ///< of the algorithm's own options
  std::string variant_; ///< the option whose value names a set of the algorithm's own options
};

} // namespace

bool follows_from(const std::string& option, const std::string& setting,
                  const std::string& algorithm) {
  const auto own = prefix_of_options(algorithm);
  const auto variant = own + "variant";
  return option.starts_with(own) && option != setting &&
         (setting == "algorithm" || setting == variant ||
          (setting.starts_with(own) && option == variant));
}

std::string label_of(const Json& axes, const std::vector<const Json*>& panel) {
  return Label(axes, panel).text();
}

} // namespace eldest
