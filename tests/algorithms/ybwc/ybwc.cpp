// Tests of one processor of a YBWC search. It is alone, or a script sends the messages of all
// others.
#include "algorithms/ybwc/ybwc.hpp"
#include "algorithms/search/minimax.hpp"
#include "algorithms/sequential/sequential.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/local_processor.hpp"
#include "tests/support/random_trees.hpp"
#include "tests/support/same_search.hpp"
#include "trees/chess/root.hpp"
#include "trees/synthetic/position.hpp"

#include <any>
#include <deque>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace eldest;
using test::LocalProcessor;

namespace {

SearchSettings settings_for(Search search, int depth) {
  SearchSettings settings;
  settings.search = search;
  settings.depth = depth;
  settings.table_depth = TableDepth::exact;
  return settings;
}

using P = synthetic::Position;
using Content = ybwc::Content<P>;
using Job = ybwc::Job<P>;

/// A message of YBWC of any kind.
struct AnyKind : Payload {
  template <class Kind> AnyKind(Kind kind) : Payload(of<Content>(std::move(kind))) {} // NOLINT: so
};

/// Processor 1 of 4, which receives messages from a script. A message comes when the processor has
/// polled `looks` times since the message before, or in `wait()`.
class ScriptedProcessor : public LocalProcessor {
public:
  struct Event {
    int from;
    AnyKind content;
    int looks = 0; ///< 0: comes in `wait()` only
  };
  struct Sent {
    int to;
    Payload content;

    template <class Kind> [[nodiscard]] const Kind* as() const {
      return content.get_if<Content, Kind>();
    }
  };

  explicit ScriptedProcessor(std::vector<Event> script)
      : LocalProcessor(1 << 12), script_(script.begin(), script.end()) {}

  [[nodiscard]] static int rank() { return 1; }
  [[nodiscard]] static int processors() { return 4; }
  void send(int to, const Message& message) { sent.push_back({to, message.content}); }
  [[nodiscard]] std::optional<Message> poll() {
    ++looks_;
    if (script_.empty() || script_.front().looks == 0 || looks_ < script_.front().looks)
      return std::nullopt;
    return next();
  }
  [[nodiscard]] Message wait() {
    REQUIRE(!script_.empty());
    return next();
  }

  /// Returns the messages of a kind that have been sent, in order.
  template <class Kind> [[nodiscard]] std::vector<std::pair<int, Kind>> sent_of() const {
    std::vector<std::pair<int, Kind>> found;
    for (const auto& message : sent) {
      if (const auto* const kind = message.template as<Kind>())
        found.emplace_back(message.to, *kind);
    }
    return found;
  }

  std::vector<Sent> sent;

private:
  Message next() {
    looks_ = 0;
    auto event = std::move(script_.front());
    script_.pop_front();
    return {event.from, 0, std::move(event.content)};
  }

  std::deque<Event> script_;
  int looks_ = 0;
};

static_assert(Processor<ScriptedProcessor>);

/// A tree to be searched as the job of another processor.
struct Fixture {
  synthetic::Tree tree{synthetic::parse_parameters("b=4,order=0.7,noise=20,seed=3")};
  P root{tree};
  SearchSettings settings = settings_for(Search::alphabeta, 6);
  YbwcSettings own{};

  [[nodiscard]] Job job(Score alpha = -infinity, Score beta = infinity) const {
    return {{0, 7}, 6, root, 5, 1, alpha, beta, false, false, NodeType::pv};
  }
  [[nodiscard]] Score value() const { return -minimax(root, 5); }

  [[nodiscard]] std::pair<ScriptedProcessor, SearchOutcome>
  run(std::vector<ScriptedProcessor::Event> script) const {
    ScriptedProcessor processor(std::move(script));
    Ybwc<P, ScriptedProcessor> search(processor, settings, own);
    auto outcome = search.run(root);
    return {std::move(processor), std::move(outcome)};
  }
};

ybwc::Request request_of(int asker, int hops) { return {asker, std::nullopt, hops, {asker, 1}}; }

} // namespace

