#include "algorithms/search/worker.hpp"
#include "algorithms/search/move_ordering.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/local_processor.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"

#include <vector>

using namespace eldest;

namespace {

/// A processor that records the keys that it is told to prefetch.
class Prefetcher : public test::LocalProcessor {
public:
  Prefetcher() : LocalProcessor(1) {}
  template <TableHandler H, class MakeKey> void prefetch(const MakeKey& key) const {
    prefetched_.push_back(key());
  }
  [[nodiscard]] const std::vector<Key>& prefetched() const { return prefetched_; }

private:
  mutable std::vector<Key> prefetched_; // prefetch is const for real processors
};

static_assert(PrefetchesTables<Prefetcher> && !PrefetchesTables<test::LocalProcessor>);

/// Begins all sons of a root. Records the prefetched keys, and the keys of the sons in their order.
struct BegunSons {
  explicit BegunSons(int depth) {
    Prefetcher processor;
    Worker<synthetic::Position, Prefetcher> worker(processor, SearchSettings{});
    const synthetic::Tree tree{synthetic::parse_parameters("b=6,seed=1")};
    const synthetic::Position root{tree};
    OrderedMoves<synthetic::Position> moves;
    moves.generate(root);
    moves.order(root, worker.ordering, 0, 0);
    while (const auto* const move = moves.next()) {
      const auto son = root.after(*move);
      sons.push_back(son.key());
      CHECK(worker.begin_son(root, depth, son, moves, 0) == SonDepths{depth - 1, depth - 1});
    }
    prefetched = processor.prefetched();
  }

  std::vector<Key> sons;
  std::vector<Key> prefetched;
};

} // namespace

TEST_CASE(
    "the entry of a son whose move is known is prefetched while its elder brother is searched") {
  const BegunSons begun(2);
  REQUIRE(begun.sons.size() == 6);
  CHECK(begun.prefetched == std::vector{begun.sons[4], begun.sons[5]}); // the first are not sorted
}

TEST_CASE("leaves, which the table is not asked about, are not prefetched") {
  CHECK(BegunSons(1).prefetched.empty());
}

TEST_CASE("a late son that is a leaf is not reduced") {
  test::LocalProcessor processor(1);
  SearchSettings settings;
  settings.full_depth_moves = 1;
  const Worker<synthetic::Position, test::LocalProcessor> worker(processor, settings);
  const synthetic::Tree tree{synthetic::parse_parameters("b=12,reduction=0.7,seed=1")};
  const synthetic::Position root{tree};
  OrderedMoves<synthetic::Position> moves;
  moves.generate(root);
  moves.order(root, worker.ordering, 0, 0);
  int leaves = 0;
  int reduced = 0;
  constexpr int depth = 3;
  constexpr int ply = 1;
  while (const auto* const move = moves.next()) {
    const auto depths = worker.son_depths(root, depth, root.after(*move), moves, ply);
    if (depths.full <= 0) {
      ++leaves;
      CHECK(depths.first == depths.full);
    } else if (depths.first < depths.full) {
      ++reduced;
    }
  }
  CHECK(leaves > 0);
  CHECK(reduced > 0);
}
