#pragma once

#include "algorithms/dts/messages.hpp"
#include "algorithms/dts/path.hpp"
#include "algorithms/dts/settings.hpp"
#include "algorithms/search/node_type.hpp"
#include "trees/position.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::dts {

/// A son of a split point that is being searched.
template <class Move> struct Son {
  std::uint32_t ticket;
  int holder; ///< processor that searches the son, or owns the next split point below
  Move move;
  bool eldest;
  int moved = 0; ///< number of times that the son had changed hands when `holder` was set
};

/// A split point, the last node of `path`. When its sons are done, the search continues in the
/// nodes of `path` above it.
template <Position P> struct SplitPoint {
  using OwnSon = Son<typename P::Move>;

  Path<P> path;
  std::vector<OwnSon> sons{}; ///< sons being searched
  std::uint32_t tickets = 0;  ///< number of tickets given to sons

  [[nodiscard]] Frame<P>& node() { return path.frames.back(); }

  /// Returns the son with `ticket`, or null.
  [[nodiscard]] OwnSon* find(std::uint32_t ticket) {
    const auto found = std::find_if(sons.begin(), sons.end(),
                                    [=](const OwnSon& son) { return son.ticket == ticket; });
    return found == sons.end() ? nullptr : &*found;
  }

  /// Begins the search, by `holder`, of the son to which the node's current move leads. Returns the
  /// son's identifier.
  SonId begin_son(int owner, int holder) {
    sons.push_back({++tickets, holder, node().move, node().son.eldest});
    return {owner, node().number, tickets};
  }
};

