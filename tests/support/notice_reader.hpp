#pragma once

#include "algorithms/search/tables.hpp"
#include "tests/support/local_processor.hpp"

#include <vector>

namespace eldest::test {

/// One of several processors that only keep and read notices. It records the processors whose
/// notices it has read, and those at which it has put up notices.
class NoticeReader : public LocalProcessor {
public:
  NoticeReader(Tables& tables, int rank, int processors)
      : LocalProcessor(1), tables_(&tables), rank_(rank), processors_(processors) {}

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return processors_; }
  template <AskedHandler H> void ask(Key key, H& handler) {
    read.push_back(tables_->home<H>(key, rank_));
    tables_->apply(key, rank_, handler);
  }
  template <TableHandler H> void post(Key key, H handler) {
    put_up.push_back(tables_->home<H>(key, rank_));
    tables_->apply(key, rank_, handler);
  }

  std::vector<int> read;   ///< processors whose notices have been read
  std::vector<int> put_up; ///< processors at which notices have been put up

private:
  Tables* tables_;
  int rank_;
  int processors_;
};

} // namespace eldest::test
