#include "algorithms/ybn/work_notices.hpp"

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/ybn/settings.hpp"
#include "algorithms/ybwc/settings.hpp"
#include "tests/support/notice_reader.hpp"
#include "trees/base/random.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

using namespace eldest;
using ybn::ClaimSon;
using ybn::PutUpNotice;
using ybn::WorkNotices;

TEST_CASE("notices are there if asked for, each at its own processor, and need no lock") {
  CHECK_FALSE(needs_lock<ClaimSon>);
  CHECK_FALSE(needs_lock<PutUpNotice>);
  CHECK_FALSE(Tables({.entries = 64}, 4).has<ClaimSon>());
  CHECK_FALSE(Algorithm(YbwcSettings::best()).tables({}).notices);
  CHECK(Algorithm(YbnSettings{}).tables({}).notices);
  for (const auto sharing : {TableSharing::global, TableSharing::local, TableSharing::none}) {
    Tables tables({.entries = 64, .sharing = sharing, .notices = true}, 4);
    CHECK(tables.has<ClaimSon>());
    for (int rank = 0; rank < 4; ++rank)
      CHECK(tables.home<ClaimSon>(static_cast<Key>(rank), 3) == rank);
  }
}

TEST_CASE("a processor that has shown no work shows no more that it has none") {
  Tables tables({.entries = 64, .notices = true}, 3);
  test::NoticeReader owner(tables, 1, 3);
  WorkNotices notices(owner, 2);
  notices.show(0);
  CHECK(owner.put_up.empty());
  CHECK_FALSE(notices.shows_some());
  notices.show(3);
  notices.show(2);
  CHECK(notices.shows_some());
  CHECK(owner.put_up == std::vector{1, 1});
  notices.show(0);
  notices.show(0);
  CHECK_FALSE(notices.shows_some());
  CHECK(owner.put_up.size() == 3);
}

TEST_CASE("no more sons are claimed than a notice shows") {
  Tables tables({.entries = 64, .notices = true}, 3);
  test::NoticeReader owner(tables, 1, 3);
  test::NoticeReader idle(tables, 2, 3);
  WorkNotices shown(owner, 2);
  WorkNotices claiming(idle, 2);
  for (const std::uint64_t sons : {0U, 1U, 3U}) {
    shown.show(sons);
    for (std::uint64_t claimed = 0; claimed < sons; ++claimed)
      CHECK(claiming.claim(1));
    CHECK_FALSE(claiming.claim(1));
    CHECK_FALSE(claiming.claim(1));
  }
}

TEST_CASE("the first processor with work is found, of those that are looked at from any on") {
  SplitMix64 random(3);
  for (int round = 0; round < 200; ++round) {
    const int processors = 2 + static_cast<int>(random() % 9);
    const int own_rank = static_cast<int>(random() % static_cast<std::uint64_t>(processors));
    const int looks = 1 + static_cast<int>(random() % 12);
    Tables tables({.entries = 64, .notices = true}, processors);
    std::set<int> with_work;
    for (int rank = 0; rank < processors; ++rank) {
      test::NoticeReader other(tables, rank, processors);
      WorkNotices notices(other, looks);
      if (random() % 4 == 0) {
        notices.show(1);
        with_work.insert(rank);
      }
    }
    test::NoticeReader idle(tables, own_rank, processors);
    const auto start =
        static_cast<std::size_t>(random() % static_cast<std::uint64_t>(processors - 1));
    const auto found = WorkNotices(idle, looks).find(start);
    const std::set<int> distinct(idle.read.begin(), idle.read.end());
    CAPTURE(processors, own_rank, looks, start);
    CHECK(distinct.size() == idle.read.size());
    CHECK_FALSE(distinct.contains(own_rank));
    const auto most = static_cast<std::size_t>(std::min(looks, processors - 1));
    CHECK(idle.read.front() == (own_rank + 1 + static_cast<int>(start)) % processors);
    if (found) {
      CHECK(with_work.contains(*found));
      CHECK(idle.read.back() == *found);
      idle.read.pop_back();
    } else {
      CHECK(idle.read.size() == most);
    }
    CHECK(idle.read.size() <= most);
    CHECK(std::none_of(idle.read.begin(), idle.read.end(),
                       [&](int rank) { return with_work.contains(rank); }));
  }
}
