#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace eldest {

/// Bytes that have come from another process.
struct Packet {
  int from = 0;
  std::span<const std::byte> bytes; ///< until the next one is taken
};

/// The processes of a program on one or several computers, as one of them sees them. Packets keep
/// their order between each pair. No two threads of a process use it at a time.
///
/// `barrier`, `count_arrivals` and `gather` are collective: every process calls them, in the same
/// order.
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
  /// Whether processes have to take turns on this computer's cores.
  [[nodiscard]] virtual bool crowded() const = 0;

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
