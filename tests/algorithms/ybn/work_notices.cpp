#include "algorithms/ybn/work_notices.hpp"

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/ybn/settings.hpp"
#include "algorithms/ybwc/settings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/notice_reader.hpp"
#include "trees/base/random.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

using namespace eldest;
using ybn::ClaimSon;
using ybn::PutUpNotice;
using ybn::SonsOnNotice;
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
  WorkNotices notices(owner, 2, 2);
  notices.show({});
  CHECK(owner.put_up.empty());
  CHECK_FALSE(notices.shows_some());
  notices.show({3});
  notices.show({2});
  CHECK(notices.shows_some());
  CHECK(owner.put_up == std::vector{1, 1});
  notices.show({});
  notices.show({});
  CHECK_FALSE(notices.shows_some());
  CHECK(owner.put_up.size() == 3);
}

TEST_CASE("no more sons are claimed than a notice shows") {
  Tables tables({.entries = 64, .notices = true}, 3);
  test::NoticeReader owner(tables, 1, 3);
  test::NoticeReader idle(tables, 2, 3);
  WorkNotices shown(owner, 2, 2);
  WorkNotices claiming(idle, 2, 2);
  for (const std::uint64_t sons : {0U, 1U, 3U}) {
    shown.show({sons});
    for (std::uint64_t claimed = 0; claimed < sons; ++claimed)
      CHECK(claiming.claim(1, 0));
    CHECK_FALSE(claiming.claim(1, 0));
    CHECK_FALSE(claiming.claim(1, 0));
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
      WorkNotices notices(other, looks, looks);
      if (random() % 4 == 0) {
        notices.show({1});
        with_work.insert(rank);
      }
    }
    test::NoticeReader idle(tables, own_rank, processors);
    const auto start =
        static_cast<std::size_t>(random() % static_cast<std::uint64_t>(processors - 1));
    const auto found = WorkNotices(idle, looks, looks).find(start, 0);
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

TEST_CASE("the word of a notice has all of its numbers") {
  for (const std::uint64_t sons : {0U, 1U, 4000000000U}) {
    for (const std::uint64_t early : {0U, 7U, 16777215U}) {
      for (const int waste : {0, 1, 255}) {
        const auto read = SonsOnNotice::of(SonsOnNotice{sons, early, waste}.word());
        CHECK(read.sons == sons);
        CHECK(read.early == early);
        CHECK(read.waste == waste);
      }
    }
  }
  CHECK(SonsOnNotice::of(SonsOnNotice{1, 16777216, 3}.word()).early == 16777215);
}

TEST_CASE("early sons are claimed by those who accept their waste, and after all others") {
  Tables tables({.entries = 64, .notices = true}, 2);
  test::NoticeReader owner(tables, 0, 2);
  test::NoticeReader idle(tables, 1, 2);
  WorkNotices shown(owner, 1, 1);
  WorkNotices claiming(idle, 1, 1);
  const auto word = [&] { return SonsOnNotice::of(tables.kept<PutUpNotice>(0, 0).word); };
  shown.show({1, 2, 100});
  CHECK(shown.shows_some());
  CHECK(shown.shows_early());
  CHECK(claiming.claim(0, 100));
  CHECK(word().sons == 0);
  CHECK(word().early == 2);
  CHECK_FALSE(claiming.claim(0, 0));
  CHECK_FALSE(claiming.claim(0, 99));
  CHECK(claiming.claim(0, 100));
  CHECK(claiming.claim(0, 255));
  CHECK_FALSE(claiming.claim(0, 255));
  CHECK(word().waste == 100);
}

TEST_CASE("early sons are claimed only after several notices without others") {
  Tables tables({.entries = 64, .notices = true}, 6);
  for (const int rank : {1, 3, 4}) {
    test::NoticeReader owner(tables, rank, 6);
    WorkNotices(owner, 5, 5).show({0, 1, 10});
  }
  test::NoticeReader idle(tables, 0, 6);
  CHECK(WorkNotices(idle, 5, 3).find(0, 10) == 4);
  CHECK(WorkNotices(idle, 5, 3).find(0, 10) == std::nullopt);
  CHECK(WorkNotices(idle, 5, 0).find(0, 9) == std::nullopt);
  CHECK(WorkNotices(idle, 5, 0).find(0, 10) == 1);
}
