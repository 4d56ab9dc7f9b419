#pragma once

#include "sim/machines/cluster/mpi/mpi_network.hpp"
#include "sim/machines/cluster/smpi/smpi_settings.hpp"
#include "sim/platform_files/machine_parameters.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace eldest {

/// Packets in flight. All simulated processes are in one real process. SMPI carries as many bytes
/// as the machine would. The tag of its message is the index of the packet that the bytes stand
/// for.
class PacketsOnTheWay {
public:
  [[nodiscard]] int add(std::span<const std::byte> head, std::span<const std::byte> body);
  [[nodiscard]] std::vector<std::byte> take(int place);

private:
  std::vector<std::vector<std::byte>> packets_;
  std::vector<int> free_;
};

/// The processes of an MPI program that SimGrid's SMPI simulates, each an actor of the one real
/// process. Time is simulated, and passes only in this class. A process is charged for what it has
/// done by itself before it sends or looks for packets. No other process can tell earlier.
class SmpiNetwork final : public MpiNetwork {
public:
  /// `speed`: units of work per second of this process's processor.
  SmpiNetwork(const SmpiSettings& settings, const MachineParameters& machine, double speed,
              PacketsOnTheWay& on_the_way);

  [[nodiscard]] bool crowded(int /*threads*/) const override { return false; }
  [[nodiscard]] bool serves_threads() const override { return false; }
  /// Throws InputError, because the costs of one-sided communication are not simulated.
  [[nodiscard]] std::unique_ptr<NetworkWindow> make_window(std::size_t bytes) override;
  /// Does nothing, because all processes have the same output; see OutputOfFirst.
  void discard_output() override {}

  [[nodiscard]] bool is_simulated() const override { return true; }
  [[nodiscard]] bool looks_after_work() const override { return settings_.looks_after_work; }
  [[nodiscard]] std::uint64_t ticks() const override;
  [[nodiscard]] double seconds_per_tick() const override { return tick; }
  void charge(ClusterCost cost, double count) override;
  void pause(Waiting& waiting, double at_most) override;
  void rest(Waiting& waiting) override;

  void send(int to, std::span<const std::byte> head, std::span<const std::byte> body) override;
  [[nodiscard]] bool receive(Packet& packet) override;
  /// Begins a barrier: messages to the first process and back. A process can wait for these
  /// messages and packets together, which SMPI's own nonblocking barrier does not allow.
  void begin_barrier() override;
  [[nodiscard]] bool barrier_over() override;

private:
  static constexpr double tick = 1e-12; ///< seconds

  void wait_for(MPI_Request& request) override;
  [[nodiscard]] double seconds_of(ClusterCost cost) const;
  /// Advances simulated time by what has been charged for.
  void advance_clock();
  /// Waits until a packet or a message of the barrier has come.
  void wait_for_anything();

  SmpiSettings settings_;
  const MachineParameters& machine_;
  double speed_;
  PacketsOnTheWay& on_the_way_;
  std::vector<std::byte> packet_; ///< taken last
  double uncharged_ = 0; ///< seconds charged for, by which the clock has not been advanced yet
  std::optional<MPI_Status> come_; ///< of a packet that has come but has not been taken
  std::vector<MPI_Request> barrier_;
  /// True if all processes are in the barrier, as the first process knows.
  bool all_are_in_ = false;
};

} // namespace eldest
