#pragma once

#include "algorithms/node_watcher.hpp"
#include "algorithms/stealing/job_messages.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace eldest::jamboree {

/// Throws std::logic_error unless a rule of the protocol holds.
inline void require(bool holds, const char* what) {
  if (!holds)
    throw std::logic_error(std::string("Jamboree: ") + what);
}

// A request may be served with work from anywhere, and a job's window stays as it is, both unlike
// in YBWC.
using stealing::Answer;
using stealing::JobId;
using stealing::Recall;
using stealing::Refusal;
using stealing::Stop;

/// A thief's request for work.
struct Request {
  int thief = 0;
  int hops = 0;             ///< how often it may still be passed on
  std::vector<int> visited; ///< the thief, and the processors asked so far
};

/// The test or the value of a son, to be found by the thief, who answers unless it is recalled.
template <Position P> struct Job {
  JobId id;
  int iteration = 0; ///< of iterative deepening, from 1 on
  P position;
  int depth = 0;   ///< of the first search below the position
  int ply = 0;     ///< from the root
  Score alpha = 0; ///< the window, unlike the answer, is as the son sees it
  Score beta = 0;
  int reduction = 0; ///< ply by which `depth` is less than the son's own: late move reductions
  TopLine line{};    ///< above the position, for observers only
};

template <Position P> using Content = std::variant<Request, Refusal, Job<P>, Recall, Answer, Stop>;

/// The size on the wire, by the rules of YBWC's messages.
template <Position P> [[nodiscard]] std::size_t wire_bytes(const Content<P>& content) {
  struct Size {
    std::size_t operator()(const Request& request) const { return 12 + 2 * request.visited.size(); }
    std::size_t operator()(const Refusal& /*refusal*/) const { return 4; }
    std::size_t operator()(const Job<P>& /*job*/) const { return 28 + sizeof(P); }
    std::size_t operator()(const Recall& /*recall*/) const { return 8; }
    std::size_t operator()(const Answer& /*answer*/) const { return 12; }
    std::size_t operator()(const Stop& /*stop*/) const { return 4; }
  };
  return std::visit(Size{}, content);
}

/// Sends a message of Jamboree search.
template <Position P, class M> void send(M& processor, int to, Content<P>&& content) {
  const auto bytes = wire_bytes<P>(content);
  processor.send(to, {processor.rank(), bytes, std::move(content)});
}

} // namespace eldest::jamboree
