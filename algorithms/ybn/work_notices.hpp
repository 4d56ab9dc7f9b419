#pragma once

#include "algorithms/search/notices.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/running_mean.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace eldest::ybn {

/// Handler that writes a processor's notice: `sons` is the number of sons that the processor has to
/// give. The notice may be out of date when others read it, which costs them a refusal and no more.
struct PutUpNotice {
  static constexpr bool locked = false;

  std::uint64_t sons = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.sons);
  }

  void operator()(Notice& notice) const {
    std::atomic_ref(notice.word).store(sons, std::memory_order_relaxed);
  }
};

/// Handler that reads a processor's notice and, if the processor has sons to give, claims one of
/// them. The notice then shows one less. So no more processors come to ask than there are sons.
struct ClaimSon {
  static constexpr bool locked = false;

  bool claimed = false; ///< the answer

  /// Form of the request: a word without meaning, because any operation on a word sends one.
  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& wire) {
    wire::word<8>(wire);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<8>(wire, wire::flag(self.claimed));
  }

  void operator()(Notice& notice) {
    const std::atomic_ref word(notice.word);
    auto sons = word.load(std::memory_order_relaxed);
    while (sons > 0 && !word.compare_exchange_weak(sons, sons - 1, std::memory_order_relaxed)) {
    }
    claimed = sons > 0;
  }
};

/// One processor's use of the notices by which processors show how many sons they have to give.
template <Processor M> class WorkNotices {
public:
  /// `looks` is the greatest number of notices that are read when work is sought, 1 or more.
  /// `processor` must outlive this object.
  WorkNotices(M& processor, int looks)
      : processor_(processor), looks_(std::min(looks, processor.processors() - 1)) {}

  /// Returns true if this processor's notice, as written last, shows sons to give.
  [[nodiscard]] bool shows_some() const { return shown_; }

  /// Writes to this processor's notice that it has `sons` sons to give. This overwrites claims
  /// whose requests have not come yet. Does nothing if `sons` is 0 and the notice shows none
  /// already.
  void show(std::uint64_t sons) {
    if (sons == 0 && !shown_)
      return;
    shown_ = sons > 0;
    processor_.post(static_cast<Key>(processor_.rank()), PutUpNotice{sons});
  }

  /// Claims a son of another processor, `rank`. Returns true if that processor's notice shows a son
  /// to give.
  [[nodiscard]] bool claim(int rank) {
    ClaimSon claiming;
    const double begun = processor_.now();
    processor_.ask(static_cast<Key>(rank), claiming);
    processor_.await_answer();
    reading_.add(processor_.now() - begun);
    return claiming.claimed;
  }

  /// Reads notices of other processors, at most `looks`, until it has claimed a son. The first
  /// notice is that of the processor whose rank is greater by `distance` + 1. After the last rank
  /// comes the first. `distance` is in [0, the number of others). Returns the son's owner, or
  /// nothing if none of the notices read has a son.
  [[nodiscard]] std::optional<int> find(std::size_t distance) {
    const auto others = static_cast<std::size_t>(processor_.processors()) - 1;
    for (int look = 0; look < looks_; ++look) {
      const auto further = 1 + (distance + static_cast<std::size_t>(look)) % others;
      const auto rank =
          static_cast<int>((static_cast<std::size_t>(processor_.rank()) + further) % (others + 1));
      if (claim(rank))
        return rank;
    }
    return std::nullopt;
  }

  /// Returns the mean time to read a notice, in seconds, or 0 if none has been read.
  [[nodiscard]] double reading_time() const { return reading_.value(); }

private:
  M& processor_;
  int looks_;
  RunningMean reading_;
  bool shown_ = false;
};

} // namespace eldest::ybn
