#include "sim/machines/accounts.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;

TEST_CASE("traffic is added count by count") {
  Traffic sum{1, 2, 3, 4, 5, 6, 7};
  sum += {10, 20, 30, 40, 50, 60, 70};
  const auto [reads, writes, remote_reads, remote_writes, lock_retries, messages, bytes] = sum;
  CHECK(reads == 11);
  CHECK(writes == 22);
  CHECK(remote_reads == 33);
  CHECK(remote_writes == 44);
  CHECK(lock_retries == 55);
  CHECK(messages == 66);
  CHECK(bytes == 77);
}
