#include "trees/synthetic/position.hpp"

#include "sampling.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/wire.hpp"
#include "trees/perft.hpp"
#include "trees/statistics.hpp"
#include "trees/synthetic/tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace eldest::synthetic {
namespace {

constexpr std::size_t many = 20'000;

Score alpha_beta(const Position& position, int depth) {
  return PlainSearch<Position>{}.alpha_beta(position, depth);
}

std::uint64_t critical_leaves(std::uint64_t branching, int depth) {
  std::uint64_t sum = 0;
  for (const int half : {depth / 2, depth - depth / 2}) {
    std::uint64_t power = 1;
    for (int i = 0; i < half; ++i)
      power *= branching;
    sum += power;
  }
  return sum - 1;
}

TEST_CASE("a node that has travelled is the same, with its reduction and its swing") {
  const bool has_swing = GENERATE(false, true);
  const Tree tree(
      parse_parameters(has_swing ? "b=256,reduction=4,swing_noise=900" : "b=256,reduction=4"));
  int greatest = 0;
  for (const int place : {0, 1, 2, 128, 255}) {
    const Node node = tree.son(tree.root(), place);
    greatest = std::max<int>(greatest, node.reduction);
    wire::Writer writer;
    Node::fields(node, writer, has_swing);
    const auto bytes = writer.take();
    CHECK(bytes.size() == (has_swing ? 20 : 16));
    wire::Reader reader(bytes, {});
    Node read;
    Node::fields(read, reader, has_swing);
    reader.finish();
    CHECK(read == node);
    CHECK((node.swing != 0) == has_swing);
  }
  CHECK(greatest == most_reduction);
}

TEST_CASE("alpha-beta visits just the critical tree of a perfectly ordered tree") {
  for (const int branching : {1, 2, 3, 5, 8, 13})
    for (int depth = 0; depth <= 7; ++depth)
      for (const std::uint64_t seed : {1U, 2U}) {
        Parameters parameters;
        parameters.branching = {branching, branching, 0};
        parameters.order = 1;
        parameters.seed = seed;
        const Tree tree{parameters};
        PlainSearch<Position> alpha_beta_search;
        PlainSearch<Position> negascout_search;
        const auto value = Position{tree}.true_value();
        CHECK(alpha_beta_search.alpha_beta(Position{tree}, depth) == value);
        CHECK(negascout_search.negascout(Position{tree}, depth) == value);
        const auto leaves = critical_leaves(static_cast<std::uint64_t>(branching), depth);
        CHECK(alpha_beta_search.counts.leaves == leaves);
        CHECK(negascout_search.counts.leaves == leaves);
      }
}

TEST_CASE("perfect order stays perfect with ties and late moves that are worse") {
  const auto tree = tree_of("b=6,order=1,grain=50,trend=20");
  PlainSearch<Position> search;
  CHECK(search.alpha_beta(Position{tree}, 6) == Position{tree}.evaluate());
  CHECK(search.counts.leaves == critical_leaves(6, 6));
}

TEST_CASE("the true value of an ordered tree is its minimax value at every depth") {
  for (const std::string transpositions : {"transpositions=0.5", "commuting=0.8"}) {
    const auto tree = tree_of("b=2..6,order=0.4,leaf=0.1,extend=0.1,trend=7," + transpositions);
    const Position root{tree};
    for (int depth = 0; depth <= 7; ++depth)
      CHECK(plain_minimax(root, depth) == root.true_value());
    for (const auto& node : random_nodes(tree, 200))
      CHECK(plain_minimax(node, 4) == node.true_value());
  }
}

Parameters random_parameters(SplitMix64& random) {
  const auto chance = [&random] { return unit_interval(random()); };
  const auto number = [&random](int count) { return below(count, low_half(random())); };
  const auto sometimes = [&](auto value) { return number(2) == 0 ? value : decltype(value){}; };
  Parameters parameters;
  parameters.model = static_cast<Model>(number(3));
  const int fewest = 1 + number(3);
  parameters.branching = {fewest, fewest + number(4), sometimes(1 + 2 * chance())};
  parameters.forced = sometimes(0.5 * chance());
  parameters.seed = random();
  parameters.order = chance();
  parameters.falloff = chance();
  parameters.spread = number(200);
  parameters.trend = number(10);
  parameters.correlation = chance();
  parameters.noise = sometimes(number(100));
  parameters.persistence = 0.95 * chance();
  parameters.swing = sometimes(number(100));
  parameters.swing_noise = sometimes(number(100));
  parameters.grain = 1 + sometimes(number(50));
  parameters.transpositions = sometimes(chance());
  if (parameters.model == Model::ordered && parameters.transpositions == 0)
    parameters.commuting = sometimes(chance());
  parameters.leaf = sometimes(0.3 * chance());
  parameters.extend = sometimes(0.3 * chance());
  parameters.evasions = 1 + number(4);
  return parameters;
}

TEST_CASE("alpha-beta and NegaScout find the minimax value of any tree") {
  SplitMix64 random{7};
  for (int i = 0; i < 600; ++i) {
    const Tree tree{random_parameters(random)};
    INFO(to_text(tree.parameters()));
    const Position root{tree};
    for (const int depth : {1, 4, 5}) {
      const Score value = plain_minimax(root, depth);
      CHECK(alpha_beta(root, depth) == value);
      CHECK(PlainSearch<Position>{}.negascout(root, depth) == value);
    }
  }
}

/// The properties of a node that are the same at every visit of its key.
using Portrait = std::tuple<Score, int, std::size_t, double, Score, Score>;

Portrait portrait(const Position& position) {
  return {position.evaluate(),      position.extension(),       moves_of(position).size(),
          position.relative_cost(), plain_minimax(position, 1), plain_minimax(position, 3)};
}

struct Portraits {
  std::map<Key, Portrait> of_key;
  int met_again = 0;
};

void visit_all(const Position& position, int depth, Portraits& portraits) {
  const auto [known, is_new] = portraits.of_key.try_emplace(position.key(), portrait(position));
  if (!is_new) {
    ++portraits.met_again;
    REQUIRE(known->second == portrait(position));
  }
  if (depth == 0)
    return;
  for (const auto move : moves_of(position))
    visit_all(position.after(move), depth - 1, portraits);
}

TEST_CASE("equal keys have equal trees below them") {
  for (const auto* const parameters :
       {"b=2..5,transpositions=0.7,noise=30,persistence=0.8,order=0.5,trend=5",
        "b=geometric:3,transpositions=1,leaf=0.1,extend=0.3,evasions=2,swing=10",
        "b=geometric:3,commuting=0.6,swing_noise=40,persistence=0.5",
        "b=2..4,commuting=0.9,noise=30,persistence=0.8,order=0.5,trend=5,leaf=0.05,extend=0.1",
        "b=3,commuting=1,noise=9,grain=3",
        "b=2..4,model=incremental,transpositions=0.9,noise=10,extend=0.2",
        "b=4,model=iid,transpositions=1,leaf=0.05"}) {
    INFO(parameters);
    int met_again = 0;
    for (const auto* const seed : {",seed=1", ",seed=2", ",seed=3", ",seed=4"}) {
      const auto tree = tree_of(std::string(parameters) + seed);
      Portraits portraits;
      visit_all(Position{tree}, 6, portraits);
      met_again += portraits.met_again;
    }
    CHECK(met_again > 50);
  }
}

TEST_CASE("the moves of a player lead to one node in any order if all commute") {
  // The first move is always the best, so it is another move than where it is not.
  const auto tree = tree_of("b=5,order=1,commuting=1");
  const auto key_after = [&](std::initializer_list<int> places) {
    Position position{tree};
    for (const int place : places)
      position = position.after(Move{static_cast<std::uint8_t>(place)});
    return position.key();
  };
  CHECK(key_after({1, 0, 2, 0, 3}) == key_after({3, 0, 1, 0, 2}));
  CHECK(key_after({1, 2, 3, 4}) == key_after({3, 4, 1, 2}));
  CHECK(key_after({1, 2, 3, 4}) == key_after({3, 2, 1, 4}));
  CHECK(key_after({1, 2, 3, 4}) != key_after({2, 1, 4, 3}));
  Portraits portraits;
  visit_all(Position{tree}, 4, portraits);
  const std::size_t pairs = 15; // of moves of one player, in any order
  CHECK(portraits.of_key.size() == 1 + 5 + 5 * 5 + pairs * 5 + pairs * pairs);
}

TEST_CASE("without transpositions no key is met twice") {
  const auto tree = tree_of("b=6");
  Portraits portraits;
  visit_all(Position{tree}, 4, portraits);
  CHECK(portraits.met_again == 0);
  CHECK(portraits.of_key.size() == 1 + 6 + 36 + 216 + 1296);
}

TEST_CASE("brothers have different keys and codes from 1 on") {
  const auto tree = tree_of("b=256,transpositions=1");
  for (const auto& node : random_nodes(tree, 30)) {
    std::set<Key> keys;
    std::uint32_t code = 0;
    for (const auto move : moves_of(node)) {
      keys.insert(node.after(move).key());
      CHECK(move.code() == ++code);
      CHECK(Position::text(move) == std::to_string(code));
    }
    CHECK(keys.size() == 256);
  }
}

TEST_CASE("sons are searched in the order of the tree") {
  const auto tree = tree_of("b=256");
  const auto moves = moves_of(Position{tree});
  for (std::size_t i = 1; i < moves.size(); ++i)
    CHECK(Position::ordering(moves[i]) < Position::ordering(moves[i - 1]));
}

TEST_CASE("the same parameters are the same tree, another seed is another") {
  const auto one = tree_of("name=chesslike");
  const auto same = tree_of("name=chesslike");
  const auto other = tree_of("name=chesslike,seed=2");
  CHECK(perft(Position{one}, 2) == perft(Position{same}, 2));
  CHECK(alpha_beta(Position{one}, 4) == alpha_beta(Position{same}, 4));
  CHECK(Position{one}.key() == Position{same}.key());
  CHECK(Position{one}.key() != Position{other}.key());
}

/// Returns the places of the best sons among their brothers, by plain minimax to `depth`, for
/// `nodes` nodes.
std::vector<int> best_places(const Tree& tree, std::size_t nodes, int depth) {
  std::vector<int> places;
  for (const auto& node : random_nodes(tree, nodes)) {
    Score best = -infinity;
    int place = 0;
    for (const auto move : moves_of(node))
      if (const Score value = -plain_minimax(node.after(move), depth - 1); value > best) {
        best = value;
        place = move.place;
      }
    places.push_back(place);
  }
  return places;
}

double share_before(const std::vector<int>& places, int place) {
  return static_cast<double>(std::count_if(places.begin(), places.end(),
                                           [place](int other) { return other < place; })) /
         static_cast<double>(places.size());
}

TEST_CASE("the best son is the first as often as asked for, then falls off as asked for") {
  for (const double order : {0.0, 0.3, 0.7, 0.95, 1.0})
    for (const double falloff : {0.0, 0.5, 1.0}) {
      Parameters parameters;
      parameters.branching = {5, 5, 0};
      parameters.order = order;
      parameters.falloff = falloff;
      const auto places = best_places(Tree{parameters}, 4000, 2);
      CHECK(share_before(places, 1) == Approx(order).margin(0.025));
      // Weights 1, f, f², f³ of the other four.
      const double weights = 1 + falloff + falloff * falloff + falloff * falloff * falloff;
      const double second = (1 - order) / weights;
      CHECK(share_before(places, 2) == Approx(order + second).margin(0.025));
      CHECK(share_before(places, 3) == Approx(order + second * (1 + falloff)).margin(0.025));
    }
}

TEST_CASE("strongly-ordered is what Marsland and Campbell call so") {
  const auto places = best_places(tree_of("name=strongly-ordered"), many, 1);
  CHECK(share_before(places, 1) == Approx(0.7).margin(0.01));
  CHECK(share_before(places, 8) == Approx(0.9).margin(0.01)); // the first quarter of 32
}

TEST_CASE("branching factors are distributed as asked for") {
  const auto count = [](const Position& node) { return moves_of(node).size(); };
  const auto uniform = tree_of("b=20..40");
  const auto uniform_counts = moments(random_nodes(uniform, many), count);
  CHECK(uniform_counts.mean == Approx(30).epsilon(0.01));
  CHECK(uniform_counts.deviation == Approx(std::sqrt((21.0 * 21.0 - 1) / 12)).epsilon(0.02));

  for (const auto* const mean : {"1", "4", "12.5", "32"}) {
    const auto geometric = tree_of(std::string("b=geometric:") + mean);
    const auto counts = moments(random_nodes(geometric, many), count);
    const double m = std::stod(mean);
    CHECK(counts.mean == Approx(m).epsilon(0.03));
    CHECK(counts.deviation == Approx(std::sqrt(m * (m - 1))).epsilon(0.05));
  }
}

TEST_CASE("the greatest and the least branching factor of a range both occur") {
  const auto tree = tree_of("b=3..5");
  std::set<std::size_t> counts;
  for (const auto& node : random_nodes(tree, 500))
    counts.insert(moves_of(node).size());
  CHECK(counts == std::set<std::size_t>{3, 4, 5});
}

TEST_CASE("nodes have a single move as often as asked for") {
  for (const auto& [text, share] :
       {std::pair{"b=8..12", 0.0}, std::pair{"b=8,forced=0.25", 0.25},
        std::pair{"b=2..16,forced=0.4,commuting=0.5", 0.4}, std::pair{"b=3,forced=1", 1.0}}) {
    const auto tree = tree_of(text);
    const auto single = [](const Position& node) { return moves_of(node).size() == 1 ? 1 : 0; };
    CHECK(moments(random_nodes(tree, many), single).mean == Approx(share).margin(0.02));
  }
}

TEST_CASE("a swing makes the values of successive depths differ by twice it") {
  const auto tree = tree_of("b=6,order=0.5,swing=25");
  const Position root{tree};
  for (int depth = 0; depth <= 5; ++depth)
    CHECK(alpha_beta(root, depth) == root.true_value() + (depth % 2 == 0 ? 25 : -25));
}

/// The deviation of evaluations from true values, and its persistence, in the tree of `text`.
struct EvaluationDeviation {
  const char* text;
  double deviation;
  double persistence;
};

/// Checks the deviation and the persistence. `sons_sign` is -1 if a deviation lasts for the same
/// player, and 1 if it lasts for the side to move.
void check_deviations(const EvaluationDeviation& asked, int sons_sign) {
  const auto& [text, deviation, persistence] = asked;
  const auto tree = tree_of(text);
  const auto error = [](const Position& node) { return node.evaluate() - node.true_value(); };
  const auto nodes = random_nodes(tree, many);
  const auto errors = moments(nodes, error);
  CHECK(errors.mean == Approx(0).margin(deviation * 0.05));
  CHECK(errors.deviation == Approx(deviation).epsilon(0.05));
  const auto product = [&](const Position& node) {
    return static_cast<double>(error(node)) * sons_sign * error(node.after(Move{0}));
  };
  CHECK(moments(nodes, product).mean / (deviation * deviation) == Approx(persistence).margin(0.05));
}

TEST_CASE("noise has the deviation and the persistence asked for") {
  for (const auto& asked : {EvaluationDeviation{"noise=40", 40, 0},
                            {"noise=300,persistence=0.5", 300, 0.5},
                            {"noise=25,persistence=0.9,model=incremental", 25, 0.9},
                            {"noise=100,commuting=0.5", 100, 0}})
    check_deviations(asked, -1);
}

TEST_CASE("swings have the deviation and the persistence asked for, and favour the side to move") {
  for (const auto& asked : {EvaluationDeviation{"swing_noise=40", 40, 0},
                            {"swing_noise=300,persistence=0.5", 300, 0.5},
                            {"swing_noise=25,persistence=0.9,model=incremental", 25, 0.9},
                            {"swing_noise=100,commuting=0.5", 100, 0}})
    check_deviations(asked, 1);
}

TEST_CASE("errors and values stay within the scores of a game that goes on") {
  for (const auto* const text : {"noise=5000,persistence=0.95,swing=5000,spread=10000,trend=1000",
                                 "swing_noise=5000,persistence=0.95,swing=5000,spread=10000",
                                 "noise=5000,model=incremental,spread=10000,grain=10000"}) {
    const auto tree = tree_of(text);
    for (const auto& node : random_nodes(tree, many))
      REQUIRE(std::abs(node.evaluate()) < win_score(0));
  }
}

TEST_CASE("evaluations are multiples of the grain, rounded alike for either player") {
  const auto exact = tree_of("b=5,order=0.5");
  const auto coarse = tree_of("b=5,order=0.5,grain=30");
  const auto exact_nodes = random_nodes(exact, 2000);
  const auto coarse_nodes = random_nodes(coarse, 2000);
  for (std::size_t i = 0; i < exact_nodes.size(); ++i) {
    CHECK(coarse_nodes[i].evaluate() % 30 == 0);
    CHECK(std::abs(coarse_nodes[i].evaluate() - exact_nodes[i].evaluate()) <= 15);
    CHECK(-plain_minimax(coarse_nodes[i], 1) == -coarse_nodes[i].evaluate());
  }
}

TEST_CASE("a son's value is correlated with its father's as the model says") {
  const auto correlation = [](std::string_view text) {
    const auto tree = tree_of(text);
    const auto nodes = random_nodes(tree, many);
    const auto father = [](const Position& node) { return node.true_value(); };
    const auto product = [](const Position& node) {
      return static_cast<double>(node.true_value()) * -node.after(Move{1}).true_value();
    };
    const double deviation = moments(nodes, father).deviation;
    return moments(nodes, product).mean / (deviation * deviation);
  };
  CHECK(correlation("model=iid") == Approx(0).margin(0.03));
  CHECK(correlation("model=incremental,correlation=0") == Approx(0).margin(0.03));
  CHECK(correlation("model=incremental,correlation=0.6") == Approx(0.6).margin(0.03));
  CHECK(correlation("model=incremental,correlation=0.9") == Approx(0.9).margin(0.03));
}

TEST_CASE("branches of an incremental tree are uniform and add up") {
  const auto tree = tree_of("model=incremental,spread=60");
  const auto nodes = random_nodes(tree, many);
  for (const auto& node : nodes)
    REQUIRE(std::abs(node.after(Move{0}).true_value() + node.true_value()) <= 60);
  const auto branch = moments(nodes, [](const Position& node) {
    return node.after(Move{0}).true_value() + node.true_value();
  });
  CHECK(branch.mean == Approx(0).margin(1));
  CHECK(branch.deviation == Approx(std::sqrt((121.0 * 121.0 - 1) / 12)).epsilon(0.02));
}

TEST_CASE("more transpositions asked for are more transpositions met") {
  double last = -1;
  for (const auto* const share : {"0", "0.2", "0.4", "0.6", "0.8", "1"}) {
    const auto tree = tree_of(std::string("b=12,transpositions=") + share);
    const double rate = measure(Position{tree}, 5).transposition_rate;
    CHECK(rate > last);
    if (last < 0)
      CHECK(rate == 0);
    last = rate;
  }
  CHECK(last > 0.2);
}

TEST_CASE("of the possible meetings, the share asked for takes place") {
  // Of b³ nodes at ply 3 in an iid tree, b·b·(b - 1)/2 could be met twice.
  const auto tree = tree_of("b=24,model=iid,transpositions=0.3");
  std::set<Key> keys;
  for (const auto a : moves_of(Position{tree}))
    for (const auto b : moves_of(Position{tree}))
      for (const auto c : moves_of(Position{tree}))
        keys.insert(Position{tree}.after(a).after(b).after(c).key());
  const double met = 24.0 * 24 * 24 - static_cast<double>(keys.size());
  CHECK(met / (24.0 * 24 * 23 / 2) == Approx(0.3).margin(0.02));
}

TEST_CASE("games end as often as asked for, with their true value, and never at the root") {
  const auto tree = tree_of("b=20,leaf=0.2,noise=50,swing=30");
  std::size_t fathers = 0;
  std::size_t ends = 0;
  for (const auto& node : random_nodes(tree, many)) {
    for (const auto move : moves_of(node)) {
      const Position son = node.after(move);
      ++fathers;
      if (!moves_of(son).empty())
        continue;
      ++ends;
      REQUIRE(son.terminal_value(3) == son.true_value());
      REQUIRE(son.evaluate() == son.true_value());
    }
  }
  CHECK(static_cast<double>(ends) / static_cast<double>(fathers) == Approx(0.2).margin(0.01));
  const auto ends_at_once = tree_of("b=3,leaf=1");
  CHECK(moves_of(Position{ends_at_once}).size() == 3);
}

TEST_CASE("extensions come as often as asked for, never twice in succession, with few moves") {
  const auto tree = tree_of("b=20,extend=0.1,evasions=3");
  double extensions = 0;
  double sons = 0;
  for (const auto& node : random_nodes(tree, many)) {
    if (node.extension() == 0) {
      extensions += node.after(Move{2}).extension();
      ++sons;
      continue;
    }
    REQUIRE(moves_of(node).size() == 3);
    for (const auto move : moves_of(node))
      REQUIRE(node.after(move).extension() == 0);
  }
  CHECK(extensions / sons == Approx(0.1).margin(0.01));
}

TEST_CASE("the search below late moves is as much shallower as asked for, not if it is extended") {
  const auto tree = tree_of("b=20,reduction=0.3,extend=0.1,evasions=20");
  std::array<double, 20> reductions{};
  std::array<double, 20> sons{};
  for (const auto& node : random_nodes(tree, many)) {
    for (const auto move : moves_of(node)) {
      const int extension = node.after(move).extension();
      REQUIRE(extension <= 1);
      if (extension == 1)
        continue;
      reductions.at(move.place) -= extension;
      ++sons.at(move.place);
    }
  }
  const std::array doublings{0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5};
  for (std::size_t place = 0; place < doublings.size(); ++place)
    CHECK(reductions.at(place) / sons.at(place) == Approx(0.3 * doublings.at(place)).margin(0.02));
}

TEST_CASE("reductions let a search grow by less than the square root of the moves") {
  const auto tree = tree_of("b=25,order=0.95,reduction=0.6");
  CHECK(measure(Position{tree}, 8).effective_branching_factor < 3);
}

TEST_CASE("costs have the mean and the spread asked for") {
  const auto tree = tree_of("cost=2.5,cost_spread=0.4");
  const auto nodes = random_nodes(tree, many);
  for (const auto& node : nodes) {
    REQUIRE(node.relative_cost() >= 1.5 - 1e-5);
    REQUIRE(node.relative_cost() <= 3.5 + 1e-5);
  }
  const auto cost = moments(nodes, [](const Position& node) { return node.relative_cost(); });
  CHECK(cost.mean == Approx(2.5).epsilon(0.01));
  CHECK(cost.deviation == Approx(1 / std::sqrt(3.0)).epsilon(0.02));
  const auto equal_costs = tree_of("cost=3");
  CHECK(Position{equal_costs}.relative_cost() == 3);
}

} // namespace
} // namespace eldest::synthetic
