#pragma once

#include "algorithms/dts/messages.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::dts {

/// An idle processor's search for a split point: the processors that know that it is idle, and the
/// offers that have come.
class HelpSeeking {
public:
  /// An offer, and the processor that has made it.
  struct Found {
    int rank;
    bool late;
    Offer offer;
  };

  HelpSeeking(int rank, int processors) : rank_(rank), knows_(ranks(processors)) {}

  [[nodiscard]] bool seeking() const { return seeking_; }

  /// Begins the search. Returns the processors that are to be asked. All others know that this one
  /// waits, and have had nothing to offer since they were asked.
  [[nodiscard]] std::vector<int> begin() {
    require(!seeking_, "a processor asks for help twice");
    seeking_ = true;
    std::vector<int> asked;
    for (int other = 0; other < static_cast<int>(knows_.size()); ++other) {
      if (other != rank_ && !knows_[ranks(other)])
        asked.push_back(other);
    }
    for (const int other : asked)
      knows_[ranks(other)] = true;
    missing_ += asked.size();
    return asked;
  }

  /// Records an answer. Returns true if this processor is still seeking, so that an offer is of
  /// use.
  bool take(int from, const Answer& answer) {
    if (!answer.late)
      --missing_;
    if (answer.offer) {
      knows_[ranks(from)] = false;
      if (seeking_)
        found_.push_back({from, answer.late, *answer.offer});
    }
    return seeking_;
  }

  /// Records a refusal by the processor `from`, which has nothing to offer any more and remembers
  /// that this one waits.
  void take_refusal(int from) { knows_[ranks(from)] = true; }

  /// Removes and returns the best offer, the first to have come among equals. Returns nothing if
  /// there is no offer, or if some processor asked has not answered yet.
  [[nodiscard]] std::optional<Found> choose() {
    if (!seeking_ || missing_ > 0 || found_.empty())
      return std::nullopt;
    const auto best =
        std::max_element(found_.begin(), found_.end(), [](const Found& one, const Found& other) {
          return one.offer.worth() < other.offer.worth();
        });
    const auto chosen = *best;
    found_.erase(best);
    return chosen;
  }

  /// Ends the search, because this processor has work. Returns the offers that have not been
  /// chosen.
  [[nodiscard]] std::vector<Found> end() {
    seeking_ = false;
    return std::exchange(found_, {});
  }

private:
  static std::size_t ranks(int count) { return static_cast<std::size_t>(count); }

  int rank_;
  bool seeking_ = false;
  std::size_t missing_ = 0; ///< answers that have not come yet
  /// By rank: true if that processor has been asked, and has made no offer since.
  std::vector<bool> knows_;
  std::vector<Found> found_;
};

/// Idle processors that wait for a late offer of this one. A processor that finds work elsewhere
/// stays in the list until it declines an offer. The last to come is therefore served first,
/// because it is the likeliest to be idle still.
class WaitingProcessors {
public:
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  void add(int rank) {
    require(std::find(waiting_.begin(), waiting_.end(), rank) == waiting_.end(),
            "a processor asks for help that it waits for");
    waiting_.push_back(rank);
  }

  /// Removes and returns the processor to be served next. Precondition: one is waiting.
  [[nodiscard]] int next() {
    const int last = waiting_.back();
    waiting_.pop_back();
    return last;
  }

private:
  std::vector<int> waiting_;
};

} // namespace eldest::dts
