#pragma once

#include "algorithms/counters.hpp"
#include "algorithms/tables.hpp"

#include <any>
#include <concepts>
#include <cstddef>
#include <optional>

namespace eldest {

/// What one processor sends to another: a few words, or whatever an algorithm agrees on.
struct Message {
  int from = 0;          ///< rank of the sender
  std::size_t bytes = 0; ///< size on the wire, without the machine's own headers
  std::any content;
};

/// A handler that stands for all others where the concept below needs one.
struct NullHandler {
  static constexpr std::size_t request_bytes = 0;
  static constexpr std::size_t answer_bytes = 0;
  void operator()(Bucket& /*bucket*/) const {}
};

/// One worker's view of the machine it runs on, simulated or real. An algorithm is written once
/// against this and never mentions clocks, locks, threads or simulators.
///
/// - `rank()` in [0, processors()): which worker this is, of how many.
/// - `work(units)`: a node's work has been done; see NodeCosts for the unit.
/// - `ask(key, handler)` … `await_answer()`: runs the handler where the key is kept; not at all if
///   there is no such table. Split-phase: what is worked between the two overlaps with the wait.
///   The handler must outlive the wait; its answer is in it. One ask at a time. `answered()` tells
///   whether the answer is there already, so that nothing need be done to pass the time.
/// - `await_answer_for(seconds)`: waits no longer than that from now; whether the answer has come.
///   If not, the handler may go out of scope at once: an answer that comes later is dropped, and
///   the handler is as it was asked. It may still run where the key is kept, sooner or later: what
///   it leaves there must do no harm without anybody knowing of it. Nothing but work may come
///   between the ask and this.
/// - `post(key, handler)`: the same with no answer; a copy of the handler travels.
/// - `send(to, message)`: to another processor, in order for each pair of them; `poll()`: the next
///   message that has come, if any; `wait()`: the next message, idle until it comes.
/// - `latency_to(rank)`: seconds that the network takes to carry a message of no size to another
///   processor: its distance in the machine; 0 where that is unknown.
/// - `now()`: seconds since the start of the search, on this machine's clock.
template <class P>
concept Processor = requires(P processor, const P constant, Key key, NullHandler handler,
                             double units, double seconds, int rank, Message message) {
  { constant.rank() } -> std::same_as<int>;
  { constant.processors() } -> std::same_as<int>;
  { processor.work(units) } -> std::same_as<void>;
  { processor.ask(key, handler) } -> std::same_as<void>;
  { constant.answered() } -> std::same_as<bool>;
  { processor.await_answer() } -> std::same_as<void>;
  { processor.await_answer_for(seconds) } -> std::same_as<bool>;
  { processor.post(key, handler) } -> std::same_as<void>;
  { processor.send(rank, message) } -> std::same_as<void>;
  { processor.poll() } -> std::same_as<std::optional<Message>>;
  { processor.wait() } -> std::same_as<Message>;
  { constant.latency_to(rank) } -> std::same_as<double>;
  { constant.now() } -> std::same_as<double>;
};

/// A processor that shows how far its search has got while it goes on. `watch(counters, depth)`:
/// the search's counters and the depth of its current iteration, which may be read until the next
/// call; null pointers end that.
template <class P>
concept ShowsProgress = requires(P processor, const Counters* counters, const int* depth) {
  { processor.watch(counters, depth) } -> std::same_as<void>;
};

} // namespace eldest
