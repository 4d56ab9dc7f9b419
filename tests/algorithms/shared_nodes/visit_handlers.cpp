#include "algorithms/shared_nodes/visit_handlers.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;

namespace {

constexpr Key key = 99;

Retrieve retrieve(Bucket& bucket, int depth, std::uint16_t at_most, Score alpha = -infinity,
                  Score beta = infinity) {
  Retrieve request{key, depth, at_most, TableDepth::at_least, {alpha, beta}, {}};
  request(bucket);
  return request;
}

void leave(Bucket& bucket, const Retrieve& visit, Score score) {
  NodeResult result(visit.answer, visit.depth);
  result.score = score;
  StoreAndLeave{key, result, visit.visit}(bucket);
}

bool on_evaluation_answered(const Retrieve& request) {
  return request.answer.score == on_evaluation;
}

} // namespace

TEST_CASE("ABDADA counts the processors in a node and defers only exclusive visits at its depth") {
  Bucket bucket;
  const auto first = retrieve(bucket, 4, any_number);
  CHECK(bucket.find(key)->processors == 1);
  CHECK(on_evaluation_answered(retrieve(bucket, 4, 0)));
  CHECK(bucket.find(key)->processors == 1);
  CHECK_FALSE(on_evaluation_answered(retrieve(bucket, 3, 0)));
  const auto second = retrieve(bucket, 4, any_number);
  CHECK(bucket.find(key)->processors == 2);
  CHECK(first.visit.found == 0);
  CHECK(second.visit.found == 1);

  leave(bucket, first, 5);
  CHECK(bucket.find(key)->processors == 1);
  leave(bucket, second, 5);
  CHECK(bucket.find(key)->processors == 0);
  CHECK(retrieve(bucket, 4, 0).answer.closes_window());
  CHECK(bucket.find(key)->processors == 0);
}

TEST_CASE("a visit is refused where there are more processors than it accepts, and told how many") {
  Bucket bucket;
  for (int i = 0; i < 3; ++i)
    static_cast<void>(retrieve(bucket, 4, any_number));
  const auto refused = retrieve(bucket, 4, 2);
  CHECK(on_evaluation_answered(refused));
  CHECK(refused.visit.found == 3);
  CHECK_FALSE(refused.visit.generation.has_value());
  CHECK(bucket.find(key)->processors == 3);
  const auto accepted = retrieve(bucket, 4, 3);
  CHECK_FALSE(on_evaluation_answered(accepted));
  CHECK(accepted.visit.found == 3);
  CHECK(bucket.find(key)->processors == 4);
}

TEST_CASE("a deeper visit takes the entry over, and the shallower one leaves it alone") {
  Bucket bucket;
  const auto shallow = retrieve(bucket, 3, any_number);
  const auto deep = retrieve(bucket, 5, any_number);
  CHECK(bucket.find(key)->depth == 5);
  CHECK(bucket.find(key)->processors == 1);
  leave(bucket, shallow, 1);
  CHECK(bucket.find(key)->depth == 5);
  CHECK(bucket.find(key)->processors == 1);
  CHECK(Bound{bucket.find(key)->bound} == Bound::unset);
  leave(bucket, deep, 2);
  CHECK(bucket.find(key)->processors == 0);
  CHECK(bucket.find(key)->score == 2);
}

TEST_CASE(
    "a processor that comes back to an entry served anew does not leave for its new visitor") {
  Bucket bucket;
  const auto early = retrieve(bucket, 3, any_number);
  const auto deep = retrieve(bucket, 5, any_number);
  leave(bucket, deep, 2);
  // The entry is free now. It is used for other positions, and then again for the first.
  for (Key other = 1; other <= 4; ++other)
    bucket.find_or_replace(other)->begin(9);
  REQUIRE(bucket.find(key) == nullptr);
  bucket.find(1)->depth = 0;
  const auto late = retrieve(bucket, 3, any_number);
  REQUIRE(bucket.find(key)->processors == 1);

  Leave{key, early.visit}(bucket);
  CHECK(bucket.find(key)->processors == 1);
  Leave{key, late.visit}(bucket);
  CHECK(bucket.find(key)->processors == 0);
}

TEST_CASE("a busy entry is not evicted by replacement, nor is its count given away") {
  Bucket bucket;
  const auto visit = retrieve(bucket, 1, any_number);
  for (Key other = 1; other <= 20; ++other) {
    Store store{other, NodeResult({0, 10}, 8)};
    store(bucket);
  }
  REQUIRE(bucket.find(key) != nullptr);
  CHECK(bucket.find(key)->processors == 1);
  leave(bucket, visit, 3);
  CHECK(bucket.find(key)->processors == 0);
}

TEST_CASE("where the table has no room, a visit is not counted and leaving it changes nothing") {
  Bucket bucket;
  for (Key other = 1; other <= 4; ++other) {
    bucket.find_or_replace(other)->begin(3);
    bucket.find(other)->processors = 1;
  }
  const auto visit = retrieve(bucket, 2, 0);
  CHECK_FALSE(visit.visit.generation.has_value());
  leave(bucket, visit, 1);
  for (Key other = 1; other <= 4; ++other)
    CHECK(bucket.find(other)->processors == 1);
}

TEST_CASE("the processors in a node are known until they leave it, and to nobody outside") {
  Bucket bucket;
  Searchers searchers;
  const auto enter = [&](int rank, int depth) {
    RecordedRetrieve request{{key, depth, any_number, TableDepth::exact, {-infinity, infinity}, {}},
                             rank};
    request(bucket, searchers);
    return request.retrieve.visit;
  };
  const auto others = [&](const Visit& visit, int rank) {
    WhoElse who{key, *visit.generation, rank, 10};
    who(bucket, searchers);
    return who.others;
  };
  const auto first = enter(3, 4);
  CHECK(others(first, 3).none());
  const auto second = enter(5, 4);
  const auto third = enter(8, 4);
  CHECK(others(first, 3) == Ranks("100100000"));
  const auto deeper = enter(9, 6);
  CHECK(others(deeper, 9).none());
  CHECK(others(third, 8) == Ranks("101000"));

  RecordedEnding<Leave>{{key, second}, 5}(bucket, searchers);
  CHECK(others(first, 3) == Ranks("100000000"));
  CHECK(bucket.find(key)->processors == 1);
  RecordedStore store{{key, NodeResult({0, 10, 5}, 4), first}, 3, 10};
  store(bucket, searchers);
  CHECK(store.others == Ranks("100000000"));
  CHECK(others(third, 8).none());
}
