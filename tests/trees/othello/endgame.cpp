#include "games.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/bits.hpp"
#include "trees/othello/position_file.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace eldest::othello {
namespace {

/// An exact endgame search: αβ with a transposition table. It searches the moves with the fewest
/// replies first.
class Solver {
public:
  /// Returns the final margin for the side to move if it lies in (alpha, beta). Otherwise, returns
  /// a bound of the margin on the same side of the window.
  int solve(const Position& position, int alpha, int beta) {
    return *final_margin(search(position, final_value(alpha), final_value(beta)));
  }

private:
  struct Entry {
    Key key = 0;
    Score lower = -infinity;
    Score upper = infinity;
  };

  Score search(const Position& position, Score alpha, Score beta) {
    Position::MoveList moves;
    position.generate_moves(moves);
    if (moves.empty())
      return position.terminal_value(0);
    constexpr int few = 6;
    if (count_bits(position.empty()) <= few)
      return best_of(position, moves, alpha, beta);

    const Key key = position.key();
    auto& entry = table_[key % table_.size()];
    if (entry.key != key)
      entry = {key};
    if (entry.lower >= beta || entry.lower == entry.upper)
      return entry.lower;
    if (entry.upper <= alpha)
      return entry.upper;
    sort_by_replies(position, moves);
    const Score value = best_of(position, moves, alpha, beta);
    store(key, value, alpha, beta);
    return value;
  }

  Score best_of(const Position& position, const Position::MoveList& moves, Score alpha,
                Score beta) {
    Score best = -infinity;
    for (const Move move : moves) {
      best = std::max(best, -search(position.after(move), -beta, -std::max(alpha, best)));
      if (best >= beta)
        break;
    }
    return best;
  }

  static void sort_by_replies(const Position& position, Position::MoveList& moves) {
    std::array<int, square_count + 2> replies{};
    for (const Move move : moves) {
      const Position next = position.after(move);
      replies.at(move.code()) = count_bits(legal_squares(next.mover(), next.opponent()));
    }
    std::ranges::stable_sort(moves, {}, [&](Move move) { return replies.at(move.code()); });
  }

  /// Stores a result. The entry may belong to another position by now, which was stored during the
  /// search.
  void store(Key key, Score value, Score alpha, Score beta) {
    auto& entry = table_[key % table_.size()];
    if (entry.key != key)
      entry = {key};
    if (value > alpha)
      entry.lower = std::max(entry.lower, value);
    if (value < beta)
      entry.upper = std::min(entry.upper, value);
  }

  std::vector<Entry> table_ = std::vector<Entry>(std::size_t{1} << 18U);
};

/// A position of the FFO test with its published score.
struct Endgame {
  std::string_view id;
  int score;
};

/// Checks a published score by a search with a window of one disc on either side.
void check_score(const Endgame& endgame) {
  static const auto records = load_positions(ELDEST_SOURCE_DIR "/trees/othello/ffo.txt");
  const auto record = std::ranges::find(records, endgame.id, &ListedPosition::id);
  const auto score = endgame.score;
  CAPTURE(endgame.id);
  REQUIRE(record != records.end());
  CHECK(Solver{}.solve(parse_position(record->position), score - 1, score + 1) == score);
}

} // namespace

TEST_CASE("FFO endgames have their published scores") { check_score({"FFO-40", 38}); }

TEST_CASE("FFO endgames have their published scores in longer searches, too", "[.][slow]") {
  for (const auto& endgame : std::initializer_list<Endgame>{
           {"FFO-41", 0}, {"FFO-42", 6}, {"FFO-43", -12}, {"FFO-44", -14}})
    check_score(endgame);
}

TEST_CASE("the end of the final of 1996 is solved alike from one position to the next") {
  const auto positions = positions_of(final_1996);
  Solver solver;
  const auto value = [&](std::size_t moves) { return solver.solve(positions[moves], -65, 65); };
  for (std::size_t moves = 48; moves < 60; ++moves)
    CHECK(value(moves) >= -value(moves + 1));
  CHECK(value(60) == positions[60].final_score());
}

} // namespace eldest::othello
