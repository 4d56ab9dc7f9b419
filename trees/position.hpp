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

/// Upper bound on the number of legal moves of a position, in all games here.
inline constexpr std::size_t max_moves = 256;

/// The legal moves of one position, in the order of generation.
template <class Move> using MoveList = boost::container::static_vector<Move, max_moves>;

/// A node of a game tree, with all operations that a search needs. A new game is one type that
/// models this concept.
///
/// A position is a small value that is copied at every move. Its content must be a function of the
/// rules and of the moves that led to it. Values must not depend on the path (no repetition draws,
/// no fifty-move rule). The minimax value of a position at a depth is then one number, whichever
/// processor searches it and whatever the transposition table holds.
///
/// - `key()`: see Key. Hashes the side to move and everything else that changes the tree below.
/// - `generate_moves(list)`: appends every legal move, in an order fixed by the position. An empty
///   list means that the game is over. A forced pass is a move.
/// - `after(move)`: the position after a move from `generate_moves`.
/// - `evaluate()`: static value for the side to move.
/// - `terminal_value(depth)`: value for the side to move of a position without moves, with `depth`
///   ply of search left (see win_score).
/// - `extension()`: ply by which the search below this position is deepened, for example 1 in
///   check. Negative for a shallower search. A function of the position alone.
/// - `text(move)`: the move in the game's notation.
/// - `Move::code()`: the number that a transposition table stores for a move. Never 0, different
///   for different legal moves of one position, and the same whenever the position is met again.
///
/// Move ordering: moves with a higher `ordering(move)`, in [-2^20, 2^20], are searched first. Moves
/// with `quiet(move)` are also ordered by killers and by a history of cut-offs, at
/// `history_index(move)`, which is in [0, history_size) for every legal move. Other moves
/// (captures, promotions) come before quiet moves if their ordering is 0 or more, otherwise after
/// them. A game with history_size 0 is ordered by `ordering` alone; see also HasOptionalHistory.
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

/// Returns the legal move of `position` with `code`, or nothing.
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

/// A node of a game whose leaves may be unstable. The search continues below leaves, to any depth,
/// as quiescence search. The game must ensure that this search ends.
///
/// - `generate_captures(list)`: appends the moves to search, a subset of the legal moves.
/// - `may_stand_pat()`: true if the side to move may decline all these moves and take `evaluate()`.
///   If it may not decline and `generate_captures` appends no move, the position is evaluated all
///   the same.
template <class P>
concept QuiescentPosition = Position<P> &&
    requires(const P position, MoveList<typename P::Move> moves) {
  { position.generate_captures(moves) } -> std::same_as<void>;
  { position.may_stand_pat() } -> std::same_as<bool>;
};

/// A game that computes the effect of a move on the evaluation without making the move.
/// `gain(move)`: evaluation after the move minus evaluation before, both for the side that moves,
/// within the limits of `ordering`.
template <class P>
concept HasGain = Position<P> && requires(const P position, const typename P::Move move) {
  { position.gain(move) } -> std::same_as<int>;
};

/// A game whose positions tell the move that led to them. `last_move_index()`: the index of that
/// move in the history, as the moved piece stands now; `history_size` if a pass led to the
/// position, or if it is a root. It has no effect on the values of the tree below.
template <class P>
concept HasLastMove = Position<P> && requires(const P position) {
  { position.last_move_index() } -> std::same_as<std::size_t>;
};

/// A game with a setting for killers and history. `uses_history()`: false if moves are ordered by
/// `ordering` alone; the same in all positions of a tree.
template <class P>
concept HasOptionalHistory = Position<P> && requires(const P position) {
  { position.uses_history() } -> std::same_as<bool>;
};

/// Returns true if quiet moves are also ordered by killers and history.
template <Position P> [[nodiscard]] constexpr bool uses_history(const P& position) {
  if constexpr (HasOptionalHistory<P>)
    return position.uses_history();
  else
    return P::history_size != 0;
}

/// A game whose rules have no pass, but in which some move is nearly always better than a pass
/// would be.
///
/// - `may_pass()`: true if some move may be assumed to be better than a pass in this position.
/// - `after_pass()`: the position with the other side to move.
template <class P>
concept PassablePosition = Position<P> && requires(const P position) {
  { position.may_pass() } -> std::same_as<bool>;
  { position.after_pass() } -> std::same_as<P>;
};

/// A game whose nodes differ in cost. `relative_cost()`: the factor, above 0, on the costs of a
/// node in this position. A function of the position alone.
template <class P>
concept HasRelativeCost = Position<P> && requires(const P position) {
  { position.relative_cost() } -> std::same_as<double>;
};

/// A game whose positions can be sent to another computer. `fields(position, wire)`: see
/// trees/base/wire.hpp; at most sizeof(P) bytes. Objects that a position refers to do not travel. A
/// reader is given a position that refers to the reader's own objects, and fills in the rest. The
/// reader rejects bytes that are no position of the game, or that are about another root.
template <class P>
concept SendablePosition = Position<P> &&
    requires(P position, const P constant, wire::Reader reader, wire::Writer writer) {
  P::fields(position, reader);
  P::fields(constant, writer);
};

} // namespace eldest
