#include "algorithms/aphid/table.hpp"

#include "tests/support/catch.hpp"

#include <vector>

using namespace eldest;
using namespace eldest::aphid;

namespace {

/// Returns the results of a leaf: its evaluation at depth 0, and the bounds of depths 1, 2, ….
DepthResults leaf_results(Score evaluation, const std::vector<Bounds>& deeper) {
  DepthResults results{{{evaluation, evaluation}, 0}};
  for (const auto& bounds : deeper)
    results.push_back({bounds, 100});
  return results;
}

constexpr Bounds unknown{};

} // namespace

TEST_CASE("a guess shifts an earlier result as the root's value has shifted (appendix A)") {
  // A search whose root was 7 found at least 6. The root is now taken to be 5, so the guess is 4.
  RootScores root{{0, 0, 0, 7}, 5};
  const auto results = leaf_results(100, {unknown, {6, infinity}});
  CHECK(guessed_score({-infinity, 4}, results, 5, 3, 1, root) == 4);
  CHECK(guessed_score({3, 4}, results, 5, 3, 1, root) == 4);
  // Where the bound does not suffice for the window, the evaluation of iteration 2 is used.
  CHECK(guessed_score({-infinity, 5}, results, 5, 3, 1, root) == 5);
  CHECK(guessed_score({-infinity, 200}, results, 5, 3, 1, root) == 105);
}

