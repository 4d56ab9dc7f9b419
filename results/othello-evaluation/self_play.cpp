// Games that an evaluation plays with itself. learn.py learns the next weights from them.
//
//   othello_self_play GAMES SEED WEIGHTS
//
// Prints a line for each of a sample of positions. The line has the number of empty squares, the
// terms of the evaluation (see trees/othello/evaluation.hpp), and the final margin in discs. The
// margin is positive if the side to move won. WEIGHTS is a file of two numbers for each term, in
// centidiscs: the weights at the start of the game and at its end.
#include "trees/othello/position.hpp"
#include "trees/base/bits.hpp"
#include "trees/base/random.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace eldest::othello {
namespace {

constexpr std::size_t term_count = 8;

Bitboard squares_to_play(const Position& position) {
  return legal_squares(position.mover(), position.opponent());
}

std::array<int, term_count> terms_of(const Position& position) {
  const Terms known = terms(position.mover(), position.opponent(), squares_to_play(position),
                            squares_to_play(position.after(Move::pass())));
  return {known.mobility,  known.potential_mobility,
          known.corners,   known.x_squares,
          known.c_squares, known.edge,
          known.discs,     known.turn};
}

/// The weights of the terms at the start of the game and at its end.
struct TermWeights {
  std::array<double, term_count> start{};
  std::array<double, term_count> end{};
};

TermWeights read_weights(const std::string& file) {
  std::ifstream in(file);
  TermWeights weights;
  for (std::size_t term = 0; term < term_count; ++term)
    in >> weights.start[term] >> weights.end[term];
  if (!in)
    throw std::runtime_error(file + ": there are not two numbers for each of eight terms");
  return weights;
}

std::vector<Move> legal_moves(const Position& position) {
  Position::MoveList list;
  position.generate_moves(list);
  return {list.begin(), list.end()};
}

/// The value of a search, and the position at the end of the principal variation.
struct Variation {
  Score value;
  Position end;
};

/// A player whose evaluation has the given weights.
class Player {
public:
  explicit Player(const TermWeights& weights) : weights_(weights) {}

  /// Fail-soft alpha-beta.
  [[nodiscard]] Variation search(const Position& position, int depth, Score alpha = -infinity,
                                 Score beta = infinity) const {
    auto moves = legal_moves(position);
    if (moves.empty())
      return {position.terminal_value(depth), position};
    if (depth == 0)
      return {value(position), position};
    if (depth > 1)
      std::ranges::stable_sort(moves, std::greater{},
                               [&](Move move) { return position.ordering(move); });
    Variation best{-infinity, position};
    for (const Move move : moves) {
      const Variation son =
          search(position.after(move), depth - 1, -beta, -std::max(alpha, best.value));
      if (-son.value > best.value)
        best = {-son.value, son.end};
      if (best.value >= beta)
        break;
    }
    return best;
  }

  [[nodiscard]] Move best_move(const Position& position, int depth) const {
    const auto moves = legal_moves(position);
    Move best = moves.front();
    Score best_value = -infinity;
    for (const Move move : moves) {
      const Score value = -search(position.after(move), depth - 1, -infinity, -best_value).value;
      if (value > best_value) {
        best = move;
        best_value = value;
      }
    }
    return best;
  }

private:
  [[nodiscard]] Score value(const Position& position) const {
    constexpr double empties_at_start = 60;
    const double start = count_bits(position.empty()) / empties_at_start;
    const auto known = terms_of(position);
    double sum = 0;
    for (std::size_t term = 0; term < term_count; ++term)
      sum += known[term] * (start * weights_.start[term] + (1 - start) * weights_.end[term]);
    return std::clamp(static_cast<Score>(std::lround(sum)), -heuristic_limit, heuristic_limit);
  }

  TermWeights weights_;
};

/// The positions of a game after its random opening. The first eight moves are random. Later one in
/// sixteen is, as long as more than fourteen squares are empty, so that no two games are the same.
/// The last nine moves are the best ones.
std::vector<Position> play(const Player& player, SplitMix64& random) {
  constexpr std::size_t random_opening = 8;
  constexpr std::uint64_t one_in = 16;
  constexpr int last_random = 14;
  constexpr int last = 9;
  constexpr int depth = 5;
  Position position = start_position;
  std::vector<Position> positions;
  for (auto moves = legal_moves(position); !moves.empty(); moves = legal_moves(position)) {
    const int empties = count_bits(position.empty());
    const bool at_random =
        positions.size() < random_opening || (empties > last_random && random() % one_in == 0);
    position =
        position.after(at_random ? moves[random() % moves.size()]
                                 : player.best_move(position, empties <= last ? last + 3 : depth));
    positions.push_back(position);
  }
  positions.erase(positions.begin(), positions.begin() + random_opening - 1);
  return positions;
}

/// Prints the ends of principal variations of searches from a position to 2 to 5 ply. A search to
/// each of these depths is made with a chance of one in eight. `black_margin` is Black's margin at
/// the end of the game, in discs.
void print_sample(const Player& player, const Position& position, int black_margin,
                  SplitMix64& random) {
  constexpr std::uint64_t one_in = 8;
  for (int depth = 2; depth <= 5; ++depth) {
    if (random() % one_in != 0)
      continue;
    const Position end = player.search(position, depth).end;
    if (legal_moves(end).empty())
      continue;
    std::cout << count_bits(end.empty());
    for (const int term : terms_of(end))
      std::cout << ' ' << term;
    std::cout << ' ' << (end.side_to_move() == Color::black ? black_margin : -black_margin) << '\n';
  }
}

void print_games(int games, std::uint64_t seed, const TermWeights& weights) {
  const Player player(weights);
  SplitMix64 random{seed};
  for (int game = 0; game < games; ++game) {
    const auto positions = play(player, random);
    const Position& end = positions.back();
    const int margin = end.final_score();
    for (const auto& position : positions)
      print_sample(player, position, end.side_to_move() == Color::black ? margin : -margin, random);
  }
}

template <class Number> Number number(const char* text) {
  Number value{};
  const char* const end = text + std::strlen(text);
  if (std::from_chars(text, end, value).ptr != end || value < 0)
    throw std::runtime_error(std::string(text) + ": not a number");
  return value;
}

} // namespace
} // namespace eldest::othello

int main(int argc, char** argv) {
  using namespace eldest::othello;
  try {
    if (argc != 4)
      throw std::runtime_error("usage: othello_self_play GAMES SEED WEIGHTS");
    print_games(number<int>(argv[1]), number<std::uint64_t>(argv[2]), read_weights(argv[3]));
  } catch (const std::exception& error) {
    std::cerr << "othello_self_play: " << error.what() << '\n';
    return 2;
  }
}
