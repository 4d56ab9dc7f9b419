#pragma once

#include "algorithms/search/settings.hpp"
#include "trees/base/random.hpp"
#include "trees/base/wire.hpp"
#include "trees/position.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace eldest {

/// One processor's knowledge of the moves that cut off: two killers for each ply, a history of
/// cut-offs by move, and countermoves. The order of a position's sons is:
///
/// - the table's move,
/// - captures and promotions that do not lose material,
/// - killers,
/// - with countermoves (Uiterwijk 1992), the quiet move that last cut off after the opponent had
///   moved the same piece to the same square,
/// - quiet moves by the sum of history and static order,
/// - captures and promotions that lose material.
///
/// A MoveOrder can leave out parts of this. Without `captures`, captures and promotions are ordered
/// like quiet moves, by their gain where the game knows it (HasGain). With `noise`, a random number
/// is added to the static order, except to that of captures and promotions that are kept apart. It
/// depends on the position and the move only. Where `uses_history` is false, only the table's move
/// and the static order count.
template <Position P> class MoveOrdering {
public:
  using Move = typename P::Move;

  explicit MoveOrdering(const MoveOrder& order = {})
      : order_(order),
        uses_position_order_(order.captures && order.static_order && order.noise == 0) {
    assert(order.noise >= 0 && order.noise <= max_order_noise);
    if (order.countermoves)
      countermoves_.resize(P::history_size + 1);
  }

  /// The code of the quiet move that last cut off after the same move of the opponent, 0 for none.
  [[nodiscard]] std::uint32_t countermove(const P& position) const {
    if constexpr (HasLastMove<P>) {
      if (!countermoves_.empty()) [[unlikely]]
        return countermoves_[position.last_move_index()];
    }
    return 0;
  }

  /// The rank of a move among its brothers: the highest is searched first. `table_move` and
  /// `countermove` are the codes of the table's move and of the position's countermove.
  [[nodiscard]] std::int64_t rank(const P& position, Move move, std::uint32_t table_move,
                                  std::uint32_t countermove, int ply) const {
    if (move.code() == table_move && order_.table)
      return table_move_rank;
    if (!uses_history(position))
      return own_order(position, move);
    if (is_kept_apart(position, move))
      return capture_rank_of(position.ordering(move));
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (move.code() == killers[0])
      return killer_rank + 1;
    if (move.code() == killers[1])
      return killer_rank;
    if (HasLastMove<P> && move.code() == countermove)
      return countermove_rank;
    return own_order(position, move) + history_of(position, move);
  }

  /// The rank of a move of quiescence search among its brothers: the static order, captures and
  /// promotions apart, and the countermove and the history of quiet moves.
  [[nodiscard]] std::int64_t quiescence_rank(const P& position, Move move,
                                             std::uint32_t countermove) const {
    const std::int64_t own = position.ordering(move);
    if (!uses_history(position))
      return own;
    if (!position.quiet(move))
      return capture_rank_of(own);
    if (HasLastMove<P> && move.code() == countermove)
      return countermove_rank;
    return own + history_of(position, move);
  }

  /// Returns true if a move of that rank is promising: the table's move, a capture or promotion
  /// that does not lose material, or a killer.
  [[nodiscard]] static constexpr bool promising(std::int64_t rank) { return rank >= killer_rank; }

  /// Returns true if a move of that rank is a capture or promotion that loses material.
  [[nodiscard]] static constexpr bool losing(std::int64_t rank) { return rank < -killer_rank; }

  /// Returns true if a move of that rank is one of the rest: neither promising nor losing. It is
  /// then quiet, as far as the game tells quiet moves from others.
  [[nodiscard]] static constexpr bool ordinary(std::int64_t rank) {
    return !promising(rank) && !losing(rank);
  }
  /// The least rank of a promising move, and a rank of a losing move. The next `max_moves` ranks
  /// above each are ranks of such moves, too.
  static constexpr std::int64_t least_promising = std::int64_t{1} << 24;
  static constexpr std::int64_t losing_rank = -(std::int64_t{1} << 26);

  /// Records that a move has cut off a node searched to `depth`, unless the move is a capture or
  /// promotion that is kept apart.
  void record_cutoff(const P& position, Move move, int depth, int ply) {
    if (!uses_history(position) || is_kept_apart(position, move))
      return;
    if (order_.killers) {
      auto& killers = killers_[static_cast<std::size_t>(ply)];
      if (killers[0] != move.code())
        killers = {move.code(), killers[0]};
    }
    if constexpr (HasLastMove<P>) {
      if (!countermoves_.empty()) [[unlikely]]
        countermoves_[position.last_move_index()] = move.code();
    }
    if (order_.history) {
      auto& merit = history_[position.history_index(move)];
      merit += depth * depth;
      if (merit > history_limit)
        halve_history();
    }
  }

private:
  [[nodiscard]] bool is_kept_apart(const P& position, Move move) const {
    return order_.captures && !position.quiet(move);
  }

  [[nodiscard]] std::int64_t history_of(const P& position, Move move) const {
    const auto index = position.history_index(move);
    assert(index < history_.size());
    return history_[index];
  }

  /// The rank of a capture or promotion that is kept apart, by its static order.
  [[nodiscard]] static std::int64_t capture_rank_of(std::int64_t own) {
    return own < 0 ? own - capture_rank : own + capture_rank;
  }

  /// The static order of a move that is not kept apart, with noise.
  [[nodiscard]] std::int64_t own_order(const P& position, Move move) const {
    if (uses_position_order_) [[likely]]
      return position.ordering(move);
    std::int64_t own = 0;
    if (order_.static_order) {
      if constexpr (HasGain<P>)
        own =
            order_.captures || position.quiet(move) ? position.ordering(move) : position.gain(move);
      else
        own = position.ordering(move);
    }
    const auto range = 2 * static_cast<std::uint64_t>(order_.noise) + 1;
    return own + static_cast<std::int64_t>(mix(position.key() ^ mix(move.code())) % range) -
           order_.noise;
  }

  // A game's own orderings lie within [-2^20, 2^20] (see Position) and noise within [-2^17, 2^17],
  // so the bands below do not overlap.
  static constexpr std::int32_t history_limit = 1 << 22;
  static constexpr std::int64_t killer_rank = least_promising;
  static constexpr std::int64_t countermove_rank = killer_rank - 1;
  static constexpr std::int64_t capture_rank = std::int64_t{1} << 26;
  static constexpr std::int64_t table_move_rank = std::int64_t{1} << 28;

  void halve_history() {
    for (auto& merit : history_)
      merit /= 2;
  }

  MoveOrder order_;
  bool uses_position_order_; ///< true if `own_order` is the position's `ordering`
  std::array<std::array<std::uint32_t, 2>, max_ply + 1> killers_{};
  std::vector<std::uint32_t>
      countermoves_; ///< codes by the opponent's last move; empty if not used
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

  /// Copies the moves of `other`, which have been generated and not ordered yet.
  void take_generated(const OrderedMoves& other) {
    moves_ = other.moves_;
    generated_ = true;
  }

  /// Clears the list, as if no moves had been generated.
  void forget() {
    moves_.clear();
    generated_ = false;
  }

  void generate_captures(const P& position) requires QuiescentPosition<P> {
    position.generate_captures(moves_);
    generated_ = true;
  }

  /// Ranks the generated moves, of which there must be at least one. Moves of equal rank keep the
  /// order of generation.
  void order(const P& position, const MoveOrdering<P>& ordering, std::uint32_t table_move,
             int ply) {
    const auto countermove = ordering.countermove(position);
    order_by(
        [&](Move move) { return ordering.rank(position, move, table_move, countermove, ply); });
  }

  /// Ranks the generated moves of a quiescence node. There must be at least one.
  void order_for_quiescence(const P& position, const MoveOrdering<P>& ordering) {
    const auto countermove = ordering.countermove(position);
    order_by([&](Move move) { return ordering.quiescence_rank(position, move, countermove); });
  }

  /// Ranks the generated moves by their immediate gain: see HasGain.
  void order_by_gain(const P& position) requires HasGain<P> {
    order_by([&](Move move) { return position.gain(move); });
  }

  /// The next move, or null after the last.
  [[nodiscard]] const Move* next() {
    if (next_ == end_)
      return nullptr;
    if (next_ == sorted_)
      sort_further();
    return &move_at(next_++);
  }

  /// The move that `next` will return. Null after the last move, or if finding the next takes
  /// further sorting.
  [[nodiscard]] const Move* known_next() const {
    return next_ < std::min(sorted_, end_) ? &move_at(next_) : nullptr;
  }

  /// Returns true if all moves have been handed out.
  [[nodiscard]] bool exhausted() const { return next_ == end_; }
  /// The number of moves that have not been handed out.
  [[nodiscard]] std::size_t left() const { return end_ - next_; }

  /// Returns true if a move is left and the next one is promising: see MoveOrdering.
  [[nodiscard]] bool next_is_promising() {
    if (exhausted())
      return false;
    if (next_ == sorted_)
      sort_further();
    return MoveOrdering<P>::promising(ranks_[next_] / rank_step);
  }

  /// Puts all moves except the first into a random order, whose seed is one word drawn from
  /// `random`. Call before any move has been handed out.
  void shuffle_young(SplitMix64& random) { random_.emplace(random()); }

  /// Marks the move that `next` handed out last as deferred.
  void defer() { deferred_.set(next_ - 1); }

  /// Starts again with the first move, in the same order. All moves must have been handed out. If
  /// `deferred_only` is true, keeps only the moves deferred since the last call of `order` or of
  /// `rewind(true)`.
  void rewind(bool deferred_only) {
    assert(next_ == end_);
    if (deferred_only)
      keep_deferred();
    next_ = 0;
  }

  /// Rotates the order so that it begins at index `place`, modulo the number of moves. Those before
  /// that index come last. All moves must have been handed out once, and none since `rewind`.
  void rotate(std::size_t place) {
    assert(next_ == 0 && sorted_ >= end_);
    if (end_ == 0)
      return;
    const auto start = place % end_;
    std::rotate(ranks_.begin(), ranks_.begin() + static_cast<std::ptrdiff_t>(start),
                ranks_.begin() + static_cast<std::ptrdiff_t>(end_));
    eldest_place_ = (end_ - start) % end_;
  }

  /// Skips the remaining moves, because the node has been cut off.
  void skip_rest() { next_ = end_; }

  /// Returns true if the move that `next` handed out last loses material: see MoveOrdering.
  [[nodiscard]] bool at_losing() const {
    return MoveOrdering<P>::losing(ranks_[next_ - 1] / rank_step);
  }

  /// Returns true if the move that `next` handed out last is ordinary (see MoveOrdering) and at
  /// least `better` of the node's moves rank above it.
  [[nodiscard]] bool at_late(std::size_t better) const {
    return MoveOrdering<P>::ordinary(ranks_[next_ - 1] / rank_step) && ranked_above() >= better;
  }

  /// The number of the node's moves that rank above the one that `next` handed out last. Only ranks
  /// count, whatever order the moves have been put into since.
  [[nodiscard]] std::size_t ranked_above() const {
    const auto own = ranks_[next_ - 1];
    const auto* const begin = ranks_.data();
    return static_cast<std::size_t>(std::count_if(begin, begin + moves_.size(),
                                                  [own](std::int64_t rank) { return rank > own; }));
  }

  /// Returns true if the move that `next` handed out last leads to the eldest son.
  [[nodiscard]] bool at_eldest() const { return next_ == eldest_place_ + 1 && !eldest_dropped_; }

  /// Progress through the moves of a node, as messages describe it beside the moves themselves.
  struct Progress {
    bool generated = false;
    bool ordered = false;
    std::size_t next = 0; ///< index in the order of the next move to be handed out
  };
  [[nodiscard]] Progress progress() const { return {generated_, end_ > 0, next_}; }

  /// Form of a position's moves in a message: a word of 4 bytes for each move, best first if they
  /// are in order. A word holds the move's code, below 2^30, and whether the move is losing,
  /// ordinary or promising. A reader needs no more of a move's rank. The order must not have been
  /// rotated, nor any move deferred.
  template <class Self, class Wire>
  static constexpr void fields(Self& self, Wire& wire, const P& position,
                               const Progress& progress) {
    if constexpr (Wire::reads)
      self.read(wire, position, progress);
    else if constexpr (Wire::writes)
      self.write(wire);
    else
      wire.add(word_bytes * self.size());
  }

private:
  static constexpr std::size_t word_bytes = 4;
  enum class Standing : std::uint8_t { losing, ordinary, promising };

  [[nodiscard]] static Standing standing(std::int64_t rank) {
    if (MoveOrdering<P>::losing(rank))
      return Standing::losing;
    return MoveOrdering<P>::promising(rank) ? Standing::promising : Standing::ordinary;
  }

  template <class Code, class OwnStanding>
  static constexpr void word(auto& wire, Code& code, OwnStanding& standing) {
    wire::word<word_bytes>(wire, wire::part<0, (1 << 30) - 1>(code),
                           wire::up_to<Standing::promising>(standing));
  }

  void write(wire::Writer& writer) const {
    if (eldest_place_ != 0 || eldest_dropped_ || deferred_.any())
      throw std::logic_error("moves that have been put into an order of their own are sent");
    OrderedMoves sorted = *this;
    while (end_ > 0 && sorted.sorted_ < sorted.moves_.size())
      sorted.sort_further();
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      const auto place =
          end_ > 0 ? last_index - static_cast<std::uint64_t>(sorted.ranks_[i]) % max_moves : i;
      const auto code = moves_[place].code();
      const auto own = end_ > 0 ? standing(sorted.ranks_[i] / rank_step) : Standing::losing;
      word(writer, code, own);
    }
  }

  void read(wire::Reader& reader, const P& position, const Progress& progress) {
    *this = {};
    if (progress.generated)
      generate(position);
    end_ = sorted_ = progress.ordered ? moves_.size() : 0;
    next_ = progress.next;
    if (next_ > end_ || (progress.ordered && end_ == 0))
      reader.reject("a node has fewer moves");
    std::bitset<max_moves> known;
    auto least = Standing::promising;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      std::uint32_t code = 0;
      auto own = Standing::losing;
      word(reader, code, own);
      const auto move =
          std::find_if(moves_.begin(), moves_.end(), [=](Move one) { return one.code() == code; });
      const auto place = static_cast<std::size_t>(move - moves_.begin());
      if (move == moves_.end() || known.test(place) ||
          (!progress.ordered && (place != i || own != Standing::losing)) ||
          (progress.ordered && own > least))
        reader.reject("the moves of a node are not in order");
      known.set(place);
      least = own;
      ranks_[i] = rank_of(own, i) * rank_step + static_cast<std::int64_t>(last_index - place);
    }
  }

  /// A rank of the given standing for the move at index `place` of the order.
  [[nodiscard]] static constexpr std::int64_t rank_of(Standing standing, std::size_t place) {
    const auto from_last = static_cast<std::int64_t>(max_moves - place);
    switch (standing) {
    case Standing::losing:
      return MoveOrdering<P>::losing_rank + from_last;
    case Standing::ordinary:
      return from_last;
    case Standing::promising:
      break;
    }
    return MoveOrdering<P>::least_promising + from_last;
  }

  static constexpr auto rank_step = static_cast<std::int64_t>(max_moves);
  static constexpr std::size_t last_index = max_moves - 1;

  /// The move at index `place` of the order, which must be sorted up to there.
  [[nodiscard]] const Move& move_at(std::size_t place) const {
    return moves_[last_index - static_cast<std::uint64_t>(ranks_[place]) % max_moves];
  }

  /// The number of moves selected one by one. A node that needs more is likely to need all, so the
  /// rest is sorted at once.
  static constexpr std::size_t picked_singly = 3;

  template <class Rank> void order_by(const Rank& rank) {
    assert(generated_ && !empty());
    std::size_t best = 0;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      ranks_[i] =
          std::int64_t{rank(moves_[i])} * rank_step + static_cast<std::int64_t>(last_index - i);
      best = ranks_[i] > ranks_[best] ? i : best;
    }
    std::swap(ranks_[0], ranks_[best]); // found at hardly any cost, and needed in every node
    end_ = moves_.size();
    sorted_ = 1;
    next_ = 0;
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
  /// Each move's rank times `max_moves`, plus its place from the end in the order of generation. So
  /// all elements differ, and each identifies its move. Best first up to `sorted_`.
  std::array<std::int64_t, max_moves> ranks_; // order() sets what matters
  std::size_t sorted_ = 0;
  std::size_t next_ = 0;
  std::size_t end_ = 0; ///< number of moves to be handed out; 0 before `order`
  std::size_t eldest_place_ = 0;
  std::optional<SplitMix64> random_; ///< picks the next young brother; empty if not shuffled
  std::bitset<max_moves> deferred_;
  bool eldest_dropped_ = false;
  bool generated_ = false;
};

} // namespace eldest
