#include "algorithms/search/root_window.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <vector>

using namespace eldest;

namespace {

/// The windows of searches that find the best bound of a root's `value` that they can, until no
/// other search is needed. A search that is too high has the move 7, others the move 9.
struct Windows {
  Windows(RootWindow window, Score value) {
    do {
      alphas.push_back(window.alpha);
      betas.push_back(window.beta);
      const Score found = std::clamp(value, window.alpha, window.beta);
      root = {found, found >= window.beta ? 7U : 9U};
    } while (alphas.size() < 100 && window.open(root));
  }

  std::vector<Score> alphas;
  std::vector<Score> betas;
  RootResult root;
};

} // namespace

TEST_CASE("MTD(f) steps from the guess to the value, and has the move of the last lower bound") {
  const Windows up(RootWindow::null_at(10), 13); // each search fails hard, by a point
  CHECK(up.betas == std::vector<Score>{10, 11, 12, 13, 14});
  CHECK(up.alphas == std::vector<Score>{9, 10, 11, 12, 13});
  CHECK(up.root.value == 13);
  CHECK(up.root.move == 7);

  const Windows down(RootWindow::null_at(10), 8);
  CHECK(down.betas == std::vector<Score>{10, 9, 8});
  CHECK(down.root.value == 8);
  CHECK(down.root.move == 7);

  const Windows at_once(RootWindow::null_at(10), 10);
  CHECK(at_once.betas == std::vector<Score>{10, 11});
  CHECK(at_once.root.value == 10);
  CHECK(at_once.root.move == 7);
}

TEST_CASE("fail-soft bounds take MTD(f) to the value in fewer steps") {
  auto window = RootWindow::null_at(10);
  RootResult root{50, 3};
  REQUIRE(window.open(root));
  CHECK(window.beta == 51);
  root = {20, 4}; // a bound from a table may be below a former one
  CHECK_FALSE(window.open(root));
  CHECK(root.value == 20);
  CHECK(root.move == 3);
}

TEST_CASE("an infinite window needs one search, and one with aspiration opens where it fails") {
  CHECK(Windows({}, 13).alphas.size() == 1);
  const Windows high({-5, 5}, 13);
  CHECK(high.alphas == std::vector<Score>{-5, -5});
  CHECK(high.betas == std::vector<Score>{5, infinity});
  const Windows low({-5, 5}, -13);
  CHECK(low.alphas == std::vector<Score>{-5, -infinity});
  CHECK(low.betas == std::vector<Score>{5, 5});
}
