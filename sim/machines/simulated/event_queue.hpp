#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace eldest {

/// Nearness of a coming event, as the number of events before it.
enum class Nearness : std::uint8_t {
  far,  ///< within some tens of events
  near, ///< within a few events
};

/// A Foresight that ignores coming events.
struct NoForesight {
  [[nodiscard]] static constexpr bool is_wanted() { return false; }
  void operator()(std::uint32_t /*subject*/, Nearness /*nearness*/) const {}
};

/// The coming events, in order of time. Events at the same time come in the order that they were
/// given, so that it does not depend on when they were added. There is at most one event about each
/// subject.
///
/// The queue is a knockout tournament, in which every subject has a place, with or without an
/// event. The matches of a new event are therefore known beforehand. They are played without
/// branches, which could not be predicted. A popped event keeps its place until the next operation,
/// because mostly a new event about the same subject then replaces it.
///
/// The subjects are divided into 32 parts (`far`), and also into 4 (`near`). Whenever an event
/// about a subject of a part has been added or removed, `Foresight` is called with the subject of
/// the part's earliest event. It is often called several times for one event, but never while its
/// `is_wanted()` returns false.
template <std::invocable<std::uint32_t, Nearness> Foresight = NoForesight> class EventQueue {
public:
  explicit EventQueue(Foresight foresight = {}) : foresight_(foresight) {}

  /// Subjects are in [0, max_subjects).
  static constexpr std::uint32_t max_subjects = 1U << 24U;
  /// Orders of events at the same time are in [0, max_orders).
  static constexpr std::uint64_t max_orders = std::uint64_t{1} << 40U;

  struct Event {
    double time;           ///< seconds, not negative
    std::uint32_t subject; ///< defined by the queue's user
  };

  [[nodiscard]] bool empty() {
    remove_taken();
    return winner() == none;
  }

  /// Returns the time of the earliest event. Precondition: not empty.
  [[nodiscard]] double next_time() {
    remove_taken();
    return time(winner());
  }

  /// Adds an event. Precondition: there is no event about `subject`.
  void push(double time, std::uint64_t order, std::uint32_t subject) {
    assert(order < max_orders);
    if (subject >= places_)
      make_room(subject);
    if (taken_ == subject) {
      taken_ = max_subjects;
    } else {
      remove_taken();
      assert(matches_[places_ + subject] == none);
    }
    enter(subject, (Entry{std::bit_cast<std::uint64_t>(time)} << lower_bits) +
                       (order * max_subjects + subject));
  }

  /// Removes the event about `subject`, unless there is none.
  void remove(std::uint32_t subject) {
    remove_taken();
    if (subject < places_)
      enter(subject, none);
  }

  /// Removes the earliest event and returns it. Precondition: not empty.
  Event pop() {
    remove_taken();
    taken_ = subject(winner());
    return {time(winner()), taken_};
  }

private:
  /// An event as a number that is less for earlier events. The upper half is the time. Times are
  /// not negative, so that their bits are in the order of their values. The lower half consists of
  /// the order and the subject.
  __extension__ using Entry = unsigned __int128;
  static constexpr int lower_bits = 64;
  static constexpr Entry none = ~Entry{0}; ///< later than every event

  static double time(Entry entry) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(entry >> lower_bits));
  }
  static std::uint32_t subject(Entry entry) {
    return static_cast<std::uint32_t>(entry % max_subjects);
  }

  [[nodiscard]] Entry winner() const { return matches_[1]; }

  void remove_taken() {
    if (taken_ == max_subjects)
      return;
    enter(taken_, none);
    taken_ = max_subjects;
  }

  /// Puts an entry in a subject's place, and plays its matches up to the final.
  void enter(std::uint32_t subject, Entry entry) {
    matches_[places_ + subject] = entry;
    if (!foresight_.is_wanted()) {
      (void)play(places_ + subject, 1);
      return;
    }
    const auto far = play(places_ + subject, far_contenders);
    foresee(matches_[far], Nearness::far);
    const auto near = play(far, near_contenders);
    foresee(matches_[near], Nearness::near);
    (void)play(near, 1);
  }

  void foresee(Entry entry, Nearness nearness) const {
    if (entry != none)
      foresight_(subject(entry), nearness);
  }

  /// Plays the matches of an entry, from its place at `match` up to the round with `contenders`
  /// contenders. Returns its match in that round.
  std::size_t play(std::size_t match, std::size_t contenders) {
    Entry* const matches = matches_.data();
    Entry entry = matches[match];
    while (match >= 2 * contenders) {
      const Entry other = matches[match ^ 1U];
      // A mask, because compilers make branches of other ways to choose.
      entry ^= (entry ^ other) & -static_cast<Entry>(other < entry);
      match /= 2;
      matches[match] = entry;
    }
    return match;
  }

  void make_room(std::uint32_t subject) {
    const auto places = std::bit_ceil(std::size_t{subject} + 1);
    std::vector<Entry> matches(2 * places, none);
    std::copy(matches_.begin() + static_cast<std::ptrdiff_t>(places_), matches_.end(),
              matches.begin() + static_cast<std::ptrdiff_t>(places));
    for (std::size_t match = places - 1; match > 0; --match)
      matches[match] = std::min(matches[2 * match], matches[2 * match + 1]);
    matches_ = std::move(matches);
    places_ = places;
  }

  static constexpr std::size_t far_contenders = 32;
  static constexpr std::size_t near_contenders = 4;

  [[no_unique_address]] Foresight foresight_;
  std::size_t places_ = 1; ///< a power of 2, more than every subject pushed before
  /// The winners of the matches. Match 1 is the final; 2n and 2n + 1 are the matches before n. The
  /// subjects' own entries begin at `places_`.
  std::vector<Entry> matches_ = {none, none};
  /// Subject of the popped event that still has its place, or `max_subjects`.
  std::uint32_t taken_ = max_subjects;
};

} // namespace eldest
