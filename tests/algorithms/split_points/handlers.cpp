#include "algorithms/split_points/handlers.hpp"
#include "algorithms/search/bound_handler.hpp"
#include "algorithms/search/tables.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/wire.hpp"

#include <cstddef>

namespace eldest::split_points {
namespace {

constexpr Key place = 2 * SharedSplitPoints::of_each + 1; // a place of processor 2

/// Tables with places for the split points of four processors.
Tables make_tables() { return {{.entries = 64, .notices = true, .split_points = true}, 4}; }

/// Opens a split point of a node with 5 moves, of which one has been searched.
SplitPointId open(Tables& tables) {
  Open opening;
  opening.content.extent = {.ply = 2, .moves = 5, .above = 1};
  opening.content.iteration = 4;
  opening.content.above = {Key{7}};
  opening.content.line = {11, 12};
  opening.content.window = NodeResult({-10, 50, -20}, 3);
  opening.next = 1;
  opening.ranks = 4;
  opening.processors.set(2).set(3);
  tables.apply(place, 2, opening);
  return {static_cast<std::uint32_t>(place), SplitPointState::of(opening.word).generation};
}

SplitPointState state_at(Tables& tables) {
  ReadState reading;
  tables.apply(place, 0, reading);
  CHECK(reading.word == tables.watched_word<ReadState>(place));
  return SplitPointState::of(reading.word);
}

NextSon next_son(Tables& tables, int rank) {
  NextSon next{rank};
  tables.apply(place, rank, next);
  return next;
}

NextSon give(Tables& tables, int rank, Score value) {
  NextSon next{rank, true, value, 77};
  tables.apply(place, rank, next);
  return next;
}

NextSon give_up(Tables& tables, int rank) {
  NextSon next{rank, false, 0, 0, true};
  tables.apply(place, rank, next);
  return next;
}

Join join(Tables& tables, const SplitPointId& id, int rank, bool late) {
  Join joining{id.generation, rank, late};
  joining.content.extent = {.ply = 2, .moves = 5, .above = 1};
  tables.apply(place, rank, joining);
  return joining;
}

/// Returns a handler as it arrives at another computer.
template <class H> H arrived(const H& handler) {
  wire::Writer writer;
  H::request_fields(handler, writer);
  const auto bytes = writer.take();
  CHECK(bytes.size() == request_bytes(handler));
  wire::Reader reader(bytes, {.processors = 4});
  H there;
  H::request_fields(there, reader);
  reader.finish();
  return there;
}

/// Takes the answer of `there` into `here`, as it arrives from another computer.
template <class H> void answer(const H& there, H& here) {
  wire::Writer writer;
  H::answer_fields(there, writer);
  const auto bytes = writer.take();
  CHECK(bytes.size() == answer_bytes(here));
  wire::Reader reader(bytes, {.processors = 4});
  H::answer_fields(here, reader);
  reader.finish();
}

} // namespace

TEST_CASE("split points are at their own processors, under locks of their own") {
  Tables tables = make_tables();
  CHECK(tables.home<NextSon>(place, 0) == 2);
  CHECK(tables.is_shared<NextSon>());
  CHECK(needs_lock<NextSon>);
  CHECK_FALSE(needs_lock<ReadState>);
  CHECK_FALSE(Tables({.entries = 64}, 4).has<NextSon>());
  CHECK(Tables::part({.entries = 64, .split_points = true}, 4, 2).home<NextSon>(place, 0) == 1);
  NextSon next;
  CHECK(BoundHandler::reference_to(place, 0, next).lock(tables) ==
        &tables.kept<NextSon>(place, 0).lock);
  CHECK_THROWS_WITH(Tables({.entries = 64, .split_points = true}, 4097),
                    "processors 4097: at most 4096 processors can share split points");
}

TEST_CASE("a status, a state and a split point are words") {
  const ProcessorStatus status{ProcessorStatus::Kind::waiting, true, 7, 0xfffffff0};
  const auto read = ProcessorStatus::of(status.word());
  CHECK((read.kind == status.kind && read.owns && read.slot == 7 && read.generation == 0xfffffff0));
  CHECK(read.latest(3) == SplitPointId{3 * SharedSplitPoints::of_each + 7, 0xfffffff0});
  const auto state = SplitPointState::of(SplitPointState{5, true, false, true, false}.word());
  CHECK((state.generation == 5 && state.all_searching && !state.over && state.left && !state.full));
  CHECK((SplitPointState::of(SplitPointState{5, false, true, false, true}.word()).full));
  const SplitPointId id{17, 0xffffffff};
  CHECK(SplitPointId::of(id.word()) == id);
  CHECK(id.owner() == 2);
}

TEST_CASE("an idle processor is claimed once") {
  Tables tables = make_tables();
  const auto idle = ProcessorStatus{ProcessorStatus::Kind::idle}.word();
  ShowStatus showing{idle};
  tables.apply(3, 3, showing);
  Claim first{idle};
  tables.apply(3, 0, first);
  CHECK(first.claimed);
  Claim second{idle};
  tables.apply(3, 1, second);
  CHECK_FALSE(second.claimed);
  ReadStatus reading;
  tables.apply(3, 0, reading);
  CHECK(ProcessorStatus::of(reading.word).kind == ProcessorStatus::Kind::busy);
}

TEST_CASE("the sons of a split point are taken in order, until none is left and all have gone") {
  Tables tables = make_tables();
  const auto id = open(tables);
  CHECK((state_at(tables).all_searching && !state_at(tables).over && !state_at(tables).left));
  for (std::size_t son = 1; son < 5; ++son) {
    const auto next = next_son(tables, son % 2 == 0 ? 2 : 3);
    CHECK((next.taken && next.son == son && next.lower == -10));
  }
  const auto slave = give(tables, 3, -15); // beats the score, and not alpha
  CHECK((!slave.taken && !slave.last && !slave.cuts_off));
  CHECK((!state_at(tables).all_searching && !state_at(tables).over && !state_at(tables).left));
  const auto master = give(tables, 2, 20);
  CHECK((!master.taken && master.last && !master.cuts_off));
  CHECK(state_at(tables).left);
  Close closing;
  tables.apply(place, 2, closing);
  CHECK((closing.complete && closing.node.score == 20 && closing.node.move == 77));
  CHECK(state_at(tables).generation == id.generation + 1);
  CHECK(state_at(tables).over);
}

TEST_CASE("a better value is what the next sons must beat, and a cut-off ends a split point") {
  Tables tables = make_tables();
  open(tables);
  CHECK(next_son(tables, 2).lower == -10);
  CHECK(next_son(tables, 3).lower == -10);
  const auto better = give(tables, 2, 30);
  CHECK((better.taken && better.lower == 30 && !better.cuts_off));
  Inspect inspecting;
  tables.apply(place, 3, inspecting);
  CHECK(inspecting.lower == 30);
  const auto cut = give(tables, 3, 60);
  CHECK((!cut.taken && cut.cuts_off && !cut.last));
  CHECK(state_at(tables).over);
  const auto late = give_up(tables, 2);
  CHECK((!late.taken && late.last));
  Close closing;
  tables.apply(place, 2, closing);
  CHECK((closing.complete && closing.node.score == 60)); // giving up comes after the cut-off
}

TEST_CASE("a split point is given up by the first that finds one above it over") {
  Tables tables = make_tables();
  open(tables);
  CHECK(next_son(tables, 3).taken);
  CHECK_FALSE(give_up(tables, 3).taken);
  CHECK(state_at(tables).over);
  CHECK_FALSE(next_son(tables, 2).taken);
  Close closing;
  tables.apply(place, 2, closing);
  CHECK_FALSE(closing.complete);
}

TEST_CASE("a processor joins late only while all are searching, and never another split point") {
  Tables tables = make_tables();
  const auto id = open(tables);
  CHECK(join(tables, id, 3, false).joined); // has been claimed
  const auto late = join(tables, id, 0, true);
  CHECK(late.joined);
  CHECK((late.content.iteration == 4 && late.content.line[1] == 12 && late.content.above[0] == 7));
  ReadProcessors reading{4};
  tables.apply(place, 2, reading);
  CHECK(reading.processors.to_ulong() == 0b1101);
  CHECK(give_up(tables, 0).last == false);
  CHECK_FALSE(join(tables, id, 1, true).joined);
  CHECK_FALSE(join(tables, {id.place, id.generation + 1}, 1, false).joined);
}

TEST_CASE("a full split point takes no more processors") {
  Tables tables = make_tables();
  Open opening;
  opening.content.extent = {.ply = 2, .moves = 5, .above = 1};
  opening.ranks = 4;
  opening.most = 2;
  opening.processors.set(2);
  tables.apply(place, 2, opening);
  const SplitPointId id{static_cast<std::uint32_t>(place),
                        SplitPointState::of(opening.word).generation};
  CHECK_FALSE(state_at(tables).full);
  CHECK(join(tables, id, 3, true).joined);
  CHECK(state_at(tables).full);
  CHECK_FALSE(join(tables, id, 0, true).joined);
  CHECK(join(tables, id, 3, false).joined);
}

TEST_CASE("handlers on split points do the same after a way over the network") {
  Tables tables = make_tables();
  Tables far = make_tables();
  Open opening;
  opening.content.extent = {.ply = 1, .moves = 2, .above = 2};
  opening.content.iteration = 3;
  opening.content.above = {Key{1} << 40U, 9};
  opening.content.line = {123};
  opening.content.moves[7] = std::byte{200};
  opening.content.window = NodeResult({-5, 5, -30}, 2);
  opening.ranks = 4;
  opening.processors.set(2).set(0);
  auto sent = arrived(opening);
  tables.apply(place, 2, opening);
  far.apply(place, 2, sent);
  answer(sent, opening);

  Join here{SplitPointState::of(opening.word).generation, 0, true};
  here.content.extent = opening.content.extent;
  auto asked = here;
  auto there = arrived(here);
  tables.apply(place, 0, here);
  far.apply(place, 0, there);
  answer(there, asked);
  CHECK(asked.joined);
  CHECK(asked.content.above[0] == here.content.above[0]);
  CHECK(asked.content.line[0] == 123);
  CHECK(asked.content.moves[7] == std::byte{200});
  CHECK(asked.content.window == here.content.window);

  for (const bool gives_up : {false, true}) {
    NextSon next{0, !gives_up, gives_up ? 0 : 3, 123, gives_up};
    auto returned = next;
    auto travels = arrived(next);
    tables.apply(place, 0, next);
    far.apply(place, 0, travels);
    answer(travels, returned);
    CHECK((returned.taken == next.taken && returned.son == next.son));
    CHECK((returned.lower == next.lower && returned.last == next.last));
  }
}

} // namespace eldest::split_points
