#pragma once

#include "trees/base/random.hpp"
#include "trees/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>

namespace eldest::games::kalah {

inline constexpr int house_count = 6;
inline constexpr int seeds_in_house = 4;

struct Move {
  int house = 0; ///< from 1 on, counted from the mover's left; 0: the pass after a second move

  [[nodiscard]] std::uint32_t code() const { return static_cast<std::uint32_t>(house) + 1; }
  bool operator==(const Move&) const = default;
};

/// A position of Kalah (6, 4). A player whose last seed comes into his store moves again. The other
/// player's turn between the two moves is a forced pass. A last seed in an own empty house captures
/// it and the seeds opposite. The game is over if the player to move has no seeds in his houses;
/// the other one then keeps those in his own.
class Position {
public:
  using Move = kalah::Move;

  static constexpr std::size_t history_size = house_count + 1;

  Position() {
    own_.houses.fill(seeds_in_house);
    others_.houses.fill(seeds_in_house);
  }

  [[nodiscard]] Key key() const {
    Key key = static_cast<Key>(passes_);
    for (const auto* const player : {&own_, &others_}) {
      key = mix(key + static_cast<Key>(player->store));
      for (const int seeds : player->houses)
        key = mix(key + static_cast<Key>(seeds));
    }
    return key;
  }

  void generate_moves(MoveList<Move>& moves) const {
    if (passes_) {
      moves.push_back({0});
      return;
    }
    if (others_.store > most_seeds / 2 || own_.store > most_seeds / 2)
      return;
    for (int house = house_count; house > 0; --house) {
      if (own_.at(house) > 0)
        moves.push_back({house});
    }
  }

  [[nodiscard]] Position after(Move move) const {
    Position next = *this;
    next.passes_ = move.house != 0 && next.sow(move.house);
    std::swap(next.own_, next.others_);
    return next;
  }

  /// Returns the value for the side to move: 10 for each seed in a store, 1 for each in a house.
  [[nodiscard]] Score evaluate() const {
    return 10 * (own_.store - others_.store) + own_.seeds() - others_.seeds();
  }

  /// Returns the value of a game that is over, by the seeds of each player.
  [[nodiscard]] Score terminal_value(int depth) const {
    const int own = own_.store + own_.seeds();
    const int others = others_.store + others_.seeds();
    if (own == others)
      return 0;
    return own > others ? win_score(depth) : -win_score(depth);
  }

  [[nodiscard]] static int extension() { return 0; }

  /// Ranks moves after which the player moves again first, then those near the store.
  [[nodiscard]] int ordering(Move move) const {
    if (move.house == 0)
      return 0;
    return move.house + (move.house + own_.at(move.house) == house_count + 1 ? 100 : 0);
  }
  [[nodiscard]] static bool quiet(Move /*move*/) { return true; }
  [[nodiscard]] static std::size_t history_index(Move move) {
    return static_cast<std::size_t>(move.house);
  }

  [[nodiscard]] static std::string text(Move move) {
    return move.house == 0 ? "pass" : fmt::format("{}", move.house);
  }

private:
  static constexpr int most_seeds = 2 * house_count * seeds_in_house;

  /// One player's seeds.
  struct Player {
    std::array<int, house_count> houses{};
    int store = 0;

    [[nodiscard]] int at(int house) const { return houses.at(static_cast<std::size_t>(house) - 1); }
    [[nodiscard]] int& at(int house) { return houses.at(static_cast<std::size_t>(house) - 1); }
    [[nodiscard]] int seeds() const { return std::accumulate(houses.begin(), houses.end(), 0); }
  };

  /// Sows the seeds of a house of the side to move. Returns true if the last comes into its store.
  bool sow(int house) {
    int seeds = own_.at(house);
    own_.at(house) = 0;
    int place = house; // 1 to 6: own houses; 7: the store; 8 to 13: the other's houses
    while (seeds-- > 0) {
      place = place % (2 * house_count + 1) + 1;
      if (place == house_count + 1)
        ++own_.store;
      else
        ++(place <= house_count ? own_.at(place) : others_.at(place - house_count - 1));
    }
    if (place <= house_count && own_.at(place) == 1)
      capture(place);
    return place == house_count + 1;
  }

  void capture(int house) {
    int& opposite = others_.at(house_count + 1 - house);
    if (opposite == 0)
      return;
    own_.store += opposite + own_.at(house);
    opposite = 0;
    own_.at(house) = 0;
  }

  Player own_; ///< of the side to move
  Player others_;
  bool passes_ = false;
};

static_assert(eldest::Position<Position>);

} // namespace eldest::games::kalah
