// Tests of the parts of DTS, each without the others.
#include "algorithms/dts/dts.hpp"
#include "algorithms/sequential/sequential.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/local_processor.hpp"
#include "tests/support/random_trees.hpp"
#include "tests/support/same_search.hpp"
#include "trees/synthetic/position.hpp"

#include <optional>
#include <string>
#include <vector>

using namespace eldest;
using test::LocalProcessor;

namespace {

using P = synthetic::Position;
using dts::Frame;
using dts::Narrowed;
using dts::Path;

constexpr DtsSettings own{.min_split_depth = 1, .all_confidence = 1, .cut_confidence = 2};

const synthetic::Tree& tree() {
  static const synthetic::Tree it(synthetic::parse_parameters("b=4,seed=3"));
  return it;
}

/// Returns a node of the given type with an open window and 4 sons, of which the first is being
/// searched.
Frame<P> node(int depth, int ply, NodeType type, dts::NodeNumber number) {
  const P position(tree());
  Frame<P> frame(position, NodeResult({-infinity, infinity}, depth), ply, type, number);
  const MoveOrdering<P> ordering;
  frame.begun = true;
  frame.moves.generate(position);
  frame.moves.order(position, ordering, 0, ply);
  frame.move = *frame.moves.next();
  frame.son = {depth - 1, -infinity, false, true};
  return frame;
}

/// Returns a path of an iteration: the root, which is a PV node, another PV node and a CUT node.
/// They are numbered 1, 2 and 3.
Path<P> some_path() {
  Path<P> path{
      {},           0,     4,  P(tree()), 0, -infinity, infinity, {4, -infinity, false, true},
      NodeType::pv, false, {}, {}};
  path.frames.push_back(node(4, 0, NodeType::pv, 1));
  path.frames.push_back(node(3, 1, NodeType::pv, 2));
  path.frames.push_back(node(2, 2, NodeType::cut, 3));
  return path;
}

} // namespace

TEST_CASE("a DTS node is split once its type is certain enough") {
  auto frame = node(2, 3, NodeType::pv, 1);
  CHECK_FALSE(frame.may_split(own)); // its eldest son has no value yet
  frame.searched = 1;
  CHECK(frame.may_split(own));
  frame.type = NodeType::all;
  CHECK(frame.may_split(own));
  frame.type = NodeType::cut;
  CHECK_FALSE(frame.may_split(own));
  CHECK(frame.current_type(own) == NodeType::cut);
  frame.searched = 2;
  CHECK(frame.may_split(own));
  CHECK(frame.current_type(own) == NodeType::all);
  auto deeper = own;
  deeper.min_split_depth = 3;
  CHECK_FALSE(frame.may_split(deeper));
  while (frame.moves.next() != nullptr) {
  }
  CHECK_FALSE(frame.may_split(own)); // no sons are left
}

TEST_CASE("a narrower window from above goes down a DTS path as far as it matters") {
  auto path = some_path();
  CHECK(path.narrow(-50, 50, 0) == Narrowed::through);
  CHECK(path.frames[0].node.alpha == -50);
  CHECK(path.frames[1].node.beta == 50);
  CHECK(path.frames[2].lower() == -50);
  CHECK(path.narrow(-50, 50, 0) == Narrowed::above); // not narrower

  path.frames[1].node.score = 20; // the sons of the third must stay below 20
  path.frames[2].node.score = -30;
  CHECK(path.spread(2, 0) == Narrowed::through);
  CHECK(path.frames[2].node.beta == -20);
}

TEST_CASE("a window from above cuts off the highest DTS node that it closes") {
  auto path = some_path();
  path.frames[1].node.score = 20;
  CHECK(path.narrow(-10, 10, 7) == Narrowed::cut_off);
  REQUIRE(path.frames.size() == 2); // at least 20 for its mover, but less than 10 was wanted
  CHECK(path.frames[1].cut_off());
  CHECK(path.frames[1].moves.exhausted());
  CHECK(path.frames[1].times.complete == 7);
  CHECK_FALSE(path.to_enter);
}

TEST_CASE("a scout on a DTS path begins again when its alpha has risen") {
  auto path = some_path();
  path.frames[0].son.scouting = true;
  path.frames[0].son.alpha = -50;
  CHECK(path.narrow(-infinity, 50, 0) == Narrowed::above);
  CHECK(path.frames.size() == 3);
  CHECK(path.narrow(-infinity, 40, 7) == Narrowed::scout);
  CHECK(path.frames.size() == 1);
  CHECK(path.to_enter);
  CHECK(path.begin == 7);
}

TEST_CASE("a DTS path is cut at a split point into what is above and its first son") {
  auto path = some_path();
  path.results = {{1, 5, 1, 0.5}};
  path.frames[1].node.score = 7;
  const Score alpha = path.frames[1].lower();
  const auto rest = path.cut_below(1, 6, own);
  CHECK(path.frames.size() == 2);
  CHECK(path.frames.back().number == 2);
  CHECK(path.results.size() == 1);
  CHECK(path.from_root());

  CHECK(rest.above == dts::SonId{6, 2, 1});
  CHECK(rest.frames.size() == 1);
  CHECK(rest.frames.front().number == 3);
  CHECK(rest.results.empty());
  CHECK(rest.iteration == path.iteration);
  CHECK(rest.ply == 2);
  CHECK(rest.alpha == alpha);
  CHECK(rest.beta == infinity);
  CHECK(rest.search.depth == 2);
  CHECK(rest.father == NodeType::pv);
  CHECK(rest.position.key() == path.frames.back().position.after(path.frames.back().move).key());
}

