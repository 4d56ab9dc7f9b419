#pragma once

#include "algorithms/settings.hpp"
#include "trees/position.hpp"
#include "trees/random.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// One processor's knowledge of the moves that cut off: two killers for each ply, and a history of
/// cut-offs by move. The order of a position's sons is: table move, captures and promotions that do
/// not lose material, killers, quiet moves by history, captures and promotions that lose material.
template <Position P> class MoveOrdering {
public:
  using Move = typename P::Move;

  /// The rank of a move among its brothers: the highest is searched first.
  [[nodiscard]] std::int64_t rank(const P& position, Move move, std::uint32_t table_move,
                                  int ply) const {
    if (move.code() == table_move)
      return table_move_rank;
    const auto own = static_cast<std::int64_t>(position.ordering(move));
    if constexpr (P::history_size == 0) {
      return own;
    } else {
      if (!position.quiet(move))
        return own < 0 ? own - capture_rank : own + capture_rank;
      const auto& killers = killers_[static_cast<std::size_t>(ply)];
      if (move.code() == killers[0])
        return killer_rank + 1;
      if (move.code() == killers[1])
        return killer_rank;
      return own + history_[position.history_index(move)];
    }
  }

  /// Whether a move of that rank is promising: the table's move, a capture or promotion that does
  /// not lose material, or a killer.
  [[nodiscard]] static constexpr bool promising(std::int64_t rank) { return rank >= killer_rank; }

  /// Whether a move of that rank is a capture or promotion that loses material.
  [[nodiscard]] static constexpr bool losing(std::int64_t rank) { return rank < -killer_rank; }

  /// Whether a move of that rank is one of the rest: quiet, as far as the game tells such moves
  /// from others, and neither the table's move nor a killer.
  [[nodiscard]] static constexpr bool ordinary(std::int64_t rank) {
    return !promising(rank) && !losing(rank);
  }

  /// Records that a move has cut off a node searched to `depth`.
  void record_cutoff(const P& position, Move move, int depth, int ply) {
    if constexpr (P::history_size != 0) {
      if (!position.quiet(move))
        return;
      auto& killers = killers_[static_cast<std::size_t>(ply)];
      if (killers[0] != move.code())
        killers = {move.code(), killers[0]};
      auto& merit = history_[position.history_index(move)];
      merit += depth * depth;
      if (merit > history_limit)
        halve_history();
    }
  }

private:
  // Own orderings lie within 2^20 (Position); the bands below keep clear of one another.
  static constexpr std::int32_t history_limit = 1 << 22;
  static constexpr std::int64_t killer_rank = std::int64_t{1} << 24;
  static constexpr std::int64_t capture_rank = std::int64_t{1} << 26;
  static constexpr std::int64_t table_move_rank = std::int64_t{1} << 28;

  void halve_history() {
    for (auto& merit : history_)
      merit /= 2;
  }

  std::array<std::array<std::uint32_t, 2>, max_ply + 1> killers_{};
  std::vector<std::int32_t> history_ = std::vector<std::int32_t>(P::history_size);
};

