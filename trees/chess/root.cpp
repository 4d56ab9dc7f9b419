#include "trees/chess/root.hpp"

#include "trees/chess/fen.hpp"

#include <utility>

namespace eldest::chess {

namespace {

Setup with_mark(Setup setup, const Oracle& oracle) {
  if (oracle.draws() != nullptr || !oracle.settings().root_moves.empty())
    setup.castling |= root_mark;
  return setup;
}

} // namespace

Root::Root(const Setup& setup, Settings settings, std::optional<Draws> draws)
    : oracle_(std::make_unique<const Oracle>(setup, std::move(settings), std::move(draws))),
      position_(with_mark(setup, *oracle_), *oracle_) {}

Root::Root(std::string_view fen, Settings settings) : Root(parse_fen(fen), std::move(settings)) {}

} // namespace eldest::chess