TEST_CASE("a guess takes the deepest result that suffices for the window (Figure 10)") {
  const RootScores root{{10, 20, 30, 40}, 40};
  // Depths 1 and 2 of the leaf belong to iterations 3 and 4, with shifts of 10 and of 0.
  SECTION("an exact result") {
    CHECK(guessed_score({0, 100}, leaf_results(1, {{5, 5}, {50, 50}}), 5, 3, 1, root) == 50);
    CHECK(guessed_score({0, 100}, leaf_results(1, {{5, 5}, unknown}), 5, 3, 1, root) == 15);
    CHECK(guessed_score({0, 100}, leaf_results(1, {}), 5, 3, 1, root) == 21);
  }
  SECTION("a bound gives alpha or beta, never more") {
    CHECK(guessed_score({60, 100}, leaf_results(1, {{5, 5}, {-infinity, 50}}), 5, 3, 1, root) ==
          60);
    CHECK(guessed_score({0, 40}, leaf_results(1, {{5, 5}, {50, infinity}}), 5, 3, 1, root) == 40);
    CHECK(guessed_score({20, 40}, leaf_results(1, {{5, 5}, {-infinity, 50}}), 5, 3, 1, root) == 20);
  }
  SECTION("the other side is to move") {
    CHECK(guessed_score({-100, 100}, leaf_results(1, {{5, 5}}), 5, 3, -1, root) == -5);
  }
  SECTION("without a hypothetical value the earlier iteration's own stands for it") {
    CHECK(guessed_score({0, 100}, leaf_results(1, {{5, 5}}), 5, 3, 1, {{10, 20, 30, 40}, {}}) == 5);
  }
  SECTION("a guess is within the range of scores") {
    const RootScores won{{-900'000, 0, 0, 900'000}, 900'000};
    const auto results = leaf_results(500'000, {});
    CHECK(guessed_score({-infinity, infinity}, results, 5, 4, 1, won) == score_limit);
  }
}

TEST_CASE("the bounds that a search gives depend on its window") {
  const Window window{0, 5};
  CHECK(Bounds::of_search(3, window) == Bounds{3, 3});
  CHECK(Bounds::of_search(7, window) == Bounds{7, infinity});
  CHECK(Bounds::of_search(-2, window) == Bounds{-infinity, -2});
  CHECK(Bounds{-infinity, 0}.suffice(window));
  CHECK(Bounds{5, infinity}.suffice(window));
  CHECK_FALSE(Bounds{3, infinity}.suffice(window)); // the example of section 3.1
  CHECK_FALSE(Bounds{-infinity, 3}.suffice(window));
  Bounds bounds{3, infinity};
  bounds.add({-infinity, 4});
  CHECK(bounds == Bounds{3, 4});
  bounds.add({6, infinity}); // unstable: the later one replaces the earlier
  CHECK(bounds == Bounds{6, 6});
}

TEST_CASE("priorities count the PV nodes on the path, and the critical tree (3.3)") {
  using enum NodeType;
  CHECK(leaf_priority(1, outside) == 4); // the least of a visited leaf: the root is a PV node
  CHECK(leaf_priority(1, all) == 6);
  CHECK(principal_priority(2) == 14); // the root, its first son, and that one's first son
}

TEST_CASE("a slave prefers what the master needs, by priority, then what is searched least (3.3)") {
  const WorkState needed_high{true, 14, 3};
  const WorkState needed_low{true, 6, 1};
  const WorkState ahead_shallow{false, 4, 4};
  const WorkState ahead_deep{false, 14, 5};
  CHECK(preferred(needed_high, needed_low));
  CHECK_FALSE(preferred(needed_low, needed_high));
  CHECK(preferred(needed_low, ahead_deep));
  CHECK(preferred(ahead_shallow, ahead_deep));
  CHECK(preferred({true, 6, 0}, needed_low));
  CHECK(preferred({false, 14, 4}, ahead_shallow));
  CHECK_FALSE(preferred(needed_low, needed_low));
}

TEST_CASE("windows lie around the hypothetical value, and are wider for less important leaves "
          "(appendix B)") {
  const WindowShape shape{1, 0.5};
  const RootScores root{{0, 10, 20, 30}, 35, false}; // swing 10
  const MasterState master{5, 14, 35};
  CHECK(select_window(shape, master, root, 5, 2, 10) == Window{35 - 30, 35 + 30});
  CHECK(select_window(shape, {5, 10, 35}, root, 5, 2, 10) == Window{25, 45});
  CHECK(select_window(shape, {5, 6, 35}, root, 5, 2, 10) == Window{25, 45});
  // The window is from the other side's point of view.
  CHECK(select_window(shape, {5, 6, 35}, root, 5, 3, 10) == Window{-45, -25});
  // The first leaf of a pass, at ply 2.
  CHECK(select_window(shape, master, root, 5, 2, 14) == Window{});
  // An iteration that is complete, and a future one.
  CHECK(select_window(shape, master, root, 3, 2, 6) == Window{10, 30});
  CHECK(select_window(shape, {5, 6, 35}, root, 6, 2, 10) == Window{35 - 30, 35 + 30});
  CHECK(select_window({0, 0}, master, root, 5, 2, 10) == Window{34, 36});
}

TEST_CASE("the first leaf's window may be infinite only as long as the hypothetical value is "
          "invalid (appendix B, footnote)") {
  const WindowShape shape{1, 0.5, true};
  const RootScores root{{0, 10, 20, 30}, 35, false}; // swing 10
  const int first = principal_priority(2);
  CHECK(select_window(shape, {5, 14, 35, false}, root, 5, 2, first) == Window{});
  CHECK(select_window(shape, {5, 14, 35, true}, root, 5, 2, first) == Window{25, 45});
  // An iteration that is complete.
  CHECK(select_window(shape, {5, 14, 35, false}, root, 3, 2, first) == Window{10, 30});
  // The window of a future iteration is as wide as any: 1 + 0.5 * (14 - 4) swings.
  CHECK(select_window(shape, {5, 14, 35, false}, root, 6, 2, first) == Window{35 - 60, 35 + 60});
  // Other leaves, and the first iteration, have the usual windows.
  CHECK(select_window(shape, {5, 14, 35, false}, root, 5, 2, 10) == Window{5, 65});
  CHECK(select_window(shape, {1, 14, 35, true}, {}, 1, 2, first) == Window{});
}

TEST_CASE("an iteration is expected to find the value of the last or, where they swing, the last "
          "but one") {
  const RootScores steady{{0, 10, 20, 30}, {}};
  CHECK(steady.expected(5) == 30);
  CHECK(steady.swing() == 10);
  RootScores swinging{{100, -100, 110, -105}, {}};
  CHECK(swinging.expected(5) == 110);
  CHECK(swinging.swing() == 10);
  swinging.hypothetical = 115;
  CHECK(swinging.expected(6) == -105);
  CHECK(swinging.expected(7) == 115);
  swinging.parity = false;
  CHECK(swinging.expected(5) == -105);
  CHECK(RootScores{{7}, {}}.expected(2) == 7);
  CHECK(RootScores{{7}, {}}.swing() == 1);
}

TEST_CASE("load balancing moves small pieces from the most overworked slave to idle ones (3.4)") {
  using Leaves = std::vector<UncertainLeaf>;
  SECTION("the smallest piece goes, never the first") {
    const auto transfers = balance({Leaves{{1, 5}, {2, 90}, {3, 40}}, {}, Leaves{{4, 1}}}, {});
    REQUIRE(transfers.size() == 1);
    CHECK(transfers[0].leaf == 3);
    CHECK(transfers[0].from == 0);
    CHECK(transfers[0].to == 1);
  }
  SECTION("no piece moves twice in a row") {
    CHECK(balance({Leaves{{1, 5}, {2, 90}}, {}}, {2}).empty());
    CHECK(balance({Leaves{{1, 5}, {2, 90}, {3, 40}}, {}}, {3}).front().leaf == 2);
  }
  SECTION("no slave gives away its only piece, and no slave that has one takes another") {
    CHECK(balance({Leaves{{1, 5}}, {}, {}}, {}).empty());
    CHECK(balance({Leaves{{1, 5}, {2, 5}, {3, 5}}, Leaves{{4, 5}}}, {}).empty());
  }
  SECTION("a slave that has nothing to hand over does not keep others from doing so") {
    const auto transfers =
        balance({{}, Leaves{{1, 5}, {2, 6}, {3, 7}}, Leaves{{4, 5}, {5, 6}}}, {2, 3});
    REQUIRE(transfers.size() == 1);
    CHECK(transfers[0].leaf == 5);
    CHECK(transfers[0].from == 2);
    CHECK(transfers[0].to == 0);
  }
  SECTION("each idle slave takes a piece from the slave that has most by then") {
    const auto transfers =
        balance({{}, Leaves{{1, 5}, {2, 6}, {3, 7}}, Leaves{{4, 5}, {5, 6}, {6, 7}}, {}}, {});
    REQUIRE(transfers.size() == 2);
    CHECK(transfers[0].from == 1);
    CHECK(transfers[1].from == 2);
  }
}
