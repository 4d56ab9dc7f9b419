#include "trees/chess/draws.hpp"

#include "trees/base/bits.hpp"

#include <algorithm>
#include <utility>

namespace eldest::chess {

Draws::Draws(std::vector<Key> drawn, int clock, const Board& root)
    : drawn_(std::move(drawn)),
      clock_(std::clamp(clock, 0, full_clock)),
      pawns_(root.pieces(pawn)),
      men_(count_bits(root.occupied())) {
  std::sort(drawn_.begin(), drawn_.end());
  for (const auto key : drawn_)
    maybe_drawn_.set(key % filter_bits);
}

bool Draws::is_listed(Key key) const {
  return std::binary_search(drawn_.begin(), drawn_.end(), key);
}

} // namespace eldest::chess
