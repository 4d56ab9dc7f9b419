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

/// The word of a notice: the number of sons that a processor has to give, and that of its early
/// sons, which would wait for their eldest brother.
struct SonsOnNotice {
  std::uint64_t sons = 0;  ///< less than 2^32
  std::uint64_t early = 0; ///< less than 2^24
  int waste = 0;           ///< least rate of waste of an early son, in 255ths

  static constexpr std::uint64_t one_early = std::uint64_t{1} << 32;
  static constexpr std::uint64_t most_early = (1 << 24) - 1;

  [[nodiscard]] static constexpr SonsOnNotice of(std::uint64_t word) {
    return {word % one_early, word / one_early & most_early, static_cast<int>(word >> 56)};
  }
  [[nodiscard]] constexpr std::uint64_t word() const {
    return static_cast<std::uint64_t>(waste) << 56 | std::min(early, most_early) * one_early | sons;
  }
  [[nodiscard]] constexpr bool empty() const { return sons == 0 && early == 0; }
};

/// Handler that writes a processor's notice: `sons` is the word of SonsOnNotice. The notice may be
/// out of date when others read it, which costs them a refusal and no more.
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
/// Early sons are claimed only if there are no others and their rate of waste is at most `waste`,
/// in 255ths. If `waste` is 0, no early sons are claimed.
struct ClaimSon {
  static constexpr bool locked = false;

  int waste = 0;
  bool claimed = false; ///< the answer

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::word<8>(wire, wire::part<0, 255>(self.waste));
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<8>(wire, wire::flag(self.claimed));
  }

  void operator()(Notice& notice) {
    const std::atomic_ref word(notice.word);
    auto shown = word.load(std::memory_order_relaxed);
    auto one = claim(shown);
    while (one > 0 && !word.compare_exchange_weak(shown, shown - one, std::memory_order_relaxed))
      one = claim(shown);
    claimed = one > 0;
  }

private:
  /// Returns what a claim takes off the word `shown`, or 0 if there is nothing to claim.
  [[nodiscard]] std::uint64_t claim(std::uint64_t shown) const {
    const auto on_notice = SonsOnNotice::of(shown);
    if (on_notice.sons > 0)
      return 1;
    return waste > 0 && on_notice.early > 0 && on_notice.waste <= waste ? SonsOnNotice::one_early
                                                                        : 0;
  }
};

/// One processor's use of the notices by which processors show how many sons they have to give.
template <Processor M> class WorkNotices {
public:
  /// `looks` is the greatest number of notices that are read when work is sought, 1 or more. Early
  /// sons are claimed from all of these notices except the first `looks_before_early`. `processor`
  /// must outlive this object.
  WorkNotices(M& processor, int looks, int looks_before_early)
      : processor_(processor),
        looks_(std::min(looks, processor.processors() - 1)),
        looks_before_early_(looks_before_early) {}

  /// Returns true if this processor's notice, as written last, shows sons to give other than early
  /// ones.
  [[nodiscard]] bool shows_some() const { return shown_.sons > 0; }
  /// Returns true if this processor's notice, as written last, shows early sons.
  [[nodiscard]] bool shows_early() const { return shown_.early > 0; }

  /// Writes to this processor's notice which sons it has to give. This overwrites claims whose
  /// requests have not come yet. Does nothing if there are none and the notice shows none already.
  void show(const SonsOnNotice& sons) {
    if (sons.empty() && shown_.empty())
      return;
    shown_ = sons;
    processor_.post(static_cast<Key>(processor_.rank()), PutUpNotice{sons.word()});
  }

  /// Claims a son of another processor, `rank`. Returns true if that processor's notice shows a son
  /// to give. Claims early sons only if their rate of waste is at most `waste`: see ClaimSon.
  [[nodiscard]] bool claim(int rank, int waste) {
    ClaimSon claiming{waste};
    const double begun = processor_.now();
    processor_.ask(static_cast<Key>(rank), claiming);
    processor_.await_answer();
    reading_.add(processor_.now() - begun);
    return claiming.claimed;
  }

  /// Reads notices of other processors, at most `looks`, until it has claimed a son. The first
  /// notice is that of the processor whose rank is greater by `distance` + 1. After the last rank
  /// comes the first. `distance` is in [0, the number of others). `waste`: see ClaimSon. Returns
  /// the son's owner, or nothing if none of the notices read has a son.
  [[nodiscard]] std::optional<int> find(std::size_t distance, int waste) {
    const auto others = static_cast<std::size_t>(processor_.processors()) - 1;
    for (int look = 0; look < looks_; ++look) {
      const auto further = 1 + (distance + static_cast<std::size_t>(look)) % others;
      const auto rank =
          static_cast<int>((static_cast<std::size_t>(processor_.rank()) + further) % (others + 1));
      if (claim(rank, look < looks_before_early_ ? 0 : waste))
        return rank;
    }
    return std::nullopt;
  }

  /// Returns the mean time to read a notice, in seconds, or 0 if none has been read.
  [[nodiscard]] double reading_time() const { return reading_.value(); }

private:
  M& processor_;
  int looks_;
  int looks_before_early_;
  RunningMean reading_;
  SonsOnNotice shown_;
};

} // namespace eldest::ybn
