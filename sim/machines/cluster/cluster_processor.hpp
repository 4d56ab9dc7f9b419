#pragma once

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
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace eldest {

/// A processor of a ClusterMachine, which is a thread of a process; see the Processor concept. Work
/// takes its real time, if that is not simulated. An access to an entry of its own process is made
/// at once, under the lock of its bucket if the process has several threads. Any other goes as a
/// packet to the process that keeps the entry, where whichever processor next looks for messages
/// runs the handler; or, if the machine has a window, the processor takes a lock there, fetches the
/// entry, runs the handler itself and writes back what has changed. Packets that have come are seen
/// to in `poll`, and in all waits.
///
/// When the machine is stopped, `poll` and the waits for messages throw SearchStopped.
/// Communication is the time of accesses to tables, of sending, and of what has come, in `poll`;
/// each costs two time stamps. Looking in vain counts as work.
class ClusterProcessor {
public:
  /// Only the machine makes its processors. `rank`: there may be no such processor in the search;
  /// then it runs no program.
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

  /// Distances between computers are not known.
  [[nodiscard]] static double latency_to(int /*rank*/) { return 0; }

  /// See the CrossesWires concept.
  void enter_game(const wire::Root* root, int depth) { port_.enter_game(root, depth); }

  // For the machine:

  /// Begins a program with a new account.
  void begin();
  /// Has no answer be awaited any more, so that a later one is dropped; returns whether it has
  /// come.
  bool end_question();

  [[nodiscard]] const Traffic& traffic() const { return port_.traffic(); }
  /// What the endpoint knows it by.
  [[nodiscard]] ClusterPort& port() { return port_; }
  [[nodiscard]] std::uint64_t communication_ticks() const { return communication_; }
  [[nodiscard]] std::uint64_t idle_ticks() const { return idle_; }
  [[nodiscard]] std::uint64_t time_stamps() const { return time_stamps_; }

private:
  /// A guard that adds its lifetime to a category.
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

  /// Runs a handler where its entry is kept, if that takes nobody's help; returns whether it does.
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

  // What is kept for a key, of any kind.

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

  /// Whether a poll is to look for packets. The threads of a process do so in turns, together as
  /// often as one thread alone: what the network remembers has to go from core to core with them.
  [[nodiscard]] bool has_turn_to_look() {
    if (++polls_ < layout_.threads)
      return false;
    polls_ = 0;
    return true;
  }
  /// Takes all packets that have come; returns whether there was one.
  bool take_packets();
  /// A guard after which no answer is awaited: one that comes later is dropped.
  class AnswerWait;
  /// Waits for the answer, unless an error of some process ends the program: then it may not come.
  void wait_for_answer();
  /// Waits at most so many seconds; returns whether the answer has come.
  bool wait_for_answer(double seconds);
  /// Looks for a packet, and passes some time if there is none.
  void await_packet(Waiting& waiting, double at_most);
  /// Waits for a message until a time by its clock; whether one has come.
  [[nodiscard]] bool wait_for_message(double end);
  /// Reads the first message that has come.
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
  int polls_ = 0;                   ///< since its last turn
  std::uint64_t communication_ = 0; ///< ticks
  std::uint64_t idle_ = 0;
  std::uint64_t time_stamps_ = 0;
};

static_assert(Processor<ClusterProcessor> && wire::CrossesWires<ClusterProcessor>);

} // namespace eldest
