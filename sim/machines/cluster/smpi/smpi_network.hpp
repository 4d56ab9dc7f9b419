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

/// The contents of packets in flight between simulated processes, which are all in one real
/// process. SMPI carries as many bytes as the simulated machine would, but not the contents. The
/// tag of SMPI's message is the index of its packet here.
class PacketsOnTheWay {
public:
  /// Adds a packet made of two parts. Returns its index.
  [[nodiscard]] int add(std::span<const std::byte> head, std::span<const std::byte> body);
  /// Removes the packet with index `place`, and returns it.
  [[nodiscard]] std::vector<std::byte> take(int place);

private:
  std::vector<std::vector<std::byte>> packets_;
  std::vector<int> free_;
};

/// The processes of an MPI program that SimGrid's SMPI simulates, each an actor of the one real
/// process. Time is simulated, and passes only in this class. Charges advance a process's clock
/// only when it next sends or looks for packets. No other process can see the difference.
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
  /// Begins a barrier, which is made of messages to the first process and back. A process can wait
  /// for these messages and for packets together. SMPI's own nonblocking barrier does not allow
  /// that.
  void begin_barrier() override;
  [[nodiscard]] bool barrier_over() override;

private:
  static constexpr double tick = 1e-12; ///< seconds

  void wait_for(MPI_Request& request) override;
  [[nodiscard]] double seconds_of(ClusterCost cost) const;
  /// Advances simulated time by the charges since the last call.
  void advance_clock();
  /// Waits until a packet or a message of the barrier has come.
  void wait_for_anything();

  SmpiSettings settings_;
  const MachineParameters& machine_;
  double speed_;
  PacketsOnTheWay& on_the_way_;
  std::vector<std::byte> packet_; ///< the packet taken last
  double uncharged_ = 0; ///< seconds charged for, by which the clock has not been advanced yet
  std::optional<MPI_Status> come_; ///< status of a packet that has come but has not been taken
  std::vector<MPI_Request> barrier_;
  /// In the first process: true once it has told the others that all are in the barrier.
  bool all_are_in_ = false;
};

} // namespace eldest
