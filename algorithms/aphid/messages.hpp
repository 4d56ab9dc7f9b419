#pragma once

#include "algorithms/aphid/table.hpp"
#include "algorithms/given_work/messages.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/wire.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// Messages between the master and the slaves of APHID.
namespace eldest::aphid {

/// A leaf that the master gives to a slave.
template <class Move> struct NewLeaf {
  LeafId id = 0;
  std::vector<Move> path; ///< from the root
  int offset = 0;         ///< iteration in which its depth is 0: d', except for extensions
  int searched = 0;       ///< depth to which another slave has searched it

  /// Form of the fields other than `id`.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    std::size_t ply = self.path.size();
    wire::word<4>(wire, wire::part<-1024, 1023>(self.offset), wire::part<0, 1023>(self.searched),
                  wire::ply(ply));
    wire::moves(wire, self.path, ply);
  }

  bool operator==(const NewLeaf&) const = default;
};

/// A new priority of a leaf that its slave has, and a demand for a search.
struct LeafUpdate {
  LeafId id = 0;
  int priority = no_priority;
  /// Window that the master needs in the current iteration, or nothing.
  std::optional<Window> needed{};

  /// Form of the fields other than `id`. Whether there is a window is said before.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::part<0, 1023>(self.priority));
    if (self.needed) {
      wire::word<4>(wire, wire::score(self.needed->alpha));
      wire::word<4>(wire, wire::score(self.needed->beta));
    }
  }

  bool operator==(const LeafUpdate&) const = default;
};

/// Changes in the master's half of the table that concern one slave.
template <class Move> struct WorkList {
  MasterState state;
  std::vector<Score> root_values; ///< of iterations that have ended since the last work list
  std::vector<NewLeaf<Move>> given;
  std::vector<LeafId> taken;
  std::vector<LeafUpdate> updates;

  /// Form of the work list. Leaves are sent one after the other. The highest three bits of the word
  /// with a leaf's number hold the kind of change, and a flag for another leaf.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    std::size_t values = self.root_values.size();
    std::size_t leaves = self.given.size() + self.taken.size() + self.updates.size();
    bool more = leaves > 0;
    wire::word<4>(wire, wire::tag<8>(wire), wire::iteration(self.state.iteration),
                  wire::part<0, 1023>(self.state.highest_uncertain), wire::flag(self.state.certain),
                  wire::flag(more));
    wire::word<4>(wire, wire::score(self.state.hypothetical));
    wire::word<4>(wire, wire::part<0, max_depth>(values));
    if constexpr (Wire::reads) {
      for (; values > 0; --values)
        wire::word<4>(wire, wire::score(self.root_values.emplace_back()));
      while (more)
        more = self.read_leaf(wire);
    } else {
      for (const auto& value : self.root_values)
        wire::word<4>(wire, wire::score(value));
      for (const auto& leaf : self.given) {
        begin_leaf(wire, leaf.id, Kind::given, --leaves > 0);
        NewLeaf<Move>::fields(leaf, wire);
      }
      for (const auto id : self.taken)
        begin_leaf(wire, id, Kind::taken, --leaves > 0);
      for (const auto& update : self.updates) {
        begin_leaf(wire, update.id, update.needed ? Kind::needed : Kind::updated, --leaves > 0);
        LeafUpdate::fields(update, wire);
      }
    }
  }

  bool operator==(const WorkList&) const = default;

private:
  enum class Kind : std::uint8_t { given, taken, updated, needed };

  template <class Wire>
  static constexpr void begin_leaf(Wire& wire, const LeafId& id, const Kind& kind,
                                   const bool& more) {
    wire::word<4>(wire, wire::part<0, 0x1fffffff>(id), wire::up_to<Kind::needed>(kind),
                  wire::flag(more));
  }

  /// Reads a leaf. Returns true if another one follows.
  [[nodiscard]] bool read_leaf(wire::Reader& reader) {
    LeafId id = 0;
    auto kind = Kind::given;
    bool more = false;
    wire::word<4>(reader, wire::part<0, 0x1fffffff>(id), wire::up_to<Kind::needed>(kind),
                  wire::flag(more));
    if ((kind == Kind::given && !taken.empty()) ||
        ((kind == Kind::given || kind == Kind::taken) && !updates.empty()))
      reader.reject("leaves are not in the order of their kinds");
    if (kind == Kind::given) {
      auto& leaf = given.emplace_back();
      leaf.id = id;
      NewLeaf<Move>::fields(leaf, reader);
    } else if (kind == Kind::taken) {
      taken.push_back(id);
    } else {
      auto& update = updates.emplace_back();
      update.id = id;
      if (kind == Kind::needed)
        update.needed.emplace();
      LeafUpdate::fields(update, reader);
    }
    return more;
  }
};

/// A change in a slave's half of the table, namely the result of one search.
struct Report {
  LeafId id = 0;
  int depth = 0;
  DepthResult result;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire), wire::part<0, 1023>(self.depth));
    wire::word<4>(wire, wire::number(self.id));
    wire::word<4>(wire, wire::score(self.result.bounds.lower));
    wire::word<4>(wire, wire::score(self.result.bounds.upper));
    wire::whole(wire, self.result.nodes);
  }

  bool operator==(const Report&) const = default;
};

using given_work::Stop;

template <class Move> using Content = Protocol<9, WorkList<Move>, Report, Stop>;

} // namespace eldest::aphid
