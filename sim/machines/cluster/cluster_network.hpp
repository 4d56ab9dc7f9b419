#pragma once

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
  std::span<const std::byte> bytes; ///< until the next one is taken
};

/// What a process does that takes its time.
enum class ClusterCost : std::uint8_t {
  work,         ///< a unit of a search's work; see NodeCosts
  table_access, ///< to its own part of the tables
  service,      ///< of another process's access
  message,      ///< at either end of one between processors
};

/// Memory of every process of a network that all of them read and write without the help of whom it
/// belongs to (one-sided communication), under locks, of which it has as many in each. A process
/// reads and writes its own as any memory, under the locks too. No two threads of a process use it
/// at a time. Making and destroying it is collective.
class NetworkWindow {
public:
  NetworkWindow() = default;
  NetworkWindow(const NetworkWindow&) = delete;
  NetworkWindow& operator=(const NetworkWindow&) = delete;
  virtual ~NetworkWindow() = default;

  static constexpr std::size_t alignment = 64; ///< bytes
  static constexpr std::size_t locks = 4096;

  /// The memory of this process, aligned.
  [[nodiscard]] virtual std::span<std::byte> own() = 0;
  /// Takes a lock of a process, if it is free; returns whether it was.
  [[nodiscard]] virtual bool try_lock(int rank, std::size_t lock) = 0;
  /// Gives a lock back. Whoever has it next sees what has been written until now.
  virtual void unlock(int rank, std::size_t lock) = 0;
  /// Reads from a place in the memory of a process, in bytes from its beginning.
  virtual void read(int rank, std::size_t place, std::span<std::byte> bytes) = 0;
  virtual void write(int rank, std::size_t place, std::span<const std::byte> bytes) = 0;
  /// Has this process's own loads and stores be seen in order with the accesses of others that a
  /// barrier separates from them.
  virtual void synchronize() = 0;
};

/// The processes of a program on one or several computers, as one of them sees them. Packets keep
/// their order between each pair. No two threads of a process use it at a time.
///
/// `barrier`, `count_arrivals`, `make_window` and `gather` are collective: every process calls
/// them, in the same order.
class ClusterNetwork {
public:
  ClusterNetwork() = default;
  ClusterNetwork(const ClusterNetwork&) = delete;
  ClusterNetwork& operator=(const ClusterNetwork&) = delete;
  virtual ~ClusterNetwork() = default;

  /// Which process this is, in [0, ranks()).
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int ranks() const = 0;
  /// The name and the version of what carries the packets.
  [[nodiscard]] virtual std::string name() const = 0;
  /// Whether processes of so many threads each have to take turns on this computer's cores.
  [[nodiscard]] virtual bool crowded(int threads) const = 0;
  /// Whether any thread of a process may use the network, one at a time.
  [[nodiscard]] virtual bool serves_threads() const = 0;
  /// Has what this process prints from now on not be seen. Throws RunError if that cannot be.
  virtual void discard_output();

  // Time, which may be simulated. Then it passes only in here.

  /// Whether it is simulated, so that whatever takes time has to be charged for.
  [[nodiscard]] virtual bool is_simulated() const { return false; }
  /// A time stamp, and the seconds of a tick.
  [[nodiscard]] virtual std::uint64_t ticks() const { return read_ticks(); }
  [[nodiscard]] virtual double seconds_per_tick() const { return eldest::seconds_per_tick(); }
  /// Charges for what this process has done, if time is simulated: so many of a cost.
  virtual void charge(ClusterCost /*cost*/, double /*count*/) {}
  /// Passes the time between two looks for what is expected at any moment, for so many seconds at
  /// most if it is simulated.
  virtual void pause(Waiting& waiting, double /*at_most*/) { waiting.pause(); }
  /// Passes the time between two looks for what may take long, and need not be seen at once.
  virtual void rest(Waiting& waiting) { waiting.rest(); }
  /// Whether packets are looked for after each piece of work, and not in `poll` only.
  [[nodiscard]] virtual bool looks_after_work() const { return false; }

  // Packets.

  /// Sends a packet, made of two parts, to another process. Does not wait for it to be received.
  virtual void send(int to, std::span<const std::byte> head, std::span<const std::byte> body) = 0;
  /// Takes the next packet, if one has come; looking in vain is cheap enough for every node of a
  /// search. Returns whether there is one.
  [[nodiscard]] virtual bool receive(Packet& packet) = 0;

  /// Enters a barrier; packets may still be sent and received in it.
  virtual void begin_barrier() = 0;
  /// Whether all processes have entered the barrier.
  [[nodiscard]] virtual bool barrier_over() = 0;
  /// Says how many packets this process has sent to each; returns how many of all have been sent to
  /// this one.
  [[nodiscard]] virtual std::uint64_t count_arrivals(std::span<const std::uint64_t> sent) = 0;
  /// Makes memory of so many bytes in this process, and perhaps of others in each other. Throws
  /// RunError if there is not as much.
  [[nodiscard]] virtual std::unique_ptr<NetworkWindow> make_window(std::size_t bytes) = 0;
  /// Gives a text to all processes; returns the texts of all, by rank. Waits for the slowest,
  /// without taking the time of a core for it.
  [[nodiscard]] std::vector<std::string> gather(const std::string& own) {
    has_met_ = true;
    return exchange(own);
  }
  /// Whether this process has gathered anything: if not, the others may be waiting for it.
  [[nodiscard]] bool has_met() const { return has_met_; }

private:
  [[nodiscard]] virtual std::vector<std::string> exchange(const std::string& own) = 0;

  bool has_met_ = false;
};

} // namespace eldest
