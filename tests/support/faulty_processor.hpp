#pragma once

#include "algorithms/search/iterations.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/search_stopped.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "tests/support/faulty_search.hpp"
#include "trees/base/random.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace eldest::test {

/// A processor of another machine `M`, with a bug.
template <class M> class FaultyProcessor {
public:
  /// The bug, and what it has to know of the search.
  struct Plan {
    Fault fault = Fault::none;
    Key root = 0;
    Score expected = 0; ///< the root's static value
    int root_moves = 0;
  };

  FaultyProcessor(M& machine, const Plan& plan)
      : machine_(machine), plan_(plan), random_(static_cast<std::uint64_t>(machine.rank())) {}

  [[nodiscard]] int rank() const { return machine_.rank(); }
  [[nodiscard]] int processors() const { return machine_.processors(); }
  [[nodiscard]] double now() const { return machine_.now(); }
  [[nodiscard]] double latency_to(int to) const { return machine_.latency_to(to); }
  void work(double units) { machine_.work(units); }

  template <AskedHandler H> void ask(Key key, H& handler) {
    if constexpr (std::same_as<H, Probe>) {
      last_asked_ = {handler.key, handler.depth};
      if (plan_.fault == Fault::other_depth && handler.depth > 1)
        --handler.depth;
    }
    narrow_root(handler);
    machine_.ask(change_key(key, handler), handler);
    on_answer_ = [this, &handler] { change_answer(handler); };
  }
  [[nodiscard]] bool answered() const { return machine_.answered(); }
  void await_answer() {
    machine_.await_answer();
    std::exchange(on_answer_, [] {})();
  }
  [[nodiscard]] bool await_answer_for(double seconds) {
    const bool in_time = machine_.await_answer_for(seconds);
    const auto on_answer = std::exchange(on_answer_, [] {});
    if (in_time)
      on_answer();
    return in_time;
  }
  template <TableHandler H> void post(Key key, H handler) {
    change_result(handler);
    const Key changed = change_key(key, handler);
    machine_.post(changed, handler);
  }

  void send(int to, const Message& message) {
    const auto* const result = IterationMessage::get_if<IterationResult>(message);
    if (plan_.fault == Fault::helper_forgotten && to > plan_.root_moves)
      return;
    if (plan_.fault != Fault::depth_overstated || result == nullptr || rank() == 0)
      return machine_.send(to, message);
    auto deeper = *result;
    ++deeper.depth;
    IterationMessage::send(machine_, to, deeper);
  }
  [[nodiscard]] std::optional<Message> poll() {
    return unless_stopped<std::optional<Message>>([&] { return machine_.poll(); });
  }
  [[nodiscard]] Message wait() {
    return *unless_stopped<std::optional<Message>>([&] { return machine_.wait(); });
  }
  [[nodiscard]] std::optional<Message> wait_for(double seconds) {
    return unless_stopped<std::optional<Message>>([&] { return machine_.wait_for(seconds); });
  }

private:
  /// A node that the table has been asked about.
  struct Asked {
    Key key = 0;
    int depth = 0;
  };

  template <class H> [[nodiscard]] Key change_key(Key key, H& handler) const {
    constexpr Key upper = ~(~Key{0} >> 8U);
    if (plan_.fault != Fault::short_keys)
      return key;
    if constexpr (requires { handler.key; }) {
      handler.key &= upper;
      return key & upper;
    }
    return key;
  }

  template <class H> void narrow_root(H& handler) const {
    if constexpr (requires { handler.answer.alpha; }) {
      if (plan_.fault == Fault::failed_window && handler.key == plan_.root) {
        handler.answer.alpha = std::max(handler.answer.alpha, plan_.expected - 1);
        handler.answer.beta = std::min(handler.answer.beta, plan_.expected + 1);
      }
    }
  }

  template <class H> void change_answer(H& handler) const {
    if constexpr (requires { handler.answer.move; }) {
      if (plan_.fault == Fault::move_lost)
        handler.answer.move = 0;
    }
  }

  template <class H> void change_result(H& handler) {
    if constexpr (requires { handler.result.score; }) {
      if (plan_.fault == Fault::bounds_as_exact) {
        handler.result.alpha = -infinity;
        handler.result.beta = infinity;
      }
      const Score own = handler.result.score;
      if (plan_.fault == Fault::torn_entries && random_() % 8 == 0)
        handler.result.score = last_stored_;
      last_stored_ = own;
    }
  }

  /// Calls `look`, a function that may throw SearchStopped. With Fault::stored_on_stop, then stores
  /// a node that has no value.
  template <class Result, class Look> Result unless_stopped(const Look& look) {
    Result result;
    if (until_stopped([&] { result = look(); }))
      return result;
    if (plan_.fault == Fault::stored_on_stop && last_asked_.key != 0) {
      NodeResult node(TableAnswer{-infinity, infinity, plan_.expected + 1000, 1},
                      last_asked_.depth);
      machine_.post(last_asked_.key, Store{last_asked_.key, node});
    }
    throw SearchStopped{};
  }

  M& machine_;
  Plan plan_;
  SplitMix64 random_;
  std::function<void()> on_answer_ = [] {};
  Asked last_asked_;
  Score last_stored_ = 0;
};

} // namespace eldest::test
