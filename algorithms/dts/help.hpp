#pragma once

#include "algorithms/dts/messages.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::dts {

/// An idle processor's search for a split point: the processors that know of it, and the offers
/// that have come.
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

  /// Receives an answer. Returns true if it is of use.
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

  /// Receives a refusal of the processor `from`, which has nothing to offer any more.
  void take_refusal(int from) { knows_[ranks(from)] = true; }

  /// Removes and returns the best offer, or nothing until all processors asked have answered. Of
  /// equal offers it is the first that came.
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

  /// Ends the search, since there is work. Returns the offers that have not been chosen.
  [[nodiscard]] std::vector<Found> end() {
    seeking_ = false;
    return std::exchange(found_, {});
  }

private:
  static std::size_t ranks(int count) { return static_cast<std::size_t>(count); }

  int rank_;
  bool seeking_ = false;
  std::size_t missing_ = 0; ///< answers that have not come yet
  std::vector<bool> knows_; ///< by rank: has been asked, and has made no offer since
  std::vector<Found> found_;
};

/// Idle processors that wait for a late offer of this one. Those that find work elsewhere stay
/// until they decline an offer. The last to come is therefore served first, since it is the
/// likeliest to be idle still.
class WaitingProcessors {
public:
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  void add(int rank) {
    require(std::find(waiting_.begin(), waiting_.end(), rank) == waiting_.end(),
            "a processor asks for help that it waits for");
    waiting_.push_back(rank);
  }

  /// Removes and returns the next processor. Precondition: there is one.
  [[nodiscard]] int next() {
    const int last = waiting_.back();
    waiting_.pop_back();
    return last;
  }

private:
  std::vector<int> waiting_;
};

} // namespace eldest::dts
