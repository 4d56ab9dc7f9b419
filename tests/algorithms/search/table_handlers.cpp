#include "algorithms/search/table_handlers.hpp"

#include "tests/support/catch.hpp"

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

TEST_CASE("of two results of the same depth an entry keeps the latest, or the one that says more") {
  constexpr Key key = 99;
  const NodeResult exact({0, 10, 5}, 6);
  const NodeResult at_least_3({-5, 3, 3}, 6);
  const NodeResult at_least_4({-5, 4, 4}, 6);
  const NodeResult at_most_7({7, 10, 7}, 6);
  const NodeResult at_most_8({8, 10, 8}, 6);
  const auto kept = [](const NodeResult& first, const NodeResult& second, TableStore rule) {
    Bucket bucket;
    Store{key, first, rule}(bucket);
    Store{key, second, rule}(bucket);
    return bucket.find(key)->score;
  };
  CHECK(kept(exact, at_least_3, TableStore::latest) == 3);
  CHECK(kept(exact, at_least_3, TableStore::better) == 5);
  CHECK(kept(at_most_8, exact, TableStore::better) == 5);
  CHECK(kept(at_least_4, at_least_3, TableStore::better) == 4);
  CHECK(kept(at_least_3, at_least_4, TableStore::better) == 4);
  CHECK(kept(at_most_7, at_most_8, TableStore::better) == 7);
  CHECK(kept(at_most_8, at_most_7, TableStore::better) == 7);
  CHECK(kept(at_least_3, at_most_7, TableStore::better) == 7);
  const NodeResult deeper({8, 10, 8}, 7);
  CHECK(kept(exact, deeper, TableStore::better) == 8);
}

TEST_CASE("the move of a guess takes the place of a shallower score only") {
  constexpr Key key = 99;
  constexpr std::uint32_t guess = 7;
  const auto stored = [](int depth) {
    Bucket bucket;
    NodeResult exact({-10, 10, 5}, depth);
    exact.move = 3;
    Store{key, exact}(bucket);
    StoreGuessedMove{key, guess, 6}(bucket);
    return *bucket.find(key);
  };
  CHECK(stored(5).move == guess);
  CHECK(stored(5).depth == 6);
  CHECK(stored(5).bound == Bound::unset);
  for (const int depth : {6, 7}) {
    CHECK(stored(depth).move == 3);
    CHECK(stored(depth).depth == depth);
    CHECK(stored(depth).bound == Bound::exact);
  }
  Bucket unknown;
  StoreGuessedMove{key, 3, 6}(unknown);
  StoreGuessedMove{key, guess, 6}(unknown);
  CHECK(unknown.find(key)->move == guess);
}

TEST_CASE("a win of another depth keeps its distance, if the rule says so") {
  constexpr Key key = 99;
  const auto answer = [](Score score, int stored_depth, int depth, TableDepth rule) {
    Bucket bucket;
    Store{key, NodeResult({-infinity, infinity, score}, stored_depth)}(bucket);
    Probe probe{key, depth, rule, {-infinity, infinity}};
    probe(bucket);
    return probe.answer.score;
  };
  constexpr auto keeping = TableDepth::at_least_keeping_distance;
  CHECK(answer(win_score(7), 10, 10, keeping) == win_score(7));
  CHECK(answer(win_score(7), 10, 4, keeping) == win_score(1)); // 3 ply away in both searches
  CHECK(answer(win_score(7), 10, 2, keeping) == win_score(-1));
  CHECK(answer(-win_score(7), 10, 4, keeping) == -win_score(1));
  CHECK(answer(31, 10, 4, keeping) == 31);
  CHECK(answer(win_score(7), 10, 4, TableDepth::at_least) == win_score(7));
  CHECK(answer(win_score(7), 3, 4, keeping) == -infinity);
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
