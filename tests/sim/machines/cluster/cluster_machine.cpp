// The machine of processes on a network within a single process, which ThreadSanitizer can check.
#include "tests/support/cluster_checks.hpp"
#include "tests/support/local_network.hpp"

#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/ybn/work_notices.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/random.hpp"

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <mutex>
#include <string>
#include <vector>

using namespace eldest;

namespace {

/// Runs the check `name` on a network of `ranks` processes. Returns the first mistake, or an empty
/// text.
std::string run_check(const std::string& name, int ranks, int count) {
  const auto& all = test::cluster_checks();
  const auto check = std::ranges::find(all, name, &test::ClusterCheck::name);
  REQUIRE(check != all.end());
  std::mutex mutex;
  std::string wrong;
  test::run_on_local_network(ranks, [&](ClusterNetwork& network) {
    const auto own = check->run(network, static_cast<std::uint64_t>(ranks), count);
    const std::lock_guard lock(mutex);
    wrong = own;
  });
  return wrong;
}

} // namespace

TEST_CASE("on 1 to 8 processes, every algorithm finds the minimax value of random trees") {
  const int ranks = GENERATE(1, 2, 3, 5, 8);
  CHECK_THAT(run_check("minimax", ranks, 6), Catch::Equals(""));
}

TEST_CASE("messages between processes keep their order and content, whatever their length") {
  CHECK_THAT(run_check("order", GENERATE(2, 5), 300), Catch::Equals(""));
}

TEST_CASE("accesses to tables of other processes are those of a sequential model") {
  CHECK_THAT(run_check("accesses", GENERATE(1, 2, 4, 7), 10'000), Catch::Equals(""));
}

TEST_CASE("a search that one process stops ends on all, and leaves no mark in the tables") {
  CHECK_THAT(run_check("stop", GENERATE(1, 3), 30), Catch::Equals(""));
}

TEST_CASE("on processes, no algorithm has a bug of any class") {
  CHECK_THAT(run_check("bugs", 2, 1), Catch::Equals(""));
}

TEST_CASE("an exception in one process ends the program in all") {
  CHECK_THAT(run_check("error", GENERATE(1, 4), 20), Catch::Equals(""));
}

TEST_CASE("an answer that comes too late is not taken for another one") {
  CHECK_THAT(run_check("late", GENERATE(2, 4), 1000), Catch::Equals(""));
}

TEST_CASE("ABDADA finds the value although the answers of other processes come too late") {
  CHECK_THAT(run_check("timeouts", 4, 20), Catch::Equals(""));
}

TEST_CASE("the parts of a divided table have the entries of the whole, in the same homes") {
  for (const int processors : {1, 2, 3, 7, 8}) {
    const TableSettings settings{.entries = static_cast<std::size_t>(4 * 8 * 3 * 7 * 8)};
    Tables whole(settings, processors);
    std::vector<Tables> parts;
    for (int rank = 0; rank < processors; ++rank)
      parts.push_back(Tables::part(settings, processors));
    SplitMix64 random(5);
    for (int i = 0; i < 2000; ++i) {
      const Key key = random();
      const int home = whole.home<Probe>(key, 0);
      CHECK(parts[0].home<Probe>(key, 0) == home);
      StoreMove store{key, static_cast<std::uint32_t>(i + 1), 1};
      whole.apply(key, 0, store);
      parts[static_cast<std::size_t>(home)].apply(key, home, store);
    }
    std::size_t moves = 0;
    std::size_t moves_of_parts = 0;
    SplitMix64 again(5);
    for (int i = 0; i < 2000; ++i) {
      const Key key = again();
      Probe probe{key, 1, TableDepth::exact, {}};
      Probe same = probe;
      const int home = whole.home<Probe>(key, 0);
      whole.apply(key, 0, probe);
      parts[static_cast<std::size_t>(home)].apply(key, home, same);
      CHECK(probe.answer == same.answer);
      moves += probe.answer.move == 0 ? 0 : 1;
      moves_of_parts += same.answer.move == 0 ? 0 : 1;
    }
    CHECK(moves > 1000);
    CHECK(moves == moves_of_parts);
  }
}

TEST_CASE("a part is at home for its processors, and fits into the memory that it says") {
  const int processors = GENERATE(1, 2, 5, 8);
  const int each = GENERATE(1, 2, 3);
  const auto sharing = GENERATE(TableSharing::global, TableSharing::local, TableSharing::none);
  const TableSettings settings{.entries = 5000,
                               .sharing = sharing,
                               .searching_sets = 100,
                               .searching_ways = 3,
                               .notices = true};
  std::vector<std::byte> memory(Tables::bytes_of_part(settings, processors, each));
  std::pmr::monotonic_buffer_resource resource(memory.data(), memory.size(),
                                               std::pmr::null_memory_resource());
  Tables part = Tables::part(settings, processors, each, &resource);
  const int parts = (processors + each - 1) / each;
  for (int rank = 0; rank < processors; ++rank) {
    CHECK(part.home<ybn::PutUpNotice>(static_cast<Key>(rank), 0) == rank / each);
    SplitMix64 random(static_cast<std::uint64_t>(rank));
    for (int i = 0; i < 100; ++i) {
      const Key key = random();
      const int home = part.home<Probe>(key, rank);
      CHECK((sharing == TableSharing::local ? home == rank / each : home < parts));
      Bucket& own = part.kept<Probe>(key, rank);
      const int other = (rank + 1) % processors;
      const bool one_table = sharing != TableSharing::local || other % each == rank % each;
      CHECK((&own == &part.kept<Probe>(key, other)) == one_table);
    }
  }
}
