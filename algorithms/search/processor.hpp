#pragma once

#include "algorithms/search/counters.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/tables.hpp"

#include <concepts>
#include <optional>

namespace eldest {

/// A handler that stands for all others in the concept below.
struct NullHandler {
  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& /*wire*/) {}
  template <class Self, class Wire>
  static constexpr void answer_fields(Self& /*self*/, Wire& /*wire*/) {}
  void operator()(Bucket& /*bucket*/) const {}
};

/// One worker's view of the machine it runs on, simulated or real. An algorithm is written once
/// against this and never mentions clocks, locks, threads or simulators.
///
/// - `rank()` in [0, processors()): which worker this is, of how many.
/// - `work(units)`: does, or accounts for, a node's work; see NodeCosts for the unit.
/// - `ask(key, handler)` … `await_answer()`: runs the handler where the key is kept; not at all if
///   there is no such table. Split-phase: work between the two calls overlaps with the wait. The
///   handler must outlive the wait, and holds the answer. One ask at a time. `answered()` tells
///   whether the answer is there already, so that there is no wait to fill with work.
/// - `await_answer_for(seconds)`: waits at most so long from now, and returns whether the answer
///   has come. If not, the handler is as it was before the ask and may go out of scope at once: a
///   later answer is dropped. The handler may still run where the key is kept, at any later time:
///   its effect there must do no harm, although the asker does not know of it. Nothing but work may
///   come between the ask and this.
/// - `post(key, handler)`: the same with no answer; a copy of the handler travels.
/// - `send(to, message)`: sends to another processor; the order is kept for each pair. `poll()`:
///   the next message that has come, if any. `wait()`: the next message, idle until it comes.
///   `wait_for(seconds)`: the same, for so many seconds at most; nothing if none has come by then.
/// - `latency_to(rank)`: seconds that the network takes to carry an empty message to another
///   processor, which is its distance in the machine; 0 where that is unknown.
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
  { processor.wait_for(seconds) } -> std::same_as<std::optional<Message>>;
  { constant.latency_to(rank) } -> std::same_as<double>;
  { constant.now() } -> std::same_as<double>;
};

/// A processor whose table accesses are quicker if it knows of them before. `prefetch<H>(key)`: it
/// is going to run a handler on what a table has for a key, a microsecond from now or later.
template <class P>
concept PrefetchesTables = requires(const P processor, Key key) {
  { processor.template prefetch<NullHandler>(key) } -> std::same_as<void>;
};

/// A processor that shows how far its search has got while it goes on. `watch(counters, depth)`:
/// the search's counters and the depth of its current iteration, which may be read until the next
/// call; null pointers end that.
template <class P>
concept ShowsProgress = requires(P processor, const Counters* counters, const int* depth) {
  { processor.watch(counters, depth) } -> std::same_as<void>;
};

} // namespace eldest