TEST_CASE("YBWC on one processor searches the nodes of the sequential search, in the same order") {
  SplitMix64 random(9);
  for (int i = 0; i < 500; ++i) {
    const auto text = test::random_tree_parameters(random);
    const synthetic::Tree tree(synthetic::parse_parameters(text));
    const P root(tree);
    const auto search = test::draw(random, 0, 1) == 0 ? Search::alphabeta : Search::negascout;
    auto settings = settings_for(search, test::draw(random, 1, 5));
    const YbwcSettings own{.star = test::draw(random, 0, 1) == 0};
    const std::size_t entries = test::draw(random, 0, 1) == 0 ? 64 : 1 << 16;
    CAPTURE(text, settings.depth, entries, static_cast<int>(search));

    LocalProcessor one(entries);
    const auto expected = SequentialSearch<P, LocalProcessor>(one, settings).run(root);
    LocalProcessor other(entries);
    const auto found = Ybwc<P, LocalProcessor>(other, settings, own).run(root);
    test::check_same_search(found, expected);
    REQUIRE(found.counters == expected.counters);
    REQUIRE(*other.work_done() == *one.work_done());
  }
}

TEST_CASE("a YBWC slave asks for a job, answers it with its value, and stops when told") {
  const Fixture fixture;
  const auto [processor, outcome] = fixture.run({{0, fixture.job()}, {0, ybwc::Stop{}}});
  REQUIRE(processor.sent.size() == 4);
  CHECK(processor.sent[0].as<ybwc::Request>()->asker == 1);
  CHECK(processor.sent[1].to == 0);
  const auto answer = *processor.sent[1].as<ybwc::Answer>();
  CHECK(answer.id == ybwc::JobId{0, 7});
  CHECK(answer.value == fixture.value());
  CHECK(processor.sent[2].as<ybwc::Request>() != nullptr);
  CHECK(processor.sent[3].to == 3); // its son in the binomial tree
  CHECK(processor.sent[3].as<ybwc::Stop>() != nullptr);
  CHECK(outcome.nodes[5] == outcome.counters.nodes());
}

TEST_CASE("a YBWC slave gives away young brothers, nearest to the root first") {
  const Fixture fixture;
  const auto [processor, outcome] = fixture.run({{0, fixture.job()},
                                                 {2, request_of(2, 0), 40},
                                                 {2, request_of(3, 0), 1},
                                                 {0, ybwc::Recall{{0, 7}}, 1},
                                                 {0, ybwc::Stop{}}});
  const auto jobs = processor.sent_of<Job>();
  REQUIRE(jobs.size() == 2);
  CHECK(jobs[0].first == 2);
  CHECK(jobs[1].first == 3);
  for (const auto& [to, job] : jobs) {
    CHECK(job.id.master == 1);
    CHECK(job.iteration == 6);
    CHECK(job.ply == 2); // a son of the job's own node, whose eldest son is complete by then
    CHECK(job.depth == 4);
  }
  CHECK(jobs[0].second.id != jobs[1].second.id);
  // The job's recall is passed on to both slaves, and no answer is sent.
  const auto recalls = processor.sent_of<ybwc::Recall>();
  REQUIRE(recalls.size() == 2);
  CHECK(recalls[0].second.id == jobs[0].second.id);
  CHECK(recalls[1].second.id == jobs[1].second.id);
  CHECK(processor.sent_of<ybwc::Answer>().empty());
  CHECK(outcome.own_counters.at("slaves_stopped") == 2);
  CHECK(outcome.own_counters.at("jobs_given_up") == 1);
}

TEST_CASE("young brothers wait for the eldest") {
  const Fixture fixture;
  // The processor is in the job's node at its first look, and in the eldest son of that node at the
  // second …
  const auto [processor, outcome] = fixture.run({{0, fixture.job()},
                                                 {2, request_of(2, 0), 3},
                                                 {0, ybwc::Recall{{0, 7}}, 1},
                                                 {0, ybwc::Stop{}}});
  CHECK(processor.sent_of<Job>().empty());
  CHECK(outcome.own_counters.at("requests_kept") == 1);
  // … and refuses the kept request once it has no work itself.
  const auto refusals = processor.sent_of<ybwc::Refusal>();
  REQUIRE(refusals.size() == 1);
  CHECK(refusals[0].first == 2);
}

TEST_CASE("in YBWC* young brothers do not wait at ALL nodes") {
  Fixture fixture;
  fixture.own.star = true;
  const auto splits = [&](NodeType father) {
    auto job = fixture.job();
    job.father = father;
    return fixture
        .run({{0, job}, {2, request_of(2, 0), 2}, {0, ybwc::Recall{job.id}, 1}, {0, ybwc::Stop{}}})
        .first.sent_of<Job>()
        .size();
  };
  CHECK(splits(NodeType::cut) == 1); // so the job's node is an ALL node
  CHECK(splits(NodeType::all) == 0);
  fixture.own.star = false;
  CHECK(splits(NodeType::cut) == 0);
}

