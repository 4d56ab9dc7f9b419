#pragma once

#include "algorithms/search/tables.hpp"
#include "sim/machines/cluster/cluster_layout.hpp"
#include "sim/machines/cluster/cluster_network.hpp"
#include "sim/machines/cluster/cluster_port.hpp"
#include "sim/machines/threads/spin_lock.hpp"
#include "sim/machines/threads/stop_watcher.hpp"
#include "sim/system/ticks.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <span>
#include <vector>

namespace eldest {

/// The reason why the processes of a machine end their program early.
enum class ClusterStop : std::uint8_t {
  none,
  time,
  interrupt,
  error, ///< an exception on one of them
};

/// What a packet is for.
enum class PacketKind : std::uint8_t { request, post, answer, message, stop };

/// What a packet begins with. All processes run the same program.
struct PacketHeader {
  PacketKind kind{};
  ClusterStop stop = ClusterStop::none; ///< if it is one
  std::uint16_t number = 0;             ///< of the handler, or the place of the protocol
  std::uint16_t from_thread = 0;        ///< of the sender's
  std::uint16_t to_thread = 0;          ///< of the receiver's, of an answer or a message
  std::uint32_t sequence = 0;           ///< of a request, and of its answer
  std::uint32_t unused = 0;
  Key key = 0; ///< of a request or post
};

/// The end of the network in one process of a machine: sends packets for its processors, which are
/// threads, and sees to those that come. Whichever processor takes a packet sees to it, whoever it
/// is for; one of them at a time uses the network.
class ClusterEndpoint {
public:
  /// The tables are the part that the process keeps, in the window if there is one. More than one
  /// thread needs a network that serves threads.
  ClusterEndpoint(ClusterNetwork& network, const ClusterLayout& layout, Tables& tables,
                  NetworkWindow* window);

  [[nodiscard]] const ClusterLayout& layout() const { return layout_; }
  [[nodiscard]] int process() const { return process_; }
  [[nodiscard]] int processes() const { return static_cast<int>(sent_.size()); }
  [[nodiscard]] Tables& tables() { return tables_; }
  /// Whether several processors of this process use its part of the tables.
  [[nodiscard]] bool has_threads() const { return layout_.processors_of(process_) > 1; }
  /// Whether processors have to take turns on this computer's cores.
  [[nodiscard]] bool crowded() const { return crowded_; }

  /// Begins a program on the processors with these ports, by their threads.
  void begin(std::span<ClusterPort* const> ports);
  /// Seconds since then.
  [[nodiscard]] double now() const { return seconds(ticks() - start_); }
  /// A time stamp of the network's clock.
  [[nodiscard]] std::uint64_t ticks() const { return simulated_ ? network_.ticks() : read_ticks(); }
  [[nodiscard]] double seconds(std::uint64_t ticks) const {
    return static_cast<double>(ticks) * tick_;
  }
  /// Charges for what a processor has done, if time is simulated.
  void charge(ClusterCost cost, double count = 1) {
    if (simulated_) [[unlikely]]
      network_.charge(cost, count);
  }
  /// Whether packets are looked for after each piece of work.
  [[nodiscard]] bool looks_after_work() const { return looks_after_work_; }
  /// Passes the time between two looks for what is expected, for so many seconds at most.
  void pause(Waiting& waiting, double at_most = std::numeric_limits<double>::infinity()) {
    network_.pause(waiting, at_most);
  }

  /// Sends a packet of a processor to another process.
  void send(ClusterPort& sender, int to, const PacketHeader& header,
            std::span<const std::byte> bytes);
  /// Gives a message to a processor of this process.
  void deliver(ClusterPort& sender, int to_thread, std::uint16_t protocol,
               std::vector<std::byte> bytes);
  /// Takes a packet, if one has come and no other processor is at the network, and sees to it;
  /// returns whether there was one. With `answering` false, nobody awaits an answer any more.
  bool take_packet(ClusterPort& taker, bool answering = true);
  /// Takes all packets that have come, in the same way; returns the ticks that it took to see to
  /// them, 0 if there were none.
  [[nodiscard]] std::uint64_t take_packets(ClusterPort& taker);
  /// Keeps packets from coming until it is destroyed.
  [[nodiscard]] std::unique_lock<const SpinLock> hold() const {
    return std::unique_lock(network_lock_);
  }

