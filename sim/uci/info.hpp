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

/// The line that begins with "info".
[[nodiscard]] std::string to_text(const Info& info);

/// The plies to the mate that the value of a root, searched to a depth, stands for, if it is one.
/// In a tree with extensions the value does not tell.
[[nodiscard]] std::optional<int> plies_to_mate(Score value, int depth);

/// A score in centipawns, or in moves to mate: negative for the side that is mated. A mate of which
/// the distance is not known is worth 300 pawns.
[[nodiscard]] std::string score_text(Score value, std::optional<int> plies_to_mate);

/// Reads the tables of a search, while it goes on if that takes locks.
class TableReader {
public:
  TableReader(Tables& tables, bool locked) : tables_(tables), locked_(locked) {}

  /// The root's best move, by its code, and those that follow it in the table, as long as they are
  /// known to be the best or, in a line to a mate in so many plies, keep that distance. No position
  /// comes twice.
  [[nodiscard]] std::vector<chess::Move>
  principal_variation(const chess::Position& root, std::uint32_t first,
                      std::optional<int> plies_to_mate) const;

  /// The permille of entries that are in use, from a sample of some hundreds.
  [[nodiscard]] int hashfull() const;

private:
  Tables& tables_;
  bool locked_;
};

/// Whether a line of play ends with mate.
[[nodiscard]] bool mates(const chess::Position& root, const std::vector<chess::Move>& line);

} // namespace eldest::uci
