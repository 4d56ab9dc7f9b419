#pragma once

#include "sim/system/json.hpp"

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The axes of a study, which are the settings in which its searches may differ. They have the
/// names of settings: version, platform, model, tree, depth, algorithm, search, processors,
/// position and seed. Each option and each changed number of the platform is an axis, too.
///
/// The seed of a synthetic tree is the axis tree_seed. Two platform files or trees that would have
/// the same value get different ones. Therefore, all points of a study are added first.
class Axes {
public:
  /// Adds the settings of a point.
  void add(const Json& settings);

  /// Returns the values of a point's axes, by name, in the order of the settings.
  [[nodiscard]] Json of(const Json& settings) const;

private:
  using Texts = std::vector<std::string>;

  std::map<std::string, Texts> digests_; ///< of files, by the platform's name
  std::map<std::string, Texts> trees_;   ///< texts, by the text without a seed
};

/// Returns true for an axis along which a study takes samples: position, seed or tree_seed.
[[nodiscard]] bool is_of_samples(std::string_view axis);

/// Returns the name of an axis in words.
[[nodiscard]] std::string words_of_axis(std::string axis);

/// Returns the value of an axis in words. "4 processors" and "depth 3" say which axis it is; texts
/// of algorithms, trees and the like speak for themselves.
[[nodiscard]] std::string value_in_words(const std::string& axis, const Json& value);

/// Returns the axis that a user has called `name`, with hyphens or underscores between words.
/// `points`: the values of each point. Throws InputError, which names the axes that vary, if no
/// point has this axis.
[[nodiscard]] std::string find_axis(const std::string& name, const std::vector<Json>& points);

/// Returns the names of the axes that have different values in two points, in the order of the
/// points' axes. `points`: the values of each point, which need not have all axes.
[[nodiscard]] std::vector<std::string> varying_axes(const std::vector<Json>& points);

/// Returns a value as a number: a number, a text that is a number with or without a unit, or a
/// factor such as "x2". Times are in seconds, bandwidths in bytes a second, speeds in flops.
[[nodiscard]] std::optional<double> number_in(const Json& value);

/// A value of an axis. Values are compared by `place` only.
struct AxisValue {
  double place = 0; ///< the number, or the index of the category
  std::string text{};

  [[nodiscard]] std::partial_ordering operator<=>(const AxisValue& other) const {
    return place <=> other.place;
  }
  bool operator==(const AxisValue& other) const { return place == other.place; }
};

/// The scale of an axis, on which its values have places. If one of the values is no number, all
/// are categories, in the order in which they are given.
class Scale {
public:
  Scale() = default;
  Scale(std::string axis, const std::vector<Json>& values);

  [[nodiscard]] const std::string& axis() const { return axis_; }
  [[nodiscard]] bool has_numbers() const { return has_numbers_; }
  /// Returns true if the ratios of neighbouring numbers are more even than their differences, and
  /// the greatest is at least four times the least. Processors are always logarithmic.
  [[nodiscard]] bool is_logarithmic() const { return is_logarithmic_; }
  /// Returns the place of one of the values.
  [[nodiscard]] AxisValue place_of(const Json& value) const;

private:
  std::string axis_ = "processors";
  bool has_numbers_ = true;
  bool is_logarithmic_ = true;
  std::vector<std::string> categories_;
};

} // namespace eldest
