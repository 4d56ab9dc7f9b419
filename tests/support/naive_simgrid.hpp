#pragma once

#include "algorithms/processor.hpp"
#include "sim/machines/simulated/bound_handler.hpp"
#include "sim/machines/simulated/platform_file.hpp"

#include <cstddef>
#include <functional>
#include <optional>

namespace eldest::test {

class NaiveMachine;

/// A processor as one first writes it in SimGrid: a mailbox and a server actor for its part of the
/// table, a mailbox for its messages. Work is executed when the processor next communicates, which
/// is already less naive than once a node.
class NaiveProcessor {
public:
  NaiveProcessor(NaiveMachine& machine, Tables& tables, int rank, int processors)
      : machine_(machine), tables_(tables), rank_(rank), processors_(processors) {}

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return processors_; }
  void work(double units) { work_ += units; }
  template <AskedHandler H> void ask(Key key, H& handler) {
    request(tables_.home<H>(key, rank_), request_bytes(handler), answer_bytes(handler),
            BoundHandler::reference_to(key, rank_, handler));
  }
  [[nodiscard]] bool answered() const { return !awaiting_; }
  void await_answer();
  [[nodiscard]] bool await_answer_for(double /*seconds*/) {
    await_answer();
    return true;
  }
  template <TableHandler H> void post(Key key, const H& handler) {
    write(tables_.home<H>(key, rank_), request_bytes(handler),
          BoundHandler::copy_of(key, rank_, handler));
  }
  void send(int to, Message message);
  [[nodiscard]] std::optional<Message> poll();
  [[nodiscard]] Message wait();
  [[nodiscard]] std::optional<Message> wait_for(double seconds);
  [[nodiscard]] static double latency_to(int /*rank*/) { return 0; }
  [[nodiscard]] static double now();

private:
  void request(int home, std::size_t bytes, std::size_t answer_bytes, const BoundHandler& handler);
  void write(int home, std::size_t bytes, const BoundHandler& handler);
  void execute_work();
  /// Accesses the processor's own part, if that is the home; whether it is.
  [[nodiscard]] bool access_own(int home, const BoundHandler& handler);

  NaiveMachine& machine_;
  Tables& tables_;
  int rank_;
  int processors_;
  double work_ = 0;
  bool awaiting_ = false;
};

static_assert(Processor<NaiveProcessor>);

/// Runs a program on the first processors of a platform; a process can do so only once.
void run_naively(const PlatformFile& platform, int processors, const TableSettings& tables,
                 const std::function<void(NaiveProcessor&)>& program);

} // namespace eldest::test
