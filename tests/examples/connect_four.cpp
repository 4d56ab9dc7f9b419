// A game of your own: Connect Four, from its rules to a simulated parallel search, in this file
// alone. connect_four.md explains it step by step.

#include "algorithms/abdada/settings.hpp"
#include "algorithms/search/algorithm_list.hpp"
#include "algorithms/search/minimax.hpp"
#include "sim/experiments/make_problem.hpp"
#include "sim/experiments/simulation.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/random.hpp"
#include "trees/perft.hpp"
#include "trees/position.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

namespace eldest::connect_four {
namespace {

/// A set of squares, 7 bits a column from the left, the lowest square first. The seventh bit of a
/// column is no square and never set, so that no line continues from one column's top into the
/// next.
using Bitboard = std::uint64_t;

constexpr int rows = 6;
constexpr int column_bits = rows + 1;

constexpr Bitboard bottom_row = 0x0000040810204081;
constexpr Bitboard squares = bottom_row * ((1U << rows) - 1);

constexpr Bitboard bottom(int column) { return Bitboard{1} << (column * column_bits); }
constexpr Bitboard top(int column) { return bottom(column) << (rows - 1); }

/// Steps from a square to its neighbours above, to the right, and along the two diagonals.
constexpr std::array directions{1, column_bits, column_bits - 1, column_bits + 1};

constexpr bool has_four(Bitboard discs) {
  return std::ranges::any_of(directions, [discs](int step) {
    const Bitboard pairs = discs & (discs >> step);
    return (pairs & (pairs >> (2 * step))) != 0;
  });
}

/// Returns the squares, taken or not, on which a further disc makes a four.
constexpr Bitboard completing_squares(Bitboard discs) {
  Bitboard completing = 0;
  for (const int step : directions) {
    const Bitboard before = discs << step;
    const Bitboard two_before = before & (before << step);
    const Bitboard after = discs >> step;
    const Bitboard two_after = after & (after >> step);
    completing |= two_before & (after | (discs << (3 * step)));
    completing |= two_after & (before | (discs >> (3 * step)));
  }
  return completing & squares;
}

struct Move {
  int column = 0; ///< from the left, 0 to 6

  /// Returns the code of the move. It is never 0, which is "no move" in the transposition table.
  [[nodiscard]] std::uint32_t code() const { return static_cast<std::uint32_t>(column) + 1; }
  bool operator==(const Move&) const = default;
};

/// A Connect Four position; models eldest::Position.
class Position {
public:
  using Move = connect_four::Move;

  /// The order of moves below needs no history of cut-offs.
  static constexpr std::size_t history_size = 0;

  /// Returns the key. In every column, the discs up to the highest are one of 2^height patterns.
  /// Adding `taken_`, which is 2^height - 1 there, makes the sums of different heights different.
  /// The table picks the bucket by a key's high bits. `mix` makes these depend on all squares.
  [[nodiscard]] Key key() const { return mix(mover_ + taken_); }

  /// Generates the central columns first. Moves that `ordering` finds equal stay in this order.
  void generate_moves(MoveList<Move>& moves) const {
    if (lost())
      return;
    for (const int column : {3, 2, 4, 1, 5, 0, 6}) {
      if (may_play(column))
        moves.push_back({column});
    }
  }

  [[nodiscard]] Position after(Move move) const {
    Position next;
    next.mover_ = opponent();
    next.taken_ = taken_ | square(move);
    return next;
  }

  /// Returns the value for the side to move. A square that would complete a four counts 10, a disc
  /// on a central column 1 or 2. The search also evaluates at the horizon, where the game may be
  /// over.
  [[nodiscard]] Score evaluate() const {
    if (lost())
      return terminal_value(0);
    const auto merit = [this](Bitboard discs) {
      return 10 * std::popcount(completing_squares(discs) & ~taken_) +
             std::popcount(discs & central) + std::popcount(discs & middle);
    };
    return merit(mover_) - merit(opponent());
  }

  /// Returns the value of a game lost by a four or drawn by a full board. `win_score` is higher the
  /// more depth is left, so that the search prefers the quickest win.
  [[nodiscard]] Score terminal_value(int depth) const { return lost() ? -win_score(depth) : 0; }

  [[nodiscard]] static int extension() { return 0; }

  /// Ranks wins first, then moves that prevent a four, then those that threaten most. Moves that
  /// let the opponent win on the square above come last.
  [[nodiscard]] int ordering(Move move) const {
    const Bitboard disc = square(move);
    if ((disc & completing_squares(mover_)) != 0)
      return 1000;
    const Bitboard opposing_threats = completing_squares(opponent());
    if ((disc & opposing_threats) != 0)
      return 500;
    if (((disc << 1U) & opposing_threats) != 0)
      return -500;
    return std::popcount(completing_squares(mover_ | disc) & ~taken_);
  }

