#pragma once

#include "algorithms/search/processor.hpp"
#include "sim/machines/simulated/machine_engine.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::test {

class NaiveMachine;

/// A processor of a naive SimGrid program. It has a mailbox and a server actor for its part of the
/// table, and a mailbox for its messages. Its accesses take the same messages as those of a
/// simulated machine, also to lock an entry and to fetch what is written. Work is executed when the
/// processor next communicates, which is already less naive than to execute it at every node.
class NaiveProcessor {
public:
  NaiveProcessor(NaiveMachine& machine, Tables& tables, int rank, int processors)
      : machine_(machine), tables_(tables), rank_(rank), processors_(processors) {}

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return processors_; }
  void work(double units) { work_ += units; }
  template <AskedHandler H> void ask(Key key, H& handler) {
    read(TableAccess::read(tables_, key, rank_, handler));
  }
  [[nodiscard]] bool answered() const { return !asked_; }
  void await_answer();
  [[nodiscard]] bool await_answer_for(double /*seconds*/) {
    await_answer();
    return true;
  }
  template <TableHandler H> void post(Key key, const H& handler) {
    write(TableAccess::write(tables_, key, rank_, handler));
  }
  void send(int to, Message message);
  [[nodiscard]] std::optional<Message> poll();
  [[nodiscard]] Message wait();
  [[nodiscard]] std::optional<Message> wait_for(double seconds);
  [[nodiscard]] static double latency_to(int /*rank*/) { return 0; }
  [[nodiscard]] static double now();

private:
  /// The action that a request asks of the server of an entry's home.
  enum class Action : std::uint8_t { look, lock, fetch, access, access_and_unlock, unlock };
  struct Request;
  friend NaiveMachine;

  void read(const TableAccess& access);
  void write(const TableAccess& access);
  void execute_work();
  /// Makes the access in the processor's own part, if the processor is the home. Returns true in
  /// that case.
  [[nodiscard]] bool access_own(const TableAccess& access);
  /// Locks the entry of an access, if it must be locked by messages. Returns true in that case.
  [[nodiscard]] bool lock(const TableAccess& access);
  /// Sends a request of `bytes` to the home. `answer_bytes`: size of the answer; 0 if none is
  /// expected.
  void request(const TableAccess& access, Action action, std::size_t bytes,
               std::size_t answer_bytes = 0);
  /// Waits for the answer to a request. Returns true if the answer grants a lock.
  bool receive(std::size_t answer_bytes);
  /// Sends a request of a word and waits for its answer. Returns true if the answer grants a lock.
  bool inquire(const TableAccess& access, Action action, std::size_t answer_bytes);

  NaiveMachine& machine_;
  Tables& tables_;
  int rank_;
  int processors_;
  double work_ = 0;
  std::optional<TableAccess> asked_; ///< read whose answer is still to be received
  bool holds_lock_ = false;          ///< true if that read holds a lock
};

static_assert(Processor<NaiveProcessor>);

/// Runs a program on the first processors of a platform. A process can do so only once. Returns the
/// number of messages sent over the network.
std::uint64_t run_naively(const PlatformFile& platform, int processors, const TableSettings& tables,
                          const std::function<void(NaiveProcessor&)>& program);

/// Executes amounts of work in SimGrid on the first host, one after another. Returns the times at
/// which they end, in seconds since the start.
[[nodiscard]] std::vector<double> ends_of_executions(const PlatformFile& platform,
                                                     const std::vector<double>& units);

/// The spans of time in which a processor is busy: begins and ends in seconds since the start.
using BusySpans = std::vector<std::pair<double, double>>;

/// Executes work in SimGrid in the spans of each processor, by rank. Returns the joules of their
/// hosts until `end`, as SimGrid's plugin host_energy measures them.
[[nodiscard]] double joules_of_executions(const PlatformFile& platform,
                                          const std::vector<BusySpans>& spans, double end);

} // namespace eldest::test