/// Split points that a processor has made, whoever searches there, and orphaned paths, which no
/// processor is searching.
///
/// A path is orphaned where a window from above cuts off a node above a split point, or makes a
/// scout there begin again. The processors below are recalled, and the first idle processor
/// continues the search of the path.
template <Position P> class OwnedSplitPoints {
public:
  OwnedSplitPoints(int rank, const DtsSettings& own, DtsCounters& counters)
      : rank_(rank), own_(own), counters_(counters) {}

  /// A node to be shared, found for an idle processor.
  struct Place {
    Path<P>* path = nullptr;        ///< null: an orphaned path
    SplitPoint<P>* point = nullptr; ///< split point at the end of `path`, or null
    std::size_t index = 0;          ///< of the node in `path`
    Offer offer;

    [[nodiscard]] Frame<P>& node() const { return path->frames[index]; }
    [[nodiscard]] bool is_split_point() const {
      return point != nullptr && index + 1 == path->frames.size();
    }
  };

  /// Returns the best place for an idle processor, or nothing. `own_path` is the owner's own path,
  /// or nothing. For a `late` offer, a node counts only if it has more sons left than open late
  /// offers. An orphaned path goes before any node. For a late offer it counts only if there are
  /// more orphaned paths than open late offers of such paths.
  [[nodiscard]] std::optional<Place> best_place(std::optional<Path<P>>& own_path, bool late) {
    if (unattended_.size() > (late ? path_offers_open_ : 0))
      return Place{};
    std::optional<Place> best;
    const auto take = [&](const Place& place) {
      const int spare = place.offer.left - (late ? place.node().offers_open : 0);
      if (spare > 0 && (!best || best->offer.worth() < place.offer.worth()))
        best = place;
    };
    for_places(own_path, take);
    return best;
  }

  /// Returns the place of a node that has been offered, or nothing if it can no longer be split.
  /// For no_node, the place stands for an orphaned path.
  [[nodiscard]] std::optional<Place> find_place(std::optional<Path<P>>& own_path, NodeNumber node) {
    if (node == no_node)
      return unattended_.empty() ? std::nullopt : std::optional(Place{});
    std::optional<Place> found;
    for_places(own_path, [&](const Place& place) {
      if (place.offer.node == node)
        found = place;
    });
    return found;
  }

  /// Records that a place has been offered late.
  void open_offer(const Place& place) {
    if (place.path == nullptr)
      ++path_offers_open_;
    else
      ++place.node().offers_open;
  }
  /// Records that a late offer of `node`, which may be over, has been answered.
  void close_offer(std::optional<Path<P>>& own_path, NodeNumber node) {
    if (node == no_node)
      --path_offers_open_;
    else if (const auto place = find_place(own_path, node); place && place->node().offers_open > 0)
      --place->node().offers_open;
  }

  /// Makes the place a split point if it is not one yet.
  SplitPoint<P>& split(const Place& place) {
    if (place.is_split_point())
      return *place.point;
    count_split(place);
    Path<P>& path = *place.path;
    auto rest = path.cut_below(place.index, rank_, own_);
    points_.push_back({std::move(path)});
    path = std::move(rest);
    auto& point = points_.back();
    require(point.begin_son(rank_, rank_) == path.above, "a split point loses its first son");
    return point;
  }

  /// Returns the split point of `node`, or null.
  [[nodiscard]] SplitPoint<P>* find_point(NodeNumber node) {
    for (auto& point : points_) {
      if (point.node().number == node)
        return &point;
    }
    return nullptr;
  }

  /// Returns the split point whose path begins with `son` of another split point, or null.
  [[nodiscard]] SplitPoint<P>* find_point_below(const SonId& son) {
    for (auto& point : points_) {
      if (point.path.above == son)
        return &point;
    }
    return nullptr;
  }

  /// Removes a split point. Returns its path.
  Path<P> remove(SplitPoint<P>& point) {
    const auto found = std::find_if(points_.begin(), points_.end(),
                                    [&](const auto& kept) { return &kept == &point; });
    Path<P> path = std::move(point.path);
    points_.erase(found);
    return path;
  }

  /// Drops all split points and paths, at the end of the search.
  void clear() {
    for (const auto& point : points_) {
      counters_.sons_recalled += point.sons.size();
      ++counters_.split_points_dropped;
    }
    points_.clear();
    unattended_.clear();
  }

  // Orphaned paths

  [[nodiscard]] bool has_unattended() const { return !unattended_.empty(); }
  void leave_unattended(Path<P> path) {
    ++counters_.paths_unattended;
    unattended_.push_back(std::move(path));
  }

  /// Removes and returns the orphaned path that has waited longest. Precondition: there is one.
  [[nodiscard]] Path<P> take_unattended() {
    Path<P> path = std::move(unattended_.front());
    unattended_.pop_front();
    return path;
  }

  [[nodiscard]] Path<P>* find_unattended(const SonId& son) {
    const auto found = std::find_if(unattended_.begin(), unattended_.end(),
                                    [&](const Path<P>& path) { return path.above == son; });
    return found == unattended_.end() ? nullptr : &*found;
  }

  void remove_unattended(const Path<P>& path) {
    unattended_.erase(std::find_if(unattended_.begin(), unattended_.end(),
                                   [&](const auto& kept) { return &kept == &path; }));
  }

private:
  template <class Take> void for_places(std::optional<Path<P>>& own_path, Take take) {
    if (own_path)
      for_places_of(*own_path, nullptr, own_path->fathers(), take);
    for (auto& point : points_)
      for_places_of(point.path, &point, point.path.frames.size(), take);
  }

  template <class Take>
  void for_places_of(Path<P>& path, SplitPoint<P>* point, std::size_t end, Take take) {
    for (std::size_t i = 0; i < end; ++i) {
      const Frame<P>& node = path.frames[i];
      if (node.may_split(own_))
        take(Place{&path,
                   point,
                   i,
                   {node.number, node.node.depth, node.type, node.searched,
                    static_cast<int>(node.moves.left())}});
    }
  }

  void count_split(const Place& place) {
    if (place.point != nullptr)
      ++counters_.split_points_above;
    switch (place.node().type) {
    case NodeType::pv:
      ++counters_.split_points_pv;
      break;
    case NodeType::all:
      ++counters_.split_points_all;
      break;
    default:
      ++counters_.split_points_cut;
    }
  }

  int rank_;
  const DtsSettings& own_;
  DtsCounters& counters_;
  std::list<SplitPoint<P>> points_; ///< in the order in which they were made
  std::deque<Path<P>> unattended_;
  std::size_t path_offers_open_ = 0; ///< late offers of orphaned paths, not answered yet
};

} // namespace eldest::dts
