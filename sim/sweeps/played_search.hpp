#pragma once

#include "sim/sweeps/analysis.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace eldest {

/// The rank of a search among those of its cell, by absolute speedup. Of an even number of
/// searches, the median is the lower one of the two in the middle.
enum class Rank : std::uint8_t { lowest, median, highest };

/// Returns a list of ranks, as in "lowest,median". Throws InputError for any other word.
[[nodiscard]] std::vector<Rank> parse_ranks(const std::string& text);

/// A search that a page of its own plays.
struct PlayedSearch {
  const AnalysedPoint* point = nullptr; ///< in the analysis
  std::vector<std::string> ranks;       ///< in words; several if its cell has few searches
  std::string name;                     ///< its position and, if there are several seeds, its seed
  double speedup = 0;                   ///< absolute
  std::string file;                     ///< name of the page, which says what it shows
  std::size_t bytes = 0;                ///< size of the page; 0 until it is written
};

/// Returns the searches with the given ranks, in the cells at the greatest x of each panel. If x
/// has categories, all cells count. Cells without a comparison have none. The order is that of the
/// panels, series, x and ranks. `analysis` must outlive the result.
[[nodiscard]] std::vector<PlayedSearch> choose_played(const Analysis& analysis,
                                                      const std::vector<Rank>& ranks);

} // namespace eldest
