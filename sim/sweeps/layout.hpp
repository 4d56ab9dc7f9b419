#pragma once

#include "sim/system/json.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace eldest {

/// The axes of a report, as a user names them. If neither `panels` nor `series` names an axis, a
/// panel has one tree, depth, platform, model and number of processors. If only one of the two
/// names axes, the other one has all the rest. If both do, the rest distinguishes series.
struct Layout {
  std::string x = "processors";
  std::vector<std::string> panels{};
  std::vector<std::string> series{};
};

/// The use of an axis in a report.
enum class Role : std::uint8_t { x, panel, series, sample };

/// The roles of all axes in a report, unless the layout names them. The axes position, seed and
/// tree_seed are samples. Options of one algorithm have the role of the algorithm. The tree, depth,
/// platform, model and processors are of the panels if they are the same in all points.
class Roles {
public:
  /// `points`: axes of each point. Throws InputError if none of them has an axis of the layout, or
  /// if the layout gives an axis two roles.
  Roles(const Layout& layout, const std::vector<Json>& points);

  [[nodiscard]] const std::string& x() const { return layout_.x; }
  /// Returns the role of an axis in searches by `algorithm`.
  [[nodiscard]] Role of(const std::string& axis, const std::string& algorithm) const;
  /// Returns the axes of a point that have a role.
  [[nodiscard]] Json axes_with(Role role, const Json& point) const;
  /// Returns a name of the position of a point, among the samples of a cell. It is that of the
  /// position or of the seed of the tree.
  [[nodiscard]] std::string sample(const Json& point) const;

private:
  [[nodiscard]] bool is_named(const std::string& axis) const;

  Layout layout_;                    ///< with the names of axes
  std::vector<std::string> varying_; ///< axes that differ among the points
};

} // namespace eldest
