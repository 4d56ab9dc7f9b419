#include "algorithms/search/transposition_table.hpp"

#include "tests/support/catch.hpp"

#include <vector>

using namespace eldest;

TEST_CASE("a bucket replaces the shallowest entry that nobody searches") {
  Bucket bucket;
  for (Key key = 1; key <= 4; ++key)
    bucket.find_or_replace(key)->begin(static_cast<int>(10 - key)); // depths 9, 8, 7, 6
  bucket.find(4)->processors = 1;

  Entry* const entry = bucket.find_or_replace(5);
  REQUIRE(entry != nullptr);
  CHECK(entry->depth == Entry::vacant);
  CHECK(entry->move == 0);
  CHECK(bucket.find(3) == nullptr);
  CHECK(bucket.find(4) != nullptr);
}

TEST_CASE("a bucket whose entries are all busy has no room") {
  Bucket bucket;
  for (Key key = 1; key <= 4; ++key) {
    Entry* const entry = bucket.find_or_replace(key);
    entry->begin(3);
    entry->processors = 1;
  }
  CHECK(bucket.find_or_replace(5) == nullptr);
  CHECK(bucket.find_or_replace(2) == bucket.find(2));
}

TEST_CASE("another depth of the same position keeps the move") {
  Bucket bucket;
  Entry* const entry = bucket.find_or_replace(7);
  entry->begin(2);
  entry->move = 42;
  const auto generation = entry->generation;
  entry->begin(3);
  CHECK(entry->move == 42);
  CHECK(Bound{entry->bound} == Bound::unset);
  CHECK(entry->generation != generation);
}

TEST_CASE("key 0 is a key like any other") {
  Bucket bucket;
  CHECK(bucket.find(0) == nullptr);
  bucket.find_or_replace(0)->begin(1);
  CHECK(bucket.find(0) != nullptr);
}

TEST_CASE("a key's bucket does not depend on the number of processors, and homes share evenly") {
  const TranspositionTable table(4000);
  constexpr int processors = 7;
  std::vector<int> keys_at(processors);
  for (Key i = 0; i < 7000; ++i) {
    const Key key = i * 0x9e3779b97f4a7c15U;
    CHECK(table.bucket_index(key) < 1000);
    const int home = table.home(key, processors);
    REQUIRE(home >= 0);
    REQUIRE(home < processors);
    ++keys_at[static_cast<std::size_t>(home)];
  }
  for (const int count : keys_at)
    CHECK(count == Approx(1000).epsilon(0.1));
}

TEST_CASE("table sizes are rounded up to whole buckets") {
  CHECK(TranspositionTable(1).entries() == 4);
  CHECK(TranspositionTable(4).entries() == 4);
  CHECK(TranspositionTable(5).entries() == 8);
}
