#pragma once

#include "trees/base/random.hpp"
#include "trees/chess/position.hpp"

#include <optional>
#include <string>
#include <unordered_map>

namespace eldest::test {

/// A search over all moves that proves mates. It has no window, no evaluation and no extensions.
class MateProver {
public:
  /// Returns the least number of moves, at most `most`, in which the side to move can mate against
  /// any defence. Returns nothing if it cannot.
  [[nodiscard]] std::optional<int> moves_to_mate(const chess::Position& position, int most);

  /// Returns true if the side to move is mated in at most `moves` moves of the other side, whatever
  /// it plays. 0 moves: it is mated already.
  [[nodiscard]] bool is_lost(const chess::Position& position, int moves);

private:
  [[nodiscard]] bool is_won(const chess::Position& position, int moves);

  /// The number of moves, for each position, in which it is known to be lost or not to be lost.
  struct Known {
    int lost = 1000;
    int not_lost = -1;
  };
  std::unordered_map<Key, Known> known_;
};

/// A position in which White is to move and mates.
struct Mate {
  std::string fen;
  int moves = 0; ///< least number of White's moves
};

/// Draws an endgame with a mate in 2 to 4 moves, and none in fewer. With queen and another piece,
/// mates take 3 moves at most, since longer ones would take long to search.
[[nodiscard]] Mate random_mate(SplitMix64& random);

} // namespace eldest::test
