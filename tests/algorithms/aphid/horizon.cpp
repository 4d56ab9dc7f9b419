#include "algorithms/aphid/horizon.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;
using namespace eldest::aphid;

namespace {

/// Counts the nodes of a pass over a tree down to ply `deepest`, in which every node has `sons`
/// sons.
void pass(Horizon& horizon, int sons, int deepest) {
  horizon.begin_pass();
  for (int ply = 0, nodes = 1; ply <= deepest; ++ply, nodes *= sons) {
    for (int i = 0; i < nodes; ++i)
      horizon.count_visit(ply);
  }
}

/// Returns the horizon of a search by 11 processors after four iterations. The nodes grow fourfold
/// in every iteration. The fourth iteration is the first with slaves, and its d' was 2.
Horizon after_four_iterations(const AphidSettings& settings) {
  Horizon horizon(settings, 11, 8);
  for (int iteration = 1; iteration <= 4; ++iteration) {
    horizon.begin_iteration(iteration);
    pass(horizon, 4, 3);
    horizon.count_nodes(iteration, std::uint64_t{1000} << 2U * static_cast<unsigned>(iteration));
  }
  return horizon;
}

} // namespace

TEST_CASE("the critical tree has b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves (Knuth & Moore)") {
  CHECK(critical_leaves(38, 0) == 1);
  CHECK(critical_leaves(38, 1) == 38);
  CHECK(critical_leaves(38, 2) == 75);
  CHECK(critical_leaves(38, 3) == 38 * 38 + 38 - 1);
  CHECK(critical_leaves(1, 5) == 1);
}

TEST_CASE("a given d' is kept, and the slaves take part once pieces are large enough") {
  const AphidSettings settings{.horizon = 3, .granularity = 2};
  Horizon horizon(settings, 11, 8);
  for (int iteration = 1; iteration <= 8; ++iteration) {
    horizon.begin_iteration(iteration);
    CHECK(horizon.divides() == (iteration >= 5));
    CHECK(horizon.ply() == 3);
    pass(horizon, 2, 3);
    horizon.end_iteration(8, 0.01);
  }
}

TEST_CASE("without slaves nothing is divided") {
  for (const int horizon : {0, 2}) {
    const AphidSettings settings{.horizon = horizon};
    Horizon alone(settings, 1, 8);
    for (int iteration = 1; iteration <= 8; ++iteration) {
      alone.begin_iteration(iteration);
      CHECK_FALSE(alone.divides());
      pass(alone, 4, 3);
    }
  }
}

TEST_CASE("an automatic d' grows while slaves lack leaves and the master has time for more") {
  const AphidSettings settings{.leaves = 1, .granularity = 2};
  auto horizon = after_four_iterations(settings);
  REQUIRE(horizon.divides());
  REQUIRE(horizon.ply() == 2);
  SECTION("the load grows as the pass does, and falls as the iteration's length grows") {
    // A pass has 1 + 4 + 16 nodes. The leaves of its critical tree grow from 7 to 19, and the nodes
    // to search grow fourfold.
    pass(horizon, 4, 2);
    horizon.end_iteration(16, 0.2);
    CHECK(horizon.predicted_load(5) == Approx(0.2 * (21 + 16 * 19.0 / 7) / 21 / 4));
  }
  SECTION("with few leaves and an idle master it grows by one ply at a time") {
    horizon.end_iteration(39, 0.2);
    horizon.begin_iteration(5);
    CHECK(horizon.ply() == 3);
  }
  SECTION("with 4 leaves for each slave it stays") {
    horizon.end_iteration(40, 0.2);
    horizon.begin_iteration(5);
    CHECK(horizon.ply() == 2);
  }
  SECTION("it stays if the master would have no time for it") {
    pass(horizon, 30, 2);
    horizon.end_iteration(20, 0.9);
    CHECK(horizon.predicted_load(5) > 1);
    horizon.begin_iteration(5);
    CHECK(horizon.ply() == 2);
  }
}

TEST_CASE("an automatic d' stays without a limit of the load, and where parts would be too small") {
  const AphidSettings frozen{.leaves = 1, .load = 0, .granularity = 2};
  auto horizon = after_four_iterations(frozen);
  horizon.end_iteration(16, 0);
  horizon.begin_iteration(5);
  CHECK(horizon.ply() == 2);

  const AphidSettings coarse{.leaves = 1, .granularity = 2};
  auto next = after_four_iterations(coarse);
  next.end_iteration(16, 0.1);
  next.begin_iteration(5);
  REQUIRE(next.ply() == 3);
  next.end_iteration(16, 0.1);
  next.begin_iteration(5); // with d' = 4, leaves have depth 1
  CHECK(next.ply() == 3);
}
