#pragma once

#include "algorithms/felten_otto/messages.hpp"
#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/search_stopped.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/shared_nodes/visit_handlers.hpp"
#include "trees/base/random.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace eldest::test {

/// A bug that FaultyProcessor puts into the machine below a search.
enum class Fault : std::uint8_t {
  none,
  short_keys,       ///< the table tells positions apart by the upper 8 bits of their keys
  bounds_as_exact,  ///< the table keeps every bound as an exact score
  torn_entries,     ///< one of eight stores writes the score of the store before
  other_depth,      ///< an entry answers for a ply more than it was searched to
  stored_on_stop,   ///< a stopped processor stores the last node it asked about, with a wrong score
  move_lost,        ///< the table's answers have no move
  failed_window,    ///< the root's window is narrow, and is not opened if the search fails
  depth_overstated, ///< helpers report an iteration as one that is a ply deeper
  helper_forgotten, ///< processors without a move of the root get no message
};

/// A processor that hands all calls on to another one, but with a bug.
class FaultyProcessor final : public AnyProcessor {
public:
  /// The bug, and what it has to know of the search.
  struct Plan {
    Fault fault = Fault::none;
    Key root = 0;
    Score expected = 0; ///< the root's static value
    int root_moves = 0;
  };

  /// `machine` must outlive this object.
  FaultyProcessor(AnyProcessor& machine, const Plan& plan)
      : AnyProcessor({.charges_work = true,
                      .awaits_answers = true,
                      .coherent = machine.has_coherent_caches()},
                     machine.tables(), machine.rank(), machine.processors()),
        machine_(machine),
        plan_(plan),
        random_(static_cast<std::uint64_t>(machine.rank())) {}

  [[nodiscard]] double now() const override { return machine_.now(); }
  [[nodiscard]] double latency_to(int to) const override { return machine_.latency_to(to); }

  void read(const BoundHandler& asked) override {
    auto changed = asked;
    for_handler(asked, [&]<class H>(H& handler) {
      if constexpr (AskedHandler<H>) {
        if constexpr (std::same_as<H, Probe>) {
          last_asked_ = {handler.key, handler.depth};
          if (plan_.fault == Fault::other_depth && handler.depth > 1)
            --handler.depth;
        }
        narrow_root(handler);
        const Key key = change_key(asked.key(), handler);
        changed = BoundHandler::reference_to(key, rank(), handler);
        on_answer_ = [this, &handler] { change_answer(handler); };
      }
    });
    machine_.read(changed);
  }
  void write(const BoundHandler& posted) override {
    bool changed = false;
    for_handler(posted, [&](auto handler) {
      change_result(handler);
      const Key key = change_key(posted.key(), handler);
      machine_.write(BoundHandler::reference_to(key, rank(), handler));
      changed = true;
    });
    if (!changed)
      machine_.write(posted);
  }

  void send(int to, Message message) override {
    const auto* const result = IterationMessage::get_if<IterationResult>(message);
    if (plan_.fault == Fault::helper_forgotten && to > plan_.root_moves)
      return;
    if (plan_.fault != Fault::depth_overstated || result == nullptr || rank() == 0)
      return machine_.send(to, std::move(message));
    auto deeper = *result;
    ++deeper.depth;
    IterationMessage::send(machine_, to, deeper);
  }
  [[nodiscard]] std::optional<Message> poll() override {
    auto message = unless_stopped<std::optional<Message>>([&] { return machine_.poll(); });
    record_poll(machine_.last_poll_began());
    return message;
  }
  [[nodiscard]] Message wait() override {
    return *unless_stopped<std::optional<Message>>([&] { return machine_.wait(); });
  }
  [[nodiscard]] std::optional<Message> wait_for(double seconds) override {
    return unless_stopped<std::optional<Message>>([&] { return machine_.wait_for(seconds); });
  }

private:
  void charge(double units) override { machine_.work(units); }
  [[nodiscard]] bool has_answer() const override { return machine_.answered(); }
  void wait_for_answer() override {
    machine_.await_answer();
    std::exchange(on_answer_, [] {})();
  }
  [[nodiscard]] bool wait_for_answer(double seconds) override {
    const bool in_time = machine_.await_answer_for(seconds);
    const auto on_answer = std::exchange(on_answer_, [] {});
    if (in_time)
      on_answer();
    return in_time;
  }

  /// A node that the table has been asked about.
  struct Asked {
    Key key = 0;
    int depth = 0;
  };

  /// Calls `change` with the handler of an access, if a bug may change handlers of its type.
  template <class Change> static void for_handler(const BoundHandler& bound, const Change& change) {
    for_handler_of<Probe, felten_otto::SuggestionProbe, Retrieve, Store, StoreMove,
                   StoreGuessedMove, StoreAndLeave, Leave>(bound, change);
  }
  template <class... H, class Change>
  static void for_handler_of(const BoundHandler& bound, const Change& change) {
    const auto change_if = [&](auto* handler) {
      if (handler != nullptr)
        change(*handler);
      return handler != nullptr;
    };
    static_cast<void>((change_if(bound.get_if<H>()) || ...));
  }

  template <class H> [[nodiscard]] Key change_key(Key key, H& handler) const {
    constexpr Key upper = ~(~Key{0} >> 8U);
    if (plan_.fault != Fault::short_keys)
      return key;
    handler.key &= upper;
    return key & upper;
  }

  template <class H> void narrow_root(H& handler) const {
    if (plan_.fault == Fault::failed_window && handler.key == plan_.root) {
      handler.answer.alpha = std::max(handler.answer.alpha, plan_.expected - 1);
      handler.answer.beta = std::min(handler.answer.beta, plan_.expected + 1);
    }
  }

  template <class H> void change_answer(H& handler) const {
    if (plan_.fault == Fault::move_lost)
      handler.answer.move = 0;
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

  AnyProcessor& machine_;
  Plan plan_;
  SplitMix64 random_;
  std::function<void()> on_answer_ = [] {};
  Asked last_asked_;
  Score last_stored_ = 0;
};

} // namespace eldest::test
