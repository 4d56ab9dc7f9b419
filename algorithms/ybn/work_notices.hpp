#pragma once

#include "algorithms/search/notices.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/ybn/running_mean.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace eldest::ybn {

/// A handler that puts up a processor's notice: how many sons it has to give. The notice may be out
/// of date when others read it, which costs them a refusal and no more.
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

/// A handler that reads a processor's notice and, if that has sons to give, claims one of them: the
/// notice then shows one less, so that no more processors are led to it than it has sons for.
struct ClaimSon {
  static constexpr bool locked = false;

  bool claimed = false; ///< the answer

  /// A word, as for any operation on one, though it says nothing.
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

/// One processor's use of the notices by which the processors show how many sons they have to give.
template <Processor M> class WorkNotices {
public:
  /// `looks`: the number of notices that are read at most when work is sought, 1 or more.
  /// `processor` must live as long as this.
  WorkNotices(M& processor, int looks)
      : processor_(processor), looks_(std::min(looks, processor.processors() - 1)) {}

  /// Whether this processor shows that it has sons to give.
  [[nodiscard]] bool shows_some() const { return shown_; }

  /// Shows how many sons this processor has to give, claimed ones left out.
  void show(std::uint64_t sons) {
    if (sons == 0 && !shown_)
      return;
    shown_ = sons > 0;
    processor_.post(static_cast<Key>(processor_.rank()), PutUpNotice{sons});
  }

  /// Claims a son of a processor, another one; returns whether that has one to give, by its notice.
  [[nodiscard]] bool claim(int rank) {
    ClaimSon claiming;
    const double begun = processor_.now();
    processor_.ask(static_cast<Key>(rank), claiming);
    processor_.await_answer();
    reading_.add(processor_.now() - begun);
    return claiming.claimed;
  }

  /// Reads the notices of the processors that follow the one `distance` ranks on, in [0, the number
  /// of others), from the last to the first again, until it has claimed a son; returns its owner,
  /// or none if none of those whose notices have been read has one.
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

  /// The seconds that it has taken to read a notice: their mean, 0 if none has been read.
  [[nodiscard]] double reading_time() const { return reading_.value(); }

private:
  M& processor_;
  int looks_;
  RunningMean reading_;
  bool shown_ = false;
};

} // namespace eldest::ybn
