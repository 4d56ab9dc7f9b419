#include "trees/chess/root.hpp"

#include "trees/chess/fen.hpp"

namespace eldest::chess {

Root::Root(std::string_view fen, Settings settings) : Root(parse_fen(fen), settings) {}

} // namespace eldest::chess