TEST_CASE("a DTS owner offers the deepest node first, then the most certain, then the fullest") {
  using dts::Offer;
  const Offer deep{1, 5, NodeType::cut, 2, 1};
  const Offer pv{2, 4, NodeType::pv, 1, 1};
  const Offer all{3, 4, NodeType::all, 9, 1};
  const Offer cut{4, 4, NodeType::cut, 9, 1};
  const Offer surer{5, 4, NodeType::cut, 10, 1};
  const Offer fuller{6, 4, NodeType::cut, 10, 2};
  const Offer unattended{};
  CHECK(cut.worth() < surer.worth());
  CHECK(surer.worth() < fuller.worth());
  CHECK(fuller.worth() < all.worth());
  CHECK(all.worth() < pv.worth());
  CHECK(pv.worth() < deep.worth());
  CHECK(deep.worth() < unattended.worth());
}

TEST_CASE("a DTS owner splits its own path, and the path above a split point") {
  DtsCounters counters;
  dts::OwnedSplitPoints<P> owner(6, own, counters);
  std::optional<Path<P>> path = some_path();
  CHECK_FALSE(owner.best_place(path, false)); // no node has a son with a value
  path->frames[1].searched = 1;
  auto place = owner.best_place(path, false);
  REQUIRE(place);
  CHECK(place->offer.node == 2);
  auto& lower = owner.split(*place);
  CHECK(lower.node().number == 2);
  CHECK(lower.sons.size() == 1);
  CHECK(path->above == dts::SonId{6, 2, 1});
  CHECK(counters.split_points_pv == 1);
  CHECK(counters.split_points_above == 0);

  // By now, the node above is a better place.
  lower.path.frames[0].searched = 1;
  place = owner.best_place(path, false);
  REQUIRE(place);
  CHECK(place->offer.node == 1);
  auto& upper = owner.split(*place);
  CHECK(counters.split_points_above == 1);
  CHECK(upper.node().number == 1);
  CHECK(upper.path.from_root());
  CHECK(lower.path.above == dts::SonId{6, 1, 1});
  CHECK(owner.find_point_below({6, 1, 1}) == &lower);
  CHECK(owner.find_point(2) == &lower);
  CHECK(owner.split(*owner.find_place(path, 1)).sons.size() == 1); // it is a split point already

  // There are no more late offers of a node than sons left.
  for (int offers = 0; offers < 6; ++offers)
    owner.open_offer(*owner.best_place(path, true));
  CHECK_FALSE(owner.best_place(path, true));
  CHECK(owner.best_place(path, false));
  owner.close_offer(path, 2);
  CHECK(owner.best_place(path, true)->offer.node == 2);
}

TEST_CASE("an idle processor of DTS asks those that do not remember it, and takes the best offer") {
  const dts::Answer nothing{false, std::nullopt};
  const dts::Offer deep{9, 4, NodeType::all, 1, 1};
  const dts::Offer flat{8, 3, NodeType::all, 1, 1};
  dts::HelpSeeking seeking(1, 4);
  CHECK(seeking.begin() == std::vector<int>{0, 2, 3});
  CHECK(seeking.take(0, nothing));
  CHECK(seeking.take(0, {true, flat}));
  CHECK(seeking.take(2, nothing));
  CHECK_FALSE(seeking.choose()); // 3 may have a better one
  CHECK(seeking.take(3, {false, deep}));
  CHECK(seeking.choose()->rank == 3);
  const auto rest = seeking.end();
  REQUIRE(rest.size() == 1);
  CHECK(rest.front().rank == 0);
  CHECK(rest.front().late);

  CHECK_FALSE(seeking.choose());
  CHECK(seeking.begin() == std::vector<int>{0, 3}); // 2 has made no offer yet
  CHECK(seeking.take(0, {false, flat}));
  CHECK(seeking.take(3, {false, deep}));
  CHECK(seeking.choose()->rank == 3);
  seeking.take_refusal(3);
  CHECK(seeking.choose()->rank == 0);
  CHECK(seeking.end().empty());

  CHECK_FALSE(seeking.take(2, {true, flat})); // there is work
  CHECK(seeking.begin() == std::vector<int>{0, 2});
}

TEST_CASE("DTS alone does the work of the sequential search") {
  SplitMix64 random(4);
  for (int i = 0; i < 200; ++i) {
    const auto parameters = test::random_tree_parameters(random);
    const synthetic::Tree one(synthetic::parse_parameters(parameters));
    const P root(one);
    SearchSettings settings;
    settings.search = test::draw(random, 0, 1) == 0 ? Search::alphabeta : Search::negascout;
    settings.depth = test::draw(random, 1, 6);
    settings.costs = {1, 2, 3, 4};
    LocalProcessor parallel(1 << 12);
    LocalProcessor sequential(1 << 12);
    const auto found = search(DtsSettings{}, settings, root, parallel);
    const auto expected = SequentialSearch<P, LocalProcessor>(sequential, settings).run(root);
    CAPTURE(parameters, settings.depth);
    CHECK(found.counters == expected.counters);
    test::check_same_search(found, expected);
    CHECK(*parallel.work_done() == Approx(*sequential.work_done()));
  }
}
