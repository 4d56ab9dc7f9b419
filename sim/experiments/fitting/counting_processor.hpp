#pragma once

#include "algorithms/search/processor.hpp"
#include "algorithms/search/search_stopped.hpp"
#include "algorithms/search/tables.hpp"

#include <optional>
#include <stdexcept>

namespace eldest {

/// A processor on which a sequential search takes no time. It ends the search after a given number
/// of units of work.
class CountingProcessor {
public:
  /// `tables` must outlive the processor. `limit`: units of work after which the search ends.
  CountingProcessor(Tables& tables, double limit) : tables_(tables), left_(limit) {}

  [[nodiscard]] static int rank() { return 0; }
  [[nodiscard]] static int processors() { return 1; }
  [[nodiscard]] static double now() { return 0; }

  void work(double units) { left_ -= units; }

  template <AskedHandler H> void ask(Key key, H& handler) { tables_.apply(key, 0, handler); }
  [[nodiscard]] static bool answered() { return true; }
  static void await_answer() {}
  [[nodiscard]] static bool await_answer_for(double /*seconds*/) { return true; }
  template <TableHandler H> void post(Key key, H handler) { tables_.apply(key, 0, handler); }

  static void send(int /*to*/, const Message& /*message*/) {}
  [[nodiscard]] std::optional<Message> poll() const {
    if (left_ < 0)
      throw SearchStopped();
    return std::nullopt;
  }
  [[nodiscard]] static Message wait() { throw std::logic_error("nobody sends messages here"); }
  [[nodiscard]] static std::optional<Message> wait_for(double /*seconds*/) { return std::nullopt; }
  [[nodiscard]] static double latency_to(int /*rank*/) { return 0; }

private:
  Tables& tables_;
  double left_; ///< units of work left
};

static_assert(Processor<CountingProcessor>);

} // namespace eldest
