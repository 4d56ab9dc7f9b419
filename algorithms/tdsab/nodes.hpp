#pragma once

#include "algorithms/search/frame_steps.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/tdsab/messages.hpp"
#include "algorithms/tdsab/settings.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace eldest::tdsab {

/// A father that waits for a node.
struct Father {
  int home = 0;
  Ticket ticket = root_ticket; ///< the name that the father's home has given to the node

  bool operator==(const Father&) const = default;
};

/// A son whose value its father waits for, or the position after a pass.
template <class Move> struct OpenSon {
  Move move{};
  std::uint8_t place = 0; ///< among its brothers, from 0, the eldest, on; 0 for a pass
  SonSearch search{};
  NodeId id{};
  int home = 0;
  Ticket ticket = root_ticket;
};

/// A node that its home has been asked to search, and whose value is not known yet.
template <Position P> struct Node {
  using Son = OpenSon<typename P::Move>;

  NodeId id;
  Score alpha = 0; ///< `id.beta` - 1 unless this is the root without a guess
  P position;
  int iteration = 0;
  NodeType type = NodeType::cut; ///< expected: CUT or ALL
  Places places{};
  TopLine line{}; ///< above the position, for observers only
  std::vector<Father> fathers{};
  std::uint64_t arrival = 0;             ///< number of nodes that came here before
  bool queued = false;                   ///< true until the home begins the node
  std::unique_ptr<NodeFrame<P>> frame{}; ///< null until the node is expanded
  std::vector<Son> open{};               ///< in the order in which their searches began
  int sons_begun = 0;                    ///< in the current search of the node

  /// Returns true if the eldest son, or the pass, is being searched.
  [[nodiscard]] bool eldest_is_open() const { return !open.empty() && open.front().place == 0; }

  /// Returns the places of a son.
  [[nodiscard]] Places places_of(std::uint8_t place) const {
    Places all = places;
    all.push_back(place);
    return all;
  }
};

/// The nodes that one home is searching or is to search, and the queue of those that it has not
/// begun.
template <Position P> class Nodes {
public:
  explicit Nodes(TdsabOrder order) : queue_(Before{order}) {}

  [[nodiscard]] bool empty() const { return nodes_.empty(); }

  /// Returns the node, or null if it is not being searched here.
  [[nodiscard]] Node<P>* find(const NodeId& id) {
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? nullptr : found->second.get();
  }

  /// Adds a node to the nodes and to the queue. There must be none with its id.
  Node<P>& add(Node<P> node) {
    node.arrival = arrivals_++;
    node.queued = true;
    auto& added = nodes_[node.id];
    require(added == nullptr, "a node is searched twice at once");
    added = std::make_unique<Node<P>>(std::move(node));
    queue_.insert(added.get());
    return *added;
  }

  /// Gives a queued node the places of another path to it, if that path comes before. Returns true
  /// if so.
  bool raise(Node<P>& node, const Places& places) {
    if (!node.queued || !(places < node.places))
      return false;
    queue_.erase(&node);
    node.places = places;
    queue_.insert(&node);
    return true;
  }

  /// Returns the first node of the queue, or null.
  [[nodiscard]] Node<P>* first() const { return queue_.empty() ? nullptr : *queue_.begin(); }

  /// Takes a node out of the queue, to begin it.
  void take(Node<P>& node) {
    queue_.erase(&node);
    node.queued = false;
  }

  /// Removes a node whose sons are all closed.
  void remove(Node<P>& node) {
    require(node.open.empty(), "a node with open sons is removed");
    if (node.queued)
      queue_.erase(&node);
    nodes_.erase(NodeId(node.id));
  }

  /// Adds a son that the father waits for, and gives it a ticket. Returns the son.
  const typename Node<P>::Son& open(Node<P>& father, typename Node<P>::Son son) {
    son.ticket = ++tickets_;
    fathers_.emplace(son.ticket, &father);
    father.open.push_back(std::move(son));
    return father.open.back();
  }

  /// Returns the father of the open son with that ticket, or null if there is no such son.
  [[nodiscard]] Node<P>* father_of(Ticket ticket) const {
    const auto found = fathers_.find(ticket);
    return found == fathers_.end() ? nullptr : found->second;
  }

  /// Removes an open son, and returns it.
  typename Node<P>::Son close(Node<P>& father, Ticket ticket) {
    const auto son = std::find_if(father.open.begin(), father.open.end(),
                                  [&](const auto& one) { return one.ticket == ticket; });
    require(son != father.open.end(), "a son is closed that is not open");
    const auto closed = *son;
    father.open.erase(son);
    fathers_.erase(ticket);
    return closed;
  }

  /// Removes all nodes.
  void clear() {
    queue_.clear();
    fathers_.clear();
    nodes_.clear();
  }

private:
  /// The order of the queue. Nodes of the same path come in the order of their arrival.
  struct Before {
    TdsabOrder order;

    bool operator()(const Node<P>* one, const Node<P>* other) const {
      if (order == TdsabOrder::path && one->places != other->places)
        return one->places < other->places;
      return one->arrival < other->arrival;
    }
  };

  std::unordered_map<NodeId, std::unique_ptr<Node<P>>, HashOfId> nodes_; ///< never iterated
  std::set<Node<P>*, Before> queue_;
  std::unordered_map<Ticket, Node<P>*> fathers_; ///< of the open sons; never iterated
  Ticket tickets_ = root_ticket;                 ///< the last one given
  std::uint64_t arrivals_ = 0;
};

} // namespace eldest::tdsab