/// The moves of one node, handed out best first. They are sorted only as far as they are handed
/// out, since most nodes are cut off by an early son.
template <Position P> class OrderedMoves {
public:
  using Move = typename P::Move;

  [[nodiscard]] bool generated() const { return generated_; }
  [[nodiscard]] bool empty() const { return moves_.empty(); }
  /// The number of moves generated.
  [[nodiscard]] std::size_t size() const { return moves_.size(); }

  void generate(const P& position) {
    position.generate_moves(moves_);
    generated_ = true;
  }

  /// Takes over the moves that have been generated, and not ordered yet, elsewhere.
  void take_generated(const OrderedMoves& other) {
    moves_ = other.moves_;
    generated_ = true;
  }

  void generate_captures(const P& position) requires QuiescentPosition<P> {
    position.generate_captures(moves_);
    generated_ = true;
  }

  /// Ranks the generated moves; moves of equal rank keep the order of generation.
  void order(const P& position, const MoveOrdering<P>& ordering, std::uint32_t table_move,
             int ply) {
    order_by([&](Move move) { return ordering.rank(position, move, table_move, ply); });
  }

  /// Ranks the generated moves by what they gain at once.
  void order_by_gain(const P& position) requires HasGain<P> {
    order_by([&](Move move) { return position.gain(move); });
  }

  /// The next move, or null after the last.
  [[nodiscard]] const Move* next() {
    if (next_ == end_)
      return nullptr;
    if (next_ == sorted_)
      sort_further();
    const auto rank = static_cast<std::uint64_t>(ranks_[next_++]);
    return &moves_[last_index - rank % max_moves];
  }

  /// Whether all moves have been handed out.
  [[nodiscard]] bool exhausted() const { return next_ == end_; }
  /// The number of moves that have not been handed out.
  [[nodiscard]] std::size_t left() const { return end_ - next_; }

  /// Whether there is a next move and it is promising: see MoveOrdering.
  [[nodiscard]] bool next_is_promising() {
    if (exhausted())
      return false;
    if (next_ == sorted_)
      sort_further();
    return MoveOrdering<P>::promising(ranks_[next_] / rank_step);
  }

  /// Has all moves but the first handed out in a random order, of which one word of `random` is the
  /// seed; to be called before any has been.
  void shuffle_young(SplitMix64& random) { random_.emplace(random()); }

  /// Marks the move that `next` handed out last as deferred.
  void defer() { deferred_.set(next_ - 1); }

  /// Starts again with the first move, in the same order, after the last has been handed out: with
  /// all moves, or only with those that have been deferred since the last time that only those were
  /// left.
  void rewind(bool deferred_only) {
    assert(next_ == end_);
    if (deferred_only)
      keep_deferred();
    next_ = 0;
  }

  /// Lets the order begin at the move of a place, counted from 0 and past the last from the first
  /// again, before any has been handed out. Those before it come last. All must have been handed
  /// out once.
  void rotate(std::size_t place) {
    assert(next_ == 0 && sorted_ >= end_);
    if (end_ == 0)
      return;
    const auto start = place % end_;
    std::rotate(ranks_.begin(), ranks_.begin() + static_cast<std::ptrdiff_t>(start),
                ranks_.begin() + static_cast<std::ptrdiff_t>(end_));
    eldest_place_ = (end_ - start) % end_;
  }

  /// Hands out no more moves: the node has been cut off.
  void skip_rest() { next_ = end_; }

  /// Whether the move that `next` handed out last loses material: see MoveOrdering.
  [[nodiscard]] bool at_losing() const {
    return MoveOrdering<P>::losing(ranks_[next_ - 1] / rank_step);
  }

  /// Whether the move that `next` handed out last is ordinary (see MoveOrdering) and at least
  /// `better` of the node's moves rank above it, whatever order they have been put into since.
  [[nodiscard]] bool at_late(std::size_t better) const {
    const auto own = ranks_[next_ - 1];
    if (!MoveOrdering<P>::ordinary(own / rank_step))
      return false;
    const auto* const begin = ranks_.data();
    const auto above = std::count_if(begin, begin + moves_.size(),
                                     [own](std::int64_t rank) { return rank > own; });
    return static_cast<std::size_t>(above) >= better;
  }

  /// Whether the move that `next` handed out last leads to the eldest son.
  [[nodiscard]] bool at_eldest() const { return next_ == eldest_place_ + 1 && !eldest_dropped_; }

private:
  static constexpr auto rank_step = static_cast<std::int64_t>(max_moves);
  static constexpr std::size_t last_index = max_moves - 1;

  /// The number of moves selected one by one. A node that needs more is likely to need all: the
  /// rest is sorted.
  static constexpr std::size_t picked_singly = 3;

  template <class Rank> void order_by(Rank rank) {
    assert(generated_);
    for (std::size_t i = 0; i < moves_.size(); ++i)
      ranks_[i] =
          std::int64_t{rank(moves_[i])} * rank_step + static_cast<std::int64_t>(last_index - i);
    end_ = moves_.size();
    sorted_ = next_ = 0;
    random_.reset();
    deferred_.reset();
    eldest_place_ = 0;
    eldest_dropped_ = false;
  }

  void keep_deferred() {
    std::size_t kept = 0;
    auto eldest_place = eldest_place_;
    for (std::size_t i = 0; i < end_; ++i) {
      if (i == eldest_place_) {
        eldest_place = kept;
        eldest_dropped_ = eldest_dropped_ || !deferred_[i];
      }
      if (deferred_[i])
        std::swap(ranks_[kept++], ranks_[i]); // those dropped still count in at_late
    }
    eldest_place_ = eldest_place;
    deferred_.reset();
    sorted_ = end_ = kept;
  }

  void sort_further() {
    std::int64_t* const begin = ranks_.data() + sorted_;
    std::int64_t* const end = ranks_.data() + moves_.size();
    if (random_ && sorted_ > 0) {
      std::swap(*begin, begin[(*random_)() % static_cast<std::uint64_t>(end - begin)]);
      ++sorted_;
    } else if (sorted_ < picked_singly) {
      std::iter_swap(begin, std::max_element(begin, end));
      ++sorted_;
    } else {
      std::sort(begin, end, std::greater<>());
      sorted_ = moves_.size();
    }
  }

  MoveList<Move> moves_; ///< in the order of generation
  /// Each move's rank times max_moves plus its place from the end in the order of generation: all
  /// differ, and each identifies its move. Best first up to `sorted_`.
  std::array<std::int64_t, max_moves> ranks_; // order() sets what matters
  std::size_t sorted_ = 0;
  std::size_t next_ = 0;
  std::size_t end_ = 0; ///< of the moves to be handed out
  std::size_t eldest_place_ = 0;
  std::optional<SplitMix64> random_; ///< draws the young brothers, if they are shuffled
  std::bitset<max_moves> deferred_;
  bool eldest_dropped_ = false;
  bool generated_ = false;
};

} // namespace eldest
