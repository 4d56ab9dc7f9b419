#pragma once

#include "trees/base/wire.hpp"
#include "trees/synthetic/draw.hpp"
#include "trees/synthetic/parameters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace eldest::synthetic {

/// The number of units of an error in a point. In whole points, rounding would wear away errors
/// that persist.
inline constexpr Score error_scale = 256;

/// The limit of the values of nodes, which lie within [-value_limit, value_limit].
inline constexpr Score value_limit = 500'000;
/// The greatest reduction of a node, in ply: that of the last of 256 brothers, by the greatest
/// Parameters::reduction.
inline constexpr int most_reduction = 32;

/// The greatest number of commuting moves in succession.
inline constexpr std::size_t most_commuting = 63;

/// Draws of a quantity that a node inherits in part, such as the error of evaluation. Drawn numbers
/// are times error_scale.
class Deviations {
public:
  /// `deviation` is the standard deviation in points. `persistence` is the share that is inherited.
  Deviations(Purpose purpose, int deviation, double persistence);

  /// The quantity of the root.
  [[nodiscard]] Score of_root(Key key) const { return drawn(key, fresh_); }
  /// The quantity of a node below a node that has `fathers`.
  [[nodiscard]] Score of_son(Key key, Score fathers) const {
    return fresh_ == 0 ? 0 : lasting_.of(fathers) + drawn(key, fresh_);
  }
  /// The whole of the quantity, drawn for `key`.
  [[nodiscard]] Score whole(Key key) const { return drawn(key, whole_); }

private:
  [[nodiscard]] Score drawn(Key key, std::int64_t deviation) const {
    if (deviation == 0)
      return 0;
    return static_cast<Score>(bell(draw(key, purpose_)) * deviation /
                              (std::int64_t{bell_deviation} << 16U));
  }

  Purpose purpose_;
  Share lasting_;
  std::int64_t whole_; ///< deviation, in units of 2^-16 / error_scale
  std::int64_t fresh_; ///< the same, of what is not inherited
};

/// One node of a tree, a function of its key. Scores are for the side to move.
struct Node {
  Key key = 0;
  Score value = 0;            ///< the true value, without the error of evaluation
  Score error = 0;            ///< error of static evaluation, times error_scale
  Score swing = 0;            ///< deviation from Parameters::swing, times error_scale
  bool extended = false;      ///< true if the search below the node goes a ply deeper
  std::uint8_t reduction = 0; ///< ply by which the search below the node is shallower

  /// See trees/base/wire.hpp. The swing travels only if it can differ from node to node.
  template <class Self, class Wire>
  static constexpr void fields(Self& self, Wire& wire, bool has_swing) {
    wire::whole(wire, self.key);
    wire::word<8>(wire, wire::part<-value_limit, value_limit>(self.value),
                  wire::part<-0x20000000, 0x1fffffff>(self.error), wire::flag(self.extended),
                  wire::part<0, most_reduction>(self.reduction));
    if (has_swing)
      wire::word<4>(wire, wire::part<-0x20000000, 0x1fffffff>(self.swing));
  }

  [[nodiscard]] constexpr bool operator==(const Node&) const = default;
};

/// An endless game tree. Everything about a node follows from its father and its place among its
/// brothers, so that no nodes are stored.
class Tree {
public:
  /// Throws InputError if a parameter is out of range.
  explicit Tree(const Parameters& parameters);

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  [[nodiscard]] const Node& root() const { return root_; }

  [[nodiscard]] bool game_over(const Node& node) const {
    return leaf_.possible() && node.key != root_.key &&
           leaf_.happens(low_half(draw(node.key, Purpose::leaf)));
  }

  /// The number of moves; 0 where the game is over.
  [[nodiscard]] int move_count(const Node& node) const {
    return game_over(node) ? 0 : branching(node);
  }

  [[nodiscard]] Node son(const Node& father, int place) const {
    const Key key = mix(father.key + golden_ratio * static_cast<Key>(place + 1));
    return born(key, father, place, place == best_place(father));
  }

  [[nodiscard]] bool has_transpositions() const { return transposition_.possible(); }

