#pragma once

#include "sim/experiments/problem.hpp"
#include "trees/base/position_list.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// How positions of a game are read.
struct GameReaders {
  /// Makes a problem of startpos or a position in the game's notation. Throws InputError.
  std::function<Problem(const std::string& position)> open;
  /// Lists the positions of a file's content.
  std::function<PositionList(std::string_view content, const GameChoice& choice)> list;
};

/// Returns the chosen positions of a game, at least one. A position in the game's notation comes
/// before a file of the same name. Otherwise, the part of ProblemChoice::position before some
/// colon, or the whole of it, is an existing file, local or shipped (see find_data_file). What
/// follows the colon is an id in a file of positions, and a GameChoice in a file of games.
///
/// Throws InputError for a position that is neither, for a text that begins with the names of
/// several files, and for an unknown id. Bad records are errors unless the choice skips them. They
/// do not matter if an id chooses another position of the file.
[[nodiscard]] std::vector<Problem> open_positions(const ProblemChoice& choice,
                                                  const GameReaders& readers);

/// Throws InputError if `parameters` is not empty, because `game` takes no parameters.
void refuse_parameters(std::string_view game, std::string_view parameters);

} // namespace eldest
