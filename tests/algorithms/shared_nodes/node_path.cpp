#include "algorithms/shared_nodes/node_path.hpp"

#include "tests/support/catch.hpp"

#include <array>
#include <cstdint>
#include <deque>

using namespace eldest;

namespace {

/// A path whose nodes are a ply apart. Node n has the key n.
class PathTest {
public:
  /// Enters a son of the last node, to be searched to `depth` with a window.
  NodeResult& enter(Score alpha, Score beta, int depth) {
    Retrieve retrieve;
    retrieve.key = static_cast<Key>(nodes.size());
    nodes.emplace_back(TableAnswer{alpha, beta}, depth);
    path.enter(retrieve, nodes.back(), alpha, {});
    return nodes.back();
  }

  /// Tells the path that another processor has found a bound for the value of the node at a ply.
  bool tell(int ply, Score score, Bound bound, std::uint32_t move = 7) {
    BoundUpdate update{static_cast<Key>(ply), nodes[static_cast<std::size_t>(ply)]};
    auto& [alpha, beta, told, best, depth] = update.result;
    told = score;
    best = move;
    alpha = bound == Bound::upper ? score : -infinity;
    beta = bound == Bound::lower ? score : infinity;
    REQUIRE(update.result.bound() == bound);
    return path.learn(update);
  }

  NodePath path;
  std::deque<NodeResult> nodes;
};

/// Returns a root, its son, and the son's son, with the windows of alpha-beta.
PathTest three_nodes() {
  PathTest test;
  test.enter(-infinity, infinity, 3).score = 10;
  test.enter(-infinity, -10, 2).score = -30;
  test.enter(10, 30, 1);
  return test;
}

} // namespace

TEST_CASE("a bound that leaves a node's window open narrows the windows below") {
  auto test = three_nodes();
  CHECK_FALSE(test.tell(0, 20, Bound::lower));
  CHECK(test.nodes[0].alpha == 20);
  CHECK(test.nodes[0].score == 20);
  CHECK(test.nodes[0].move == 7);
  CHECK(test.nodes[1].beta == -20);
  CHECK(test.nodes[2].alpha == 20);
  CHECK(test.nodes[2].beta == 30);
  CHECK_FALSE(test.tell(1, -25, Bound::upper)); // the score, -30, may still rise to -25
  CHECK(test.nodes[1].beta == -25);
  CHECK(test.nodes[2].alpha == 25);
  CHECK_FALSE(test.path.over(2));
}

TEST_CASE("a bound that closes a node's window answers it and abandons the nodes below") {
  auto test = three_nodes();
  CHECK(test.tell(1, -5, Bound::lower));
  CHECK(test.nodes[1].score == -5);
  CHECK(test.path.over(1));
  CHECK_FALSE(test.path.over(0));
  CHECK(test.path.abandoned(2));
  CHECK_FALSE(test.path.abandoned(1));
  test.path.leave();
  CHECK(test.path.answered());
  test.path.leave();
  CHECK_FALSE(test.path.over(0));
  CHECK_FALSE(test.path.answered());
}

TEST_CASE("an upper bound below a node's window becomes its value") {
  PathTest test;
  test.enter(-infinity, infinity, 3).score = 10;
  test.enter(-40, -10, 2);
  CHECK(test.tell(1, -50, Bound::upper));
  CHECK(test.nodes[1].score == -50);
  CHECK(test.path.over(1));
  CHECK(test.path.answered());
}

TEST_CASE("a father's bound cuts off a son by what the son has found, which the son may store") {
  auto test = three_nodes();
  test.nodes[2].score = 29;              // for the son, -29 is not yet a value
  CHECK(test.tell(0, 30, Bound::lower)); // the son has found -30 already
  CHECK_FALSE(test.path.over(0));
  CHECK(test.path.over(1));
  CHECK(test.path.abandoned(2));
  test.path.leave();
  CHECK_FALSE(test.path.answered());
  CHECK(test.nodes[1].score == -30);
  CHECK(test.nodes[1].bound() == Bound::lower);
}

TEST_CASE("a value within the window is no bound once the window is narrowed around it") {
  auto test = three_nodes();
  test.nodes[1].score = -100;
  test.nodes[2] = NodeResult({10, 100}, 1);
  test.nodes[2].score = 50;
  CHECK_FALSE(test.tell(0, 20, Bound::lower));
  CHECK(test.nodes[2].bound() == Bound::exact);
}

TEST_CASE("a scout goes on when its father's score has overtaken it") {
  PathTest test;
  test.enter(-infinity, infinity, 3).score = 10;
  test.enter(-11, -10, 2).score = -15; // an upper bound of what it has seen
  test.enter(10, 11, 1);
  CHECK_FALSE(test.tell(0, 20, Bound::lower));
  CHECK(test.nodes[0].alpha == 20);
  CHECK(test.nodes[1].alpha == -11);
  CHECK(test.nodes[1].beta == -10);
  CHECK(test.nodes[1].score == -15);
  CHECK(test.nodes[2].alpha == 10);
  CHECK_FALSE(test.path.over(2));
}

TEST_CASE("a bound of another depth or position changes nothing") {
  auto test = three_nodes();
  BoundUpdate other_depth{1, test.nodes[1]};
  other_depth.result.depth = 1;
  other_depth.result.score = 0;
  CHECK_FALSE(test.path.learn(other_depth));
  BoundUpdate other_position{9, test.nodes[1]};
  other_position.result.score = 0;
  CHECK_FALSE(test.path.learn(other_position));
  CHECK(test.nodes[1].score == -30);
}

TEST_CASE("a node tells a bound once, and only if it has proved it") {
  PathTest test;
  auto& node = test.enter(0, 50, 3);
  CHECK_FALSE(test.path.new_bound());
  node.score = -5; // only an upper bound
  CHECK_FALSE(test.path.new_bound());
  node.score = 20;
  const auto update = test.path.new_bound();
  REQUIRE(update);
  CHECK(update->result.score == 20);
  CHECK(update->result.bound() == Bound::lower);
  CHECK_FALSE(test.path.new_bound());
  test.tell(0, 30, Bound::lower);
  CHECK_FALSE(test.path.new_bound()); // the bound is another processor's
}
