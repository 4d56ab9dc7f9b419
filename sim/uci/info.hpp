#pragma once

#include "algorithms/search/iterations.hpp"
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
  int multi_pv = 0;              ///< place of the line among those of the root; 0: not shown
};

/// Returns the line of the protocol, which begins with "info".
[[nodiscard]] std::string to_text(const Info& info);

/// Returns the plies to mate for a root's `value` after a search to `depth`. Returns nothing if the
/// value is not that of a mate. Must not be used with extensions, because the value does not tell
/// the plies then.
[[nodiscard]] std::optional<int> plies_to_mate(Score value, int depth);

/// Returns a value as a score of the protocol: in centipawns, or in moves to mate, negative for the
/// side that is mated. A mate at an unknown distance counts as 300 pawns.
[[nodiscard]] std::string score_text(Score value, std::optional<int> plies_to_mate);

/// Reads the tables of a search. If `locked` is true, reads lock their buckets, so that other
/// threads may search at the same time.
class TableReader {
public:
  TableReader(Tables& tables, bool locked) : tables_(tables), locked_(locked) {}

  /// Returns the best move of `result` and the moves that follow it in the table. The line ends
  /// where the table does not know the best move. It knows the move of an exact score, and of some
  /// bounds equal to the value, as in eldest::best_move. A bound does not count if the value is a
  /// win. A line to a mate also goes on where a score gives the right distance, which is
  /// `plies_to_mate` at the root. No position comes twice.
  [[nodiscard]] std::vector<chess::Move>
  principal_variation(const chess::Position& root, const IterationResult& result,
                      std::optional<int> plies_to_mate) const;

  /// Returns the permille of the table's entries that are in use, by a sample of 250 buckets.
  [[nodiscard]] int hashfull() const;

private:
  Tables& tables_;
  bool locked_;
};

/// Returns true if a line of play ends with mate.
[[nodiscard]] bool mates(const chess::Position& root, const std::vector<chess::Move>& line);

} // namespace eldest::uci
