#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/score.hpp"
#include "trees/statistics.hpp"

#include <any>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {

class AnyProcessor;

/// A function that returns the code of the best move that a transposition table holds for the
/// position of a key, searched to `depth`. `value` is the position's value for the side to move.
/// The function returns 0 if the table does not tell the best move.
using BestMoves = std::function<std::uint32_t(Key key, int depth, Score value)>;

/// The words in which a game's values are shown to a person.
struct ValueWords {
  std::string_view unit;   ///< of heuristic values, as in "pawns"; empty: values have no unit
  int per_unit = 1;        ///< value of one unit
  std::string_view win;    ///< word for a value of at least win_score(0); empty: show a number
  std::string_view loss;   ///< word for a value of at most -win_score(0)
  bool has_margin = false; ///< true: win_score is of the units won by; false: of the ply left
};

/// A root position of some game, ready to be searched. It hides the type of the game from the code
/// that uses it. Therefore, that code need not be compiled for every combination of game, algorithm
/// and machine.
struct Problem {
  std::string id;        ///< name in the file that it came from; empty without a file
  std::string chosen_by; ///< the ProblemChoice::position that chooses this position alone
  std::string position;  ///< in the game's notation
  NodeCosts costs;       ///< of the game's nodes
  ValueWords value_words = {};
  std::any root; ///< the position itself, of the game's own type

  /// Runs one processor's part of a search.
  std::function<SearchOutcome(const Algorithm&, const SearchSettings&, AnyProcessor&)> search;
  bool has_quiescence = false; ///< the game has captures to be searched below the leaves
  bool has_pass = false; ///< the game has positions in which a pass may be searched: see Position
  bool has_gain = false; ///< the game knows static values of sons before moves are made
  bool has_last_move = false; ///< the game's positions tell the last move
  /// Returns the notation of a root move by its code; empty for 0.
  std::function<std::string(std::uint32_t)> move_text;
  /// Returns the moves of a line of play in the game's notation, up to the first key that no move
  /// leads to.
  std::function<std::vector<std::string>(const TopLine&)> line_text;
  /// Returns the line of best moves from the root in the game's notation, at most `depth` of them.
  /// The first move has the code `first`, and the others are read from the table. `value` is the
  /// root's.
  std::function<std::vector<std::string>(const BestMoves&, std::uint32_t first, Score value,
                                         int depth)>
      principal_variation;
  /// Returns true if a line of legal moves in the game's notation ends in a position whose side to
  /// move has lost.
  std::function<bool(const std::vector<std::string>& line)> is_lost_after;
  /// Counts the move paths of `depth` ply from the root.
  std::function<std::uint64_t(int depth)> perft;
  /// Counts the move paths of `depth` ply from the root by their first move. Returns the text of
  /// each move of the root and its count, in the order of generation.
  std::function<std::vector<std::pair<std::string, std::uint64_t>>(int depth)> divide;
  /// Measures the tree of plain alpha-beta to a depth of at least 1.
  std::function<TreeStatistics(int depth)> measure;
};

/// A choice of positions of a game, as on the command line.
struct ProblemChoice {
  std::string tree;     ///< name of a game, and its parameters after a colon
  std::string position; ///< startpos, a position in the game's notation, FILE or FILE:ID
  bool check_extension = true;
  std::uint64_t seed = 1;
  /// Takes the place and the reason of each bad record of a file, which is then skipped. If empty,
  /// bad records are errors.
  std::function<void(const std::string& bad_record)> skip = {};
};

/// The bad records of a file of positions that were skipped, each with its place and reason.
/// Nothing if bad records are errors.
using SkippedPositions = std::optional<std::vector<std::string>>;

/// Returns the chosen positions, at least one. Throws an InputError about the tree or the position,
/// or one that begins with file and line.
[[nodiscard]] std::vector<Problem> open_problems(const ProblemChoice& choice);

/// A kind of tree: a game, or synthetic trees.
struct Tree {
  std::string name;
  std::string description; ///< one line
  /// Returns the chosen positions of the tree; `parameters` is the text after its name and a colon.
  std::vector<Problem> (*open)(const ProblemChoice& choice, std::string_view parameters);
  /// Positions in which `eldest calibrate` measures nodes. Those of chess are from all stages of
  /// the game, and none of them is searched in the project's experiments.
  std::vector<std::string> calibration_positions;
};

/// Returns all trees: those of ELDEST_TREES in CMakeLists.txt.
[[nodiscard]] const std::vector<Tree>& trees();

} // namespace eldest
