#pragma once

#include "trees/base/wire.hpp"
#include "trees/score.hpp"

#include <boost/container/static_vector.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace eldest {

/// The most legal moves that a position of any game here has.
inline constexpr std::size_t max_moves = 256;

/// The legal moves of one position, in the order the game generated them.
template <class Move> using MoveList = boost::container::static_vector<Move, max_moves>;

/// A node of a game tree, with all that a search needs of a game. A new game is one type that
/// models it.
///
/// A position is a small value that is copied at every move. Everything in it must be a function of
/// the rules and of the moves that led to it; values must not depend on the path (no repetition
/// draws, no fifty-move rule), so that the minimax value of a position at a depth is one number
/// whichever processor searches it and whatever the transposition table holds.
///
/// - `key()`: see Key. Side to move and everything else that changes the tree below are hashed.
/// - `generate_moves(list)`: appends every legal move, in an order fixed by the position. An empty
///   list means that the game is over. A forced pass is a move.
/// - `after(move)`: the position after a move from `generate_moves`.
/// - `evaluate()`: static value for the side to move.
/// - `terminal_value(depth)`: value for the side to move of a position without moves, with `depth`
///   ply of search left (see win_score).
/// - `extension()`: ply by which the search below this position is deepened (1 when in check, …),
///   less than 0 where it is shallower; a function of the position alone.
/// - `text(move)`: the move in the game's notation.
/// - `Move::code()`: never 0, different for different legal moves of one position, and the same
///   whenever the position is met again. A transposition table stores it.
///
/// Move ordering: higher `ordering(move)` first, within [-2^20, 2^20]. Moves that are `quiet` are
/// also ordered by killers and by a history of cut-offs with `history_index(move)` in [0,
/// history_size); the others (captures, promotions) come before quiet moves when their ordering is
/// not negative, after them when it is. A game with history_size 0 is ordered by `ordering` alone.
/// Ties are broken by the order of generation.
template <class P>
concept Position = std::copyable<P> && std::regular<typename P::Move> &&
    requires(const P position, const typename P::Move move, MoveList<typename P::Move> moves,
             int depth) {
  { position.key() } -> std::same_as<Key>;
  { position.generate_moves(moves) } -> std::same_as<void>;
  { position.after(move) } -> std::same_as<P>;
  { position.evaluate() } -> std::same_as<Score>;
  { position.terminal_value(depth) } -> std::same_as<Score>;
  { position.extension() } -> std::same_as<int>;
  { position.text(move) } -> std::same_as<std::string>;
  { move.code() } -> std::same_as<std::uint32_t>;
  { position.ordering(move) } -> std::same_as<int>;
  { position.quiet(move) } -> std::same_as<bool>;
  { position.history_index(move) } -> std::same_as<std::size_t>;
  { P::history_size } -> std::convertible_to<std::size_t>;
};

/// The legal move of a position with a code, if there is one.
template <Position P>
[[nodiscard]] std::optional<typename P::Move> find_move(const P& position, std::uint32_t code) {
  MoveList<typename P::Move> moves;
  position.generate_moves(moves);
  for (const auto move : moves) {
    if (move.code() == code)
      return move;
  }
  return std::nullopt;
}

/// A node of a game whose leaves may be unstable: the search goes on below them with the moves that
/// `generate_captures` appends (a subset of the legal ones), to any depth; the game must ensure
/// that it ends. `may_stand_pat()`: whether the side to move may also decline all of them and take
/// `evaluate()`; where it may not and there is no capture, the position is evaluated.
template <class P>
concept QuiescentPosition = Position<P> &&
    requires(const P position, MoveList<typename P::Move> moves) {
  { position.generate_captures(moves) } -> std::same_as<void>;
  { position.may_stand_pat() } -> std::same_as<bool>;
};

/// A game that knows without making a move what it does to the evaluation. `gain(move)`: the
/// evaluation after the move for the side that makes it, less the evaluation before; within the
/// limits of `ordering`.
template <class P>
concept HasGain = Position<P> && requires(const P position, const typename P::Move move) {
  { position.gain(move) } -> std::same_as<int>;
};

/// A game whose rules know no pass but in which nearly always some move is better than one would
/// be. `may_pass()`: whether that may be taken for granted in this position; `after_pass()`: the
/// position with the other side to move.
template <class P>
concept PassablePosition = Position<P> && requires(const P position) {
  { position.may_pass() } -> std::same_as<bool>;
  { position.after_pass() } -> std::same_as<P>;
};

/// A game whose nodes differ in cost. `relative_cost()`: the factor, above 0, by which the costs of
/// a node are multiplied in this position; a function of the position alone.
template <class P>
concept HasRelativeCost = Position<P> && requires(const P position) {
  { position.relative_cost() } -> std::same_as<double>;
};

/// A game whose positions can be sent to another computer. `fields(position, wire)`: see
/// trees/base/wire.hpp; of sizeof(P) bytes at most. What a position refers to does not travel: a
/// reader is given a position that refers to its own, fills in the rest, and rejects bytes that are
/// no position of the game, or are about another root.
template <class P>
concept SendablePosition = Position<P> &&
    requires(P position, const P constant, wire::Reader reader, wire::Writer writer) {
  P::fields(position, reader);
  P::fields(constant, writer);
};

} // namespace eldest
