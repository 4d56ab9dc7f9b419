#include "tests/games/ataxx.hpp"
#include "tests/games/breakthrough.hpp"
#include "tests/games/domineering.hpp"
#include "tests/games/hex.hpp"
#include "tests/games/kalah.hpp"
#include "tests/support/catch.hpp"
#include "trees/perft.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace eldest::games {
namespace {

MoveList<hex::Move> moves_of(const hex::Position& position) {
  MoveList<hex::Move> moves;
  position.generate_moves(moves);
  return moves;
}

TEST_CASE("Ataxx and Breakthrough have the published numbers of move paths") {
  // Ataxx without walls: tests of the engines Cheng and libataxx.
  const std::array<std::uint64_t, 5> of_ataxx{16, 256, 6'460, 155'888, 4'752'668};
  for (int depth = 1; depth <= 5; ++depth)
    CHECK(perft(ataxx::Position(), depth) == of_ataxx.at(static_cast<std::size_t>(depth) - 1));
  const std::array<std::uint64_t, 4> of_breakthrough{22, 484, 11'132, 256'036};
  for (int depth = 1; depth <= 4; ++depth)
    CHECK(perft(breakthrough::Position(), depth) ==
          of_breakthrough.at(static_cast<std::size_t>(depth) - 1));
}

TEST_CASE("a stone of Hex may be placed on any free cell until two sides are connected") {
  CHECK(perft(hex::Position(), 3) == std::uint64_t{49} * 48 * 47);
  hex::Position position;
  for (int row = 0; row < hex::side; ++row) {
    const auto legal = moves_of(position);
    REQUIRE(legal.size() == static_cast<std::size_t>(hex::cells - 2 * row));
    position = position.after({hex::side * row});
    if (row < hex::side - 1)
      position = position.after({hex::side * row + 1});
  }
  CHECK(moves_of(position).empty());
}

/// A board of Domineering on which dominoes are placed square by square.
class PlainDomineering {
public:
  std::uint64_t perft(int depth, bool along_columns = false) {
    if (depth == 0)
      return 1;
    std::uint64_t paths = 0;
    for (std::size_t row = 0; row < side; ++row) {
      for (std::size_t column = 0; column < side; ++column) {
        const std::size_t next_row = row + (along_columns ? 1 : 0);
        const std::size_t next_column = column + (along_columns ? 0 : 1);
        if (next_row == side || next_column == side || taken_[row][column] ||
            taken_[next_row][next_column])
          continue;
        taken_[row][column] = taken_[next_row][next_column] = true;
        paths += perft(depth - 1, !along_columns);
        taken_[row][column] = taken_[next_row][next_column] = false;
      }
    }
    return paths;
  }

private:
  static constexpr std::size_t side = domineering::side;
  std::array<std::array<bool, side>, side> taken_{};
};

TEST_CASE("Domineering has as many move paths as on a plain board") {
  for (int depth = 1; depth <= 4; ++depth)
    CHECK(perft(domineering::Position(), depth) == PlainDomineering().perft(depth));
}

/// Kalah on a ring of 14 places: places 0 to 5 and 7 to 12 are houses, 6 and 13 the stores.
struct PlainKalah {
  std::array<int, 14> places{4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0};
  bool second_moves = false;

  /// Counts the paths of `depth` ply. A forced pass follows a move after which the mover moves
  /// again.
  [[nodiscard]] std::uint64_t perft(int depth, bool passes = false) const {
    if (depth == 0)
      return 1;
    if (passes)
      return perft(depth - 1);
    if (places[6] > 24 || places[13] > 24)
      return 0;
    std::uint64_t paths = 0;
    const std::size_t first = second_moves ? 7 : 0;
    for (std::size_t house = first; house < first + 6; ++house) {
      if (places.at(house) == 0)
        continue;
      PlainKalah next = *this;
      if (next.moves_again_after(house))
        paths += next.perft(depth - 1, true);
      else {
        next.second_moves = !second_moves;
        paths += next.perft(depth - 1);
      }
    }
    return paths;
  }

  bool moves_again_after(std::size_t place) {
    const std::size_t own_store = second_moves ? 13 : 6;
    const std::size_t others_store = 19 - own_store;
    for (int seeds = std::exchange(places.at(place), 0); seeds > 0; --seeds) {
      place = (place + 1) % 14;
      if (place == others_store)
        place = (place + 1) % 14;
      ++places.at(place);
    }
    const bool own_house = place < own_store && place + 6 >= own_store;
    if (own_house && places.at(place) == 1 && places.at(12 - place) > 0)
      places.at(own_store) +=
          std::exchange(places.at(12 - place), 0) + std::exchange(places.at(place), 0);
    return place == own_store;
  }
};

TEST_CASE("Kalah has as many move paths as on a plain ring of houses") {
  for (int depth = 1; depth <= 8; ++depth)
    CHECK(perft(kalah::Position(), depth) == PlainKalah().perft(depth));
}

} // namespace
} // namespace eldest::games
