#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// The processors that one may ask for work: all others, in groups of equals, the preferred first.
class Victims {
public:
  /// Of processor `own_rank` of so many; it prefers those of the least `distance(rank)`.
  template <class Distance>
  Victims(int own_rank, int processors, Distance distance)
      : places_(static_cast<std::size_t>(processors), no_place) {
    std::vector<std::pair<double, int>> others;
    for (int rank = 0; rank < processors; ++rank) {
      if (rank != own_rank)
        others.emplace_back(distance(rank), rank);
    }
    std::sort(others.begin(), others.end());
    for (std::size_t place = 0; place < others.size(); ++place) {
      if (place > 0 && others[place].first > others[place - 1].first)
        ends_.push_back(place);
      const int rank = others[place].second;
      ranks_.push_back(rank);
      places_[static_cast<std::size_t>(rank)] = place;
    }
    ends_.push_back(others.size());
  }

  /// One of the most preferred that are not among `visited`, or none if all are. If there are n of
  /// them, `draw(n)`, which is called once, says which in the order of rank: a number in [0, n).
  template <class Draw>
  [[nodiscard]] std::optional<int> choose(const std::vector<int>& visited, Draw draw) const {
    const auto taken = places_of(visited);
    auto first = taken.begin();
    std::size_t begin = 0;
    for (const auto end : ends_) {
      const auto last = std::lower_bound(first, taken.end(), end);
      const auto free = end - begin - static_cast<std::size_t>(last - first);
      if (free > 0)
        return ranks_[skip(begin + draw(free), first, last)];
      first = last;
      begin = end;
    }
    return std::nullopt;
  }

private:
  static constexpr auto no_place = static_cast<std::size_t>(-1);
  using Places = std::vector<std::size_t>;

  /// In ascending order, each once.
  [[nodiscard]] Places places_of(const std::vector<int>& ranks) const {
    Places places;
    for (const int rank : ranks) {
      const auto place = places_[static_cast<std::size_t>(rank)];
      if (place != no_place)
        places.push_back(place);
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  /// The place that `place` comes to when those taken are left out.
  static std::size_t skip(std::size_t place, Places::const_iterator first,
                          Places::const_iterator last) {
    for (; first != last && *first <= place; ++first)
      ++place;
    return place;
  }

  std::vector<int> ranks_; ///< the preferred first, equals by rank
  Places places_;          ///< in `ranks_`, by rank
  Places ends_;            ///< of the groups of equals in `ranks_`
};

} // namespace eldest
