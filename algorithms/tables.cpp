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

} // namespace

Tables::Tables(const TableSettings& settings, int processors)
    : sharing_(settings.sharing),
      processors_(processors),
      searching_(settings.searching_sets, settings.searching_ways),
      notices_(settings.notices ? Notices(processors) : Notices()) {
  const auto tables = table_count(settings.sharing, processors);
  transpositions_.reserve(tables); // each is large: made in its place, not copied there
  for (std::size_t i = 0; i < tables; ++i)
    transpositions_.emplace_back(entries_of_each(settings, processors));
  if (!settings.record_searchers)
    return;
  if (static_cast<std::size_t>(processors) > Ranks{}.size())
    throw InputError(
        Subject::processors,
        fmt::format("{}: windows can be pushed between at most {}", processors, Ranks{}.size()));
  for (const auto& table : transpositions_)
    searchers_.emplace_back(table.buckets());
}

std::size_t Tables::processors_searching() const {
  return std::accumulate(transpositions_.begin(), transpositions_.end(), std::size_t{0},
                         [](std::size_t sum, const TranspositionTable& table) {
                           return sum + table.processors_searching();
                         });
}

} // namespace eldest
