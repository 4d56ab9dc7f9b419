#pragma once

#include "algorithms/search/counters.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/tables.hpp"

#include <concepts>
#include <optional>

namespace eldest {

/// An empty handler, with which the concept Processor checks a machine's functions.
struct NullHandler {
  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& /*wire*/) {}
  template <class Self, class Wire>
  static constexpr void answer_fields(Self& /*self*/, Wire& /*wire*/) {}
  void operator()(Bucket& /*bucket*/) const {}
};

/// An empty handler on notices, for the concept WatchesWords.
struct NullNoticeHandler {
  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& /*wire*/) {}
  void operator()(Notice& /*notice*/) const {}
};

/// One worker's view of the machine it runs on, simulated or real. An algorithm is written once
/// against this concept and never mentions clocks, locks, threads or simulators.
///
/// - `rank()`, `processors()`: this worker's number, in [0, processors()), and the number of
///   workers.
/// - `work(units)`: does, or accounts for, a node's work; see NodeCosts for the unit.
/// - `ask(key, handler)` … `await_answer()`: runs the handler where the key is kept, or not at all
///   if no such table exists. Split-phase: work between the two calls overlaps with the wait. The
///   handler holds the answer, and must outlive the wait. Only one request at a time.
/// - `answered()`: returns true if the answer is there already, so that there is no wait to fill
///   with work.
/// - `await_answer_for(seconds)`: waits at most `seconds` from now, and returns true if the answer
///   has come. If not, the handler is as it was before `ask`, and may go out of scope at once. A
///   later answer is dropped. The handler may still run where the key is kept, at any later time.
///   Its effect there must do no harm, although the asker does not know of it. Between `ask` and
///   this call only `work` may be called.
/// - `post(key, handler)`: runs a copy of the handler where the key is kept, without an answer.
/// - `send(to, message)`: sends to another processor. Messages from one processor to another arrive
///   in order.
/// - `poll()`: the next message that has come, or nothing.
/// - `wait()`: the next message; idle until it comes.
/// - `wait_for(seconds)`: the next message; idle for at most `seconds`; nothing if no message has
///   come by then.
/// - `latency_to(rank)`: seconds that the network takes to carry an empty message to processor
///   `rank`, as its distance in the machine; 0 where that is unknown.
/// - `now()`: seconds since the start of the search, on this machine's clock.
template <class P>
concept Processor = requires(P& processor, const P& constant, Key key, NullHandler handler,
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

/// A processor whose table accesses are quicker if announced. `prefetch<H>(key)` announces that a
/// handler H will run on a table's storage for `key()`, a microsecond from now or later. The
/// processor calls `key` only if it makes use of the announcement.
template <class P>
concept PrefetchesTables = requires(const P& processor, Key (*key)()) {
  { processor.template prefetch<NullHandler>(key) } -> std::same_as<void>;
};

/// A processor that can watch a word which others write: that of a Notice, or the state of a
/// SharedSplitPoint. `unchanged<H>(key, word)` returns true if a handler H on `key` would still
/// read `word`, and the processor knows so from its cache. That costs nothing. If it returns false,
/// the word may have changed, and reading it costs an access.
template <class P>
concept WatchesWords = requires(const P& processor, Key key, Key word) {
  { processor.template unchanged<NullNoticeHandler>(key, word) } -> std::same_as<bool>;
};

/// A processor that remembers its polls. `last_poll_began()` returns the time, by the processor's
/// clock, at which the last poll that returned a message began. That costs nothing.
template <class P>
concept TimesPolls = requires(const P& processor) {
  { processor.last_poll_began() } -> std::same_as<double>;
};

/// A processor that reports the progress of its search. `watch(counters, depth)` gives it the
/// search's counters and the depth of the current iteration. It may read both until the next call
/// of `watch`, which may have null pointers.
template <class P>
concept ShowsProgress = requires(P& processor, const Counters* counters, const int* depth) {
  { processor.watch(counters, depth) } -> std::same_as<void>;
};

} // namespace eldest
