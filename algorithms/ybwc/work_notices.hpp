#pragma once

#include "algorithms/notices.hpp"
#include "algorithms/processor.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>

namespace eldest::ybwc {

/// A handler that puts up a processor's notice: whether it has a node to split. It may be out of
/// date when others read it, which costs them a refusal and no more.
struct PutUpNotice {
  static constexpr bool locked = false;
  static constexpr std::size_t request_bytes = 8;

  bool has_work = false;

  void operator()(Notice& notice) const {
    std::atomic_ref(notice.word).store(has_work ? 1 : 0, std::memory_order_relaxed);
  }
};

/// A handler that reads a processor's notice.
struct ReadNotice {
  static constexpr bool locked = false;
  static constexpr std::size_t request_bytes = 8;
  static constexpr std::size_t answer_bytes = 8;

  bool has_work = false; ///< the answer

  void operator()(Notice& notice) {
    has_work = std::atomic_ref(notice.word).load(std::memory_order_relaxed) != 0;
  }
};

/// One processor's use of the notices by which the processors show whether they have work to give.
template <Processor M> class WorkNotices {
public:
  /// `looks`: the number of notices that are read at most when work is sought; 0: there are none.
  /// `processor` must live as long as this.
  WorkNotices(M& processor, int looks)
      : processor_(processor), looks_(std::min(looks, processor.processors() - 1)) {}

  [[nodiscard]] bool used() const { return looks_ > 0; }

  /// Shows whether this processor has work to give, if it has not shown that already.
  void show(bool has_work) {
    if (has_work == shown_)
      return;
    shown_ = has_work;
    processor_.post(static_cast<Key>(processor_.rank()), PutUpNotice{has_work});
  }

  /// Reads the notices of the processors that follow the one `distance` ranks on, in [0, the number
  /// of others), from the last to the first again; returns the first that has work, or none if none
  /// of those read has.
  [[nodiscard]] std::optional<int> find(std::size_t distance) {
    const auto others = static_cast<std::size_t>(processor_.processors()) - 1;
    for (int look = 0; look < looks_; ++look) {
      const auto further = 1 + (distance + static_cast<std::size_t>(look)) % others;
      const auto rank = (static_cast<std::size_t>(processor_.rank()) + further) % (others + 1);
      ReadNotice reading;
      processor_.ask(static_cast<Key>(rank), reading);
      processor_.await_answer();
      if (reading.has_work)
        return static_cast<int>(rank);
    }
    return std::nullopt;
  }

private:
  M& processor_;
  int looks_;
  bool shown_ = false;
};

} // namespace eldest::ybwc
