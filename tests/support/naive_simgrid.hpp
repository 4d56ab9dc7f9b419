#pragma once

#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/table_access.hpp"
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
class NaiveProcessor final : public AnyProcessor {
public:
  NaiveProcessor(NaiveMachine& machine, Tables& tables, int rank, int processors)
      : AnyProcessor({.charges_work = true, .is_split_phase = true}, tables, rank, processors),
        machine_(machine) {}

  [[nodiscard]] double now() const override;
  void read(const BoundHandler& handler) override;
  void write(const BoundHandler& handler) override;
  void send(int to, Message message) override;
  [[nodiscard]] std::optional<Message> poll() override;
  [[nodiscard]] Message wait() override;
  [[nodiscard]] std::optional<Message> wait_for(double seconds) override;
  [[nodiscard]] double latency_to(int /*rank*/) const override { return 0; }

private:
  /// The action that a request asks of the server of an entry's home.
  enum class Action : std::uint8_t { look, lock, fetch, access, access_and_unlock, unlock };
  struct Request;
  friend NaiveMachine;

  void charge(double units) override { work_ += units; }
  [[nodiscard]] bool has_answer() const override { return !asked_; }
  void wait_for_answer() override;
  /// Waits without a limit.
  [[nodiscard]] bool wait_for_answer(double /*seconds*/) override {
    wait_for_answer();
    return true;
  }

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
