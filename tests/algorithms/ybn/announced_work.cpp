#include "algorithms/ybn/announced_work.hpp"

#include "algorithms/search/tables.hpp"
#include "algorithms/ybn/settings.hpp"
#include "algorithms/ybn/work_notices.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/notice_reader.hpp"
#include "trees/synthetic/position.hpp"

#include <cstddef>
#include <vector>

using namespace eldest;

namespace {

/// A node of a path, with only the members that AnnouncedWork reads.
struct Node {
  struct {
    std::size_t count;
    [[nodiscard]] std::size_t left() const { return count; }
  } moves;
  bool splittable = true;
  int waste = 256; ///< of giving a son away before the eldest is valued

  [[nodiscard]] std::size_t sons_left() const { return moves.left(); }
};

int waste_of(const Node& node) { return node.waste; }

/// A processor that counts how often its clock is read.
class ClockReader : public test::NoticeReader {
public:
  using NoticeReader::NoticeReader;

  [[nodiscard]] double now() const { return ++readings_; }
  [[nodiscard]] int readings() const { return readings_; }

private:
  mutable int readings_ = 0;
};

} // namespace

TEST_CASE("a notice is put up when work appears or vanishes, or after a gift") {
  Tables tables({.entries = 64, .notices = true}, 3);
  test::NoticeReader owner(tables, 1, 3);
  const YbnSettings settings;
  ybn::AnnouncedWork<synthetic::Position, test::NoticeReader> work(owner, settings);
  const auto show = [&](const std::vector<Node>& path) {
    work.show(
        path, [](const Node& node) { return node.splittable; }, waste_of);
  };
  const auto shown = [&] { return tables.kept<ybn::PutUpNotice>(1, 1).word; };

  show({});
  show({{{4}, false}});
  CHECK(owner.put_up.empty());
  show({{{4}, false}, {{2}}, {{5}, false}, {{3}}});
  CHECK(owner.put_up == std::vector{1});
  CHECK(shown() == 5);
  show({{{1}}}); // less work, but still some
  CHECK(owner.put_up.size() == 1);
  CHECK(shown() == 5);
  work.gave_son();
  show({{{1}}});
  show({{{2}}});
  CHECK(owner.put_up.size() == 2);
  CHECK(shown() == 1);
  show({{{4}, false}});
  show({});
  CHECK(owner.put_up.size() == 3);
  CHECK(shown() == 0);
  work.gave_son();
  show({}); // already shown
  CHECK(owner.put_up.size() == 3);
}

TEST_CASE("a node above the last one is looked at again only after something has happened") {
  Tables tables({.entries = 64, .notices = true}, 2);
  test::NoticeReader owner(tables, 0, 2);
  const YbnSettings settings;
  ybn::AnnouncedWork<synthetic::Position, test::NoticeReader> work(owner, settings);
  std::vector<Node> path{{{4}}, {{2}, false}};
  const auto shown_after = [&](std::size_t left, bool splittable) {
    path.front() = {{left}, splittable};
    work.show(
        path, [](const Node& node) { return node.splittable; }, waste_of);
    return tables.kept<ybn::PutUpNotice>(0, 0).word;
  };
  CHECK(shown_after(4, true) == 4);
  CHECK(shown_after(3, true) == 4);
  work.disturb();
  CHECK(shown_after(0, false) == 0);
  CHECK(shown_after(3, true) == 3);
  work.gave_son();
  CHECK(shown_after(2, true) == 2);
  for (int son = 0; son < 65; ++son) { // one of them at least is measured
    work.son_begins(1, 1);
    work.son_ends(1, 1);
  }
  CHECK(shown_after(0, false) == 0);
  CHECK(shown_after(5, true) == 5);
  path.pop_back();
  CHECK(shown_after(0, false) == 0);
}

