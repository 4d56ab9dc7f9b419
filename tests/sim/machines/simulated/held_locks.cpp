#include "sim/machines/simulated/held_locks.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;

TEST_CASE("a lock is held by one at a time") {
  HeldLocks locks(2);
  CHECK(locks.take(1, 7));
  CHECK(locks.is_held(1, 7));
  CHECK_FALSE(locks.take(1, 7));
  CHECK(locks.take(1, 8));
  CHECK(locks.release(1, 7).empty());
  CHECK_FALSE(locks.is_held(1, 7));
  CHECK(locks.is_held(1, 8));
  CHECK(locks.take(1, 7));
}

TEST_CASE("a release says who has waited for it, first come first") {
  HeldLocks locks(4);
  CHECK(locks.take(0, 7));
  CHECK(locks.take(0, 8));
  locks.wait_for(0, 7, 3);
  locks.wait_for(0, 7, 1);
  CHECK(locks.release(0, 8).empty());
  CHECK(locks.release(0, 7) == std::vector<int>{3, 1});
  CHECK(locks.take(0, 7));
  CHECK(locks.release(0, 7).empty());
}
