#include "sim/platform_files/platform_changes.hpp"

#include "sim/platform_files/machine_parameters.hpp"
#include "sim/platform_files/platform_check.hpp"
#include "sim/platform_files/quantities.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>
#include <pugixml.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace eldest {
namespace {

constexpr std::string_view property_prefix = "eldest:";

/// An attribute that has a number.
struct Place {
  std::string_view element;
  const char* attribute;
};

constexpr std::array<Place, 5> latencies{{{"link", "latency"},
                                          {"backbone", "latency"},
                                          {"cluster", "lat"},
                                          {"cluster", "bb_lat"},
                                          {"cabinet", "lat"}}};
constexpr std::array<Place, 8> bandwidths{{{"link", "bandwidth"},
                                           {"backbone", "bandwidth"},
                                           {"cluster", "bw"},
                                           {"cluster", "bb_bw"},
                                           {"cluster", "limiter_link"},
                                           {"cabinet", "bw"},
                                           {"peer", "bw_in"},
                                           {"peer", "bw_out"}}};
constexpr std::array<Place, 2> loopback_latencies{
    {{"link", "latency"}, {"cluster", "loopback_lat"}}};
constexpr std::array<Place, 2> loopback_bandwidths{
    {{"link", "bandwidth"}, {"cluster", "loopback_bw"}}};
constexpr std::array<Place, 4> speeds{
    {{"host", "speed"}, {"cluster", "speed"}, {"cabinet", "speed"}, {"peer", "speed"}}};
constexpr std::array<Place, 2> cores{{{"host", "core"}, {"cluster", "core"}}};

/// A number that can be changed and is no property.
struct NumberKind {
  std::string_view name;
  std::span<const Place> places;
  const Quantity* quantity; ///< null for a whole number
};

constexpr std::array<NumberKind, 6> kinds{
    {{"latency", latencies, &quantities::time_span},
     {"bandwidth", bandwidths, &quantities::bandwidth},
     {"loopback-latency", loopback_latencies, &quantities::time_span},
     {"loopback-bandwidth", loopback_bandwidths, &quantities::bandwidth},
     {"speed", speeds, &quantities::speed},
     {"cores", cores, nullptr}}};

/// Calls `visit` with each element.
void for_each_element(const pugi::xml_node& node,
                      const std::function<void(pugi::xml_node)>& visit) {
  for (const auto& child : node.children()) {
    if (child.type() != pugi::node_element)
      continue;
    visit(child);
    for_each_element(child, visit);
  }
}

/// Returns the names of the links in routes from a host to itself.
std::set<std::string> loopbacks(const pugi::xml_document& document) {
  std::set<std::string> names;
  for_each_element(document, [&](const pugi::xml_node& node) {
    const std::string_view source = node.attribute("src").value();
    if (std::string_view(node.name()) != "route" || source != node.attribute("dst").value())
      return;
    for (const auto& link : node.children("link_ctn"))
      names.emplace(link.attribute("id").value());
  });
  return names;
}

/// Returns the factor of a value such as "x2", or nothing. Throws InputError for a factor that is
/// not above 0.
std::optional<double> factor_in(std::string_view value) {
  if (!value.starts_with('x'))
    return std::nullopt;
  const auto factor = parse_decimal(value.substr(1));
  constexpr double most = 1e12;
  if (!factor || *factor <= 0 || *factor > most)
    throw InputError(
        fmt::format("the factor {} should be a number above 0, as in x0.5", in_quotes(value)));
  return factor;
}

/// Returns the numbers in a list with commas, each multiplied by `factor`, with their units.
/// Returns nothing if one of them is no number.
std::optional<std::string> multiplied(std::string_view list, double factor) {
  std::vector<std::string> products;
  for (auto unit : split(list, ",")) {
    unit = trim(unit);
    const auto number = take_decimal(unit);
    if (!number)
      return std::nullopt;
    products.push_back(fmt::format("{}{}", *number * factor, unit));
  }
  return fmt::format("{}", fmt::join(products, ","));
}

/// Makes a change in a document.
class Changer {
public:
  Changer(pugi::xml_document& document, const PlatformChange& change)
      : document_(document), value_(trim(change.value)), factor_(factor_in(value_)) {
    const auto at = change.number.find('@');
    name_ = change.number.substr(0, at);
    if (at != std::string::npos)
      pattern_ = change.number.substr(at + 1);
  }

