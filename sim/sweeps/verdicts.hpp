#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The probability of an error that a verdict may have, if it is the only one. For several, it is
/// the probability of any error among them.
inline constexpr double significance = 0.05;

/// Returns p-values for several verdicts that are given together, by Holm's method (A simple
/// sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979). The
/// verdicts whose p-value is at most 5 % include an error with a probability of at most 5 %.
[[nodiscard]] std::vector<double> adjusted_by_holm(const std::vector<double>& p_values);

/// Returns a sentence that says of `corrected`, such as "Verdicts", that they are corrected for a
/// number of comparisons; an empty text if there are fewer than two.
[[nodiscard]] std::string correction_text(std::string_view corrected, std::size_t comparisons);

/// Returns true if figures can be told apart. `adjusted`: p-value of their ratio, adjusted for all
/// verdicts that are given together.
[[nodiscard]] constexpr bool can_be_told_apart(double adjusted) { return adjusted <= significance; }

} // namespace eldest
