#pragma once

#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/search_stopped.hpp"
#include "algorithms/search/wire.hpp"
#include "sim/machines/accounts.hpp"
#include "sim/machines/cluster/cluster_endpoint.hpp"
#include "sim/machines/cluster/cluster_layout.hpp"
#include "sim/machines/cluster/cluster_port.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace eldest {

/// A processor of a ClusterMachine, which is a thread of a process; see the Processor concept. Work
/// takes its real time, unless time is simulated.
///
/// An access to an entry that its own process keeps is made at once, under the bucket's lock if the
/// process has several threads. For any other entry, a packet goes to the process that keeps it.
/// The first processor of that process to look for messages runs the handler.
///
/// If the machine uses one-sided access, no process runs handlers for another. The processor takes
/// a lock in the process that keeps the entry, reads the entry, runs the handler itself and writes
/// back what has changed.
///
/// Packets that have come are handled in `poll`, and in all waits. When the machine is stopped,
/// `poll` and the waits for messages throw SearchStopped.
///
/// Communication is the time of table accesses with their waits, of sending, and of handling
/// packets and messages in `poll`. Each of these takes two time stamps. A look for packets that
/// finds none counts as work.
class ClusterProcessor final : public AnyProcessor {
public:
  /// Only the machine makes its processors. If `rank` is not below the number of processors of the
  /// search, this one runs no program.
  ClusterProcessor(ClusterEndpoint& endpoint, int rank);

  [[nodiscard]] double now() const override { return endpoint_.now(); }

  void read(const BoundHandler& handler) override;
  void write(const BoundHandler& handler) override;

  void send(int to, Message message) override;
  [[nodiscard]] std::optional<Message> poll() override;
  [[nodiscard]] Message wait() override;
  [[nodiscard]] std::optional<Message> wait_for(double seconds) override;

  /// Returns 0, because distances between computers are unknown.
  [[nodiscard]] double latency_to(int /*rank*/) const override { return 0; }

  void show_iteration(const IterationResult& result) override {
    if (on_iteration_)
      on_iteration_(result);
  }
  void enter_game(const wire::Root* root, int depth) override { port_.enter_game(root, depth); }

  // For the machine:

  /// Clears messages, counts and times for the beginning of a program.
  void begin();
  /// Calls `function` with each iteration that the processor knows to be over, or nothing if
  /// `function` is empty. The processor's own thread calls it.
  void on_iteration(std::function<void(const IterationResult&)> function) {
    on_iteration_ = std::move(function);
  }
  /// Ends the wait for an answer; a later answer is dropped. Returns true if the answer has come.
  bool end_question();

  [[nodiscard]] const Traffic& traffic() const { return port_.traffic(); }
  /// The processor's data at the endpoint.
  [[nodiscard]] ClusterPort& port() { return port_; }
  [[nodiscard]] std::uint64_t communication_ticks() const { return communication_; }
  [[nodiscard]] std::uint64_t idle_ticks() const { return idle_; }
  [[nodiscard]] std::uint64_t time_stamps() const { return time_stamps_; }

private:
  void charge(double units) override {
    endpoint_.charge(ClusterCost::work, units);
    if (endpoint_.looks_after_work()) [[unlikely]]
      take_packets();
  }
  [[nodiscard]] bool has_answer() const override { return port_.answered(); }
  /// Returns without the answer if an error of some process ends the program, because the answer
  /// may then never come.
  void wait_for_answer() override;
  [[nodiscard]] bool wait_for_answer(double seconds) override;

  /// Guard that adds its lifetime in ticks to `category`.
  class Stamped {
  public:
    Stamped(ClusterProcessor& processor, std::uint64_t& category)
        : endpoint_(processor.endpoint_), category_(category), start_(endpoint_.ticks()) {
      processor.time_stamps_ += 2;
    }
    ~Stamped() { category_ += endpoint_.ticks() - start_; }
    Stamped(const Stamped&) = delete;
    Stamped& operator=(const Stamped&) = delete;

  private:
    const ClusterEndpoint& endpoint_;
    std::uint64_t& category_;
    std::uint64_t start_;
  };

  /// Makes an access, unless another process must do so. Returns true if it has been made.
  bool access(const AccessHeader& header, const BoundHandler& handler);
  void access_window(const AccessHeader& header, const BoundHandler& handler);
  /// Sends an access to `home`, the process that keeps its entry.
  void request(PacketKind kind, int home, const BoundHandler& handler);

  /// Counts a poll. Returns true in every `threads`-th poll, which is to look for packets. So the
  /// threads of a process together look as often as a single thread would. More looks would cost
  /// time, because each takes the network's data to another core.
  [[nodiscard]] bool has_turn_to_look() {
    if (++polls_ < layout_.threads)
      return false;
    polls_ = 0;
    return true;
  }
  /// Takes and handles all packets that have come. Returns true if it handled one.
  bool take_packets();
  /// Guard that ends the wait for an answer at the end of its lifetime. A later answer is dropped.
  class AnswerWait;
  /// Takes and handles a packet, or pauses if none has come. The pause takes at most `at_most`
  /// seconds of simulated time.
  void await_packet(Waiting& waiting, double at_most);
  /// Waits for a message until `now()` reaches `end`. Returns true if one has come.
  [[nodiscard]] bool wait_for_message(double end);
  /// Takes and reads the first message that has come. Precondition: there is one.
  [[nodiscard]] Message read_message();

  void throw_if_stopped() {
    if (endpoint_.is_stopped(port_))
      throw SearchStopped{};
  }

  ClusterEndpoint& endpoint_;
  ClusterLayout layout_;
  int process_;
  ClusterPort port_;
  int polls_ = 0;                   ///< since the last that looked for packets
  std::uint64_t communication_ = 0; ///< ticks
  std::uint64_t idle_ = 0;
  std::uint64_t time_stamps_ = 0;
  std::function<void(const IterationResult&)> on_iteration_;
};

} // namespace eldest
