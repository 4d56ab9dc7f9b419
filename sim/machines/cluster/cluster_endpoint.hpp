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
  error, ///< an exception in one of the processes
};

/// The purpose of a packet.
enum class PacketKind : std::uint8_t { request, post, answer, message, stop };

/// The first bytes of a packet. Their layout is the same in all processes, because all run the same
/// program.
struct PacketHeader {
  PacketKind kind{};
  ClusterStop stop = ClusterStop::none; ///< the reason that a stop packet gives
  std::uint16_t number = 0;             ///< of the handler or, in a message, of the protocol
  std::uint16_t from_thread = 0;        ///< index of the sender in its process
  std::uint16_t to_thread = 0;          ///< index of the receiver, in an answer or a message
  std::uint32_t sequence = 0;           ///< number of a request, repeated in its answer
  std::uint32_t unused = 0;
  Key key = 0; ///< table key, in a request or a post
};

/// The endpoint of the network in one process of a machine. Sends packets for the process's
/// processors, which are threads, and handles arriving packets. The processor that takes a packet
/// from the network handles it, even if the packet is for another processor of the process. One
/// processor at a time uses the network.
class ClusterEndpoint {
public:
  /// `tables`: the part of the tables that this process keeps. It lies in `window`, unless `window`
  /// is null. If the process has several threads, `network` must serve threads.
  ClusterEndpoint(ClusterNetwork& network, const ClusterLayout& layout, Tables& tables,
                  NetworkWindow* window);

  [[nodiscard]] const ClusterLayout& layout() const { return layout_; }
  [[nodiscard]] int process() const { return process_; }
  [[nodiscard]] int processes() const { return static_cast<int>(sent_.size()); }
  [[nodiscard]] Tables& tables() { return tables_; }
  /// Returns true if several processors of this process use its part of the tables.
  [[nodiscard]] bool has_threads() const { return layout_.processors_of(process_) > 1; }
  /// Returns true if this computer has fewer cores than processors, which then take turns on them.
  [[nodiscard]] bool crowded() const { return crowded_; }

  /// Starts the clock for a program of the processors with `ports`, which are in the order of their
  /// threads.
  void begin(std::span<ClusterPort* const> ports);
  /// Seconds since `begin`.
  [[nodiscard]] double now() const { return seconds(ticks() - start_); }
  /// A time stamp of the network's clock; see `seconds`.
  [[nodiscard]] std::uint64_t ticks() const { return simulated_ ? network_.ticks() : read_ticks(); }
  [[nodiscard]] double seconds(std::uint64_t ticks) const {
    return static_cast<double>(ticks) * tick_;
  }
  /// If time is simulated, charges this process for `count` actions of the kind `cost`. Otherwise
  /// does nothing.
  void charge(ClusterCost cost, double count = 1) {
    if (simulated_) [[unlikely]]
      network_.charge(cost, count);
  }
  /// Returns true if processors look for packets in every `work`, not only in `poll` and in waits.
  [[nodiscard]] bool looks_after_work() const { return looks_after_work_; }
  /// Waits between two looks for something that is expected at any moment. If time is simulated,
  /// waits at most `at_most` seconds.
  void pause(Waiting& waiting, double at_most = std::numeric_limits<double>::infinity()) {
    network_.pause(waiting, at_most);
  }

  /// Sends a packet of `header` and `bytes` to process `to`, and counts it for `sender`.
  void send(ClusterPort& sender, int to, const PacketHeader& header,
            std::span<const std::byte> bytes);
  /// Delivers a message of `sender` to the processor of this process with index `to_thread`.
  void deliver(ClusterPort& sender, int to_thread, std::uint16_t protocol,
               std::vector<std::byte> bytes);
  /// Takes and handles one packet, unless none has come or another thread is using the network.
  /// Returns true if it handled one. If `answering` is false, handles requests without answering
  /// them, because no processor awaits an answer any more.
  bool take_packet(ClusterPort& taker, bool answering = true);
  /// Takes and handles all packets that have come, unless another thread is using the network.
  /// Returns the ticks that this took, at least 1, or 0 if it handled none.
  [[nodiscard]] std::uint64_t take_packets(ClusterPort& taker);
  /// Returns a lock on the network. While it is held, no other thread of this process sends or
  /// takes packets.
  [[nodiscard]] std::unique_lock<const SpinLock> hold() const {
    return std::unique_lock(network_lock_);
  }

