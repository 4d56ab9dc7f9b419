#include "sim/uci/info.hpp"

#include "algorithms/search/settings.hpp"
#include "sim/machines/threads/apply_handler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <utility>

namespace eldest::uci {
namespace {

/// A handler that reads a position's entry.
struct ReadEntry {
  Key key = 0;
  Score score = 0;
  int depth = 0;
  Bound bound = Bound::unset; ///< unset also without an entry
  bool bounds_met = false;
  std::uint32_t move = 0;

  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& /*wire*/) {} // it is never sent

  void operator()(Bucket& bucket) {
    if (const Entry* const entry = std::as_const(bucket).find(key)) {
      score = entry->score;
      depth = entry->depth;
      bound = entry->bound;
      bounds_met = entry->bounds_met;
      move = entry->move;
    }
  }
};

/// A handler that counts the entries in use.
struct CountEntries {
  int used = 0;

  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& /*wire*/) {} // it is never sent

  void operator()(Bucket& bucket) {
    used += static_cast<int>(
        std::count_if(bucket.entries.begin(), bucket.entries.end(),
                      [](const Entry& entry) { return entry.depth != Entry::vacant; }));
  }
};

/// Returns true if an entry's move continues a line of best moves: see
/// TableReader::principal_variation.
bool goes_on(const ReadEntry& entry, int depth, Score value, std::optional<int> plies) {
  if (entry.bound == Bound::exact)
    return true;
  if (plies)
    return entry.bound != Bound::unset && plies_to_mate(entry.score, entry.depth) == *plies;
  return (entry.bound == Bound::lower || entry.bounds_met) && entry.depth >= depth &&
         entry.score == value && !is_win(value);
}

} // namespace

std::string to_text(const Info& info) {
  const double milliseconds = info.seconds * 1000;
  const auto place = info.multi_pv == 0 ? "" : fmt::format(" multipv {}", info.multi_pv);
  auto text = fmt::format("info depth {}{} score {} nodes {} nps {:.0f} time {:.0f} hashfull {}",
                          info.depth, place, info.score, info.nodes,
                          static_cast<double>(info.nodes) / std::max(info.seconds, 1e-3),
                          std::floor(milliseconds), info.hashfull);
  if (!info.line.empty())
    text += fmt::format(" pv {}", fmt::join(info.line, " "));
  return text;
}

std::optional<int> plies_to_mate(Score value, int depth) {
  if (!is_win(value))
    return std::nullopt;
  const int plies = depth - (std::abs(value) - win_score(0));
  const bool has_mate = value > 0 ? plies % 2 == 1 : plies % 2 == 0;
  return plies >= 0 && has_mate ? std::optional(plies) : std::nullopt;
}

std::string score_text(Score value, std::optional<int> plies_to_mate) {
  constexpr Score unknown_mate = 30'000;
  if (plies_to_mate)
    return fmt::format("mate {}", value > 0 ? (*plies_to_mate + 1) / 2 : -*plies_to_mate / 2);
  if (is_win(value))
    return fmt::format("cp {}", value > 0 ? unknown_mate : -unknown_mate);
  return fmt::format("cp {}", value);
}

std::vector<chess::Move> TableReader::principal_variation(const chess::Position& root,
                                                          const IterationResult& result,
                                                          std::optional<int> plies_to_mate) const {
  std::vector<chess::Move> variation;
  std::set<Key> seen;
  auto position = root;
  int depth = result.depth;
  Score value = result.value;
  auto plies = plies_to_mate;
  const int longest = plies.value_or(max_ply);
  for (auto code = result.move; code != 0 && std::cmp_less(variation.size(), longest);) {
    const auto move = find_move(position, code);
    if (!move || !seen.insert(position.key()).second)
      break;
    variation.push_back(*move);
    position = position.after(*move);
    value = -value;
    depth += position.extension() - 1;
    if (plies)
      --*plies;
    ReadEntry next{position.key()};
    apply_handler(tables_, BoundHandler::reference_to(next.key, 0, next), locked_);
    code = goes_on(next, depth, value, plies) ? next.move : 0;
  }
  return variation;
}

int TableReader::hashfull() const {
  constexpr std::uint64_t sample = 250; // buckets
  CountEntries count;
  for (std::uint64_t i = 0; i < sample; ++i) {
    const Key key = std::numeric_limits<Key>::max() / sample * i;
    apply_handler(tables_, BoundHandler::reference_to(key, 0, count), locked_);
  }
  return static_cast<int>(static_cast<std::size_t>(count.used) * 1000 /
                          (sample * Bucket{}.entries.size()));
}

bool mates(const chess::Position& root, const std::vector<chess::Move>& line) {
  auto position = root;
  for (const auto move : line)
    position = position.after(move);
  chess::Position::MoveList moves;
  position.generate_moves(moves);
  return moves.empty() && position.terminal_value(0) != 0;
}

} // namespace eldest::uci