  /// Returns the number of values that it has changed.
  std::size_t make() {
    if (name_.starts_with(property_prefix)) {
      change_property();
    } else {
      change_attributes(kind());
    }
    if (changed_ == 0)
      throw InputError(fmt::format("no element of the platform has such a number{}{}",
                                   pattern_ ? " and a name like " : "",
                                   pattern_ ? in_quotes(*pattern_) : ""));
    return changed_;
  }

private:
  [[nodiscard]] const NumberKind& kind() const {
    const auto* const found = std::ranges::find(kinds, name_, &NumberKind::name);
    if (found != kinds.end())
      return *found;
    std::vector<std::string_view> names;
    for (const auto& known : kinds)
      names.push_back(known.name);
    throw InputError(fmt::format("{} is no number of a platform{}; there are: {}, and properties "
                                 "eldest:…",
                                 in_quotes(name_), suggestion(name_, names),
                                 fmt::join(names, ", ")));
  }

  [[nodiscard]] bool matches(const pugi::xml_node& node) const {
    return !pattern_ || ::fnmatch(pattern_->c_str(), node.attribute("id").value(), 0) == 0;
  }

  /// Returns the new text of a value. Throws InputError for a factor of a value that is no number.
  [[nodiscard]] std::string new_text(const std::string& old) const {
    if (!factor_)
      return value_;
    if (*factor_ == 1)
      return old;
    const auto product = multiplied(old, *factor_);
    if (!product)
      throw InputError(fmt::format("{} is no number to multiply", in_quotes(old)));
    return *product;
  }

  void change_attributes(const NumberKind& number) {
    if (number.quantity != nullptr && !factor_ && !is_quantity(value_, *number.quantity))
      throw InputError(fmt::format("{} should be {}, or a factor such as x2", in_quotes(value_),
                                   number.quantity->what));
    if (number.quantity == nullptr && !factor_ && !parse_whole(value_))
      throw InputError(fmt::format("{} should be a whole number", in_quotes(value_)));
    const auto to_itself = loopbacks(document_);
    const bool is_of_loopbacks = name_.starts_with("loopback");
    for_each_element(document_, [&](pugi::xml_node node) {
      const std::string_view element = node.name();
      if (!matches(node) || (element == "link" &&
                             to_itself.contains(node.attribute("id").value()) != is_of_loopbacks))
        return;
      for (const auto& place : number.places) {
        if (place.element == element)
          change_attribute(node, place.attribute, number);
      }
    });
  }

  void change_attribute(pugi::xml_node& node, const char* name, const NumberKind& number) {
    auto attribute = node.attribute(name);
    if (number.quantity == nullptr && !attribute) { // a host has one core by default
      attribute = node.append_attribute(name);
      attribute.set_value("1");
    }
    if (attribute.empty() || *attribute.value() == '\0')
      return;
    auto text = new_text(attribute.value());
    if (name_ == "speed" && !factor_) { // each of the speeds between which a host can choose
      const std::size_t count = split(attribute.value(), ",").size();
      text = fmt::format("{}", fmt::join(std::vector<std::string>(count, text), ","));
    }
    attribute.set_value(text.c_str());
    ++changed_;
  }

  void change_property() {
    if (!factor_) {
      if (value_.find(',') != std::string::npos)
        throw InputError(fmt::format("{} should be one word or number", in_quotes(value_)));
      check_machine_property(name_, value_);
    }
    const auto outermost = outermost_zone();
    for_each_element(document_, [&](pugi::xml_node node) {
      const std::string_view element = node.name();
      const bool may_have_it =
          element == "host" || element == "cluster" || element == "zone" || element == "AS";
      if (!may_have_it || !matches(node))
        return;
      auto property = node.find_child_by_attribute("prop", "id", name_.c_str());
      if (property.empty() && !factor_ && (pattern_ || node == outermost) && has_hosts(node)) {
        property = node.prepend_child("prop");
        property.append_attribute("id").set_value(name_.c_str());
        property.append_attribute("value");
      }
      if (!property.empty())
        change_value(property);
    });
  }

  void change_value(pugi::xml_node property) {
    auto value = property.attribute("value");
    value.set_value(new_text(value.value()).c_str());
    ++changed_;
  }

  [[nodiscard]] pugi::xml_node outermost_zone() const {
    return document_.child("platform").find_child([](const pugi::xml_node& node) {
      const std::string_view element = node.name();
      return element == "zone" || element == "AS" || element == "cluster";
    });
  }

  pugi::xml_document& document_;
  std::string name_;
  std::optional<std::string> pattern_;
  std::string value_;
  std::optional<double> factor_;
  std::size_t changed_ = 0;
};

} // namespace

PlatformChange read_platform_change(std::string_view text) {
  const auto equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0)
    throw InputError(fmt::format("{} should be a number of the platform and its value, such as "
                                 "latency=10us",
                                 in_quotes(text)));
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

std::string change_numbers(pugi::xml_document& document, const PlatformChange& change) {
  const auto changed = Changer(document, change).make();
  const bool is_factor = change.value.starts_with('x');
  return fmt::format("{} is {}{} in {} place{}", change.number, is_factor ? "multiplied by " : "",
                     change.value.substr(is_factor ? 1 : 0), changed, changed == 1 ? "" : "s");
}

} // namespace eldest
