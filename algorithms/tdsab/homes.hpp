#pragma once

#include "algorithms/search/notices.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/tables.hpp"
#include "trees/base/random.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>

namespace eldest::tdsab {

/// A processor that shows the tables in which its handlers run.
template <class M>
concept ShowsTables = requires(const M& processor) {
  { processor.tables() } -> std::convertible_to<const Tables&>;
};

/// The homes of positions. A position's home is the processor that keeps the position's entry, if
/// one table is divided over the processors. So the home's own accesses to that entry are local.
///
/// - Where several processors are threads of the process that keeps the entry, the key decides
///   among them.
/// - If every processor has a table of its own, or there is none, the key alone decides. All
///   searches of a position then use the table of its home.
template <Processor M> class Homes {
public:
  /// `processor` must outlive this object.
  explicit Homes(const M& processor) : processor_(processor) {
    if constexpr (ShowsTables<M>) {
      const Tables& tables = processor.tables();
      divided_ = tables.has<Store>() && tables.is_shared<Store>();
      const auto process_of = [&](int rank) {
        return tables.home<NullNoticeHandler>(static_cast<Key>(rank), rank);
      };
      while (threads_ < processor.processors() && process_of(threads_) == 0)
        ++threads_;
    }
  }

  /// The rank of a position's home.
  [[nodiscard]] int of(Key key) const {
    if constexpr (ShowsTables<M>) {
      if (divided_) {
        const int first =
            threads_ * processor_.tables().template home<Store>(key, processor_.rank());
        return first + choose(key, std::min(threads_, processor_.processors() - first));
      }
    }
    return choose(key, processor_.processors());
  }

private:
  /// Chooses a number in [0, count) by a key.
  [[nodiscard]] static int choose(Key key, int count) {
    return static_cast<int>(mix(key) % static_cast<std::uint64_t>(count));
  }

  const M& processor_;
  bool divided_ = false;
  int threads_ = 1; ///< processors of each process, the last of which may have fewer
};

} // namespace eldest::tdsab
