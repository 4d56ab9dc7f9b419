#include "trees/othello/evaluation.hpp"

#include "trees/base/bits.hpp"

#include <algorithm>

namespace eldest::othello {
namespace {

/// A weight that changes linearly from the start of the game to its end, in centidiscs per unit.
struct Weight {
  int start;
  int end;

  [[nodiscard]] constexpr int at(int empties) const {
    constexpr int empties_at_start = 60;
    return end + (start - end) * empties / empties_at_start;
  }
};

struct Weights {
  Weight mobility;
  Weight potential_mobility;
  Weight corner{800, 800};
  Weight x_square{-400, -200};
  Weight c_square{-150, -50};
  Weight edge{0, 60};
  Weight disc{0, 0};
  Weight turn{0, 0};
};

// Chosen by hand among some twenty sets for a strong odd-even effect, which costs some foresight in
// the middle game. Over 24 games of world champions and finalists, 1992-1997, the final margin
// grows by 0.4 to 1.1 discs per 100 centidiscs. It differs by stage of the game (least squares,
// mean of depths 3 and 4).
constexpr Weights swinging{.mobility = {200, 200}, .potential_mobility = {10, 0}};

// As `swinging`, except for mobility. Over depths 2 to 6 of the final of 1996, odd depths stand out
// by 4 centidiscs, against 221 with the weights above.
constexpr Weights steady{.mobility = {60, 60}, .potential_mobility = {30, 30}};

// Learned in games of the evaluation against itself (see results/othello-evaluation).
constexpr Weights learned{.mobility = {-75, 407},
                          .potential_mobility = {62, -68},
                          .corner = {3193, 83},
                          .x_square = {-1860, -57},
                          .c_square = {-374, -308},
                          .edge = {124, 3},
                          .disc = {-166, 92},
                          .turn = {-269, 204}};

/// Returns the weighted sum of `terms`, limited to heuristic_limit. The weights are constants in
/// the code, which is therefore as fast as with a single set.
template <const Weights& weights> Score weighted_value(const Terms& terms, int empties) {
  const Score value =
      weights.mobility.at(empties) * terms.mobility +
      weights.potential_mobility.at(empties) * terms.potential_mobility +
      weights.corner.at(empties) * terms.corners + weights.x_square.at(empties) * terms.x_squares +
      weights.c_square.at(empties) * terms.c_squares + weights.edge.at(empties) * terms.edge +
      weights.disc.at(empties) * terms.discs + weights.turn.at(empties) * terms.turn;
  return std::clamp(value, -heuristic_limit, heuristic_limit);
}

} // namespace

Score heuristic_value(Evaluation evaluation, Bitboard mover, Bitboard opponent,
                      Bitboard mover_moves, Bitboard opponent_moves) {
  const Terms known = terms(mover, opponent, mover_moves, opponent_moves);
  const int empties = count_bits(~(mover | opponent));
  switch (evaluation) {
  case Evaluation::swinging:
    break;
  case Evaluation::steady:
    return weighted_value<steady>(known, empties);
  case Evaluation::learned:
    return weighted_value<learned>(known, empties);
  }
  return weighted_value<swinging>(known, empties);
}

} // namespace eldest::othello
