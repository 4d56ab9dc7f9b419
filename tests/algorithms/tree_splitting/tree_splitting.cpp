// Tests of the tree of processors, and of the rules at one processor, whose messages are written
// here.
#include "algorithms/tree_splitting/tree_splitting.hpp"
#include "algorithms/search/minimax.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scripted_processor.hpp"
#include "trees/synthetic/position.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

namespace eldest::test::tree_splitting_rules {

using tree_splitting::NewWindow;
using tree_splitting::Recall;
using tree_splitting::Result;
using tree_splitting::Slaves;
using tree_splitting::slaves_of;

namespace {

using P = synthetic::Position;
using Content = tree_splitting::Content<P>;
using Son = tree_splitting::Son<P>;

constexpr int master = 0;
constexpr int first_slave = 3; // of processor 1
constexpr int second_slave = 4;

const synthetic::Tree& four_sons() {
  static const synthetic::Tree it(synthetic::parse_parameters("b=4,seed=3"));
  return it;
}

P after_first_move(const P& position) {
  MoveList<P::Move> moves;
  position.generate_moves(moves);
  return position.after(moves[0]);
}

template <class Kind> Message message_from(int rank, const Kind& kind) {
  return Content::message(rank, kind);
}

/// A son of the root, for processor 1.
Message son(int depth, Score alpha, Score beta) {
  MoveList<P::Move> moves;
  P(four_sons()).generate_moves(moves);
  Son son{.position = after_first_move(P(four_sons())),
          .alpha = alpha,
          .beta = beta,
          .depths = {depth, depth},
          .open = true,
          .ply = 1,
          .iteration = depth + 1};
  son.moves.push_back(moves[0].code());
  return message_from(master, son);
}

/// Searches on processor 1 of 7, which has two slaves, or on another one.
ScriptedProcessor play(std::deque<Message> script, int rank = 1) {
  ScriptedProcessor processor(rank, 7, std::move(script));
  SearchSettings settings;
  settings.depth = 8;
  settings.search = Search::alphabeta;
  settings.table_depth = TableDepth::exact;
  static_cast<void>(search(TreeSplittingSettings{.fan_out = 2, .min_depth = 2}, settings,
                           P(four_sons()), processor));
  return processor;
}

template <class Kind> auto sent(const ScriptedProcessor& processor) {
  return processor.all_sent<Content, Kind>();
}

template <class Kind> std::vector<int> receivers(const ScriptedProcessor& processor) {
  std::vector<int> ranks;
  for (const auto& one : sent<Kind>(processor))
    ranks.push_back(one.to);
  return ranks;
}

} // namespace

TEST_CASE("every processor except the first has one master, whose slaves are at most the fan-out") {
  for (const int fan_out : {2, 3, 4, 16, 1 << 16}) {
    for (const int processors : {1, 2, 3, 4, 8, 31, 128, 1024}) {
      CAPTURE(fan_out, processors);
      std::vector<int> masters(static_cast<std::size_t>(processors), -1);
      for (int rank = 0; rank < processors; ++rank) {
        const auto slaves = slaves_of(rank, processors, fan_out);
        CHECK(slaves.count <= fan_out);
        for (int slave = slaves.first; slave < slaves.first + slaves.count; ++slave) {
          auto& known = masters.at(static_cast<std::size_t>(slave));
          CHECK(known == -1);
          CHECK(rank < slave);
          known = rank;
        }
      }
      CHECK(std::count(masters.begin(), masters.end(), -1) == 1);
    }
  }
}

TEST_CASE("a tree of processors is filled level by level, and one slave makes no master") {
  CHECK(slaves_of(0, 7, 2) == Slaves{1, 2});
  CHECK(slaves_of(1, 7, 2) == Slaves{3, 2});
  CHECK(slaves_of(2, 7, 2) == Slaves{5, 2});
  CHECK(slaves_of(3, 7, 2) == Slaves{});
  CHECK(slaves_of(2, 6, 2) == Slaves{5, 1});
  CHECK_FALSE(tree_splitting::is_master(slaves_of(2, 6, 2)));
  CHECK(tree_splitting::is_master(slaves_of(1, 6, 2)));
}

TEST_CASE("a master gives the sons to its slaves in order, the next to the one that is done") {
  const auto processor =
      play({son(3, -infinity, infinity), message_from(second_slave, Result{-10}),
            message_from(second_slave, Result{-20}), message_from(first_slave, Result{30}),
            message_from(second_slave, Result{0})});
  CHECK(receivers<Son>(processor) ==
        std::vector<int>{first_slave, second_slave, second_slave, second_slave});
  const auto sons = sent<Son>(processor);
  for (const auto& [to, given] : sons) {
    CHECK(given.depths == SonDepths{2, 2});
    CHECK(given.ply == 2);
    CHECK(given.moves.size() == 2);
  }
  CHECK(sons[0].kind.open);
  CHECK(sons[1].kind.open);
  CHECK_FALSE(sons[2].kind.open);
  CHECK(sons[0].kind.alpha == -infinity);
  CHECK(sons[2].kind.alpha == -10);
  CHECK(sons[3].kind.alpha == -10); // the value of the second son is less
  const auto results = sent<Result>(processor);
  REQUIRE(results.size() == 1);
  CHECK(results[0].to == master);
  CHECK(results[0].kind.value == -30);
}

TEST_CASE("a better value narrows the windows of the busy slaves, a worse one does not") {
  const auto processor =
      play({son(3, -50, 50), message_from(second_slave, Result{-60}),
            message_from(second_slave, Result{20}), message_from(second_slave, Result{10})});
  const auto windows = sent<NewWindow>(processor);
  REQUIRE(windows.size() == 1);
  CHECK(windows[0].to == first_slave);
  CHECK(windows[0].kind == NewWindow{20, 50});
}

TEST_CASE("a master sends both ends of a new window on to its slaves") {
  const auto processor = play({son(3, -50, 50), message_from(master, NewWindow{-40, 45})});
  const auto windows = sent<NewWindow>(processor);
  REQUIRE(windows.size() == 2);
  CHECK(windows[0].to == first_slave);
  CHECK(windows[0].kind == NewWindow{-45, 40});
  CHECK(windows[1].to == second_slave);
  CHECK(windows[1].kind == NewWindow{-45, 40});
}

TEST_CASE("a cut-off recalls the slaves, and the value is sent when they have answered") {
  const std::deque<Message> script{son(3, -50, 50), message_from(second_slave, Result{70})};
  const auto waiting = play(script);
  CHECK(receivers<Recall>(waiting) == std::vector<int>{first_slave});
  CHECK(sent<Son>(waiting).size() == 2);
  CHECK(sent<Result>(waiting).empty());
  auto whole = script;
  whole.push_back(message_from(first_slave, Result{-1000})); // means nothing
  const auto answered = play(whole);
  REQUIRE(sent<Result>(answered).size() == 1);
  CHECK(sent<Result>(answered)[0].kind.value == -70);
}

TEST_CASE("a new window that a value already reaches cuts off") {
  const auto processor = play({son(3, -50, 50), message_from(second_slave, Result{30}),
                               message_from(master, NewWindow{-25, 50})});
  CHECK(receivers<Recall>(processor) == std::vector<int>{first_slave, second_slave});
}

TEST_CASE("a recalled master recalls its slaves, and a late recall does nothing") {
  const auto processor =
      play({son(3, -50, 50), message_from(master, Recall{}), message_from(first_slave, Result{}),
            message_from(second_slave, Result{}), message_from(master, Recall{}),
            message_from(master, NewWindow{-10, 10}), son(3, -50, 50)});
  CHECK(receivers<Recall>(processor) == std::vector<int>{first_slave, second_slave});
  CHECK(sent<Result>(processor).size() == 1);
  CHECK(sent<Son>(processor).size() == 4);
  CHECK(sent<Son>(processor)[2].kind.beta == 50);
}

TEST_CASE("a master searches small nodes by itself, as a processor without slaves does all") {
  const P node = after_first_move(P(four_sons()));
  const auto small = play({son(1, -infinity, infinity)});
  REQUIRE(sent<Result>(small).size() == 1);
  CHECK(sent<Result>(small)[0].kind.value == -minimax(node, 1));
  const auto leaf = play({son(4, -infinity, infinity)}, 6);
  REQUIRE(leaf.sent.size() == 1);
  CHECK(sent<Result>(leaf)[0].kind.value == -minimax(node, 4));
}

} // namespace eldest::test::tree_splitting_rules
