#pragma once

#include "algorithms/search/tables.hpp"
#include "trees/chess/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace eldest::uci {

/// The result of a search, as a user interface shows it.
struct Info {
  int depth = 0;
  std::string score;             ///< "cp 31" or "mate 3"
  std::uint64_t nodes = 0;       ///< of all threads
  double seconds = 0;            ///< since `go`
  int hashfull = 0;              ///< permille of the table's entries
  std::vector<std::string> line; ///< the principal variation
};

/// Returns the line, which begins with "info".
[[nodiscard]] std::string to_text(const Info& info);

/// Returns the plies to mate for a root's `value` after a search to `depth`, or nothing if the
/// value is no mate. In a tree with extensions, the value does not tell the plies.
[[nodiscard]] std::optional<int> plies_to_mate(Score value, int depth);

/// Returns a score in centipawns, or in moves to mate, negative for the side that is mated. A mate
/// at an unknown distance counts as 300 pawns.
[[nodiscard]] std::string score_text(Score value, std::optional<int> plies_to_mate);

/// Reads the tables of a search. Other threads may search meanwhile only if `locked`.
class TableReader {
public:
  TableReader(Tables& tables, bool locked) : tables_(tables), locked_(locked) {}

  /// Returns the move with code `first` and the moves that follow it in the table. The line goes on
  /// while moves are known to be the best. A line to a mate also goes on while it keeps the
  /// distance `plies_to_mate`. No position comes twice.
  [[nodiscard]] std::vector<chess::Move>
  principal_variation(const chess::Position& root, std::uint32_t first,
                      std::optional<int> plies_to_mate) const;

  /// Returns the permille of entries in use, from a sample of some hundreds of buckets.
  [[nodiscard]] int hashfull() const;

private:
  Tables& tables_;
  bool locked_;
};

/// Returns true if a line of play ends with mate.
[[nodiscard]] bool mates(const chess::Position& root, const std::vector<chess::Move>& line);

} // namespace eldest::uci
