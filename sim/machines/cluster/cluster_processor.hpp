#pragma once

#include "algorithms/processor.hpp"
#include "algorithms/search_stopped.hpp"
#include "algorithms/tables.hpp"
#include "algorithms/wire.hpp"
#include "sim/machines/accounts.hpp"
#include "sim/machines/cluster/cluster_network.hpp"
#include "sim/machines/cluster/served_handlers.hpp"
#include "sim/machines/threads/stop_watcher.hpp"
#include "sim/machines/threads/ticks.hpp"

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace eldest {

/// The reason why the processes of a machine end their program early.
enum class ClusterStop : std::uint8_t {
  none,
  time,
  interrupt,
  error, ///< an exception on one of them
};

/// The process's own processor of a ClusterMachine; see the Processor concept. Work takes its real
/// time. Whatever is meant for another processor, requests for the entries that this one keeps
/// among it, goes as a packet; what has come is seen to in `poll`, and in all waits.
///
/// When the machine is stopped, `poll` and the waits for messages throw SearchStopped.
/// Communication is the time of accesses to tables, of sending, and of what has come, in `poll`;
/// each costs two time stamps. Looking in vain counts as work.
class ClusterProcessor {
public:
  /// Only the machine makes its processors. `processors`: of the search, of which this one may be
  /// none. The tables are the part that it keeps.
  ClusterProcessor(ClusterNetwork& network, int processors, Tables& tables);

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return processors_; }
  [[nodiscard]] double now() const { return clock_.elapsed(); }

  static void work(double /*units*/) {}

  template <AskedHandler H> void ask(Key key, H& handler) {
    ++traffic_.reads;
    access(key, handler, [&](int home) {
      ++traffic_.remote_reads;
      asked_ = {&handler, &read_answer<H>, ++sequence_};
      request(PacketKind::request, home, key, handler);
    });
  }
  [[nodiscard]] bool answered() const { return asked_.handler == nullptr; }
  void await_answer() {
    if (!answered())
      wait_for_answer();
  }
  [[nodiscard]] bool await_answer_for(double seconds) {
    return answered() || wait_for_answer(seconds);
  }

  template <TableHandler H> void post(Key key, H handler) {
    ++traffic_.writes;
    access(key, handler, [&](int home) {
      ++traffic_.remote_writes;
      request(PacketKind::post, home, key, handler);
    });
  }

  void send(int to, const Message& message);
  [[nodiscard]] std::optional<Message> poll();
  [[nodiscard]] Message wait();
  [[nodiscard]] std::optional<Message> wait_for(double seconds);

  /// Distances between computers are not known.
  [[nodiscard]] static double latency_to(int /*rank*/) { return 0; }

  /// See the CrossesWires concept.
  void enter_game(const wire::Root* root, int depth) {
    root_ = root;
    depth_ = depth;
  }

  // For the machine:

  /// Begins a program: its clock, and its account.
  void begin();
  /// Ends the programs of all processors, before their time if there is a reason.
  void stop_all(ClusterStop reason);
  /// Has the next look at messages end the program. Any thread may call this.
  void request_stop(StopReason reason);
  /// Sees to what has come, after the program; returns whether anything has. With `answering`
  /// false, nobody awaits an answer any more.
  bool serve(bool answering);

  /// Why its program was ended, if it was, and not by an error of its own.
  [[nodiscard]] ClusterStop stopped_by() const { return stop_; }
  [[nodiscard]] const Traffic& traffic() const { return traffic_; }
  [[nodiscard]] const TickClock& clock() const { return clock_; }
  [[nodiscard]] std::uint64_t communication_ticks() const { return communication_; }
  [[nodiscard]] std::uint64_t idle_ticks() const { return idle_; }
  [[nodiscard]] std::uint64_t time_stamps() const { return time_stamps_; }
  /// The packets sent to each process, and those that have come, since the machine was made.
  [[nodiscard]] const std::vector<std::uint64_t>& packets_sent() const { return sent_; }
  [[nodiscard]] std::uint64_t packets_received() const { return received_; }

private:
  /// What a packet is for.
  enum class PacketKind : std::uint8_t { request, post, answer, message, stop };

  /// What a packet begins with. All processes run the same program.
  struct Header {
    PacketKind kind{};
    ClusterStop stop = ClusterStop::none; ///< if it is one
    std::uint16_t number = 0;             ///< of the handler, or the place of the protocol
    std::uint32_t sequence = 0;           ///< of a request, and of its answer
    Key key = 0;                          ///< of a request or post
  };

  /// The request whose answer is awaited.
  struct Asked {
    void* handler = nullptr; ///< null: none
    void (*read)(void* handler, wire::Reader& answer) = nullptr;
    std::uint32_t sequence = 0;
  };

  /// A message that has come, and has not been read yet.
  struct Arrival {
    int from;
    std::uint16_t protocol;
    std::vector<std::byte> bytes;
  };

  /// A guard that adds its lifetime to a category.
  class Stamped {
  public:
    Stamped(ClusterProcessor& processor, std::uint64_t& category)
        : category_(category), start_(read_ticks()) {
      processor.time_stamps_ += 2;
    }
    ~Stamped() { category_ += read_ticks() - start_; }
    Stamped(const Stamped&) = delete;
    Stamped& operator=(const Stamped&) = delete;

  private:
    std::uint64_t& category_;
    std::uint64_t start_;
  };

  template <AskedHandler H> static void read_answer(void* handler, wire::Reader& answer) {
    H::answer_fields(*static_cast<H*>(handler), answer);
    answer.finish();
  }

  /// Runs a handler at once if its entry is kept here, or has it sent to the processor that keeps
  /// it; neither if there is no such table.
  template <TableHandler H, std::invocable<int> SendTo>
  void access(Key key, H& handler, SendTo send_to) {
    if (!tables_.has<H>())
      return;
    const int home = tables_.home<H>(key, rank_);
    const Stamped stamped(*this, communication_);
    if (home == rank_)
      tables_.apply(key, rank_, handler);
    else
      send_to(home);
  }

  template <TableHandler H> void request(PacketKind kind, int home, Key key, const H& handler) {
    wire::Writer writer;
    H::request_fields(handler, writer);
    send_request(kind, handler_number<H>, home, key, writer.take());
  }
  void send_request(PacketKind kind, std::uint16_t number, int home, Key key,
                    std::span<const std::byte> bytes);
  void send_packet(int to, const Header& header, std::span<const std::byte> bytes);

  void wait_for_answer();
  /// Waits at most so many seconds; returns whether the answer has come.
  bool wait_for_answer(double seconds);

  /// Takes a packet, if one has come, and sees to it; returns whether there was one.
  bool take_packet(bool answering = true);
  void see_to(const Packet& packet, bool answering);
  void serve_request(const Packet& packet, const Header& header, bool answering);
  void take_answer(const Packet& packet, const Header& header);
  /// Waits for a message until a time by its clock; whether one has come.
  [[nodiscard]] bool wait_for_message(double end);
  /// Reads the first message that has come.
  [[nodiscard]] Message read_message();

  void throw_if_stopped();
  [[nodiscard]] wire::Receiver context(int from) const {
    return {from, rank_, processors_, depth_, root_};
  }

  ClusterNetwork& network_;
  Tables& tables_;
  int rank_;
  int processors_;
  bool crowded_;
  const wire::Root* root_ = nullptr;
  int depth_ = 1;
  /// What has been asked for in this process, if anything; and what all processes have been told.
  std::atomic<ClusterStop> requested_stop_ = ClusterStop::none;
  ClusterStop stop_ = ClusterStop::none;
  Asked asked_;
  std::uint32_t sequence_ = 0;
  std::deque<Arrival> inbox_;
  std::vector<std::uint64_t> sent_;
  std::uint64_t received_ = 0;
  TickClock clock_;
  std::uint64_t communication_ = 0; ///< ticks
  std::uint64_t idle_ = 0;
  std::uint64_t time_stamps_ = 0;
  Traffic traffic_;
};

static_assert(Processor<ClusterProcessor> && wire::CrossesWires<ClusterProcessor>);

} // namespace eldest