  /// Whether entries are fetched from other processes' memory, and written there.
  [[nodiscard]] bool has_window() const { return window_ != nullptr; }

  /// The sole use of what a process keeps in its window at a place, in bytes, for a lifetime, in
  /// which nothing else is sent or taken here.
  class WindowAccess {
  public:
    /// `lock`: any number, the same for the same entries.
    WindowAccess(ClusterEndpoint& endpoint, ClusterPort& user, int process, std::size_t lock);
    ~WindowAccess();
    WindowAccess(const WindowAccess&) = delete;
    WindowAccess& operator=(const WindowAccess&) = delete;

    /// Reads what is kept there where `own` is in this process.
    void read(std::span<const std::byte> own, std::span<std::byte> copy);
    /// Writes it.
    void write(std::span<const std::byte> own, std::span<const std::byte> copy);

  private:
    [[nodiscard]] std::size_t place_of(std::span<const std::byte> own) const;
    void count(std::uint64_t messages, std::size_t bytes);

    ClusterEndpoint& endpoint_;
    ClusterPort& user_;
    int process_;
    std::size_t lock_;
    std::unique_lock<const SpinLock> held_;
  };

  /// Has the next look at messages end the program. Any thread may call this.
  void request_stop(StopReason reason);
  /// Ends the programs of all processors, before their time if there is a reason.
  void stop_all(ClusterPort& sender, ClusterStop reason);
  /// Tells all processes to stop, if that has been asked for here; returns whether the program is
  /// to end.
  [[nodiscard]] bool is_stopped(ClusterPort& sender) {
    if (requested_stop_.load(std::memory_order_relaxed) != ClusterStop::none ||
        stop_.load(std::memory_order_relaxed) != ClusterStop::none) [[unlikely]]
      return tell_of_stop(sender);
    return false;
  }
  /// Why the program was ended, if it was, and not by an error of this process.
  [[nodiscard]] ClusterStop stopped_by() const { return stop_.load(std::memory_order_relaxed); }

  /// The packets sent to each process, and those that have come, since the machine was made.
  [[nodiscard]] const std::vector<std::uint64_t>& packets_sent() const { return sent_; }
  [[nodiscard]] std::uint64_t packets_received() const { return received_; }

private:
  void send_held(ClusterPort& sender, int to, const PacketHeader& header,
                 std::span<const std::byte> bytes);
  void see_to(ClusterPort& taker, const Packet& packet, bool answering);
  void serve_request(ClusterPort& taker, const Packet& packet, const PacketHeader& header,
                     bool answering);
  [[nodiscard]] ClusterPort& port_of(const PacketHeader& header) const;
  [[nodiscard]] bool tell_of_stop(ClusterPort& sender);

  ClusterNetwork& network_;
  ClusterLayout layout_;
  Tables& tables_;
  NetworkWindow* window_;
  int process_;
  bool crowded_;
  std::vector<ClusterPort*> ports_; ///< by thread
  bool simulated_;
  bool looks_after_work_;
  double tick_; ///< seconds
  std::uint64_t start_ = 0;
  /// What has been asked for in this process, if anything; and what all processes have been told.
  std::atomic<ClusterStop> requested_stop_ = ClusterStop::none;
  std::atomic<ClusterStop> stop_ = ClusterStop::none;
  /// Held by whoever uses the network, or what it changes; apart from what all threads read.
  alignas(64) std::uint8_t network_byte_ = 0;
  SpinLock network_lock_{network_byte_};
  std::vector<std::uint64_t> sent_;
  std::uint64_t received_ = 0;
};

} // namespace eldest
