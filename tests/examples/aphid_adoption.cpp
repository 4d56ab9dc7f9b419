// A sequential alpha-beta program made parallel by APHID: Domineering, with its own board, moves,
// search and transposition table. Lines that were added or changed for APHID end in "// +".
// aphid_adoption.md explains them.

#include "algorithms/aphid/library.hpp"
#include "algorithms/aphid/settings.hpp"
#include "sim/experiments/simulation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

namespace {

using eldest::AnyProcessor;
using Aphid = eldest::aphid::Process<int, AnyProcessor>; // + (a move is an int)

using Squares = std::uint64_t; ///< 8 bits a row

constexpr int infinite = 10'000;

/// Board of 6 by 6, on which two players in turn put a domino on two free squares. One of them
/// always puts it upright and the other lengthwise. A player who cannot put a domino has lost.
struct Board {
  Squares free = 0x00003F3F3F3F3F3F;
  int step = 8; ///< between the two squares of the mover's dominoes: 8 or 1

  /// Returns the first squares of the dominoes that can be put.
  [[nodiscard]] Squares moves() const { return free & (free >> static_cast<unsigned>(step)); }
  [[nodiscard]] Squares domino(int move) const {
    return (Squares{1} << static_cast<unsigned>(move)) |
           (Squares{1} << static_cast<unsigned>(move + step));
  }
  void put(int move) {
    free &= ~domino(move);
    step = 9 - step;
  }
  void take_back(int move) {
    step = 9 - step;
    free |= domino(move);
  }

  [[nodiscard]] int evaluate() const {
    const Board passed{free, 9 - step};
    return 4 * (std::popcount(moves()) - std::popcount(passed.moves())) +
           std::popcount(free & 0x0000000C0C000000);
  }
  [[nodiscard]] std::uint64_t hash() const {
    return (2 * free + (step == 8 ? 1 : 0)) * 0x9E3779B97F4A7C15;
  }
};

/// A table entry with the known bounds of a position's value: low <= value <= high at a depth.
struct TableEntry {
  std::uint64_t hash = 0;
  int depth = 0;
  int low = 0;
  int high = 0;
  int move = -1;
};

class Player {
public:
  Player(AnyProcessor& processor, Aphid& aphid) : processor_(processor), aphid_(aphid) {}

  /// Searches by fail-soft alpha-beta. Returns the value for the side to move, which is negative if
  /// this side does worse.
  int alpha_beta(int alpha, int beta, int ply, int depth) {
    count_node();
    if (depth == 0)
      return board_.evaluate();
    const auto hash = board_.hash();
    if (aphid_.at_horizon(hash, ply, depth))                                      // +
      return aphid_.leaf_value({alpha, beta}, [&] { return board_.evaluate(); }); // +
    if (aphid_.stopping())                                                        // +
      return 0;                                                                   // +
    TableEntry& entry = table_[hash >> 44U];
    const bool found = entry.hash == hash;
    if (found && entry.depth == depth && !aphid_.above_horizon(ply)) { // +
      if (entry.low >= beta || entry.low == entry.high)
        return entry.low;
      if (entry.high <= alpha)
        return entry.high;
    }

    int best = -infinite;
    int best_move = -1;
    const auto try_move = [&](int move) {
      aphid_.moving(ply, move); // +
      board_.put(move);
      const int value = -alpha_beta(-beta, -std::max(alpha, best), ply + 1, depth - 1);
      board_.take_back(move);
      if (value > best) {
        best = value;
        best_move = move;
      }
    };
    Squares moves = board_.moves();
    if (moves == 0)
      best = -1000 - depth;
    if (found && entry.move >= 0) {
      moves &= ~(Squares{1} << static_cast<unsigned>(entry.move));
      try_move(entry.move);
    }
    for (; moves != 0 && best < beta; moves &= moves - 1)
      try_move(std::countr_zero(moves));

    if (ply == 0)
      root_move_ = best_move;
    entry = {hash, depth, best > alpha ? best : -infinite, best < beta ? best : infinite,
             best_move};
    if (!aphid_.leave(ply, best)) // +
      entry.depth = 0;            // + (no depth that is ever asked for: only the move counts)
    return best;
  }

  eldest::RootResult search_root(int depth) { // + call-back: the program's old main loop, one depth
    const int value = alpha_beta(-infinite, infinite, 0, depth);
    return {value, static_cast<std::uint32_t>(root_move_ + 1)};
  }
  int search_leaf(std::span<const int> path, const eldest::aphid::Window& window, int depth) { // +
    const Board root = board_;                                                                 // +
    for (const int move : path)                                                                // +
      board_.put(move);                                                                        // +
    const auto ply = static_cast<int>(path.size());                                            // +
    const int value = alpha_beta(window.alpha, window.beta, ply, depth);                       // +
    board_ = root;                                                                             // +
    return value;                                                                              // +
  }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

private:
  /// Counts a node. Work is executed only because the machine is simulated.
  void count_node() {
    ++nodes_;
    constexpr double cycles_per_node = 2000;
    processor_.work(cycles_per_node);
  }

  AnyProcessor& processor_;
  Aphid& aphid_; // +
  Board board_;
  std::vector<TableEntry> table_{1U << 20U};
  int root_move_ = -1;
  std::uint64_t nodes_ = 0;
};

/// Runs the program's main function on a processor.
eldest::SearchOutcome play(const eldest::AphidSettings& own, const eldest::SearchSettings& settings,
                           AnyProcessor& processor) {
  Aphid aphid(processor, settings.depth, own); // +
  Player player(processor, aphid);
  const auto found = aphid.run(player); // + (was: search_root(1), search_root(2), …)
  const eldest::Counters counters{.interior = player.nodes()};
  return {found.iterations, found.nodes, counters, named(found.counters)};
}

eldest::SearchResult simulate_on(int processors) {
  eldest::Problem domineering;
  domineering.search = [](const eldest::Algorithm& aphid, const eldest::SearchSettings& settings,
                          eldest::AnyProcessor& processor) {
    return play(*aphid.settings_if<eldest::AphidSettings>(), settings, processor);
  };
  domineering.move_text = [](std::uint32_t move) {
    return move == 0 ? "" : std::to_string(move - 1);
  };
  domineering.principal_variation = [](const auto&, auto, auto, auto) {
    return std::vector<std::string>();
  };
  eldest::Simulation simulation;
  simulation.platform = eldest::read_platform_file("cm5-32");
  simulation.processors = processors;
  simulation.algorithm = eldest::AphidSettings{};
  simulation.settings.depth = 8;
  simulation.machine.tables.sharing = eldest::TableSharing::none; // the program has its own
  return eldest::simulate_isolated(simulation, domineering);
}

} // namespace

/// aphid_adoption: simulates the program on 1 and on 8 processors of a CM-5.
int main() {
  try {
    const auto alone = simulate_on(1);
    for (const auto& result : {alone, simulate_on(8)}) {
      fmt::print("processors {} values", result.processors.size());
      for (const auto& iteration : result.iterations)
        fmt::print(" {}", iteration.value);
      fmt::print(" time {:.3f} s speedup {:.2f}\n", result.time, alone.time / result.time);
    }
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "aphid_adoption: {}\n", error.what());
    return 1;
  }
}
