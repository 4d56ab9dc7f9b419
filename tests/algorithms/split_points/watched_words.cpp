#include "algorithms/split_points/watched_words.hpp"
#include "algorithms/search/tables.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/notice_reader.hpp"

namespace eldest::split_points {
namespace {

/// A processor with a coherent cache.
class CachingReader : public test::NoticeReader {
public:
  CachingReader(Tables& tables, int rank, int processors)
      : NoticeReader(tables, rank, processors), tables_(tables) {}

  template <TableHandler H> [[nodiscard]] bool unchanged(Key key, Key word) const {
    return tables_.watched_word<H>(key) == word;
  }

private:
  Tables& tables_;
};

void show(Tables& tables, int rank, ProcessorStatus::Kind kind) {
  ShowStatus showing{ProcessorStatus{kind}.word()};
  tables.apply(static_cast<Key>(rank), rank, showing);
}

} // namespace

TEST_CASE("with a coherent cache, a notice is read again only after a change") {
  Tables tables({.entries = 64, .notices = true, .split_points = true}, 3);
  CachingReader processor(tables, 1, 3);
  WatchedNotices notices(processor);
  for (const auto kind :
       {ProcessorStatus::Kind::busy, ProcessorStatus::Kind::idle, ProcessorStatus::Kind::waiting}) {
    show(tables, 2, kind);
    processor.read.clear();
    for (int i = 0; i < 3; ++i)
      CHECK(ProcessorStatus::of(notices.read(2)).kind == kind);
    CHECK(processor.read == std::vector{2});
  }
}

TEST_CASE("without a coherent cache, a notice is read each time") {
  Tables tables({.entries = 64, .notices = true, .split_points = true}, 3);
  test::NoticeReader processor(tables, 1, 3);
  WatchedNotices notices(processor);
  show(tables, 2, ProcessorStatus::Kind::idle);
  for (int i = 0; i < 3; ++i)
    CHECK(ProcessorStatus::of(notices.read(2)).kind == ProcessorStatus::Kind::idle);
  CHECK(processor.read.size() == 3);
}

TEST_CASE("a split point is over once another one has its place") {
  Tables tables({.entries = 64, .notices = true, .split_points = true}, 3);
  CachingReader processor(tables, 1, 3);
  Open opening;
  opening.ranks = 3;
  opening.processors.set(0);
  tables.apply(0, 0, opening);
  WatchedSplitPoint<CachingReader> point({0, SplitPointState::of(opening.word).generation});
  CHECK((!point.read(processor).over && point.read(processor).all_searching));
  Close closing;
  tables.apply(0, 0, closing);
  CHECK((point.read(processor).over && point.read(processor).left));
  tables.apply(0, 0, opening);
  CHECK((point.read(processor).over && point.read(processor).left));
  CHECK_FALSE(point.read(processor).all_searching);
}

} // namespace eldest::split_points
