#include "trees/statistics.hpp"

#include "sampling.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace eldest {
namespace {

using synthetic::tree_of;

TEST_CASE("the critical tree has Knuth and Moore's number of leaves") {
  CHECK(critical_leaf_count(10, 0) == 1);
  CHECK(critical_leaf_count(10, 1) == 10);
  CHECK(critical_leaf_count(10, 4) == 199);
  CHECK(critical_leaf_count(10, 5) == 1099);
  CHECK(critical_leaf_count(2.5, 2) == 4);
}

TEST_CASE("a perfectly ordered tree is measured as perfectly ordered") {
  const auto tree = tree_of("b=10,order=1");
  const auto statistics = measure(synthetic::Position{tree}, 6);
  CHECK(statistics.depth == 6);
  CHECK(statistics.value == synthetic::Position{tree}.true_value());
  CHECK(statistics.counts.leaves == 1999);
  CHECK(statistics.branching_factor == 10);
  CHECK(statistics.first_move_cutoff_rate == 1);
  CHECK(statistics.critical_leaves == 1999);
  CHECK(statistics.excess_leaves == 0);
  CHECK(statistics.effective_branching_factor == Approx(std::sqrt(10)).epsilon(0.01));
  CHECK(statistics.transposition_rate == 0);
  CHECK(statistics.swing == 0);
}

TEST_CASE("a swing is measured with its sign") {
  const auto tree = tree_of("b=5,swing=30");
  for (const int depth : {5, 6}) {
    const auto statistics = measure(synthetic::Position{tree}, depth);
    CHECK(statistics.swing == 60);
    CHECK(statistics.step_to_even_depth == 60);
    CHECK(statistics.step_to_odd_depth == -60);
  }
}

TEST_CASE("a search of one ply has no growth and no step to an even depth") {
  const auto tree = tree_of("b=5,swing=30");
  const auto statistics = measure(synthetic::Position{tree}, 1);
  CHECK(statistics.effective_branching_factor == 0);
  CHECK(statistics.step_to_even_depth == 0);
  CHECK(statistics.step_to_odd_depth == -60);
  CHECK(statistics.counts.nodes == 6);
  CHECK(statistics.first_move_cutoff_rate == 0);
}

TEST_CASE("worse order costs more leaves and cuts off later") {
  double excess = -1;
  double first_move_cutoffs = 2;
  for (const auto* const order : {"1", "0.8", "0.5", "0.2"}) {
    const auto tree = tree_of(std::string("b=16,falloff=1,noise=5,order=") + order);
    const auto statistics = measure(synthetic::Position{tree}, 6);
    CHECK(statistics.excess_leaves > excess);
    CHECK(statistics.first_move_cutoff_rate < first_move_cutoffs);
    excess = statistics.excess_leaves;
    first_move_cutoffs = statistics.first_move_cutoff_rate;
  }
}

/// One ply with four moves: a losing capture, a quiet move, a winning capture, and a better quiet
/// move. Every son is worth 0, and its key is the code of the move to it.
class Exchange {
public:
  struct Move {
    std::uint32_t number = 0;
    [[nodiscard]] std::uint32_t code() const { return number + 1; }
    [[nodiscard]] bool operator==(const Move&) const = default;
  };
  static constexpr std::size_t history_size = 4;

  [[nodiscard]] Key key() const { return key_; }
  void generate_moves(MoveList<Move>& moves) const {
    for (std::uint32_t i = 0; i < 4 && key_ == 0; ++i)
      moves.push_back({i});
  }
  [[nodiscard]] static Exchange after(Move move) { return Exchange{move.code()}; }
  [[nodiscard]] static Score evaluate() { return 0; }
  [[nodiscard]] static Score terminal_value(int /*depth*/) { return 0; }
  [[nodiscard]] static int extension() { return 0; }
  [[nodiscard]] static std::string text(Move move) { return std::to_string(move.code()); }
  [[nodiscard]] static int ordering(Move move) {
    return std::array{-100, -50, 0, 50}.at(move.number);
  }
  [[nodiscard]] static bool quiet(Move move) { return move.number % 2 == 1; }
  [[nodiscard]] static std::size_t history_index(Move move) { return move.number; }

  Exchange() = default;

private:
  explicit Exchange(Key key) : key_(key) {}

  Key key_ = 0;
};
static_assert(Position<Exchange>);

TEST_CASE("a plain search takes good captures first, then quiet moves, then bad captures") {
  std::vector<Key> visited;
  PlainSearch<Exchange> search;
  search.on_visit = [&visited](Key key) { visited.push_back(key); };
  CHECK(search.alpha_beta(Exchange{}, 1) == 0);
  CHECK(visited == std::vector<Key>{0, 3, 4, 2, 1});
}

} // namespace
} // namespace eldest
