#include "trees/synthetic/named_trees.hpp"

#include "sampling.hpp"
#include "tests/support/catch.hpp"
#include "trees/statistics.hpp"

#include <ostream>
#include <set>
#include <string>

namespace eldest::synthetic {

std::ostream& operator<<(std::ostream& out, const KnownSearch& known) {
  return out << "{" << known.depth << ", " << known.value << ", " << known.alpha_beta_nodes << ", "
             << known.alpha_beta_leaves << ", " << known.negascout_nodes << ", " << known.cutoffs
             << ", " << known.first_move_cutoffs << "}";
}

namespace {

KnownSearch searched(const NamedTree& named, int depth) {
  const auto tree = tree_of(named.parameters);
  PlainSearch<Position> alpha_beta;
  PlainSearch<Position> negascout;
  const Score value = alpha_beta.alpha_beta(Position{tree}, depth);
  CHECK(negascout.negascout(Position{tree}, depth) == value);
  const auto& counts = alpha_beta.counts;
  return {depth,
          value,
          counts.nodes,
          counts.leaves,
          negascout.counts.nodes,
          counts.cutoffs,
          counts.first_move_cutoffs};
}

TEST_CASE("the named trees have the results in their table") {
  for (const auto& named : named_trees) {
    INFO(named.name);
    for (const auto& known : named.known)
      CHECK(searched(named, known.depth) == known);
  }
}

TEST_CASE("every named tree has a name and a description of its own") {
  std::set<std::string_view> names;
  std::set<std::string_view> descriptions;
  for (const auto& named : named_trees) {
    names.insert(named.name);
    descriptions.insert(named.description);
  }
  CHECK(names.size() == named_trees.size());
  CHECK(descriptions.size() == named_trees.size());
  CHECK(names.count("") + descriptions.count("") == 0);
}

TEST_CASE("keys and values of named trees are the recorded ones") {
  const auto chesslike = tree_of("name=chesslike");
  const Position root{chesslike};
  const Position node = root.after({3}).after({1}).after({4}).after({1}).after({5});
  CHECK(root.key() == 0x08b4fda8c892b50e);
  CHECK(node.key() == 0x275129df98d499d2);
  CHECK(node.evaluate() == 43);
  CHECK(node.relative_cost() * 0x1p20 == 1109780);

  const auto incremental = tree_of("name=incremental");
  const Position sum = Position{incremental}.after({2}).after({7}).after({1}).after({8});
  CHECK(sum.key() == 0x325c03b62e07e36d);
  CHECK(sum.evaluate() == 25);
}

} // namespace
} // namespace eldest::synthetic
