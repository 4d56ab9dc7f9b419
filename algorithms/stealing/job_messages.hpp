#pragma once

#include "algorithms/given_work/messages.hpp"
#include "algorithms/search/wire.hpp"

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <cstdint>

namespace eldest::stealing {

// The messages between the owner of some work and the processor that has taken part of it. They are
// the same in every search by work stealing, except requests and jobs.

/// The name of a job, a part of the tree that a master has given to a slave. No two jobs have the
/// same name.
struct JobId {
  int master = 0;
  std::uint32_t number = 0; ///< number of the job, counted by the master

  bool operator==(const JobId&) const = default;

  /// Form of the beginning of a message about a job: 8 bytes.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire), wire::rank(self.master));
    wire::word<4>(wire, wire::number(self.number));
  }
};

/// The ranks of the processors that a request has been to. Most requests need no more memory than
/// their own.
using Visited = boost::container::small_vector<int, 8>;

/// Form of the `count` processors that a request has been to: 2 bytes each.
template <class Ranks, class Wire>
constexpr void visited_fields(Ranks& visited, Wire& wire, std::size_t count) {
  if constexpr (Wire::reads) {
    for (std::size_t i = 0; i < count; ++i)
      wire::word<2>(wire, wire::rank(visited.emplace_back()));
  } else {
    for (const auto& rank : visited)
      wire::word<2>(wire, wire::rank(rank));
  }
}

using given_work::Refusal;
using given_work::Stop;
using Recall = given_work::Recall<JobId>;
using Answer = given_work::Answer<JobId>;

} // namespace eldest::stealing
