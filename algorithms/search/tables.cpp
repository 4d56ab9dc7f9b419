#include "algorithms/search/tables.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace eldest {
namespace {

std::size_t table_count(TableSharing sharing, int processors) {
  return sharing == TableSharing::local ? static_cast<std::size_t>(processors) : 1;
}

/// The number of entries of each table in one part. Of a table that is divided into `parts`, each
/// part keeps the same number of whole buckets.
std::size_t entries_of_each(const TableSettings& settings, int processors, int parts) {
  if (settings.sharing == TableSharing::none)
    return 1;
  const auto entries =
      std::max(settings.entries / table_count(settings.sharing, processors), std::size_t{1});
  if (settings.sharing == TableSharing::local || parts == 1)
    return entries;
  const auto buckets = TranspositionTable::buckets_for(entries);
  const auto count = static_cast<std::size_t>(parts);
  return (buckets + count - 1) / count * Bucket{}.entries.size();
}

/// The number of parts with `processors_each` processors each; the last may have fewer.
int part_count(int processors, int processors_each) {
  return (processors + processors_each - 1) / processors_each;
}

} // namespace

Tables::Tables(const TableSettings& settings, int processors)
    : Tables(settings, processors, std::nullopt, huge_pages()) {}

Tables Tables::part(const TableSettings& settings, int processors, int processors_each,
                    std::pmr::memory_resource* memory) {
  return {settings, processors, processors_each, memory};
}

std::size_t Tables::bytes_of_part(const TableSettings& settings, int processors,
                                  int processors_each) {
  constexpr std::size_t alignment = 64; // at most, of each
  const auto tables = table_count(settings.sharing, std::min(processors_each, processors));
  const auto entries =
      entries_of_each(settings, processors, part_count(processors, processors_each));
  return tables * (TranspositionTable::bytes_for(entries) + alignment) +
         settings.searching_sets * settings.searching_ways * sizeof(Key) + alignment +
         static_cast<std::size_t>(settings.notices ? processors : 0) * sizeof(Notice) + alignment +
         static_cast<std::size_t>(settings.split_points ? processors : 0) *
             SharedSplitPoints::of_each * sizeof(SharedSplitPoint) +
         alignment;
}

Tables::Tables(const TableSettings& settings, int processors, std::optional<int> processors_each,
               std::pmr::memory_resource* memory)
    : sharing_(settings.sharing),
      part_(processors_each.has_value()),
      processors_each_(processors_each.value_or(1)),
      parts_(part_count(processors, processors_each_)),
      homes_(settings.homes == 0 || part_ ? parts_ : std::min(settings.homes, parts_)),
      searching_(settings.searching_sets, settings.searching_ways, memory),
      notices_(settings.notices ? processors : 0, memory),
      split_points_(settings.split_points ? processors : 0, memory) {
  if (settings.split_points && static_cast<std::size_t>(processors) > Ranks{}.size())
    throw InputError(Subject::processors,
                     fmt::format("{}: at most {} processors can share split points", processors,
                                 Ranks{}.size()));
  const auto tables =
      table_count(settings.sharing, part_ ? std::min(processors_each_, processors) : processors);
  const auto entries = entries_of_each(settings, processors, part_ ? parts_ : 1);
  transpositions_.reserve(tables); // each is large, so it is made in its place, not copied there
  for (std::size_t i = 0; i < tables; ++i)
    transpositions_.emplace_back(entries, memory);
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
    return table.home(key, homes_);
  __extension__ using Wide = unsigned __int128;
  const auto parts = static_cast<std::size_t>(parts_);
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
