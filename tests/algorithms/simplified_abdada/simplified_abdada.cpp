#include "algorithms/simplified_abdada/simplified_abdada.hpp"
#include "algorithms/search/tables.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/local_processor.hpp"
#include "trees/chess/root.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <set>
#include <thread>
#include <vector>

using namespace eldest;

namespace {

constexpr Key move = 7;
constexpr Key other = 8;

using Ways = std::array<Key, 4>;

bool searching(Ways& ways, Key key) {
  DeferMove request{key};
  request(ways);
  return request.searching;
}

/// A single processor, so that no other processor is ever searching a move. It counts the requests
/// that ask whether a move is being searched. A request is expected if its set has been prefetched.
class SetPrefetcher : public test::LocalProcessor {
public:
  SetPrefetcher() : LocalProcessor(1 << 12) {}

  template <TableHandler H, class MakeKey> void prefetch(const MakeKey& key) const {
    if constexpr (std::same_as<H, DeferMove>)
      prefetched_.insert(key());
  }
  template <AskedHandler H> void ask(Key key, H& handler) {
    if constexpr (std::same_as<H, DeferMove>)
      ++(prefetched_.contains(key) ? expected_ : unexpected_);
    else
      LocalProcessor::ask(key, handler);
  }
  template <TableHandler H> void post(Key key, const H& handler) {
    if constexpr (!std::invocable<H&, MoveSet>)
      LocalProcessor::post(key, handler);
  }

  [[nodiscard]] int expected() const { return expected_; }
  [[nodiscard]] int unexpected() const { return unexpected_; }

private:
  mutable std::set<Key> prefetched_; // prefetch is const for real processors
  int expected_ = 0;
  int unexpected_ = 0;
};

} // namespace

TEST_CASE("the set of a move that is known is prefetched while its elder brother is searched") {
  SetPrefetcher processor;
  const synthetic::Tree tree{synthetic::parse_parameters("b=6,seed=1")};
  SearchSettings settings;
  settings.depth = 3;
  const auto outcome =
      search(SimplifiedAbdadaSettings{}, settings, synthetic::Position(tree), processor);
  REQUIRE(outcome.iterations.size() == 3);
  // Only the root of iteration 3 asks. Of young brothers 1 to 5, 4 and 5 are known in time.
  CHECK(processor.expected() == 2);
  CHECK(processor.unexpected() == 3);
}

TEST_CASE("a move is deferred from its start to its finish") {
  Ways ways{};
  CHECK_FALSE(searching(ways, move));
  StartingSearch{move}(ways);
  CHECK(searching(ways, move));
  CHECK_FALSE(searching(ways, other));
  StartingSearch{other}(ways);
  FinishedSearch{move}(ways);
  CHECK_FALSE(searching(ways, move));
  CHECK(searching(ways, other));
  FinishedSearch{other}(ways);
  CHECK(ways == Ways{});
}

TEST_CASE("two processors that start the same move leave one mark (note 3.1)") {
  Ways ways{};
  StartingSearch{move}(ways);
  StartingSearch{move}(ways);
  CHECK(ways == Ways{move});
  FinishedSearch{move}(ways);
  CHECK(ways == Ways{});
  FinishedSearch{move}(ways); // the second processor's
  CHECK(ways == Ways{});
}

TEST_CASE("a move marked in several ways is finished in all of them (note 3.2)") {
  // Two processors leave this set if each read the first way either while it was still free or
  // after it was taken.
  Ways ways{other, move, 0, move};
  FinishedSearch{move}(ways);
  CHECK(ways == Ways{other});
}

TEST_CASE("a mark behind a free way is found, though starting again doubles it") {
  Ways ways{0, move};
  CHECK(searching(ways, move));
  StartingSearch{move}(ways);
  CHECK(ways == Ways{move, move});
}

TEST_CASE("in a full set the first mark is lost, and its owner's finish harms nobody") {
  Ways ways{1, 2, 3, 4};
  StartingSearch{move}(ways);
  CHECK(ways == Ways{move, 2, 3, 4});
  CHECK_FALSE(searching(ways, 1));
  FinishedSearch{1}(ways);
  CHECK(ways == Ways{move, 2, 3, 4});
}

TEST_CASE("processors that race for a set leave no mark that nobody made, and none for ever") {
  constexpr int rounds = 20'000;
  Ways ways{};
  std::vector<std::thread> processors;
  for (Key rank = 0; rank < 4; ++rank) {
    processors.emplace_back([&ways, rank] {
      for (Key round = 0; round < rounds; ++round) {
        const Key mine = 1 + (rank + round) % 6; // more moves than ways, often the same one
        DeferMove request{mine};
        request(ways);
        StartingSearch{mine}(ways);
        FinishedSearch{mine}(ways);
      }
    });
  }
  for (auto& processor : processors)
    processor.join();
  CHECK(std::all_of(ways.begin(), ways.end(), [](Key way) { return way <= 6; }));
  for (Key any = 1; any <= 6; ++any)
    FinishedSearch{any}(ways);
  CHECK(ways == Ways{});
}

TEST_CASE("the table of moves needs no lock, and is there when positions are not shared") {
  CHECK_FALSE(needs_lock<DeferMove>);
  CHECK_FALSE(needs_lock<StartingSearch>);
  CHECK_FALSE(needs_lock<FinishedSearch>);
  CHECK(needs_lock<Probe>);
  for (const auto sharing : {TableSharing::global, TableSharing::local, TableSharing::none}) {
    Tables tables({.entries = 64, .sharing = sharing, .searching_sets = 6}, 4);
    CHECK(tables.has<DeferMove>());
    StartingSearch start{move};
    tables.apply(move, 2, start);
    DeferMove request{move};
    tables.apply(move, 1, request);
    CHECK(request.searching);
    // The table is divided by sets: 6 on 4 processors.
    for (Key key = 0; key < 12; ++key)
      CHECK(tables.home<DeferMove>(key, 3) == static_cast<int>(key % 6 % 4));
  }
}

TEST_CASE("the moves of a position, and a move in different positions, have different hashes") {
  const chess::Root root("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  std::set<Key> low_words; // the index in a small table
  std::set<Key> high_words;
  MoveList<chess::Position::Move> moves;
  root.position().generate_moves(moves);
  REQUIRE(moves.size() == 48);
  for (const auto candidate : moves) {
    const Key hash = move_hash(root.position(), candidate);
    low_words.insert(hash % (1U << 15U));
    high_words.insert(hash >> 49U);
    CHECK(move_hash(root.position().after(moves[0]), candidate) != hash);
  }
  CHECK(low_words.size() >= 46);
  CHECK(high_words.size() >= 46);
}