  /// The key of the node to which moves a, b, c and c, b, a from `grandfather` lead, if they meet.
  [[nodiscard]] static Key meeting_key(const Node& grandfather, int a, int b, int c) {
    const auto [first, last] = std::minmax(a, c);
    const int moves = b * 0x10000 + first * 0x100 + last;
    return mix(draw(grandfather.key, Purpose::transposition) +
               golden_ratio * (static_cast<Key>(moves) + 1));
  }

  [[nodiscard]] bool may_meet(Key meeting) const {
    return transposition_.happens(low_half(draw(meeting, Purpose::transposition)));
  }

  /// Returns true if a son is its father's best, which only model=ordered distinguishes. Such a son
  /// has no other father.
  [[nodiscard]] bool is_best(const Node& father, int place) const {
    return parameters_.model == Model::ordered && place == best_place(father);
  }

  /// A son that two fathers share, and that is the best of neither. `place` and `other_place` are
  /// its places among the sons of `one` and `other`.
  [[nodiscard]] Node shared_son(const Node& one, const Node& other, int place, int other_place,
                                Key key) const {
    const Node father{0,
                      shared_value(one.value, other.value),
                      (one.error + other.error) / 2,
                      (one.swing + other.swing) / 2,
                      one.extended || other.extended,
                      0};
    return born(key, father, std::max(place, other_place), false);
  }

  [[nodiscard]] bool has_commuting_moves() const { return commuting_.possible(); }

  /// The identity of the move to a son of `node`, which is `distance` commuting moves below
  /// `origin`. Below one origin, moves of one player to one place have the same identity if they
  /// are all the best moves of their nodes, or none of them is.
  [[nodiscard]] Key identity(const Node& origin, int distance, const Node& node, int place) const {
    const int side = distance % 2;
    const int move = (side * 0x100 + place) * 2 + (is_best(node, place) ? 1 : 0);
    return mix(draw(origin.key, Purpose::commuting) + golden_ratio * (static_cast<Key>(move) + 1));
  }

  [[nodiscard]] bool commutes(Key identity) const {
    return commuting_.happens(low_half(draw(identity, Purpose::commuting)));
  }

  /// The son after a commuting move. Key, value and error are sums over the moves from the origin,
  /// whose order therefore does not matter.
  [[nodiscard]] Node commuted_son(const Node& father, Key identity, int place) const {
    return {father.key + identity,
            value(identity, father.value, place, is_best(father, place)),
            errors_.whole(identity) - father.error,
            swings_.whole(identity) + father.swing,
            false,
            reduction(identity, place)};
  }

  /// `node` with its error of evaluation and its swing, if it is `distance` commuting moves below
  /// its origin. The sum of the moves' errors is scaled to the deviation `noise`. The share
  /// `persistence` of it is kept, and an error of the node's own is added. Likewise the swing.
  [[nodiscard]] Node with_error(Node node, std::size_t distance) const {
    if (distance == 0)
      return node;
    node.error = errors_.of_son(node.key, sums_[distance].of(node.error));
    node.swing = swings_.of_son(node.key, sums_[distance].of(node.swing));
    return node;
  }

  /// Returns true if swings differ from node to node.
  [[nodiscard]] bool has_swing_noise() const { return parameters_.swing_noise != 0; }

  /// The static evaluation for the side to move; the true value where the game is over.
  [[nodiscard]] Score evaluation(const Node& node) const {
    return game_over(node) ? result(node)
                           : rounded(node.value + node.error / error_scale + parameters_.swing +
                                     node.swing / error_scale);
  }

  /// The value of a node where the game is over.
  [[nodiscard]] Score result(const Node& node) const { return rounded(node.value); }

  [[nodiscard]] double relative_cost(const Node& node) const {
    const auto deviation = static_cast<std::int64_t>(low_half(draw(node.key, Purpose::cost))) -
                           (std::int64_t{1} << 31U);
    return static_cast<double>(mean_cost_ + ((deviation * cost_deviation_) >> 31U)) * 0x1p-20;
  }

private:
  static constexpr Key golden_ratio = 0x9e3779b97f4a7c15U;

  [[nodiscard]] int branching(const Node& node) const {
    const int drawn = drawn_branching(node.key);
    return node.extended ? std::min(drawn, parameters_.evasions) : drawn;
  }

