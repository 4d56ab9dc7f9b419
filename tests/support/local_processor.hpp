#pragma once

#include "algorithms/search/processor.hpp"

#include <optional>
#include <stdexcept>

namespace eldest::test {

/// A single processor with the whole table, on which nothing takes time.
class LocalProcessor {
public:
  explicit LocalProcessor(std::size_t entries) : tables_({.entries = entries}, 1) {}

  [[nodiscard]] static int rank() { return 0; }
  [[nodiscard]] static int processors() { return 1; }
  void work(double units) { work_ += units; }
  template <AskedHandler H> void ask(Key key, H& handler) { tables_.apply(key, 0, handler); }
  [[nodiscard]] static bool answered() { return true; }
  static void await_answer() {}
  [[nodiscard]] static bool await_answer_for(double /*seconds*/) { return true; }
  template <TableHandler H> void post(Key key, const H& handler) {
    auto copy = handler;
    tables_.apply(key, 0, copy);
  }
  static void send(int /*to*/, const Message& /*message*/) {
    throw std::logic_error("there is nobody to send to");
  }
  [[nodiscard]] static std::optional<Message> poll() { return std::nullopt; }
  [[nodiscard]] static double last_poll_began() { return 0; }
  [[nodiscard]] static Message wait() { throw std::logic_error("nobody sends anything"); }
  [[nodiscard]] static std::optional<Message> wait_for(double /*seconds*/) { return std::nullopt; }
  [[nodiscard]] static double latency_to(int /*rank*/) { return 0; }
  [[nodiscard]] static double now() { return 0; }

  [[nodiscard]] const TranspositionTable& table() const { return tables_.transpositions(0); }
  [[nodiscard]] const double* work_done() const { return &work_; }

private:
  Tables tables_;
  double work_ = 0;
};

static_assert(Processor<LocalProcessor>);

} // namespace eldest::test
