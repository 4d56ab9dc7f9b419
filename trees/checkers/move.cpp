#include "trees/checkers/move.hpp"

#include <fmt/format.h>

namespace eldest::checkers {

std::string to_string(Move move) {
  if (!move.is_capture())
    return fmt::format("{}-{}", move.from(), move.to());
  auto text = std::to_string(move.from());
  auto travelled = Move::jumps_from(move.from());
  for (int jump = 0; jump < move.jumps(); ++jump) {
    travelled = travelled.with_jump(move.direction(jump));
    text += fmt::format("x{}", travelled.to());
  }
  return text;
}

} // namespace eldest::checkers
