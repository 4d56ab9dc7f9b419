#pragma once

#include "algorithms/search/message.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/wire.hpp"
#include "algorithms/stealing/job_messages.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <cstddef>

namespace eldest::jamboree {

inline constexpr ProtocolRule require{"Jamboree"};

// Unlike in YBWC, a request may be served with work from anywhere, and a job's window does not
// change.
using stealing::Answer;
using stealing::JobId;
using stealing::Recall;
using stealing::Refusal;
using stealing::Stop;

/// A thief's request for work.
struct Request {
  int thief = 0;
  int hops = 0;              ///< number of times that the request may still be passed on
  stealing::Visited visited; ///< the thief, and the processors asked so far

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    std::size_t count = self.visited.size();
    wire::word<4>(wire, wire::tag<8>(wire), wire::rank(self.thief));
    wire::word<4>(wire, wire::part<0, 0xffff>(self.hops));
    wire::word<4>(wire, wire::part<0, 0xffff>(count));
    stealing::visited_fields(self.visited, wire, count);
  }

  bool operator==(const Request&) const = default;
};

/// Test or value of a son, to be found by the thief. The thief answers unless the job is recalled.
template <Position P> struct Job {
  JobId id{};
  int iteration = 0; ///< of iterative deepening, from 1 on
  P position;
  int depth = 0;   ///< of the first search below the position
  int ply = 0;     ///< from the root
  Score alpha = 0; ///< the window, unlike the answer, is as the son sees it
  Score beta = 0;
  int reduction = 0; ///< ply by which `depth` is less than the son's own: late move reductions
  TopLine line{};    ///< above the position, for observers only
  double begin = 0;  ///< earliest time to begin, by the clock of the critical path; not sent

  [[nodiscard]] static Job blank(const wire::Reader& reader) {
    return {.position = reader.root<wire::RootOf<P>>().position()};
  }
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    JobId::fields(self.id, wire);
    wire::word<4>(wire, wire::iteration(self.iteration));
    wire::word<4>(wire, wire::ply(self.ply));
    wire::word<4>(wire, wire::depth(self.depth), wire::depth(self.reduction));
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
    wire::position(wire, self.position);
  }

  bool operator==(const Job&) const = default;
};

template <Position P> using Content = Protocol<5, Request, Refusal, Job<P>, Recall, Answer, Stop>;

} // namespace eldest::jamboree
