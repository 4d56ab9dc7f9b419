// Tests of the rules of mandatory work first at processor 0, whose messages are written here.
#include "algorithms/mwf/mwf.hpp"
#include "algorithms/search/minimax.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scripted_processor.hpp"
#include "trees/synthetic/position.hpp"

#include <cstddef>
#include <deque>
#include <stdexcept>
#include <utility>
#include <vector>

namespace eldest::test::mwf_rules {

using mwf::Expansion;
using mwf::Recall;
using mwf::Result;
using mwf::Side;

namespace {

using P = synthetic::Position;
using Content = mwf::Content<P>;
using Job = mwf::Job<P>;

const synthetic::Tree& four_sons() {
  static const synthetic::Tree it(synthetic::parse_parameters("b=4,seed=3"));
  return it;
}

template <class Kind> Message message_from(int rank, const Kind& kind) {
  return Content::message(rank, kind);
}

/// An expanded node of depth 3. The moves of all nodes have the same codes.
Expansion expansion(Score alpha = -infinity, Score beta = infinity) {
  MoveList<P::Move> moves;
  P(four_sons()).generate_moves(moves);
  Expansion expansion{NodeResult({alpha, beta}, 3), false, true};
  for (const auto move : moves)
    expansion.moves.push_back(move.code());
  return expansion;
}

/// Searches on processor 0 of 100, which expands the root to depth 4. Lesser depths are searched
/// by that processor alone.
ScriptedProcessor play(std::deque<Message> script, bool deep_cutoffs = false,
                       Search search_of_jobs = Search::alphabeta) {
  ScriptedProcessor processor(0, 100, std::move(script));
  SearchSettings settings;
  settings.depth = 4;
  settings.search = search_of_jobs;
  settings.table_depth = TableDepth::exact;
  const auto outcome = search(MwfSettings{.min_depth = 4, .deep_cutoffs = deep_cutoffs}, settings,
                              P(four_sons()), processor);
  CHECK(outcome.iterations.size() >= 3);
  return processor;
}

template <class Kind> auto sent(const ScriptedProcessor& processor) {
  return processor.all_sent<Content, Kind>();
}

} // namespace

TEST_CASE("the list of mandatory work first is in the order of the sequential search") {
  const P root(four_sons());
  const auto node = [&](std::vector<std::uint16_t> places) {
    mwf::Node<P> made{nullptr, Side::left, root, NodeResult(), static_cast<int>(places.size())};
    made.places = std::move(places);
    return made;
  };
  auto second = node({1});
  auto below_first = node({0, 2});
  auto below_second = node({1, 0});
  auto farther = node({0, 2, 300});
  mwf::List<P> list;
  for (auto* const one : {&below_second, &second, &farther, &below_first})
    list.add(*one);
  list.remove(second);
  CHECK(list.take_first() == &below_first);
  CHECK(list.take_first() == &farther);
  CHECK_FALSE(list.empty());
  CHECK(list.take_first() == &below_second);
  CHECK(list.take_first() == nullptr);
}

TEST_CASE("an expanded node with a move that is not legal is refused") {
  const P root(four_sons());
  CHECK(mwf::moves_of(root, expansion().moves).size() == 4);
  CHECK_THROWS_AS(mwf::moves_of(root, {0xffffffff}), std::logic_error);
}

TEST_CASE("in the first stage the left son is searched, and right sons are expanded") {
  const auto jobs = sent<Job>(play({}));
  REQUIRE(jobs.size() == 4);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    CHECK(jobs[i].to == static_cast<int>(i) + 1);
    CHECK(jobs[i].kind.whole == (i == 0));
    CHECK(jobs[i].kind.depth == 3);
    CHECK(jobs[i].kind.ply == 1);
  }
}

