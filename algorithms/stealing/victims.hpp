#pragma once

#include "trees/base/random.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// The processors that a processor may ask for work: all others, in groups of equal preference. The
/// most preferred group comes first.
class Victims {
public:
  /// The victims of processor `own_rank`, all of equal preference.
  Victims(int own_rank, int processors) : own_rank_(own_rank), ends_{processors - 1} {}

  /// The victims of processor `own_rank`, in order of preference: those of the least
  /// `distance(rank)` first.
  template <class Distance>
  Victims(int own_rank, int processors, Distance distance)
      : own_rank_(own_rank), places_(static_cast<std::size_t>(processors)) {
    std::vector<std::pair<double, int>> others;
    for (int rank = 0; rank < processors; ++rank) {
      if (rank != own_rank)
        others.emplace_back(distance(rank), rank);
    }
    std::sort(others.begin(), others.end());
    ranks_.reserve(others.size());
    double distance_before = others.empty() ? 0 : others.front().first;
    for (const auto& [distance_here, rank] : others) {
      const auto place = static_cast<int>(ranks_.size());
      if (distance_here > distance_before)
        ends_.push_back(place);
      distance_before = distance_here;
      ranks_.push_back(rank);
      places_[static_cast<std::size_t>(rank)] = place;
    }
    ends_.push_back(static_cast<int>(ranks_.size()));
  }

  /// One of the most preferred processors that are not in `visited`, or nothing if all are.
  /// `draw(n)`, a number in [0, n), chooses among n such processors in the order of rank. It is
  /// called at most once.
  template <class Ranks, class Draw>
  [[nodiscard]] std::optional<int> choose(const Ranks& visited, Draw draw) const {
    const auto taken = places_of(visited);
    const int* first = taken.data();
    const int* const taken_end = first + taken.size();
    int begin = 0;
    for (const int end : ends_) {
      const auto* const last = std::lower_bound(first, taken_end, end);
      const auto free = static_cast<std::size_t>((end - begin) - (last - first));
      if (free > 0)
        return rank_at(skip(begin + static_cast<int>(draw(free)), first, last));
      first = last;
      begin = end;
    }
    return std::nullopt;
  }

private:
  using Places = std::vector<int>;
  /// The places of the processors that a request has been to.
  using TakenPlaces = boost::container::small_vector<int, 8>;

  /// The places of some ranks in the order of preference, ascending, each once.
  template <class Ranks> [[nodiscard]] TakenPlaces places_of(const Ranks& ranks) const {
    TakenPlaces places;
    for (const int rank : ranks) {
      if (rank != own_rank_)
        places.push_back(place_of(rank));
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  /// Advances `place` past the taken places from `first` to `last`.
  static int skip(int place, const int* first, const int* last) {
    for (; first != last && *first <= place; ++first)
      ++place;
    return place;
  }

  [[nodiscard]] int place_of(int rank) const {
    if (places_.empty())
      return rank > own_rank_ ? rank - 1 : rank;
    return places_[static_cast<std::size_t>(rank)];
  }

  [[nodiscard]] int rank_at(int place) const {
    if (ranks_.empty())
      return place >= own_rank_ ? place + 1 : place;
    return ranks_[static_cast<std::size_t>(place)];
  }

  int own_rank_;
  // Empty if all are equals. Otherwise every processor keeps a list of all others here.
  std::vector<int> ranks_; ///< the preferred first, equals by rank
  Places places_;          ///< index in `ranks_`, by rank
  Places ends_;            ///< ends of the groups of equals in `ranks_`
};

/// Random choice of the processors to ask for work.
class RandomVictims {
public:
  /// Each processor draws random numbers of its own, which `seed` and its rank determine.
  RandomVictims(Victims victims, int own_rank, std::uint64_t seed)
      : victims_(std::move(victims)), random_(mix(seed) + static_cast<std::uint64_t>(own_rank)) {}

  /// A random number in [0, count).
  [[nodiscard]] std::size_t draw(std::size_t count) { return random_() % count; }

  /// One of the most preferred processors that are not in `visited`, or nothing if all are.
  template <class Ranks> [[nodiscard]] std::optional<int> choose(const Ranks& visited) {
    return victims_.choose(visited, [this](std::size_t count) { return draw(count); });
  }

private:
  Victims victims_;
  SplitMix64 random_;
};

} // namespace eldest
