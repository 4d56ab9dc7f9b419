#pragma once

#include "algorithms/given_work/messages.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/node_type.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/wire.hpp"
#include "algorithms/stealing/job_messages.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <optional>

namespace eldest::ybwc {

inline constexpr ProtocolRule require{"YBWC"};

using stealing::Answer;
using stealing::JobId;
using stealing::Recall;
using stealing::Refusal;
using stealing::Stop;
using NewBounds = given_work::NewBounds<JobId>;

/// A request for work, from a processor without work or a master that waits for its slaves.
struct Request {
  int asker = 0;
  std::optional<JobId> below; ///< a waiting master wants work from below this job only
  int hops = 0;               ///< number of times that the request may still be passed on
  stealing::Visited visited;  ///< the asker, and the processors asked so far
  int waste = 0; ///< greatest rate of waste that the asker accepts, in 255ths: see OnRequest

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    JobId job = self.below.value_or(JobId{});
    bool from_below = self.below.has_value();
    std::size_t count = self.visited.size();
    wire::word<4>(wire, wire::tag<8>(wire), wire::rank(self.asker));
    wire::word<4>(wire, wire::part<0, 0xffff>(self.hops), wire::part<0, 0xffff>(count));
    wire::word<4>(wire, wire::flag(from_below), wire::rank(job.master),
                  wire::part<0, 255>(self.waste));
    wire::word<4>(wire, wire::number(job.number));
    stealing::visited_fields(self.visited, wire, count);
    if constexpr (Wire::reads) {
      if (from_below)
        self.below = job;
      else if (job != JobId{})
        wire.reject("a request that names no job has one");
    }
  }

  bool operator==(const Request&) const = default;
};

/// A job, the answer to a request. The asker is the slave of the sender until it answers or is
/// recalled.
template <Position P> struct Job {
  JobId id{};
  int iteration = 0; ///< of iterative deepening, from 1 on
  P position;
  int depth = 0; ///< of the first search below the position
  int ply = 0;   ///< from the root
  Score alpha = 0;
  Score beta = 0;      ///< the window, like the answer's value, is as the father sees it
  bool scout = false;  ///< a null window comes first
  bool eldest = false; ///< true for the iteration's root only
  NodeType father = NodeType::pv;
  int reduction = 0; ///< ply by which `depth` is less than the son's own
  TopLine line{};    ///< above the position, for observers only
  double begin = 0;  ///< earliest time to begin, by the clock of the critical path; not sent

  [[nodiscard]] static Job blank(const wire::Reader& reader) {
    return {.position = reader.root<wire::RootOf<P>>().position()};
  }
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    JobId::fields(self.id, wire);
    wire::word<4>(wire, wire::iteration(self.iteration), wire::ply(self.ply));
    wire::word<4>(wire, wire::depth(self.depth), wire::depth(self.reduction));
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
    wire::word<4>(wire, wire::flag(self.scout), wire::flag(self.eldest),
                  wire::up_to<NodeType::outside>(self.father));
    wire::position(wire, self.position);
  }

  bool operator==(const Job&) const = default;
};

template <Position P>
using Content = Protocol<4, Request, Refusal, Job<P>, NewBounds, Recall, Answer, Stop>;

} // namespace eldest::ybwc
