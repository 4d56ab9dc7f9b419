#pragma once

#include "algorithms/dts/messages.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::dts {

/// An idle processor's search for a split point: who knows that it waits, and the offers that have
/// come.
class HelpSeeking {
public:
  /// An offer, and who has made it.
  struct Found {
    int rank;
    bool late;
    Offer offer;
  };

  HelpSeeking(int rank, int processors) : rank_(rank), knows_(ranks(processors)) {}

  [[nodiscard]] bool seeking() const { return seeking_; }

  /// Begins; returns the processors that are to be asked. All others know that this one waits: they
  /// have had nothing to offer since they were asked.
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

  /// Takes an answer; returns whether it is of use.
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

  /// Takes a refusal of a processor, which has nothing to offer any more.
  void take_refusal(int from) { knows_[ranks(from)] = true; }

  /// The best offer, which is removed, once all processors asked have answered. Of equals it is the
  /// first that came.
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

  /// Ends, since there is work; returns the offers that have not been chosen.
  [[nodiscard]] std::vector<Found> end() {
    seeking_ = false;
    return std::exchange(found_, {});
  }

private:
  static std::size_t ranks(int count) { return static_cast<std::size_t>(count); }

  int rank_;
  bool seeking_ = false;
  std::size_t missing_ = 0; ///< answers that have not come yet
  std::vector<bool> knows_; ///< by rank: it has been asked, and has made no offer since
  std::vector<Found> found_;
};

/// The idle processors that wait for a late offer of this one. Those that find work elsewhere stay
/// until they decline an offer; so the last to come is served first, since it is the likeliest to
/// be idle still.
class WaitingProcessors {
public:
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  void add(int rank) {
    require(std::find(waiting_.begin(), waiting_.end(), rank) == waiting_.end(),
            "a processor asks for help that it waits for");
    waiting_.push_back(rank);
  }

  /// The next of them, which is removed; there must be one.
  [[nodiscard]] int next() {
    const int last = waiting_.back();
    waiting_.pop_back();
    return last;
  }

private:
  std::vector<int> waiting_;
};

} // namespace eldest::dts