  [[nodiscard]] int drawn_branching(Key key) const {
    if (constant_branching_ != 0)
      return constant_branching_;
    if (forced_.possible() && forced_.happens(low_half(draw(key, Purpose::forced))))
      return 1;
    const auto& [fewest, most, geometric_mean] = parameters_.branching;
    const auto word = low_half(draw(key, Purpose::branching));
    return geometric_mean == 0 ? fewest + below(most - fewest + 1, word)
                               : 1 + more_moves_(TruncatedGeometric::max_count, word);
  }

  [[nodiscard]] int best_place(const Node& father) const {
    const auto word = draw(father.key, Purpose::best_move);
    if (first_is_best_.happens(low_half(word)))
      return 0;
    const int others = branching(father) - 1;
    return others == 0 ? 0 : 1 + best_place_(others, high_half(word));
  }

  [[nodiscard]] Node born(Key key, const Node& father, int place, bool best) const {
    const bool extended = extend_.possible() && !father.extended &&
                          extend_.happens(low_half(draw(key, Purpose::extension)));
    return {key,
            value(key, father.value, place, best),
            errors_.of_son(key, -father.error),
            swings_.of_son(key, father.swing),
            extended,
            extended ? std::uint8_t{0} : reduction(key, place)};
  }

  /// The reduction of a son, in whole ply. The fractional part of its mean is the probability of
  /// one more ply.
  [[nodiscard]] std::uint8_t reduction(Key key, int place) const {
    if (reduction_ == 0)
      return 0;
    const auto doublings = static_cast<std::uint64_t>(std::bit_width(static_cast<unsigned>(place)));
    const auto chance = low_half(draw(key, Purpose::reduction)) >> 16U;
    return static_cast<std::uint8_t>((doublings * reduction_ + chance) >> 16U);
  }

  [[nodiscard]] Score value(Key key, Score father_value, int place, bool best) const {
    if (parameters_.model == Model::ordered) {
      const Score loss = best ? 0 : loss_of(key, place);
      return std::min(loss - father_value, value_limit);
    }
    const Score branch = centred(low_half(draw(key, Purpose::value)));
    return std::clamp(branch - inherited_.of(father_value), -value_limit, value_limit);
  }

  [[nodiscard]] Score loss_of(Key key, int place) const {
    const int spread = parameters_.spread;
    const Score random = spread == 0 ? 0 : 1 + below(spread, low_half(draw(key, Purpose::value)));
    return random + parameters_.trend * place;
  }

  [[nodiscard]] Score centred(std::uint32_t word) const {
    return below(2 * parameters_.spread + 1, word) - parameters_.spread;
  }

  /// The joint value of two fathers, from which that of their shared son follows. In model=ordered
  /// it is the lesser of both, because the son must be worse than the best son of either.
  [[nodiscard]] Score shared_value(Score one, Score other) const {
    return parameters_.model == Model::ordered ? std::min(one, other) : (one + other) / 2;
  }

  /// Rounds to the nearest multiple of Parameters::grain, symmetrically around 0, so that the point
  /// of view makes no difference.
  [[nodiscard]] Score rounded(Score score) const {
    const Score grain = parameters_.grain;
    if (grain == 1)
      return score;
    const Score half = score < 0 ? -grain / 2 : grain / 2;
    return (score + half) / grain * grain;
  }

  Parameters parameters_;
  Chance transposition_;
  int constant_branching_; ///< 0 if the number of moves differs from node to node
  Chance forced_;
  Chance leaf_;
  Chance extend_;
  Chance first_is_best_;
  Share inherited_;
  Chance commuting_;
  Deviations errors_;
  Deviations swings_;
  std::int64_t mean_cost_;      ///< in units of 2^-20
  std::int64_t cost_deviation_; ///< in units of 2^-20
  std::uint64_t reduction_;     ///< in units of 2^-16 ply
  Node root_;
  TruncatedGeometric best_place_;
  TruncatedGeometric more_moves_;
  std::array<Share, most_commuting + 1> sums_; ///< the scale of a sum of 1, 2, … errors
};

} // namespace eldest::synthetic
