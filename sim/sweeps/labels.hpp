#pragma once

#include "sim/system/json.hpp"

#include <string>
#include <vector>

namespace eldest {

/// Returns true if option `option` follows from `setting`, for searches by `algorithm`. An
/// algorithm's own options follow from the algorithm and from its variant. The variant follows from
/// each of the other ones.
[[nodiscard]] bool follows_from(const std::string& option, const std::string& setting,
                                const std::string& algorithm);

/// Returns the label of a series, which distinguishes it from the others of its panel. The label
/// begins with the algorithm. It names each axis whose value differs in another series. The
/// algorithm's own options are compared only with those of series of the same algorithm. If all of
/// these series are of named variants, they are compared only with those of the same variant.
///
/// `axes`: values of the axes that distinguish series. `panel`: those of all series of the panel.
[[nodiscard]] std::string label_of(const Json& axes, const std::vector<const Json*>& panel);

} // namespace eldest