TEST_CASE("sons are timed only where there is somebody to give them to") {
  for (const int processors : {1, 2}) {
    Tables tables({.entries = 64, .notices = true}, processors);
    const YbnSettings settings;
    ClockReader owner(tables, 0, processors);
    ybn::AnnouncedWork<synthetic::Position, ClockReader> work(owner, settings);
    work.son_begins(3, 1);
    work.son_ends(3, 1);
    if (work.leaf_begins())
      work.leaf_ends();
    CHECK(owner.readings() == (processors == 1 ? 0 : 4));
  }
}

TEST_CASE("of a depth that has been measured often, one son in 64 is timed") {
  Tables tables({.entries = 64, .notices = true}, 2);
  const YbnSettings settings;
  ClockReader owner(tables, 0, 2);
  ybn::AnnouncedWork<synthetic::Position, ClockReader> work(owner, settings);
  const auto readings = [&](int sons, int depth) {
    const int before = owner.readings();
    for (int i = 0; i < sons; ++i) {
      work.son_begins(3, depth);
      work.son_ends(3, depth);
    }
    return owner.readings() - before;
  };
  CHECK(readings(64, 1) == 2 * 64);
  CHECK(readings(640, 1) == 2 * 10);
  CHECK(readings(64, 2) == 2 * 64);
  CHECK(readings(640, 2) == 2 * 10);
  int leaves = 0;
  for (int i = 0; i < 64 + 640; ++i) {
    if (work.leaf_begins()) {
      work.leaf_ends();
      ++leaves;
    }
  }
  CHECK(leaves == 64 + 10);
}

TEST_CASE("early sons are put up where there are no others, with the least waste among them") {
  Tables tables({.entries = 64, .notices = true}, 2);
  test::NoticeReader owner(tables, 0, 2);
  const YbnSettings settings{.past_eldest = 1};
  ybn::AnnouncedWork<synthetic::Position, test::NoticeReader> work(owner, settings);
  const auto shown_after = [&](const std::vector<Node>& path) {
    work.show(
        path, [](const Node& node) { return node.splittable; }, waste_of);
    return ybn::SonsOnNotice::of(tables.kept<ybn::PutUpNotice>(0, 0).word);
  };
  const auto early = shown_after({{{4}, false, 90}, {{2}, false}, {{3}, false, 40}});
  CHECK(early.sons == 0);
  CHECK(early.early == 7);
  CHECK(early.waste == 40);
  const auto both = shown_after({{{4}, false, 90}, {{2}}});
  CHECK(both.sons == 2);
  CHECK(both.early == 0);
  CHECK(shown_after({{{4}, false, 90}}).early == 4);
  CHECK(shown_after({{{4}, false}}).empty());
}

TEST_CASE("early sons are not put up unless the settings ask for them") {
  Tables tables({.entries = 64, .notices = true}, 2);
  test::NoticeReader owner(tables, 0, 2);
  const YbnSettings settings;
  ybn::AnnouncedWork<synthetic::Position, test::NoticeReader> work(owner, settings);
  const std::vector<Node> path{{{4}, false, 1}};
  work.show(
      path, [](const Node& node) { return node.splittable; }, waste_of);
  CHECK(owner.put_up.empty());
  CHECK(work.accepted_waste() == 0);
}

TEST_CASE("the waste that a processor accepts grows with its idle time") {
  Tables tables({.entries = 64, .notices = true}, 2);
  ClockReader asker(tables, 0, 2);
  const YbnSettings settings{.past_eldest = 1};
  ybn::AnnouncedWork<synthetic::Position, ClockReader> work(asker, settings);
  CHECK(work.accepted_waste() == 0);       // has not been idle
  work.asked();                            // at time 2
  work.replied();                          // at time 3
  CHECK(work.accepted_waste() == 255 / 4); // 1 of 4
  work.asked();
  for (int i = 0; i < 94; ++i)
    static_cast<void>(asker.now());
  work.replied(); // idle for 96 of 100
  CHECK(work.accepted_waste() == static_cast<int>(255 * 96. / 101));
}
