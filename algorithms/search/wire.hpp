#pragma once

#include "algorithms/search/settings.hpp"
#include "trees/base/wire.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

/// The fields that messages of searches have in common: see trees/base/wire.hpp.
namespace eldest::wire {

/// A score or an end of a window. The values just beyond the infinite window mean that there is no
/// score.
template <class T> [[nodiscard]] constexpr Part<-(infinity + 1), infinity + 1, T> score(T& value) {
  return {value};
}

/// The depth of a search in ply, which may be negative below a leaf.
template <class T> [[nodiscard]] constexpr Part<-128, 127, T> depth(T& value) { return {value}; }

/// A number of moves from the root.
template <class T> [[nodiscard]] constexpr Part<0, max_ply, T> ply(T& value) { return {value}; }

/// A number of 32 bits, such as the code of a move.
template <class T> [[nodiscard]] constexpr Part<0, 0xffffffff, T> number(T& value) {
  return {value};
}

/// Codes of moves that lead down from the root. 0 is a pass that null-move pruning tries.
using MoveCodes = boost::container::small_vector<std::uint32_t, 16>;

/// The root of a game whose moves are of type Move.
template <class Move> class MovesFromRoot : public Root {
public:
  /// The moves with these codes, made one after another from the root, or nothing if one of them is
  /// not legal.
  [[nodiscard]] virtual std::optional<std::vector<Move>>
  moves(std::span<const std::uint32_t> codes) const = 0;
};

/// The root of a search in a game. The position must outlive it.
template <Position P> class RootOf final : public MovesFromRoot<typename P::Move> {
public:
  explicit RootOf(const P& position) : position_(position) {}

  [[nodiscard]] const P& position() const { return position_; }

  [[nodiscard]] std::optional<std::vector<typename P::Move>>
  moves(std::span<const std::uint32_t> codes) const override {
    std::vector<typename P::Move> moves;
    P position = position_;
    for (const auto code : codes) {
      const auto move = find_move(position, code);
      if (!move)
        return std::nullopt;
      moves.push_back(*move);
      position = position.after(*move);
    }
    return moves;
  }

  /// The position after the moves with these codes, or nothing if one of them is not legal.
  [[nodiscard]] std::optional<P> after(std::span<const std::uint32_t> codes) const {
    P position = position_;
    for (const auto code : codes) {
      const auto next = code == 0 ? after_pass(position) : after_move(position, code);
      if (!next)
        return std::nullopt;
      position = *next;
    }
    return position;
  }

private:
  [[nodiscard]] static std::optional<P> after_move(const P& position, std::uint32_t code) {
    const auto move = find_move(position, code);
    return move ? std::optional(position.after(*move)) : std::nullopt;
  }

  [[nodiscard]] static std::optional<P> after_pass(const P& position) {
    if constexpr (PassablePosition<P>) {
      if (position.may_pass())
        return position.after_pass();
    }
    return std::nullopt;
  }

  const P& position_;
};

/// A processor that reads messages from bytes. `enter_game(root, depth)` declares that further
/// messages are about a search from `root` to a nominal depth of `depth`. A null `root` declares
/// that no more such messages come.
template <class M>
concept CrossesWires = requires(M& processor, const Root* root, int depth) {
  { processor.enter_game(root, depth) } -> std::same_as<void>;
};

/// A guard for a search from `root`: while it lives, the processor reads messages as being about
/// that search (see CrossesWires). On a processor that does not read messages from bytes the guard
/// does nothing. The processor and the root must outlive the guard.
template <Position P, class M> class InGame {
public:
  InGame(M& processor, const P& root, int depth) : processor_(processor), root_(root) {
    if constexpr (CrossesWires<M>)
      processor_.enter_game(&root_, depth);
  }
  ~InGame() {
    if constexpr (CrossesWires<M>)
      processor_.enter_game(nullptr, 1);
  }
  InGame(const InGame&) = delete;
  InGame& operator=(const InGame&) = delete;

private:
  M& processor_;
  RootOf<P> root_;
};

/// Form of a position in a message: as many bytes as it takes in memory, because programs send the
/// structure as it stands. Bytes that the game does not describe are 0. A reader fills in a copy of
/// its own root, because a position may refer to data that the root has.
template <class P, class Wire> constexpr void position(Wire& wire, P& position) {
  using Own = std::remove_const_t<P>;
  if constexpr (!Wire::reads && !Wire::writes) {
    wire.add(sizeof(Own));
  } else if constexpr (SendablePosition<Own>) {
    if constexpr (Wire::reads)
      position = wire.template root<RootOf<Own>>().position();
    Own::fields(position, wire);
    zeros(wire, sizeof(Own) - size_of<Own>(position));
  } else {
    throw std::logic_error("positions of this game cannot be sent");
  }
}

/// Form of a position as the `count` moves that lead to it from the root, in words of 4 bytes. A
/// reader makes the moves itself to reach the position.
template <class P, class Codes, class Wire>
constexpr void line(Wire& wire, Codes& codes, std::size_t count, P& position) {
  if constexpr (Wire::reads) {
    codes.clear();
    for (std::size_t i = 0; i < count; ++i)
      word<4>(wire, number(codes.emplace_back()));
    const auto reached = wire.template root<RootOf<P>>().after({codes.data(), codes.size()});
    if (!reached)
      wire.reject("a move is not legal");
    position = *reached;
  } else if constexpr (Wire::writes) {
    if (codes.size() != count)
      throw std::logic_error("a position is sent without the moves that lead to it");
    for (const auto& code : codes)
      word<4>(wire, number(code));
  } else {
    wire.add(4 * count);
  }
}

/// Form of moves that lead down from the root, each in as many bytes as it takes in memory, at most
/// 4. A move travels as its code less 1, which is never negative. If moves are mere integers, their
/// values travel, which only the program that uses them can check.
template <class Moves, class Wire>
constexpr void moves(Wire& wire, Moves& path, std::size_t count) {
  using Move = typename Moves::value_type;
  constexpr std::size_t bytes = std::min<std::size_t>(sizeof(Move), 4);
  constexpr std::int64_t most = (std::int64_t{1} << 8 * bytes) - 1;
  if constexpr (!Wire::reads && !Wire::writes) {
    wire.add(count * bytes);
  } else if constexpr (std::integral<Move>) {
    if constexpr (Wire::reads)
      path.resize(count);
    for (auto& move : path)
      word<bytes>(wire, part<-(most / 2) - 1, most / 2>(move));
  } else if constexpr (Wire::writes) {
    for (const Move& move : path) {
      const auto code = std::int64_t{move.code()} - 1;
      word<bytes>(wire, part<0, most>(code));
    }
  } else {
    std::vector<std::uint32_t> codes(count);
    for (auto& code : codes) {
      word<bytes>(wire, part<0, most>(code));
      ++code;
    }
    auto found = wire.template root<MovesFromRoot<Move>>().moves(codes);
    if (!found)
      wire.reject("a move is not legal");
    path = *std::move(found);
  }
}

/// Form of moves of the root: their codes, in words of 4 bytes.
template <class Moves, class Wire>
constexpr void moves_of_root(Wire& wire, Moves& moves, std::size_t count) {
  using Move = typename Moves::value_type;
  if constexpr (Wire::reads) {
    moves.clear();
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t code = 0;
      word<4>(wire, number(code));
      const auto found = wire.template root<MovesFromRoot<Move>>().moves({&code, 1});
      if (!found)
        wire.reject("a move is not legal");
      moves.push_back(found->front());
    }
  } else {
    for (const Move& move : moves) {
      const std::uint32_t code = move.code();
      word<4>(wire, number(code));
    }
  }
}

} // namespace eldest::wire