  /// Returns false: without a history, no move is treated as quiet.
  [[nodiscard]] static bool quiet(Move /*move*/) { return false; }
  [[nodiscard]] static std::size_t history_index(Move /*move*/) { return 0; }

  /// Returns the column, 1 to 7, as in most writing on the game.
  [[nodiscard]] static std::string text(Move move) { return std::to_string(move.column + 1); }

  [[nodiscard]] bool may_play(int column) const { return (taken_ & top(column)) == 0; }

private:
  static constexpr Bitboard middle = bottom(3) * ((1U << rows) - 1);
  static constexpr Bitboard central = middle | (middle << column_bits) | (middle >> column_bits);

  [[nodiscard]] Bitboard opponent() const { return mover_ ^ taken_; }
  /// Returns true if the opponent has a four. Only the side that moved last can have one.
  [[nodiscard]] bool lost() const { return has_four(opponent()); }
  /// Returns the lowest empty square of the column, which is the carry of the addition.
  [[nodiscard]] Bitboard square(Move move) const {
    return (taken_ + bottom(move.column)) & ~taken_;
  }

  Bitboard mover_ = 0; ///< discs of the side to move
  Bitboard taken_ = 0; ///< discs of both sides
};

// The compiler reports missing members here, not somewhere inside a search.
static_assert(eldest::Position<Position>);

/// Returns the position after moves written as columns, "4435". Throws InputError.
Position parse_position(std::string_view moves) {
  Position position;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    MoveList<Move> legal;
    position.generate_moves(legal);
    const Move move{moves[i] - '1'};
    if (std::ranges::find(legal, move) == legal.end())
      throw InputError(fmt::format("{}: move {} should be a column from 1 to 7 that is not full, "
                                   "in a game that is not over",
                                   moves, i + 1));
    position = position.after(move);
  }
  return position;
}

/// The cost of a node in clock cycles of a 50 MHz SuperSPARC (see NodeCosts), on which simulated
/// times depend. This is an estimate from the operations above. A measured cost is better.
constexpr NodeCosts costs{200, 500, 1000, 0};

SearchResult simulate_abdada(const Problem& problem, int depth, int processors) {
  Simulation simulation;
  simulation.platform = read_platform_file("cm5-32");
  simulation.processors = processors;
  simulation.algorithm = AbdadaSettings{};
  simulation.settings.depth = depth;
  simulation.settings.table_depth = TableDepth::exact; // makes the value the minimax value
  simulation.settings.costs = problem.costs;
  simulation.machine.tables.entries = 1U << 18U;
  // SimGrid can simulate only once in a process.
  return simulate_isolated(simulation, problem);
}

/// Prints numbers of move paths, which check the rules against published numbers.
void print_perft() {
  fmt::print("perft");
  for (int depth = 1; depth <= 8; ++depth)
    fmt::print(" {}", perft(Position(), depth));
  fmt::print("\n");
}

/// Prints the value of each of the first iterations beside the minimax value, which it must equal.
/// Possible causes of a difference:
/// - two positions with one key;
/// - two moves with one code;
/// - an evaluation that depends on more than the position.
void print_iterations(const Position& root, const SearchResult& result) {
  constexpr int max_minimax_depth = 7;
  for (const auto& iteration : result.iterations) {
    if (iteration.depth <= max_minimax_depth)
      fmt::print("depth {} value {} minimax {}\n", iteration.depth, iteration.value,
                 minimax(root, iteration.depth));
  }
}

void print_simulations(std::string_view moves) {
  constexpr int depth = 12;
  const auto root = parse_position(moves);
  // If positions refer to something, its owner is the last argument.
  const auto problem =
      make_problem<AlgorithmList<AbdadaSettings>>("", std::string(moves), costs, root, nullptr);
  const auto on_one = simulate_abdada(problem, depth, 1);
  const auto on_eight = simulate_abdada(problem, depth, 8);
  print_iterations(root, on_eight);
  for (const auto& result : {on_one, on_eight})
    fmt::print("processors {} depth {} value {} move {} time {:.3f} s speedup {:.2f}\n",
               result.processors.size(), depth, result.value, result.best_move, result.time,
               on_one.time / result.time);
}

} // namespace
} // namespace eldest::connect_four

/// connect_four [MOVES]: simulates the position after MOVES.
int main(int argc, char** argv) {
  using namespace eldest::connect_four;
  try {
    print_perft();
    print_simulations(argc > 1 ? argv[1] : "");
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "connect_four: {}\n", error.what());
    return 2;
  }
}