TEST_CASE("promising moves come first, and are the captures that lose nothing, and killers") {
  const chess::Root root("r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3");
  const auto position = root.position();
  MoveOrdering<chess::Position> ordering;
  OrderedMoves<chess::Position> moves;
  moves.generate(position);
  moves.order(position, ordering, 0, 0);
  std::vector<std::string> promising;
  while (moves.next_is_promising())
    promising.push_back(chess::Position::text(*moves.next()));
  CHECK(promising.size() == 2); // e5d4 and c6d4
  const auto quiet = *moves.next();
  CHECK(position.quiet(quiet));

  ordering.record_cutoff(position, quiet, 3, 0);
  moves.order(position, ordering, 0, 0);
  std::size_t count = 0;
  for (; moves.next_is_promising(); ++count)
    CHECK(moves.next() != nullptr);
  CHECK(count == 3);
  CHECK_FALSE(moves.exhausted());
  moves.skip_rest();
  CHECK(moves.exhausted());
  CHECK_FALSE(moves.next_is_promising());
}

TEST_CASE("new bounds go along a YBWC slave's path and on to its slaves") {
  const Fixture fixture;
  const auto bounds = ybwc::NewBounds{{0, 7}, -score_limit, score_limit};
  const auto [processor, outcome] = fixture.run({{0, fixture.job()},
                                                 {2, request_of(2, 0), 40},
                                                 {0, bounds, 1},
                                                 {0, ybwc::Recall{{0, 7}}, 1},
                                                 {0, ybwc::Stop{}}});
  const auto jobs = processor.sent_of<Job>();
  const auto passed = processor.sent_of<ybwc::NewBounds>();
  REQUIRE(jobs.size() == 1);
  REQUIRE(passed.size() == 1);
  CHECK(passed[0].first == 2);
  CHECK(passed[0].second.id == jobs[0].second.id);
  CHECK(jobs[0].second.beta == infinity);
  CHECK(passed[0].second.alpha == jobs[0].second.alpha); // the eldest son's value is better
  CHECK(passed[0].second.beta == score_limit);
  CHECK(outcome.own_counters.at("bounds_sent") == 1);
}

TEST_CASE("a new bound makes a YBWC slave jump several ply up and answer at once") {
  const Fixture fixture;
  const Score value = fixture.value();
  const auto alone = fixture.run({{0, fixture.job()}, {0, ybwc::Stop{}}}).second;
  // The eldest son is complete by then. The node's value reaches any beta as low as this.
  const auto bounds = ybwc::NewBounds{{0, 7}, value + 10'000, infinity};
  const auto [processor, outcome] =
      fixture.run({{0, fixture.job()}, {0, bounds, 40}, {0, ybwc::Stop{}}});
  const auto answers = processor.sent_of<ybwc::Answer>();
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].second.value <= value + 10'000);
  CHECK(outcome.own_counters.at("bound_cutoffs") == 1);
  CHECK(outcome.own_counters.at("jumps") == 1);
  CHECK(outcome.counters.nodes() < alone.counters.nodes());
}

TEST_CASE("where a new alpha reaches the table's upper bound, that bound is the value") {
  const Fixture fixture;
  const Score value = minimax(fixture.root, 5); // for the side to move in the job's node
  const Score bound = value + 100;
  ScriptedProcessor processor(
      {{0, fixture.job()}, {0, ybwc::NewBounds{{0, 7}, -infinity, -bound}, 40}, {0, ybwc::Stop{}}});
  const Key key = fixture.root.key();
  NodeResult stored({infinity, infinity, bound}, 5);
  processor.post(key, Store{key, stored});
  const auto outcome =
      Ybwc<P, ScriptedProcessor>(processor, fixture.settings, fixture.own).run(fixture.root);
  const auto answers = processor.sent_of<ybwc::Answer>();
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].second.value == -bound);
  CHECK(outcome.own_counters.at("bound_cutoffs") == 1);
  const auto& table = processor.table();
  const Entry* const entry = table.bucket(key).find(key);
  REQUIRE(entry != nullptr);
  CHECK(entry->bound == Bound::upper);
  CHECK(entry->score == bound);
}

