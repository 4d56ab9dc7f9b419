#include "algorithms/search/transposition_table.hpp"

namespace eldest {

TranspositionTable::TranspositionTable(std::size_t entries, std::pmr::memory_resource* memory)
    : buckets_(buckets_for(entries), memory) {}

std::size_t TranspositionTable::buckets_for(std::size_t entries) {
  const auto ways = Bucket{}.entries.size();
  return (entries + ways - 1) / ways;
}

std::size_t TranspositionTable::bytes_for(std::size_t entries) {
  return buckets_for(entries) * sizeof(Bucket);
}

std::size_t TranspositionTable::entries() const {
  return buckets_.size() * Bucket{}.entries.size();
}

std::size_t TranspositionTable::processors_searching() const {
  std::size_t count = 0;
  for (const Bucket& bucket : buckets_) {
    for (const Entry& entry : bucket.entries)
      count += entry.processors;
  }
  return count;
}

} // namespace eldest
