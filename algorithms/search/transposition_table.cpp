#include "algorithms/search/transposition_table.hpp"

#include <algorithm>

namespace eldest {

namespace {

template <class Entries> auto* find_in(Entries& entries, Key key) {
  const auto found = std::find_if(entries.begin(), entries.end(), [key](const Entry& entry) {
    return entry.depth != Entry::vacant && entry.key == key;
  });
  return found == entries.end() ? nullptr : &*found;
}

} // namespace

void Entry::vacate_for(Key new_key) {
  key = new_key;
  move = 0;
  begin(vacant);
}

void Entry::begin(int new_depth) {
  depth = static_cast<std::int16_t>(new_depth);
  bound = Bound::unset;
  processors = 0;
  ++generation;
}

Entry* Bucket::find(Key key) { return find_in(entries, key); }

const Entry* Bucket::find(Key key) const { return find_in(entries, key); }

Entry* Bucket::find_or_replace(Key key) {
  if (Entry* const entry = find(key))
    return entry;
  Entry* shallowest = nullptr;
  for (Entry& entry : entries) {
    if (entry.processors == 0 && (shallowest == nullptr || entry.depth < shallowest->depth))
      shallowest = &entry;
  }
  if (shallowest != nullptr)
    shallowest->vacate_for(key);
  return shallowest;
}

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

std::size_t TranspositionTable::bucket_index(Key key) const {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::size_t>((Wide{key} * buckets_.size()) >> 64U);
}

int TranspositionTable::home(Key key, int processors) const {
  return static_cast<int>(bucket_index(key) % static_cast<std::size_t>(processors));
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
