// The byte format of messages, table requests and answers.
#include "algorithms/shared_nodes/visit_handlers.hpp"
#include "algorithms/simplified_abdada/simplified_abdada.hpp"
#include "algorithms/ybn/work_notices.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/sample_messages.hpp"
#include "trees/checkers/position.hpp"
#include "trees/chess/root.hpp"
#include "trees/othello/position.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

using namespace eldest;

namespace {

using Bytes = std::vector<std::byte>;

/// Calls `test(root, other)` for every game with two roots. A position of one root must not be
/// taken for a position of the other.
template <class Test> void for_games(Test test) {
  const chess::Root chess_root(
      "r1bqk2r/ppp2ppp/2n2n2/2bpp3/4P3/2PP1N2/PPB2PPP/RNBQK2R w KQkq - 0 1");
  const chess::Root other_chess("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  test(chess_root.position(), other_chess.position());
  test(othello::start_position, othello::start_position.with({othello::Evaluation::steady}));
  test(othello::start_position,
       othello::start_position.with({.order = othello::StaticOrder::squares}));
  test(checkers::Position(), checkers::Position());
  const synthetic::Tree tree(
      synthetic::parse_parameters("b=2..9,seed=3,transpositions=0.5,extend=0.2,noise=30"));
  const synthetic::Tree other(synthetic::parse_parameters("b=2..9,seed=4"));
  test(synthetic::Position(tree), synthetic::Position(other));
}

wire::Receiver context_of(const wire::Root& root) {
  return {3, test::SampleMessages<othello::Position>::sample_receiver, test::sample_processors,
          test::sample_depth, &root};
}

/// Returns true if two messages of a kind have the same content.
template <class Kind> bool same(const Kind& one, const Kind& other) { return one == other; }
bool same(const BoundUpdate& one, const BoundUpdate& other) {
  return one.key == other.key && one.result.bound() == other.result.bound() &&
         one.result.score == other.result.score && one.result.move == other.result.move &&
         one.result.depth == other.result.depth;
}
/// Returns the moves that have not been handed out, in order, and the progress through the list.
/// Each move has its code and three flags: promising, losing, late.
template <class P> auto left_of(OrderedMoves<P> moves) {
  std::vector<std::tuple<std::uint32_t, bool, bool, bool>> left;
  const auto progress = moves.progress();
  for (bool promising = progress.ordered && moves.next_is_promising(); progress.ordered;
       promising = moves.next_is_promising()) {
    const auto* const move = moves.next();
    if (move == nullptr)
      break;
    left.emplace_back(move->code(), promising, moves.at_losing(), moves.at_late(2));
  }
  return std::tuple(left, moves.size(), progress.generated, progress.ordered, progress.next);
}
template <class P> bool same(const dts::Frame<P>& one, const dts::Frame<P>& other) {
  return one.position == other.position && one.node == other.node && one.ply == other.ply &&
         one.begun == other.begun && one.may_pass == other.may_pass && one.deeper == other.deeper &&
         one.type == other.type && one.number == other.number && one.move == other.move &&
         one.son == other.son && one.searched == other.searched &&
         one.offers_open == other.offers_open && left_of(one.moves) == left_of(other.moves);
}
template <class P> bool same(const dts::Work<P>& one, const dts::Work<P>& other) {
  const auto& a = one.path;
  const auto& b = other.path;
  return a.above == b.above && a.moved == b.moved && a.iteration == b.iteration &&
         a.position == b.position && a.ply == b.ply && a.alpha == b.alpha && a.beta == b.beta &&
         a.search == b.search && a.father == b.father && a.to_enter == b.to_enter &&
         a.results == b.results &&
         std::equal(a.frames.begin(), a.frames.end(), b.frames.begin(), b.frames.end(),
                    [](const auto& x, const auto& y) { return same(x, y); });
}

/// Returns true if bytes are accepted as a message. Throws exceptions other than wire::Error.
template <class Content>
bool is_read(std::span<const std::byte> bytes, const wire::Receiver& context) {
  try {
    // An accepted message is written with the same bytes.
    const auto written = Content::read(bytes, context).write();
    CHECK(std::equal(written.begin(), written.end(), bytes.begin(), bytes.end()));
    return true;
  } catch (const wire::Error&) {
    return false;
  }
}

/// A message in bytes.
struct Written {
  Bytes bytes;
  unsigned protocol; ///< number of the protocol
  /// Returns true if the protocol accepts bytes.
  bool (*is_read)(std::span<const std::byte>, const wire::Receiver&);
};

/// Returns samples of all messages in bytes.
template <class P>
std::vector<Written> written_messages(const P& root, std::uint64_t seed, int rounds) {
  std::vector<Written> written;
  SplitMix64 random(seed);
  test::SampleMessages<P> samples(root, random);
  for (int i = 0; i < rounds; ++i)
    samples.visit_all([&]<class Content>(Content, const auto& kind, std::size_t /*bytes*/) {
      written.push_back({Content::write(kind), Content::number, &is_read<Content>});
    });
  return written;
}

} // namespace

TEST_CASE("a message that has travelled says the same, and has the size that it is said to have") {
  for_games([](const auto& root, const auto& /*other*/) {
    using P = std::decay_t<decltype(root)>;
    const wire::RootOf<P> own(root);
    SplitMix64 random(1);
    test::SampleMessages<P> samples(root, random);
    for (int i = 0; i < 60; ++i)
      samples.visit_all(
          [&]<class Content, class Kind>(Content, const Kind& kind, std::size_t size) {
            CAPTURE(typeid(P).name(), typeid(Kind).name(), i);
            const auto message = Content::message(3, kind);
            CHECK(message.bytes == size);
            const auto bytes = message.content.write();
            CHECK(bytes.size() == size);
            const Payload read = Content::read(bytes, context_of(own));
            const auto* const known = read.template get_if<Content, Kind>();
            REQUIRE(known != nullptr);
            CHECK(same(*known, kind));
          });
  });
}

TEST_CASE("a message that is cut short or goes on is rejected") {
  for_games([](const auto& root, const auto& /*other*/) {
    const wire::RootOf own(root);
    for (auto& message : written_messages(root, 2, 8)) {
      auto& bytes = message.bytes;
      CAPTURE(message.protocol, bytes.size());
      for (std::size_t size = 0; size < bytes.size(); ++size)
        CHECK_FALSE(message.is_read(std::span(bytes).first(size), context_of(own)));
      bytes.push_back(std::byte{0});
      CHECK_FALSE(message.is_read(bytes, context_of(own)));
    }
  });
}

TEST_CASE("a message of another protocol is rejected") {
  for_games([](const auto& root, const auto& /*other*/) {
    const wire::RootOf own(root);
    const auto messages = written_messages(root, 3, 2);
    for (const auto& message : messages) {
      for (const auto& foreign : messages) {
        CAPTURE(message.protocol, foreign.protocol);
        CHECK((message.is_read == foreign.is_read) == (message.protocol == foreign.protocol));
        if (message.protocol != foreign.protocol)
          CHECK_FALSE(message.is_read(foreign.bytes, context_of(own)));
      }
    }
  });
}

TEST_CASE("positions of another search are rejected") {
  for_games([](const auto& root, const auto& other) {
    using P = std::decay_t<decltype(root)>;
    const wire::RootOf own(root);
    if (other == root)
      return; // positions of checkers refer to nothing
    using Job = ybwc::Job<P>;
    const auto bytes = ybwc::Content<P>::write(Job{.iteration = 1, .position = other});
    CHECK_FALSE(is_read<ybwc::Content<P>>(bytes, context_of(own)));
    const wire::RootOf its_own(other);
    CHECK(is_read<ybwc::Content<P>>(bytes, context_of(its_own)));
  });
}

TEST_CASE("a message with bits changed is rejected, or read as another one") {
  for_games([](const auto& root, const auto& /*other*/) {
    const wire::RootOf own(root);
    SplitMix64 random(5);
    std::size_t accepted = 0;
    std::size_t rejected = 0;
    for (const auto& message : written_messages(root, 6, 20)) {
      for (int i = 0; i < 20; ++i) {
        Bytes changed = message.bytes;
        for (int changes = test::draw(random, 1, 4); changes > 0; --changes)
          changed[random() % changed.size()] ^= static_cast<std::byte>(1U << random() % 8);
        ++(message.is_read(changed, context_of(own)) ? accepted : rejected);
      }
    }
    CHECK(accepted > 0);
    CHECK(rejected > 0);
  });
}

TEST_CASE("ranks and iterations that a search does not have are rejected") {
  const wire::RootOf root(othello::start_position);
  using Content = ybwc::Content<othello::Position>;
  const auto bytes = Content::write(ybwc::Recall{{39, 7}});
  auto context = context_of(root);
  CHECK(is_read<Content>(bytes, context));
  context.processors = 39;
  CHECK_FALSE(is_read<Content>(bytes, context));

  const auto result = IterationMessage::write(IterationResult{8, 10, 3, 0.5});
  CHECK(is_read<IterationMessage>(result, context));
  context.depth = 7;
  CHECK_FALSE(is_read<IterationMessage>(result, context));
  CHECK_THROWS_WITH(IterationMessage::read(result, context),
                    "a message of 16 bytes from processor 3, after 4 bytes: there is no such "
                    "iteration");
}

TEST_CASE("a number beyond its range is not written") {
  CHECK_THROWS_AS(IterationMessage::write(IterationResult{200, 0, 0, 0}), std::logic_error);
  CHECK_THROWS_AS(ybwc::Content<othello::Position>::write(ybwc::Recall{{-1, 7}}), std::logic_error);
}

TEST_CASE("a payload keeps its value, small or not, when it is copied and moved") {
  using Content = uidpabs::Content<othello::Move>;
  using Deal = uidpabs::Deal<othello::Move>;
  auto small = Content::message(1, uidpabs::NewBound{3, 17}).content;
  auto large = Content::message(1, Deal{{othello::Move(20), othello::Move(30)}, 5}).content;
  auto other = large;
  other = std::move(small);
  small = std::move(large);
  large = small;
  REQUIRE(other.get_if<Content, uidpabs::NewBound>() != nullptr);
  CHECK(other.get_if<Content, uidpabs::NewBound>()->alpha == 17);
  for (const auto* const payload : {&small, &large}) {
    REQUIRE(payload->get_if<Content, Deal>() != nullptr);
    CHECK(payload->get_if<Content, Deal>()->moves.back() == othello::Move(30));
    CHECK(payload->get_if<Content, uidpabs::Dismissal>() == nullptr);
  }
  CHECK(Payload().get_if<Content, Deal>() == nullptr);
  CHECK_THROWS_AS(IterationMessage::get<IterationResult>(Message{1, 8, large}), std::logic_error);
}

// Tables

TEST_CASE("requests to the tables and their answers have the sizes of active messages") {
  // The sizes with which the published experiments were computed.
  CHECK(request_bytes(Probe{}) == 16);
  CHECK(answer_bytes(Probe{}) == 16);
  CHECK(request_bytes(Store{}) == 24);
  CHECK(request_bytes(StoreMove{}) == 16);
  CHECK(request_bytes(Retrieve{}) == 16);
  CHECK(answer_bytes(Retrieve{}) == 16);
  CHECK(request_bytes(StoreAndLeave{}) == 24);
  CHECK(request_bytes(Leave{}) == 16);
  CHECK(request_bytes(RecordedRetrieve{}) == 18);
  CHECK(answer_bytes(RecordedRetrieve{}) == 16);
  CHECK(request_bytes(RecordedStore{}) == 26);
  CHECK(answer_bytes(RecordedStore{{}, 0, 128}) == 16);
  CHECK(request_bytes(RecordedEnding<Leave>{}) == 18);
  CHECK(request_bytes(WhoElse{}) == 12);
  CHECK(answer_bytes(WhoElse{0, 0, 0, 9}) == 2);
  CHECK(request_bytes(felten_otto::SuggestionProbe{}) == 16);
  CHECK(answer_bytes(felten_otto::SuggestionProbe{}) == 16);
  CHECK(request_bytes(DeferMove{}) == 8);
  CHECK(answer_bytes(DeferMove{}) == 8);
  CHECK(request_bytes(StartingSearch{}) == 8);
  CHECK(request_bytes(FinishedSearch{}) == 8);
  CHECK(request_bytes(ybn::PutUpNotice{}) == 8);
  CHECK(request_bytes(ybn::ClaimSon{}) == 8);
  CHECK(answer_bytes(ybn::ClaimSon{}) == 8);
}

namespace {

template <class H> Bytes request_of(const H& handler) {
  wire::Writer writer;
  H::request_fields(handler, writer);
  return writer.take();
}
template <class H> H arrived(const H& handler) {
  const auto bytes = request_of(handler);
  wire::Reader reader(bytes, {.processors = test::sample_processors});
  H there{};
  H::request_fields(there, reader);
  reader.finish();
  return there;
}
template <class H> void answer(const H& there, H& here) {
  wire::Writer writer;
  H::answer_fields(there, writer);
  const auto bytes = writer.take();
  wire::Reader reader(bytes, {.processors = test::sample_processors});
  H::answer_fields(here, reader);
  reader.finish();
}

} // namespace

TEST_CASE("a question that travels to the table gets the answer that one on the spot gets") {
  SplitMix64 random(7);
  for (int i = 0; i < 3'000; ++i) {
    const Key key = random();
    Bucket bucket;
    if (auto& entry = bucket.entries[1]; i % 5 != 0) {
      entry.vacate_for(key);
      entry.begin(test::draw(random, 2, 4));
      entry.score = test::draw(random, -60, 60);
      entry.bound = static_cast<Bound>(test::draw(random, 0, 3));
      entry.move = static_cast<std::uint32_t>(random());
      entry.processors = static_cast<std::uint16_t>(test::draw(random, 0, 2));
    }
    Bucket far = bucket;
    const auto at_most = i % 2 == 0 ? any_number : static_cast<std::uint16_t>(i % 3);
    Retrieve here{key,
                  3,
                  at_most,
                  i % 3 == 0 ? TableDepth::exact : TableDepth::at_least,
                  {-20, 20, test::draw(random, -90, -20)},
                  {}};
    Retrieve asked = here;
    here(bucket);
    auto there = arrived(asked);
    there(far);
    answer(there, asked);
    CHECK(asked.answer == here.answer);
    CHECK(asked.visit.found == here.visit.found);
    CHECK(asked.visit.generation == here.visit.generation);
    CHECK(asked.visit.depth == here.visit.depth);

    const StoreAndLeave store{key, NodeResult(here.answer, 3), here.visit, TableStore::better};
    store(bucket);
    arrived(store)(far);
    const auto* const entry = std::as_const(bucket).find(key);
    const auto* const other = std::as_const(far).find(key);
    REQUIRE((entry == nullptr) == (other == nullptr));
    if (entry != nullptr) {
      CHECK(entry->score == other->score);
      CHECK(entry->bound == other->bound);
      CHECK(entry->move == other->move);
      CHECK(entry->processors == other->processors);
    }
  }
}

TEST_CASE("the processors in a node travel as a set") {
  WhoElse there{77, 3, 5, test::sample_processors};
  there.others.set(0).set(13).set(39);
  WhoElse here{77, 3, 5, test::sample_processors};
  answer(there, here);
  CHECK(here.others == there.others);
  CHECK(arrived(here).processors == test::sample_processors);

  wire::Writer writer;
  WhoElse::answer_fields(there, writer);
  const auto bytes = writer.take();
  wire::Reader reader(bytes, {});
  WhoElse few{77, 3, 5, 36};
  CHECK_THROWS_AS(WhoElse::answer_fields(few, reader), wire::Error);
}

TEST_CASE("a recorded processor has been counted") {
  const RecordedEnding<Leave> leave{{5, {}}, 3};
  CHECK_THROWS_AS(arrived(leave), wire::Error);
}
