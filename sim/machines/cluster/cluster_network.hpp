#pragma once

#include "sim/machines/cluster/loss_guard.hpp"
#include "sim/machines/cluster/waiting.hpp"
#include "sim/system/ticks.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace eldest {

/// Bytes that have come from another process.
struct Packet {
  int from = 0;
  std::span<const std::byte> bytes; ///< valid until the next packet is taken
};

/// An action of a process that takes simulated time.
enum class ClusterCost : std::uint8_t {
  work,         ///< a unit of a search's work; see NodeCosts
  table_access, ///< an access to the process's own part of the tables
  service,      ///< serving an access of another process
  message,      ///< sending or receiving a message between processors
};

/// Memory of every process of a network, which all processes read and write without the owner's
/// help (one-sided communication). Accesses are made under locks. Every process has `locks` of
/// them. A process reads and writes its own memory directly, also under the locks. Only one thread
/// of a process uses a window at a time. A window is made in two steps, so that an error in one
/// process leaves none waiting for it. Windows that have been opened are destroyed by all processes
/// together.
class NetworkWindow {
public:
  NetworkWindow() = default;
  NetworkWindow(const NetworkWindow&) = delete;
  NetworkWindow& operator=(const NetworkWindow&) = delete;
  virtual ~NetworkWindow() = default;

  static constexpr std::size_t alignment = 64; ///< bytes
  static constexpr std::size_t locks = 4096;

  /// Allocates the memory of all processes. Collective. Throws RunError, in all processes or in
  /// none.
  virtual void open() = 0;

  /// This process's memory in the window, aligned to `alignment` bytes.
  [[nodiscard]] virtual std::span<std::byte> own() = 0;
  /// Takes a lock of process `rank`, if the lock is free. Returns true if it took the lock. `lock`:
  /// index in [0, `locks`).
  [[nodiscard]] virtual bool try_lock(int rank, std::size_t lock) = 0;
  /// Releases a lock. The next process that takes the lock sees everything that has been written
  /// under it.
  virtual void unlock(int rank, std::size_t lock) = 0;
  /// Fills `bytes` from the memory of process `rank`, `place` bytes from its beginning.
  virtual void read(int rank, std::size_t place, std::span<std::byte> bytes) = 0;
  virtual void write(int rank, std::size_t place, std::span<const std::byte> bytes) = 0;
  /// Memory fence between this process's own loads and stores and the accesses of other processes
  /// before or after a barrier.
  virtual void synchronize() = 0;
};

/// One process's view of the processes of a program, which are on one or several computers. Packets
/// between two processes keep their order. Only one thread of a process uses the network at a time.
///
/// `begin_barrier`, `count_arrivals` and `gather` are collective: every process calls them, in the
/// same order.
class ClusterNetwork {
public:
  ClusterNetwork() = default;
  ClusterNetwork(const ClusterNetwork&) = delete;
  ClusterNetwork& operator=(const ClusterNetwork&) = delete;
  virtual ~ClusterNetwork() = default;

  /// The number of this process, in [0, ranks()).
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int ranks() const = 0;
  /// Name and version of the library that carries the packets.
  [[nodiscard]] virtual std::string name() const = 0;
  /// Returns true if processes of `threads` threads each would have to take turns on this
  /// computer's cores.
  [[nodiscard]] virtual bool crowded(int threads) const = 0;
  /// Returns true if all threads of a process may use the network, one at a time.
  [[nodiscard]] virtual bool serves_threads() const = 0;
  /// Discards all later standard output of this process. Throws RunError if that fails.
  virtual void discard_output();

  /// From now on, a loss of this process is recorded; see LossGuard. Not so in simulation. Call it
  /// at most once.
  virtual void record_loss(const LossRecord& /*record*/) {}

  // Time, which may be simulated. Simulated time passes only in this class.

  /// Returns true if time is simulated. Every action that takes time must then be charged.
  [[nodiscard]] virtual bool is_simulated() const { return false; }
  /// A time stamp, in ticks of `seconds_per_tick()`.
  [[nodiscard]] virtual std::uint64_t ticks() const { return read_ticks(); }
  /// The length of a tick in seconds.
  [[nodiscard]] virtual double seconds_per_tick() const { return eldest::seconds_per_tick(); }
  /// If time is simulated, charges this process for a number of actions of the kind `cost`.
  /// Otherwise does nothing.
  virtual void charge(ClusterCost /*cost*/, double /*count*/) {}
  /// Waits between two looks for something that is expected at any moment. If time is simulated,
  /// waits at most the given seconds.
  virtual void pause(Waiting& waiting, double /*at_most*/) { waiting.pause(); }
  /// Waits between two looks for something that may take long, and need not be seen at once.
  virtual void rest(Waiting& waiting) { waiting.rest(); }
  /// Returns true if processors look for packets in every `work`, not only in `poll` and in waits.
  [[nodiscard]] virtual bool looks_after_work() const { return false; }

  // Packets.

  /// Sends a packet, made of two parts, to process `to`. Does not wait until the packet is
  /// received.
  virtual void send(int to, std::span<const std::byte> head, std::span<const std::byte> body) = 0;
  /// Takes the next packet that has come, and returns true. If none has come, returns false, which
  /// is cheap enough for every node of a search.
  [[nodiscard]] virtual bool receive(Packet& packet) = 0;

  /// Enters a barrier, without waiting for other processes. Packets may still be sent and received
  /// in the barrier.
  virtual void begin_barrier() = 0;
  /// Returns true once all processes have entered the barrier.
  [[nodiscard]] virtual bool barrier_over() = 0;
  /// Tells each process how many packets this process has sent to it. `sent`: these numbers, by
  /// rank. Returns the number of packets that all processes have sent to this one.
  [[nodiscard]] virtual std::uint64_t count_arrivals(std::span<const std::uint64_t> sent) = 0;
  /// Makes a window, still to be opened, with `bytes` bytes in this process. Other processes may
  /// have windows of other sizes.
  [[nodiscard]] virtual std::unique_ptr<NetworkWindow> make_window(std::size_t bytes) = 0;
  /// Gives the text `own` to all processes. Returns the texts of all, by rank. Hardly uses a core
  /// while it waits for the slowest process.
  [[nodiscard]] std::vector<std::string> gather(const std::string& own) {
    has_met_ = true;
    return exchange(own);
  }
  /// Returns true if this process has called `gather`. If not, the other processes may be waiting
  /// for it.
  [[nodiscard]] bool has_met() const { return has_met_; }

private:
  [[nodiscard]] virtual std::vector<std::string> exchange(const std::string& own) = 0;

  bool has_met_ = false;
};

} // namespace eldest
