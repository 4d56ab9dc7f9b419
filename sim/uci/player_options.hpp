#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/sequential/settings.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::uci {

/// The options of a player.
struct PlayerOptions {
  Algorithm algorithm = NegaScoutSettings{};
  int threads = 1;              ///< 1 to max_threads
  int hash = 16;                ///< size of the transposition table in MiB, 1 to max_hash
  int move_overhead = 20;       ///< in milliseconds, 0 to max_move_overhead: see time_budget
  int multi_pv = 1;             ///< number of the root's best lines, 1 to max_moves
  bool chess960 = false;        ///< castling by the rules of Chess960
  bool analyse_mode = false;    ///< use the time also if the move is clear
  bool check_extension = false; ///< search one ply deeper after a check
  /// The settings of every search. `depth` is the depth at which a search ends if no limit ends it
  /// earlier.
  SearchSettings settings = default_settings();

  static constexpr int max_threads = 1024;
  static constexpr int max_hash = 65'536;
  static constexpr int max_move_overhead = 5000;

  /// Returns the settings of modern engines: quiescence search without losing captures, null moves,
  /// late move reductions, futility pruning, countermoves, internal deepening, an aspiration
  /// window.
  [[nodiscard]] static SearchSettings default_settings();

  [[nodiscard]] std::size_t table_entries() const;
};

/// Returns the lines, `option name …`, that tell a user interface which options there are. The
/// current values are given as the defaults.
[[nodiscard]] std::vector<std::string> option_lines(const PlayerOptions& options);

/// Sets an option by its name, in upper or lower case. Throws InputError if there is no such
/// option, or if the value is invalid.
void set_option(PlayerOptions& options, std::string_view name, const std::string& value);

} // namespace eldest::uci
