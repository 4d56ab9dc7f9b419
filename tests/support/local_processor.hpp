#pragma once

#include "algorithms/processor.hpp"

#include <optional>
#include <stdexcept>

namespace eldest::test {

/// One processor with the whole table to itself, on which nothing takes time.
class LocalProcessor {
public:
  explicit LocalProcessor(std::size_t entries) : table_(entries) {}

  [[nodiscard]] static int rank() { return 0; }
  [[nodiscard]] static int processors() { return 1; }
  void work(double units) { work_ += units; }
  template <AskedHandler H> void ask(Key key, H& handler) { handler(table_.bucket(key)); }
  [[nodiscard]] static bool answered() { return true; }
  static void await_answer() {}
  template <TableHandler H> void post(Key key, const H& handler) {
    auto copy = handler;
    copy(table_.bucket(key));
  }
  static void send(int /*to*/, const Message& /*message*/) {
    throw std::logic_error("there is nobody to send to");
  }
  [[nodiscard]] static std::optional<Message> poll() { return std::nullopt; }
  [[nodiscard]] static Message wait() { throw std::logic_error("nobody sends anything"); }
  [[nodiscard]] static double now() { return 0; }

  [[nodiscard]] const TranspositionTable& table() const { return table_; }
  [[nodiscard]] double work_done() const { return work_; }

private:
  TranspositionTable table_;
  double work_ = 0;
};

static_assert(Processor<LocalProcessor>);

} // namespace eldest::test
