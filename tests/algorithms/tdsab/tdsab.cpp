// Tests of TDSAB's rules at one home, whose messages are written here.
#include "algorithms/tdsab/tdsab.hpp"
#include "algorithms/sequential/sequential.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/local_processor.hpp"
#include "tests/support/random_trees.hpp"
#include "tests/support/same_search.hpp"
#include "trees/synthetic/position.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace eldest;
using test::LocalProcessor;

namespace {

using P = synthetic::Position;
using TdsabContent = tdsab::Content<P>;
using TdsabNode = tdsab::Node<P>;
using TdsabNodes = tdsab::Nodes<P>;

const synthetic::Tree& four_sons() {
  static const synthetic::Tree it(synthetic::parse_parameters("b=4,seed=3"));
  return it;
}

/// Processor 0 of a machine on which hardly any position has its home there, because the machine
/// has many processors. The messages that come are those of a script, in which nothing stands for a
/// look that finds none. The search ends with the script.
class ScriptedHome : public LocalProcessor {
public:
  using Script = std::deque<std::optional<Message>>;

  explicit ScriptedHome(Script script) : LocalProcessor(1 << 12), script_(std::move(script)) {}

  struct Sent {
    int to;
    Message message;
  };
  std::vector<Sent> sent;

  /// Returns the contents of the messages of a kind that were sent, in order.
  template <class Kind> [[nodiscard]] std::vector<Kind> all_sent() const {
    std::vector<Kind> all;
    for (const auto& one : sent) {
      if (const auto* const kind = TdsabContent::get_if<Kind>(one.message))
        all.push_back(*kind);
    }
    return all;
  }

  /// Returns the rank to which the message about the son with that ticket was sent.
  template <class Kind> [[nodiscard]] int receiver_of(tdsab::Ticket ticket) const {
    for (const auto& one : sent) {
      const auto* const kind = TdsabContent::get_if<Kind>(one.message);
      if (kind != nullptr && kind->ticket == ticket)
        return one.to;
    }
    return -1;
  }

