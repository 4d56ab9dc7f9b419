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

/// The purpose of a packet.
enum class PacketKind : std::uint8_t { request, post, answer, message, stop };

/// The first bytes of a packet. Their layout is the same in all processes, which run the same
/// program.
struct PacketHeader {
  PacketKind kind{};
  ClusterStop stop = ClusterStop::none; ///< of a stop packet
  std::uint16_t number = 0;             ///< of the handler or, of a message, of the protocol
  std::uint16_t from_thread = 0;        ///< the sender's thread
  std::uint16_t to_thread = 0;          ///< the receiver's thread, of an answer or a message
  std::uint32_t sequence = 0;           ///< of a request, and of its answer
  std::uint32_t unused = 0;
  Key key = 0; ///< of a request or post
};

/// The endpoint of the network in one process of a machine. Sends packets for the process's
/// processors, which are threads, and handles those that come. The processor that takes a packet
/// handles it, even if it is for another processor. One processor at a time uses the network.
class ClusterEndpoint {
public:
  /// `tables`: the part that the process keeps, in `window` unless that is null. A process of
  /// several threads needs a network that serves threads.
  ClusterEndpoint(ClusterNetwork& network, const ClusterLayout& layout, Tables& tables,
                  NetworkWindow* window);

  [[nodiscard]] const ClusterLayout& layout() const { return layout_; }
  [[nodiscard]] int process() const { return process_; }
  [[nodiscard]] int processes() const { return static_cast<int>(sent_.size()); }
  [[nodiscard]] Tables& tables() { return tables_; }
  /// Returns true if several processors of this process use its part of the tables.
  [[nodiscard]] bool has_threads() const { return layout_.processors_of(process_) > 1; }
  /// Returns true if processors have to take turns on this computer's cores.
  [[nodiscard]] bool crowded() const { return crowded_; }

  /// Begins a program on the processors with `ports`, in the order of their threads.
  void begin(std::span<ClusterPort* const> ports);
  /// Seconds since `begin`.
  [[nodiscard]] double now() const { return seconds(ticks() - start_); }
  /// A time stamp of the network's clock.
  [[nodiscard]] std::uint64_t ticks() const { return simulated_ ? network_.ticks() : read_ticks(); }
  [[nodiscard]] double seconds(std::uint64_t ticks) const {
    return static_cast<double>(ticks) * tick_;
  }
  /// Charges `count` times `cost` for what a processor has done, if time is simulated.
  void charge(ClusterCost cost, double count = 1) {
    if (simulated_) [[unlikely]]
      network_.charge(cost, count);
  }
  /// Returns true if processors look for packets after each piece of work.
  [[nodiscard]] bool looks_after_work() const { return looks_after_work_; }
  /// Passes the time between two looks for something expected. If time is simulated, it passes at
  /// most `at_most` seconds.
  void pause(Waiting& waiting, double at_most = std::numeric_limits<double>::infinity()) {
    network_.pause(waiting, at_most);
  }

  /// Sends a packet from `sender` to process `to`.
  void send(ClusterPort& sender, int to, const PacketHeader& header,
            std::span<const std::byte> bytes);
  /// Delivers a message to a processor of this process.
  void deliver(ClusterPort& sender, int to_thread, std::uint16_t protocol,
               std::vector<std::byte> bytes);
  /// Takes and handles a packet, unless none has come or another processor uses the network.
  /// Returns true if there was one. With `answering` false, requests are not answered, because no
  /// processor awaits an answer any more.
  bool take_packet(ClusterPort& taker, bool answering = true);
  /// Takes and handles all packets that have come, in the same way. Returns the ticks that this
  /// took, or 0 if there were no packets.
  [[nodiscard]] std::uint64_t take_packets(ClusterPort& taker);
  /// Returns a lock that keeps packets from being taken while it is held.
  [[nodiscard]] std::unique_lock<const SpinLock> hold() const {
    return std::unique_lock(network_lock_);
  }

  /// Returns true if entries are read and written in other processes' memory.
  [[nodiscard]] bool has_window() const { return window_ != nullptr; }

  /// Exclusive access, during its lifetime, to an entry that a process keeps in its window.
  /// Meanwhile, this process sends and takes nothing else.
  class WindowAccess {
  public:
    /// `lock`: any number, the same for all accesses to the same entry.
    WindowAccess(ClusterEndpoint& endpoint, ClusterPort& user, int process, std::size_t lock);
    ~WindowAccess();
    WindowAccess(const WindowAccess&) = delete;
    WindowAccess& operator=(const WindowAccess&) = delete;

    /// Reads the entry into `copy`. Its place in the process's window is that of `own` in this
    /// process's window.
    void read(std::span<const std::byte> own, std::span<std::byte> copy);
    /// Writes `copy` to the entry.
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

  /// Requests the end of the program, which a processor's next look for messages brings about. Any
  /// thread may call this.
  void request_stop(StopReason reason);
  /// Tells all processes to end their programs early. Does nothing if a process has done so before,
  /// as far as this one knows.
  void stop_all(ClusterPort& sender, ClusterStop reason);
  /// Returns true if the program is to end. If that was requested here, all processes are told
  /// first.
  [[nodiscard]] bool is_stopped(ClusterPort& sender) {
    if (requested_stop_.load(std::memory_order_relaxed) != ClusterStop::none ||
        stop_.load(std::memory_order_relaxed) != ClusterStop::none) [[unlikely]]
      return tell_of_stop(sender);
    return false;
  }
  /// The reason why the program was ended early, or `ClusterStop::none`.
  [[nodiscard]] ClusterStop stopped_by() const { return stop_.load(std::memory_order_relaxed); }

  /// The number of packets sent to each process since the machine was made.
  [[nodiscard]] const std::vector<std::uint64_t>& packets_sent() const { return sent_; }
  /// The number of packets that have come since then.
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
  /// The end that was requested in this process, and the one that all processes have been told of.
  std::atomic<ClusterStop> requested_stop_ = ClusterStop::none;
  std::atomic<ClusterStop> stop_ = ClusterStop::none;
  /// The byte of a lock on the network and on what packets change. It is on another cache line than
  /// what all threads read.
  alignas(64) std::uint8_t network_byte_ = 0;
  SpinLock network_lock_{network_byte_};
  std::vector<std::uint64_t> sent_;
  std::uint64_t received_ = 0;
};

} // namespace eldest
