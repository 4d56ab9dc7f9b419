#pragma once

#include "algorithms/search/iterations.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/search_stopped.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/search/wire.hpp"
#include "sim/machines/accounts.hpp"
#include "sim/machines/cluster/cluster_endpoint.hpp"
#include "sim/machines/cluster/cluster_layout.hpp"
#include "sim/machines/cluster/cluster_port.hpp"
#include "sim/machines/cluster/served_handlers.hpp"
#include "sim/machines/threads/apply_handler.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

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
class ClusterProcessor {
public:
  /// Only the machine makes its processors. If `rank` is not below the number of processors of the
  /// search, this one runs no program.
  ClusterProcessor(ClusterEndpoint& endpoint, int rank);

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return layout_.processors; }
  [[nodiscard]] double now() const { return endpoint_.now(); }

  void work(double units) {
    endpoint_.charge(ClusterCost::work, units);
    if (endpoint_.looks_after_work()) [[unlikely]]
      take_packets();
  }

  template <AskedHandler H> void ask(Key key, H& handler) {
    ++port_.traffic().reads;
    if (!tables_.has<H>())
      return;
    const int home = tables_.home<H>(key, rank_);
    const Stamped stamped(*this, communication_);
    if (home != process_)
      ++port_.traffic().remote_reads;
    if (access(home, key, handler))
      return;
    port_.await(handler);
    request(PacketKind::request, home, key, handler);
  }
  [[nodiscard]] bool answered() const { return port_.answered(); }
  void await_answer() {
    if (!answered())
      wait_for_answer();
  }
  [[nodiscard]] bool await_answer_for(double seconds) {
    return answered() || wait_for_answer(seconds);
  }

  template <TableHandler H> void post(Key key, H handler) {
    ++port_.traffic().writes;
    if (!tables_.has<H>())
      return;
    const int home = tables_.home<H>(key, rank_);
    const Stamped stamped(*this, communication_);
    if (home != process_)
      ++port_.traffic().remote_writes;
    if (!access(home, key, handler))
      request(PacketKind::post, home, key, handler);
  }

  void send(int to, const Message& message);
  [[nodiscard]] std::optional<Message> poll();
  [[nodiscard]] Message wait();
  [[nodiscard]] std::optional<Message> wait_for(double seconds);

  /// Returns 0, because distances between computers are unknown.
  [[nodiscard]] static double latency_to(int /*rank*/) { return 0; }

  /// See the ShowsIterations concept.
  void show_iteration(const IterationResult& result) const {
    if (on_iteration_)
      on_iteration_(result);
  }
  /// See the CrossesWires concept.
  void enter_game(const wire::Root* root, int depth) { port_.enter_game(root, depth); }

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

  /// Runs `handler` on its entry, unless another process must do so. Returns true if the handler
  /// has run.
  template <TableHandler H> bool access(int home, Key key, H& handler) {
    if (endpoint_.has_window() && tables_.is_shared<H>()) {
      access_window(home, key, handler);
      return true;
    }
    if (home != process_)
      return false;
    endpoint_.charge(ClusterCost::table_access);
    apply_handler(tables_, key, rank_, handler, endpoint_.has_threads() && tables_.is_shared<H>());
    return true;
  }

  template <TableHandler H> void access_window(int home, Key key, H& handler) {
    if constexpr (std::invocable<H&, Bucket&, Searchers&>) {
      throw std::logic_error("lists of searchers are in no window");
    } else {
      ClusterEndpoint::WindowAccess window(endpoint_, port_, home, tables_.index<H>(key, rank_));
      if (home == process_) {
        tables_.apply(key, rank_, handler);
        return;
      }
      auto&& own = tables_.kept<H>(key, rank_);
      auto found = another(own);
      auto kept = another(own);
      window.read(bytes_of(own), bytes_of(found));
      std::ranges::copy(bytes_of(found), bytes_of(kept).begin());
      handler(kept);
      if (!std::ranges::equal(bytes_of(found), bytes_of(kept)))
        window.write(bytes_of(own), bytes_of(kept));
    }
  }

  // Buffers for a copy of what is kept for a key: a bucket, a notice or a set of moves.

  [[nodiscard]] static Bucket another(const Bucket& /*like*/) { return {}; }
  [[nodiscard]] static Notice another(const Notice& /*like*/) { return {}; }
  [[nodiscard]] static std::vector<Key> another(MoveSet like) {
    return std::vector<Key>(like.size());
  }

  template <class Kept> [[nodiscard]] static std::span<std::byte> bytes_of(Kept& kept) {
    if constexpr (std::is_trivially_copyable_v<Kept> && !std::same_as<Kept, MoveSet>)
      return std::as_writable_bytes(std::span(&kept, 1));
    else
      return std::as_writable_bytes(std::span(kept));
  }

  template <TableHandler H> void request(PacketKind kind, int home, Key key, const H& handler) {
    wire::Writer writer;
    H::request_fields(handler, writer);
    send_request(kind, handler_number<H>, home, key, writer.take());
  }
  void send_request(PacketKind kind, std::uint16_t number, int home, Key key,
                    std::span<const std::byte> bytes);

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
  /// Waits for the answer. Returns without it if an error of some process ends the program, because
  /// the answer may then never come.
  void wait_for_answer();
  /// Waits at most `seconds` for the answer. Returns true if it has come.
  bool wait_for_answer(double seconds);
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
  Tables& tables_;
  ClusterLayout layout_;
  int rank_;
  int process_;
  ClusterPort port_;
  int polls_ = 0;                   ///< since the last that looked for packets
  std::uint64_t communication_ = 0; ///< ticks
  std::uint64_t idle_ = 0;
  std::uint64_t time_stamps_ = 0;
  std::function<void(const IterationResult&)> on_iteration_;
};

static_assert(Processor<ClusterProcessor> && ShowsIterations<ClusterProcessor> &&
              wire::CrossesWires<ClusterProcessor>);

} // namespace eldest
