#include "sim/uci/game.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/text.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

namespace eldest::uci {
namespace {

constexpr int fifty_moves = 100; ///< in ply

bool is_irreversible(const chess::Position& position, chess::Move move) {
  return move.captures() || chess::type_of(position.board().piece_on(move.from())) == chess::pawn;
}

chess::Position::MoveList moves_in(const chess::Position& position) {
  chess::Position::MoveList moves;
  position.generate_moves(moves);
  return moves;
}

/// Adds to `keys` the keys of the positions `plies` plies after `position`, unless one of these
/// plies is a capture or a pawn's move. Leaves out mates.
void add_reversible(const chess::Position& position, int plies, std::vector<Key>& keys) {
  for (const auto move : moves_in(position)) {
    if (is_irreversible(position, move))
      continue;
    const auto son = position.after(move);
    if (plies > 1)
      add_reversible(son, plies - 1, keys);
    else if (!son.in_check() || !moves_in(son).empty())
      keys.push_back(son.key());
  }
}

/// Returns the fifth field of a valid FEN, the plies since a capture or pawn's move, at most
/// `fifty_moves`. Returns 0 without that field.
int clock_of(std::string_view fen) {
  const auto fields = chess::words(fen);
  return fields.size() < 5 ? 0
                           : std::min(to_number<int>(fields[4]).value_or(fifty_moves), fifty_moves);
}

} // namespace

Game::Game() : Game(SetPosition{}) {}

Game::Game(const SetPosition& given, chess::CastlingRules rules)
    : rules_(rules),
      start_(std::make_shared<const chess::Root>(
          chess::parse_fen(given.fen ? std::string_view(*given.fen) : chess::start_fen, rules))),
      position_(start_->position()),
      clock_(given.fen ? clock_of(*given.fen) : 0) {
  for (const auto& move : given.moves)
    play(move);
}

chess::Position::MoveList Game::moves() const { return moves_in(position_); }

std::string Game::text(const chess::Position& position, chess::Move move) const {
  if (rules_ == chess::CastlingRules::chess960 && move.is(chess::MoveKind::castling))
    return to_string(move.from()) + to_string(position.castling_rook(move));
  return chess::Position::text(move);
}

chess::Move Game::find(std::string_view text) const {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto legal = moves();
  const auto move = std::find_if(legal.begin(), legal.end(), [&](chess::Move one) {
    return this->text(position_, one) == lower;
  });
  if (move == legal.end())
    throw InputError(fmt::format("{} is not a legal move in {}", in_quotes(text),
                                 chess::to_fen(position_.setup())));
  return *move;
}

void Game::play(std::string_view text) {
  const auto move = find(text);
  if (is_irreversible(position_, move)) {
    clock_ = 0;
    before_.clear();
  } else {
    ++clock_;
    before_.push_back(position_.key());
  }
  position_ = position_.after(move);
}

std::vector<Key> Game::drawn() const {
  auto keys = before_;
  std::erase(keys, position_.key());
  if (clock_ >= fifty_moves - 2)
    add_reversible(position_, clock_ == fifty_moves - 2 ? 2 : 1, keys);
  return keys;
}

std::shared_ptr<const chess::Root> Game::root(chess::Settings settings) const {
  const auto setup = position_.setup();
  return std::make_shared<const chess::Root>(setup, std::move(settings),
                                             chess::Draws(drawn(), clock_, setup.board));
}

} // namespace eldest::uci
