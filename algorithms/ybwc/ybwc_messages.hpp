#pragma once

#include "algorithms/node_type.hpp"
#include "algorithms/node_watcher.hpp"
#include "algorithms/processor.hpp"
#include "algorithms/stealing/job_messages.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace eldest::ybwc {

/// Throws std::logic_error unless a rule of the protocol holds.
inline void require(bool holds, const char* what) {
  if (!holds)
    throw std::logic_error(std::string("YBWC: ") + what);
}

using stealing::Answer;
using stealing::JobId;
using stealing::Recall;
using stealing::Refusal;
using stealing::Stop;

/// A request for work, from a processor without work or a master that waits for its slaves.
struct Request {
  int asker = 0;
  std::optional<JobId> below; ///< a waiting master wants work from below this job only
  int hops = 0;               ///< how often it may still be passed on
  std::vector<int> visited;   ///< the asker, and the processors asked so far
};

/// A job. The asker becomes the slave of the sender, until it answers or is recalled.
template <Position P> struct Job {
  JobId id;
  int iteration = 0; ///< of iterative deepening, from 1 on
  P position;
  int depth = 0; ///< of the first search below the position
  int ply = 0;   ///< from the root
  Score alpha = 0;
  Score beta = 0;      ///< the window, like the answer, is as the father sees it
  bool scout = false;  ///< a null window comes first
  bool eldest = false; ///< true for the iteration's root only
  NodeType father = NodeType::pv;
  int reduction = 0; ///< ply by which `depth` is less than the son's own
  TopLine line{};    ///< above the position, for observers only
};

/// The father's new window, which is never wider than the last.
struct NewBounds {
  JobId job;
  Score alpha = 0;
  Score beta = 0;
};

template <Position P>
using Content = std::variant<Request, Refusal, Job<P>, NewBounds, Recall, Answer, Stop>;

/// The size on the wire: words of 4 bytes for kind, job, score and depth, 2 bytes for a rank, and a
/// position as it stands in memory.
template <Position P> [[nodiscard]] std::size_t wire_bytes(const Content<P>& content) {
  struct Size {
    std::size_t operator()(const Request& request) const { return 16 + 2 * request.visited.size(); }
    std::size_t operator()(const Refusal& /*refusal*/) const { return 4; }
    std::size_t operator()(const Job<P>& /*job*/) const { return 28 + sizeof(P); }
    std::size_t operator()(const NewBounds& /*bounds*/) const { return 16; }
    std::size_t operator()(const Recall& /*recall*/) const { return 8; }
    std::size_t operator()(const Answer& /*answer*/) const { return 12; }
    std::size_t operator()(const Stop& /*stop*/) const { return 4; }
  };
  return std::visit(Size{}, content);
}

/// Sends a message of YBWC.
template <Position P, Processor M> void send(M& processor, int to, Content<P>&& content) {
  const auto bytes = wire_bytes<P>(content);
  processor.send(to, {processor.rank(), bytes, std::move(content)});
}

} // namespace eldest::ybwc
