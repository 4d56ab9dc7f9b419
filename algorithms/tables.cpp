#include "algorithms/tables.hpp"

#include "trees/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace eldest {
namespace {

std::size_t table_count(TableSharing sharing, int processors) {
  return sharing == TableSharing::local ? static_cast<std::size_t>(processors) : 1;
}

std::size_t entries_of_each(const TableSettings& settings, int processors) {
  if (settings.sharing == TableSharing::none)
    return 1;
  return std::max(settings.entries / table_count(settings.sharing, processors), std::size_t{1});
}

/// The entries of each of so many parts of a table: those of whole buckets, as many in each.
std::size_t entries_of_part(std::size_t entries, int processors) {
  const auto ways = Bucket{}.entries.size();
  const auto parts = static_cast<std::size_t>(processors);
  const auto buckets = (entries + ways - 1) / ways;
  return (buckets + parts - 1) / parts * ways;
}

} // namespace

Tables::Tables(const TableSettings& settings, int processors)
    : Tables(settings, processors, false) {}

Tables Tables::part(const TableSettings& settings, int processors) {
  return {settings, processors, true};
}

Tables::Tables(const TableSettings& settings, int processors, bool part)
    : sharing_(settings.sharing),
      processors_(processors),
      part_(part),
      searching_(settings.searching_sets, settings.searching_ways),
      notices_(settings.notices ? Notices(processors) : Notices()) {
  const auto tables = part ? 1 : table_count(settings.sharing, processors);
  const auto entries = entries_of_each(settings, processors);
  transpositions_.reserve(tables); // each is large: made in its place, not copied there
  for (std::size_t i = 0; i < tables; ++i)
    transpositions_.emplace_back(part && settings.sharing == TableSharing::global
                                     ? entries_of_part(entries, processors)
                                     : entries);
  if (!settings.record_searchers)
    return;
  if (static_cast<std::size_t>(processors) > Ranks{}.size())
    throw InputError(
        Subject::processors,
        fmt::format("{}: windows can be pushed between at most {}", processors, Ranks{}.size()));
  for (const auto& table : transpositions_)
    searchers_.emplace_back(table.buckets());
}

int Tables::shared_home(Key key) const {
  const auto& table = transpositions_.front();
  if (!part_)
    return table.home(key, processors_);
  __extension__ using Wide = unsigned __int128;
  const auto parts = static_cast<std::size_t>(processors_);
  const auto bucket = static_cast<std::size_t>((Wide{key} * table.buckets() * parts) >> 64U);
  return static_cast<int>(bucket % parts);
}

std::size_t Tables::processors_searching() const {
  return std::accumulate(transpositions_.begin(), transpositions_.end(), std::size_t{0},
                         [](std::size_t sum, const TranspositionTable& table) {
                           return sum + table.processors_searching();
                         });
}

} // namespace eldest