TEST_CASE("a slave's value cuts off its master's node above the end of the path") {
  const Fixture fixture;
  const Score beta = 0;
  // The value is the son's for its father, which is the job's node. The father's beta is 0 - alpha.
  const auto [processor, outcome] = fixture.run({{0, fixture.job(beta)},
                                                 {2, request_of(2, 0), 40},
                                                 {2, ybwc::Answer{{1, 1}, 5'000}, 1},
                                                 {0, ybwc::Stop{}}});
  REQUIRE(processor.sent_of<Job>().size() == 1);
  const auto answers = processor.sent_of<ybwc::Answer>();
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].second.value == -5'000);
  CHECK(outcome.own_counters.at("jumps") == 1);
  CHECK(outcome.own_counters.at("jobs_answered") == 1);
}

TEST_CASE("a scout begins again when its alpha rises, and not when only beta falls") {
  Fixture fixture;
  fixture.settings.search = Search::negascout;
  auto scout = fixture.job(fixture.value() + 20, infinity);
  scout.scout = true;
  const auto run = [&](Score alpha, Score beta) {
    return fixture
        .run({{0, scout}, {0, ybwc::NewBounds{scout.id, alpha, beta}, 5}, {0, ybwc::Stop{}}})
        .second;
  };
  CHECK(run(scout.alpha, scout.beta - 1).own_counters.at("scouts_moved") == 0);
  CHECK(run(scout.alpha + 10, scout.beta).own_counters.at("scouts_moved") == 1);
}

TEST_CASE("a request without hops is refused by an idle processor; one with hops is passed on") {
  const Fixture fixture;
  const auto [processor, outcome] = fixture.run(
      {{2, request_of(2, 0)}, {0, ybwc::Request{0, std::nullopt, 2, {0, 1}}}, {0, ybwc::Stop{}}});
  const auto refusals = processor.sent_of<ybwc::Refusal>();
  REQUIRE(refusals.size() == 1);
  CHECK(refusals[0].first == 2);
  const auto requests = processor.sent_of<ybwc::Request>();
  REQUIRE(requests.size() == 2); // its own and the one passed on
  const auto& [to, passed] = requests[1];
  CHECK((to == 2 || to == 3));
  CHECK(passed.asker == 0);
  CHECK(passed.hops == 1);
  CHECK(passed.visited == stealing::Visited{0, 1, to});
}

TEST_CASE("a processor that is refused asks processor 0 next, once, and waits") {
  const Fixture fixture;
  const auto [processor, outcome] = fixture.run({{3, ybwc::Refusal{}}, {0, ybwc::Stop{}}});
  const auto requests = processor.sent_of<ybwc::Request>();
  REQUIRE(requests.size() == 2);
  CHECK(requests[1].first == 0);
  CHECK(requests[1].second.hops == 0);
}

TEST_CASE("a processor asks others as often as it may before it asks processor 0") {
  Fixture fixture;
  fixture.own.tries = 2;
  const auto [processor, outcome] =
      fixture.run({{3, ybwc::Refusal{}}, {2, ybwc::Refusal{}}, {0, ybwc::Stop{}}});
  const auto requests = processor.sent_of<ybwc::Request>();
  REQUIRE(requests.size() == 3);
  CHECK(requests[1].second.hops == fixture.own.hops);
  CHECK(requests[2].first == 0);
  CHECK(requests[2].second.hops == 0);
}

TEST_CASE("YBWC notices when its protocol is broken") {
  const Fixture fixture;
  CHECK_THROWS_AS(fixture.run({{0, fixture.job()}, {0, fixture.job(), 1}}), std::logic_error);
  CHECK_THROWS_AS(fixture.run({{2, fixture.job()}}), std::logic_error);
  CHECK_THROWS_AS(fixture.run({{0, ybwc::Refusal{}}, {0, fixture.job()}, {0, ybwc::Refusal{}, 1}}),
                  std::logic_error);
  CHECK_THROWS_AS(
      fixture.run({{0, fixture.job()}, {2, request_of(2, 0), 40}, {3, ybwc::Answer{{1, 1}, 0}, 1}}),
      std::logic_error);
  CHECK_THROWS_AS(fixture.run({{0, fixture.job(0, 10)}, {0, ybwc::NewBounds{{0, 7}, -5, 10}, 1}}),
                  std::logic_error);
}
