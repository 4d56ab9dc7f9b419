#pragma once

#include <span>
#include <string_view>

namespace eldest {

/// Returns the schema of a store as SQL, in steps. The step with index v makes a store of version v
/// one of the next version. A new store, which is empty, has version 0.
[[nodiscard]] std::span<const char* const> schema_steps();

/// A table of a store, and its columns in order. The first one is the primary key.
struct StoreTable {
  const char* name;
  std::string_view columns;
  int since = 1; ///< version of the schema that has added the table
};

/// Returns the tables of a store of the latest version.
[[nodiscard]] std::span<const StoreTable> store_tables();

} // namespace eldest
