// Compares the critical path measured on one processor with the critical path of the visited tree.
#include "algorithms/search/critical_path.hpp"
#include "algorithms/jamboree/jamboree.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/ybwc/ybwc.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/local_processor.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/synthetic/position.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace eldest;

namespace {

/// A visit of a node, with the visits of its sons.
struct PathVisit {
  NodeVisit node;
  bool cut_off = false;
  std::vector<std::unique_ptr<PathVisit>> sons{};
};

/// Records the visits of a search by one processor as trees. A visit is of a root, or of a son of a
/// node on the path to the node visited last.
class VisitTree final : public NodeWatcher {
public:
  void visit(const NodeVisit& node) override {
    path_.resize(static_cast<std::size_t>(node.ply));
    auto& siblings = path_.empty() ? roots : path_.back()->sons;
    path_.push_back(siblings.emplace_back(std::make_unique<PathVisit>(PathVisit{node})).get());
  }
  void end(Key key, int depth, NodeEnd how) override {
    const auto found = std::find_if(path_.rbegin(), path_.rend(), [=](const PathVisit* visit) {
      return visit->node.key == key && visit->node.depth == depth;
    });
    REQUIRE(found != path_.rend());
    (*found)->cut_off = how == NodeEnd::cut_off;
  }
  [[nodiscard]] TopLine line() const override { return {}; }
  void take_up(const TopLine& /*line*/) override {}
  void go_on_below(const TopLine& /*line*/) override {}
  void rest() override {}

  std::vector<std::unique_ptr<PathVisit>> roots; ///< one for each iteration

private:
  std::vector<PathVisit*> path_; ///< to the node visited last
};

class WatchedProcessor : public test::LocalProcessor {
public:
  explicit WatchedProcessor(NodeWatcher& watcher) : LocalProcessor(1 << 12), watcher_(&watcher) {}

  [[nodiscard]] NodeWatcher* node_watcher() const { return watcher_; }

private:
  NodeWatcher* watcher_;
};
static_assert(AccountsForWork<WatchedProcessor> && ShowsNodes<WatchedProcessor>);

constexpr int min_split_depth = 2;

/// The condition under which the search of a son begins.
enum class Waiting : std::uint8_t {
  for_eldest, ///< a younger son's searches begin once the eldest son is complete, as in YBWC
  for_elders, ///< the second search of a son begins once its elder brothers are complete, as in
              ///< Jamboree
};

/// Returns the length of the critical path of a node, in visits that cannot be made at the same
/// time.
double critical_path(const PathVisit& visit, Waiting waiting) {
  double eldest = 0;   // completion of the eldest son; all times count from the visit of this node
  double complete = 0; // completion of the node
  for (std::size_t i = 0; i < visit.sons.size();) {
    const Key key = visit.sons[i]->node.key;
    double time = i == 0 ? 0 : eldest;
    for (bool again = false; i < visit.sons.size() && visit.sons[i]->node.key == key;
         again = true, ++i) {
      if (again && waiting == Waiting::for_elders)
        time = std::max(time, complete);
      time += critical_path(*visit.sons[i], waiting);
    }
    const bool cuts_off = visit.cut_off && i == visit.sons.size();
    complete = cuts_off ? time : std::max(complete, time);
    if (eldest == 0 || visit.node.depth < min_split_depth)
      eldest = complete;
  }
  return 1 + complete;
}

struct Lengths {
  double measured;
  double expected;
  double work;
};

/// Returns the lengths of the critical path of a search on one processor, in which a visit takes a
/// second.
template <template <class, class> class Algorithm, class Settings>
Lengths lengths(const std::string& tree_parameters, Search search, Waiting waiting) {
  const synthetic::Tree tree(synthetic::parse_parameters(tree_parameters));
  SearchSettings settings;
  settings.search = search;
  settings.depth = 5;
  settings.table_depth = TableDepth::exact;
  settings.costs = {1, 0, 0, 0};
  VisitTree visits;
  WatchedProcessor processor(visits);
  Algorithm<synthetic::Position, WatchedProcessor> algorithm(processor, settings, Settings{});
  const auto outcome = algorithm.run(synthetic::Position(tree));
  REQUIRE(outcome.iterations.size() == 5);
  REQUIRE(visits.roots.size() == 5);
  Lengths found{outcome.iterations.back().critical_path.value(), 0, *processor.work_done()};
  for (const auto& root : visits.roots)
    found.expected += critical_path(*root, waiting);
  return found;
}

template <Position P, Processor M> using PublishedYbwc = Ybwc<P, M>;

/// Returns the parameters of a tree without transpositions, in which only a second search visits a
/// son twice.
std::string parameters_of_tree(std::uint64_t seed) {
  SplitMix64 random(seed);
  auto parameters = test::random_tree_parameters(random);
  const auto begin = parameters.find(",transpositions");
  if (begin != std::string::npos)
    parameters.erase(begin, std::string(",transpositions=0.1").size());
  return parameters;
}

} // namespace

TEST_CASE("the clock of YBWC's critical path shows the longest chain of visits") {
  double work = 0;
  double measured = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto tree = parameters_of_tree(seed);
    for (const auto search : {Search::alphabeta, Search::negascout}) {
      CAPTURE(tree, search);
      const auto found = lengths<PublishedYbwc, YbwcSettings>(tree, search, Waiting::for_eldest);
      CHECK(found.measured == found.expected);
      work += found.work;
      measured += found.measured;
    }
  }
  CHECK(measured < 0.7 * work);
}

TEST_CASE("the clock of Jamboree's critical path lets values wait for elder brothers") {
  double work = 0;
  double measured = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto tree = parameters_of_tree(seed);
    CAPTURE(tree);
    const auto found =
        lengths<Jamboree, JamboreeSettings>(tree, Search::negascout, Waiting::for_elders);
    CHECK(found.measured == found.expected);
    work += found.work;
    measured += found.measured;
  }
  CHECK(measured < 0.7 * work);
}

TEST_CASE("a clock of the critical path goes on from where it is set") {
  test::LocalProcessor processor(1);
  PathClock clock(processor);
  processor.work(3);
  CHECK(clock.now() == 3);
  clock.set(10);
  processor.work(2);
  CHECK(clock.now() == 12);
  CHECK(clock.reading() == 12);
}

TEST_CASE("processors that do not account for their work have no clock of the critical path") {
  struct Idler {};
  const Idler processor;
  PathClock clock(processor);
  clock.set(10);
  CHECK(clock.now() == 0);
  CHECK_FALSE(clock.reading());
}