  [[nodiscard]] static int processors() { return 100'000; }
  void send(int to, const Message& message) { sent.push_back({to, message}); }
  [[nodiscard]] std::optional<Message> poll() {
    if (script_.empty())
      throw SearchStopped();
    auto next = std::move(script_.front());
    script_.pop_front();
    return next;
  }
  [[nodiscard]] Message wait() {
    while (true) {
      if (auto next = poll())
        return *next;
    }
  }

private:
  Script script_;
};

static_assert(Processor<ScriptedHome>);

constexpr std::nullopt_t no_message = std::nullopt;

template <class Kind> Message message_from(int rank, const Kind& kind) {
  return TdsabContent::message(rank, kind);
}

/// A son of the root, to be searched to `depth`.
tdsab::Son<P> son_of_root(tdsab::Ticket ticket, int depth, std::uint8_t place, Score beta = 1) {
  MoveList<P::Move> moves;
  const P root(four_sons());
  root.generate_moves(moves);
  return {.ticket = ticket,
          .iteration = depth + 1,
          .position = root.after(moves[0]),
          .depth = depth,
          .beta = beta,
          .places = {place}};
}

struct Played {
  ScriptedHome processor;
  NamedCounts counts;
};

/// Searches at one home whose messages are those of the script.
Played play(ScriptedHome::Script script, const TdsabSettings& own = {.alone_depth = 1}) {
  Played played{ScriptedHome(std::move(script)), {}};
  SearchSettings settings;
  settings.depth = 8;
  settings.table_depth = TableDepth::exact;
  const auto outcome = search(own, settings, P(four_sons()), played.processor);
  played.counts = outcome.own_counters;
  return played;
}

TdsabNode queued_node(Key key, const tdsab::Places& places) {
  return {.id = {.key = key, .depth = 3, .ply = static_cast<int>(places.size()), .beta = 1},
          .position = P(four_sons()),
          .places = places};
}

std::vector<Key> keys_in_order(TdsabNodes& nodes) {
  std::vector<Key> keys;
  while (auto* const first = nodes.first()) {
    keys.push_back(first->id.key);
    nodes.take(*first);
  }
  return keys;
}

} // namespace

TEST_CASE("the queue of a home is in the order of the sequential search") {
  TdsabNodes nodes(TdsabOrder::path);
  nodes.add(queued_node(1, {1}));
  nodes.add(queued_node(2, {0, 2}));
  nodes.add(queued_node(3, {0, 1, 9}));
  nodes.add(queued_node(4, {0, 1}));
  nodes.add(queued_node(5, {0, 2}));
  CHECK(keys_in_order(nodes) == std::vector<Key>{4, 3, 2, 5, 1});
  CHECK(nodes.find(queued_node(5, {7, 7}).id) != nullptr); // begun, not removed

  TdsabNodes by_arrival(TdsabOrder::arrival);
  by_arrival.add(queued_node(1, {1}));
  by_arrival.add(queued_node(2, {0}));
  CHECK(keys_in_order(by_arrival) == std::vector<Key>{1, 2});
}

TEST_CASE("another path moves a node of the queue forward only") {
  TdsabNodes nodes(TdsabOrder::path);
  nodes.add(queued_node(1, {1, 0}));
  auto& second = nodes.add(queued_node(2, {2, 0}));
  CHECK_FALSE(nodes.raise(second, {2, 1}));
  CHECK(nodes.raise(second, {0, 5}));
  CHECK(nodes.first() == &second);
  nodes.take(second);
  CHECK_FALSE(nodes.raise(second, {0, 0})); // it has begun
}

TEST_CASE("a son has a ticket of its own while its father waits for it") {
  TdsabNodes nodes(TdsabOrder::path);
  auto& father = nodes.add(queued_node(1, {1}));
  const auto first = nodes.open(father, {.place = 0}).ticket;
  const auto second = nodes.open(father, {.place = 1}).ticket;
  CHECK(first != second);
  CHECK(first != tdsab::root_ticket);
  CHECK(father.eldest_is_open());
  CHECK(nodes.father_of(first) == &father);
  CHECK(nodes.close(father, first).place == 0);
  CHECK(nodes.father_of(first) == nullptr);
  CHECK_FALSE(father.eldest_is_open());
  CHECK_THROWS_AS(nodes.close(father, first), std::logic_error);
  CHECK_THROWS_AS(nodes.remove(father), std::logic_error);
  CHECK_THROWS_AS(nodes.add(queued_node(1, {2})), std::logic_error);
}

TEST_CASE("every position has one home, and homes share the positions evenly") {
  struct Machine : LocalProcessor {
    Machine() : LocalProcessor(1) {}
    [[nodiscard]] static int processors() { return 5; }
  };
  const Machine machine;
  const tdsab::Homes homes(machine);
  std::vector<int> counts(5);
  for (Key key = 0; key < 5000; ++key)
    ++counts[static_cast<std::size_t>(homes.of(key))];
  for (const int count : counts)
    CHECK(std::abs(count - 1000) < 150);
}

TEST_CASE("a position's home is a processor of the process that keeps its entry") {
  struct Machine : LocalProcessor {
    Machine() : LocalProcessor(1) {}
    [[nodiscard]] static int processors() { return 5; }
    [[nodiscard]] const Tables& tables() const { return part; }

    // The third process has one processor only.
    Tables part = Tables::part({.entries = 4096, .notices = true}, 5, 2);
  };
  static_assert(tdsab::ShowsTables<Machine>);
  const Machine machine;
  const tdsab::Homes homes(machine);
  std::vector<int> counts(5);
  for (Key key = 0; key < 5000; ++key) {
    const Key spread = mix(key);
    const int home = homes.of(spread);
    CHECK(home / 2 == machine.part.home<Store>(spread, 0));
    ++counts.at(static_cast<std::size_t>(home));
  }
  CHECK(std::ranges::min(counts) > 500);
}

TEST_CASE("two fathers that ask for a node get the value of one search") {
  const auto once =
      play({message_from(5, son_of_root(7, 1, 2)), no_message, no_message, no_message});
  const auto twice =
      play({message_from(5, son_of_root(7, 1, 2)), message_from(6, son_of_root(9, 1, 0)),
            no_message, no_message, no_message});
  const auto values = twice.processor.all_sent<tdsab::Result>();
  REQUIRE(values.size() == 2);
  CHECK(values[0].ticket == 7);
  CHECK(values[1].ticket == 9);
  CHECK(values[0].value == values[1].value);
  CHECK(values[0].value == once.processor.all_sent<tdsab::Result>().front().value);
  CHECK(twice.processor.sent[0].to == 5);
  CHECK(twice.processor.sent[1].to == 6);
  CHECK(twice.counts.at("nodes_searched_alone") == 1);
  CHECK(twice.counts.at("transpositions_joined") == 1);
  CHECK(twice.counts.at("priorities_raised") == 1);
}

TEST_CASE("searches to other depths, with other windows or after a pass are other searches") {
  auto passed = son_of_root(4, 1, 0);
  passed.passed = true;
  ScriptedHome::Script script{message_from(5, son_of_root(1, 1, 0)),
                              message_from(5, son_of_root(2, 2, 0)),
                              message_from(5, son_of_root(3, 1, 0, 50)), message_from(5, passed)};
  script.resize(50);
  const auto played = play(script, {.alone_depth = 2});
  CHECK(played.counts.at("transpositions_joined") == 0);
  CHECK(played.processor.all_sent<tdsab::Result>().size() == 4);
}

TEST_CASE("the young brothers are sent to their homes when the eldest has not cut off the node") {
  const auto waiting = play({message_from(5, son_of_root(7, 3, 0)), no_message, no_message});
  const auto eldest = waiting.processor.all_sent<tdsab::Son<P>>();
  REQUIRE(eldest.size() == 1);
  CHECK(eldest[0].depth == 2);
  CHECK(eldest[0].beta == 0);
  CHECK(eldest[0].places == tdsab::Places{0, 0});

  // Values are the son's: 100 does not cut off the father.
  const auto played = play(
      {message_from(5, son_of_root(7, 3, 0)), no_message, message_from(8, tdsab::Result{1, 100})});
  const auto sons = played.processor.all_sent<tdsab::Son<P>>();
  REQUIRE(sons.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(sons[i].ticket == i + 1);
    CHECK(sons[i].places == tdsab::Places{0, static_cast<std::uint8_t>(i)});
  }
  CHECK(played.counts.at("sons_sent") == 4);

  const auto cut_off = play(
      {message_from(5, son_of_root(7, 3, 0)), no_message, message_from(8, tdsab::Result{1, -100})});
  CHECK(cut_off.processor.all_sent<tdsab::Son<P>>().size() == 1);
  CHECK(cut_off.processor.all_sent<tdsab::Result>() == std::vector<tdsab::Result>{{7, 100}});
}

TEST_CASE("a cut-off stops the sons that are still being searched, at their homes") {
  const auto played = play(
      {message_from(5, son_of_root(7, 3, 0)), no_message, message_from(8, tdsab::Result{1, 100}),
       message_from(8, tdsab::Result{3, -100}), message_from(8, tdsab::Result{2, -200})});
  CHECK(played.processor.all_sent<tdsab::Result>() == std::vector<tdsab::Result>{{7, 100}});
  const auto recalls = played.processor.all_sent<tdsab::Recall>();
  REQUIRE(recalls.size() == 2);
  const auto sons = played.processor.all_sent<tdsab::Son<P>>();
  for (const auto& recall : recalls) {
    CHECK((recall.ticket == 2 || recall.ticket == 4));
    CHECK(recall.id == sons[recall.ticket - 1].id());
    CHECK(played.processor.receiver_of<tdsab::Recall>(recall.ticket) ==
          played.processor.receiver_of<tdsab::Son<P>>(recall.ticket));
  }
  CHECK(played.counts.at("cutoffs_with_sons") == 1);
  CHECK(played.counts.at("sons_stopped") == 2);
  CHECK(played.counts.at("values_unwanted") == 1); // the value of son 2 crosses with its recall
}

TEST_CASE("a node is not stopped while another father waits for it") {
  const auto son = son_of_root(7, 3, 0);
  const tdsab::Recall recall{son.id(), 7};
  const tdsab::Recall other{son.id(), 9};
  const auto spared = play({message_from(5, son), message_from(6, son_of_root(9, 3, 1)), no_message,
                            message_from(5, recall), message_from(8, tdsab::Result{1, -100})});
  CHECK(spared.processor.all_sent<tdsab::Recall>().empty());
  CHECK(spared.processor.all_sent<tdsab::Result>() == std::vector<tdsab::Result>{{9, 100}});
  CHECK(spared.counts.at("stops_outvoted") == 1);

  // The last father's recall stops it, and its sons.
  const auto stopped = play({message_from(5, son), message_from(6, son_of_root(9, 3, 1)),
                             no_message, message_from(5, recall), message_from(6, other),
                             message_from(8, tdsab::Result{1, -100})});
  REQUIRE(stopped.processor.all_sent<tdsab::Recall>().size() == 1);
  CHECK(stopped.processor.all_sent<tdsab::Recall>()[0].ticket == 1);
  CHECK(stopped.processor.all_sent<tdsab::Result>().empty());
  CHECK(stopped.counts.at("nodes_given_up") == 1);
  CHECK(stopped.counts.at("values_unwanted") == 1);

  // A recall by somebody who does not wait for the node has no effect.
  const auto late =
      play({message_from(5, son), no_message, message_from(6, recall), message_from(5, other)});
  CHECK(late.processor.all_sent<tdsab::Recall>().empty());
  CHECK(late.counts.at("stops_late") == 2);
}

TEST_CASE("a stop takes a node from the queue, and interrupts a home that searches it alone") {
  const auto son = son_of_root(7, 3, 0);
  const tdsab::Recall recall{son.id(), 7};
  const auto dropped = play({message_from(5, son), message_from(5, recall), no_message});
  CHECK(dropped.processor.sent.empty());
  CHECK(dropped.counts.at("nodes_dropped") == 1);

  const auto interrupted = play({message_from(5, son), no_message, no_message,
                                 message_from(5, recall), no_message, message_from(5, son)},
                                {.alone_depth = 3});
  CHECK(interrupted.processor.sent.empty());
  CHECK(interrupted.counts.at("nodes_given_up") == 1);
}

TEST_CASE("with the wait at CUT nodes only, all sons of an ALL node are sent at once") {
  auto son = son_of_root(7, 3, 0);
  for (const auto type : {NodeType::cut, NodeType::all}) {
    son.type = type;
    const auto played = play({message_from(5, son), no_message, no_message},
                             {.alone_depth = 1, .wait = TdsabWait::cut});
    const auto sons = played.processor.all_sent<tdsab::Son<P>>();
    REQUIRE(sons.size() == (type == NodeType::all ? 4 : 1));
    CHECK(sons[0].type == (type == NodeType::all ? NodeType::cut : NodeType::all));
  }
  // A CUT node that its eldest son has not cut off is an ALL node.
  son.type = NodeType::cut;
  const auto played =
      play({message_from(5, son), no_message, message_from(8, tdsab::Result{1, 100})});
  const auto sons = played.processor.all_sent<tdsab::Son<P>>();
  REQUIRE(sons.size() == 4);
  CHECK(sons[3].type == NodeType::cut);
}

TEST_CASE("TDSAB alone does the work of the sequential MTD(f)") {
  SplitMix64 random(4);
  for (int i = 0; i < 400; ++i) {
    const auto parameters = test::random_tree_parameters(random);
    if (parameters.find("transpositions") != std::string::npos)
      continue; // two sons of a node may be the same position
    const synthetic::Tree one(synthetic::parse_parameters(parameters));
    const P root(one);
    SearchSettings settings;
    settings.search = Search::negascout; // ignored
    settings.depth = test::draw(random, 1, 6);
    settings.costs = {1, 2, 3, 4};
    const TdsabSettings own{.alone_depth = test::draw(random, 0, 3)};
    LocalProcessor parallel(1 << 12);
    LocalProcessor sequential(1 << 12);
    const auto found = search(own, settings, root, parallel);
    const auto expected = search(MtdfSettings{}, settings, root, sequential);
    CAPTURE(parameters, settings.depth, own.alone_depth);
    CHECK(found.counters == expected.counters);
    test::check_same_search(found, expected);
    CHECK(*parallel.work_done() == Approx(*sequential.work_done()));
  }
}
