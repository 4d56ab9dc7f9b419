#include "algorithms/table_handlers.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

TEST_CASE("a stored bound narrows the window, and becomes the score only if it may be returned") {
  Entry entry;
  entry.score = 10;

  entry.bound = Bound::upper;
  TableAnswer open{0, 20};
  open.narrow(entry);
  CHECK(open.beta == 10);
  CHECK(open.score == -infinity);
  TableAnswer closed{10, 20};
  closed.narrow(entry);
  CHECK(closed.closes_window());
  CHECK(closed.score == 10);

  entry.bound = Bound::lower;
  TableAnswer raised{0, 20};
  raised.narrow(entry);
  CHECK(raised.alpha == 10);
  CHECK(raised.score == 10);

  entry.bound = Bound::unset;
  TableAnswer untouched{0, 20};
  untouched.narrow(entry);
  CHECK(untouched.alpha == 0);
  CHECK(untouched.beta == 20);
}

TEST_CASE("exact table depth answers for no other depth") {
  constexpr Key key = 99;
  Bucket bucket;
  Store{key, NodeResult({0, 10, 5}, 6)}(bucket);
  Probe probe{key, 4, TableDepth::exact, {0, 10}};
  probe(bucket);
  CHECK_FALSE(probe.answer.closes_window());
  probe.rule = TableDepth::at_least;
  probe(bucket);
  CHECK(probe.answer.closes_window());
  CHECK(probe.answer.score == 5);
}
