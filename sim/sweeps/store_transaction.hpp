#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

namespace eldest {

/// A transaction that is rolled back at the end of its lifetime unless it has been committed.
/// Rolling back throws no exception, not even for lack of memory.
class Transaction {
public:
  explicit Transaction(SQLite::Database& database) : database_(database) {
    database_.exec("BEGIN IMMEDIATE");
  }
  ~Transaction() {
    if (!committed_)
      ::sqlite3_exec(database_.getHandle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit() {
    database_.exec("COMMIT");
    committed_ = true;
  }

private:
  SQLite::Database& database_;
  bool committed_ = false;
};

} // namespace eldest
