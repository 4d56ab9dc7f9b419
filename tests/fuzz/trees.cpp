// Readers of positions, moves and trees. An accepted value is written, and must be equal when it is
// read again.

#include "tests/fuzz/target.hpp"
#include "trees/checkers/notation.hpp"
#include "trees/checkers/position_file.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/position_file.hpp"
#include "trees/chess/root.hpp"
#include "trees/chess/san.hpp"
#include "trees/othello/position.hpp"
#include "trees/othello/position_file.hpp"
#include "trees/score.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"
#include "trees/synthetic/tree.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

namespace eldest::fuzz {
namespace {

/// A position in the first line of an input, and a move in the rest.
struct PositionAndMove {
  explicit PositionAndMove(std::string_view input)
      : position(input.substr(0, input.find('\n'))),
        move(input.substr(std::min(position.size() + 1, input.size()))) {}

  std::string_view position;
  std::string_view move;
};

template <class P> auto moves_of(const P& position) {
  MoveList<typename P::Move> moves;
  position.generate_moves(moves);
  return moves;
}

void check_written(const chess::Setup& setup) {
  require(chess::parse_fen(chess::to_fen(setup)) == setup, "a position is read as it was written");
}

void read_fen(std::string_view input) {
  const auto setup = accepted([&] { return chess::parse_fen(input); });
  if (!setup)
    return;
  check_written(*setup);
  const chess::Root root(*setup);
  for (const auto move : moves_of(root.position()))
    check_written(root.position().after(move).setup());
}

void read_san(std::string_view input) {
  const PositionAndMove texts(input);
  const auto setup = accepted([&] { return chess::parse_fen(texts.position); });
  if (!setup)
    return;
  const chess::Root root(*setup);
  const auto move = accepted([&] { return chess::parse_san(root.position(), texts.move); });
  require(!move || std::ranges::count(moves_of(root.position()), *move) == 1, "a move is legal");
}

/// Requires a list whose positions `parse` reads, each with an id of its own.
template <class Parse> void check_list(const PositionList& list, Parse parse) {
  std::set<std::string> ids;
  for (const auto& [id, position, line] : list.positions) {
    require(ids.insert(id).second, "no ID is there twice");
    parse(position);
  }
  require(list.games == 0 ||
              list.positions.size() + list.bad.size() == static_cast<std::size_t>(list.games),
          "each game is a position or bad");
}

void read_chess_file(std::string_view input) {
  check_list(chess::list_positions(input),
             [](const std::string& fen) { check_written(chess::parse_fen(fen)); });
}

void check_written(const checkers::Position& position) {
  require(checkers::parse_position(checkers::fen(position)) == position,
          "a position is read as it was written");
}

void read_checkers(std::string_view input) {
  const auto position = accepted([&] { return checkers::parse_position(input); });
  if (!position)
    return;
  check_written(*position);
  for (const auto move : moves_of(*position))
    check_written(position->after(move));
}

void read_checkers_move(std::string_view input) {
  const PositionAndMove texts(input);
  const auto position = accepted([&] { return checkers::parse_position(texts.position); });
  if (!position)
    return;
  const auto move = accepted([&] { return checkers::parse_move(*position, texts.move); });
  require(!move || checkers::parse_move(*position, to_string(*move)) == *move,
          "a move is read as it was written");
}

void read_checkers_file(std::string_view input) {
  check_list(checkers::list_positions(input),
             [](const std::string& fen) { check_written(checkers::parse_position(fen)); });
}

void read_othello(std::string_view input) {
  const auto position = accepted([&] { return othello::parse_position(input); });
  if (!position)
    return;
  require(othello::parse_position(to_text(*position)) == *position,
          "a position is read as it was written");
  for (const auto move : moves_of(*position)) {
    const auto text = othello::Position::text(move);
    require(othello::parse_move(*position, text) == move, "a move is read as it was written");
  }
}

void read_othello_file(std::string_view input) {
  const auto list = othello::list_positions(input);
  for (const auto& bad : list.bad)
    check_message(bad.reason);
  std::set<std::string> ids;
  for (const auto& listed : list.positions) {
    require(ids.insert(listed.id).second, "no ID is there twice");
    require(to_text(othello::parse_position(listed.position)) == listed.position,
            "a position is listed as it is written");
  }
}

void read_synthetic(std::string_view input) {
  const auto parameters = accepted([&] { return synthetic::parse_parameters(input); });
  if (!parameters)
    return;
  const auto text = to_text(*parameters);
  require(to_text(synthetic::parse_parameters(text)) == text, "parameters are read as written");
  const synthetic::Tree tree(*parameters);
  const synthetic::Position root(tree);
  for (const auto move : moves_of(root)) {
    const auto son = root.after(move);
    require(son.relative_cost() >= 0, "no node costs less than nothing");
    require(std::abs(son.evaluate()) < win_score(0), "no static value is that of a win");
  }
}

} // namespace

std::span<const Target> targets() {
  static constexpr std::array<Target, 9> all{{{"fen", read_fen},
                                              {"san", read_san},
                                              {"chess-file", read_chess_file},
                                              {"checkers", read_checkers},
                                              {"checkers-move", read_checkers_move},
                                              {"checkers-file", read_checkers_file},
                                              {"othello", read_othello},
                                              {"othello-file", read_othello_file},
                                              {"synthetic", read_synthetic}}};
  return all;
}

} // namespace eldest::fuzz