  /// Returns true if processors access other processes' entries by reading and writing the memory
  /// of these processes, not by packets.
  [[nodiscard]] bool has_window() const { return window_ != nullptr; }

  /// Guard for exclusive access to an entry that a process keeps in its window. During the guard's
  /// lifetime, no other thread of this process uses the network.
  class WindowAccess final : public RemoteMemory {
  public:
    /// Waits until the entry's lock is free, and takes it. `process`: the process that keeps the
    /// entry. `lock`: any number that is the same for all accesses to this entry.
    WindowAccess(ClusterEndpoint& endpoint, ClusterPort& user, int process, std::size_t lock);
    ~WindowAccess() override;
    WindowAccess(const WindowAccess&) = delete;
    WindowAccess& operator=(const WindowAccess&) = delete;

    /// Reads the entry into `copy`. The offset of the entry in its window is that of `own` in this
    /// process's window.
    void read(std::span<const std::byte> own, std::span<std::byte> copy) override;
    /// Writes `copy` to the entry, whose offset is that of `own`.
    void write(std::span<const std::byte> own, std::span<const std::byte> copy) override;

  private:
    [[nodiscard]] std::size_t place_of(std::span<const std::byte> own) const;
    void count(std::uint64_t messages, std::size_t bytes);

    ClusterEndpoint& endpoint_;
    ClusterPort& user_;
    int process_;
    std::size_t lock_;
    std::unique_lock<const SpinLock> held_;
  };

  /// Requests the end of the program on all processors. Takes effect when a processor of this
  /// process next looks for messages. Any thread may call this.
  void request_stop(StopReason reason);
  /// Tells all processes, including this one, to end the program early. Does nothing if this
  /// process has told the others, or has been told, before.
  void stop_all(ClusterPort& sender, ClusterStop reason);
  /// Returns true if the program is to end. If `request_stop` has been called in this process,
  /// tells all processes first.
  [[nodiscard]] bool is_stopped(ClusterPort& sender) {
    if (requested_stop_.load(std::memory_order_relaxed) != ClusterStop::none ||
        stop_.load(std::memory_order_relaxed) != ClusterStop::none) [[unlikely]]
      return tell_of_stop(sender);
    return false;
  }
  /// The reason why the program was ended early, or `ClusterStop::none`.
  [[nodiscard]] ClusterStop stopped_by() const { return stop_.load(std::memory_order_relaxed); }

  /// The number of packets sent to each process, by rank, since this object was made.
  [[nodiscard]] const std::vector<std::uint64_t>& packets_sent() const { return sent_; }
  /// The number of packets taken since this object was made.
  [[nodiscard]] std::uint64_t packets_received() const { return received_; }

private:
  void send_held(ClusterPort& sender, int to, const PacketHeader& header,
                 std::span<const std::byte> bytes);
  void handle(ClusterPort& taker, const Packet& packet, bool answering);
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
  double tick_; ///< length of a tick, in seconds
  std::uint64_t start_ = 0;
  /// The reason for a stop that was requested in this process, or `none`.
  std::atomic<ClusterStop> requested_stop_ = ClusterStop::none;
  /// The reason for the stop that all processes have been told of, or `none`.
  std::atomic<ClusterStop> stop_ = ClusterStop::none;
  /// The byte of the lock on the network and on data that packets change. It is on another cache
  /// line than the members above, which all threads read.
  alignas(64) std::uint8_t network_byte_ = 0;
  SpinLock network_lock_{network_byte_};
  std::vector<std::uint64_t> sent_;
  std::uint64_t received_ = 0;
};

} // namespace eldest