TEST_CASE("in the first stage the eldest son of a right node is searched, and no other") {
  const auto processor = play({message_from(3, expansion()), message_from(2, expansion()),
                               message_from(3, Result{-500}), message_from(2, Result{500})});
  const auto jobs = sent<Job>(processor);
  REQUIRE(jobs.size() == 6); // the value of the left brother is not known
  CHECK(jobs[4].to == 3);
  CHECK(jobs[4].kind.whole);
  CHECK(jobs[4].kind.ply == 2);
  CHECK(jobs[4].kind.depth == 2);
  CHECK(jobs[4].kind.moves.back() == expansion().moves[0]);
  CHECK(jobs[5].to == 2);
}

TEST_CASE("the left brother's value refutes a right node, or else its second stage begins") {
  // The second son's value for the root is at most -50, that of the third at most 50.
  const std::deque<Message> first_stage{message_from(2, expansion()), message_from(3, expansion()),
                                        message_from(2, Result{-50}), message_from(3, Result{50})};
  auto script = first_stage;
  script.push_back(message_from(1, Result{-10})); // the root is worth 10 or more
  const auto jobs = sent<Job>(play(script));
  REQUIRE(jobs.size() == 7);
  CHECK(jobs[6].kind.ply == 2);
  CHECK(jobs[6].kind.moves.front() == jobs[2].kind.moves.front()); // below the third son
  CHECK(jobs[6].kind.moves.back() == expansion().moves[1]);
  CHECK(jobs[6].kind.alpha == -infinity); // no deep cut-off
  CHECK(jobs[6].kind.beta == 50);
  script.push_back(message_from(jobs[6].to, Result{40}));
  const auto more = sent<Job>(play(script));
  REQUIRE(more.size() == 8); // one after another
  CHECK(more[7].kind.moves.back() == expansion().moves[2]);
  script.push_back(message_from(more[7].to, Result{5}));
  CHECK(sent<Job>(play(script)).size() == 8); // refuted
}

TEST_CASE("with deep cut-offs a node in the second stage has both bounds of its father") {
  const auto jobs = sent<Job>(play(
      {message_from(3, expansion()), message_from(3, Result{50}), message_from(1, Result{-10})},
      true));
  REQUIRE(jobs.size() == 6);
  CHECK(jobs[5].kind.alpha == 10);
  CHECK(jobs[5].kind.beta == 50);
}

TEST_CASE("a cut-off of the root recalls all that is searched below it, at once") {
  const Score expected = minimax(P(four_sons()), 3); // in MTD(f), the root's beta
  const auto processor = play(
      {message_from(2, expansion()), message_from(1, Result{-expected - 5})}, false, Search::mtdf);
  std::vector<int> recalled;
  for (const auto& recall : sent<Recall>(processor))
    recalled.push_back(recall.to);
  CHECK(recalled == std::vector<int>{2, 3, 4});
  const auto jobs = sent<Job>(processor);
  for (std::size_t i = 5; i < jobs.size(); ++i)
    CHECK(jobs[i].kind.alpha < jobs[i].kind.beta); // those of the root's next search
}

TEST_CASE("a rising bound recalls the second stage of a right node that it refutes") {
  // In the second stage, the second son is worth at most 30 for the root, the third at most 50.
  std::deque<Message> script{message_from(2, expansion()), message_from(3, expansion()),
                             message_from(2, Result{30}), message_from(3, Result{50}),
                             message_from(1, Result{-10})};
  const auto before = play(script);
  CHECK(sent<Recall>(before).empty());
  // The third son turns out to be worth 50.
  const auto second_stage = sent<Job>(before);
  std::vector<int> searchers;
  for (const auto& [to, job] : second_stage) {
    if (job.ply == 2 && job.moves.front() == second_stage[2].kind.moves.front())
      searchers.push_back(to);
  }
  REQUIRE(searchers.size() == 2);
  script.push_back(message_from(searchers[1], Result{60}));
  script.push_back(message_from(searchers[1], Result{60}));
  script.push_back(message_from(searchers[1], Result{60}));
  const auto after = play(script);
  const auto recalls = sent<Recall>(after);
  REQUIRE(recalls.size() == 1);
  CHECK(recalls[0].to != searchers[1]);
}

} // namespace eldest::test::mwf_rules
