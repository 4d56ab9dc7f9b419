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

/// Packets on their way. The processes are all in one real one: SMPI carries as many bytes as the
/// machine would, and the tag of its message says which packet they stand for.
class PacketsOnTheWay {
public:
  [[nodiscard]] int add(std::span<const std::byte> head, std::span<const std::byte> body);
  [[nodiscard]] std::vector<std::byte> take(int place);

private:
  std::vector<std::vector<std::byte>> packets_;
  std::vector<int> free_;
};

/// The processes of an MPI program that SimGrid's SMPI simulates, each an actor of the one real
/// process. Time is the simulated one, and passes only in here: what a process has done by itself
/// is charged for before it sends or looks for packets, as nobody can tell earlier.
class SmpiNetwork final : public MpiNetwork {
public:
  /// `speed`: of this process's processor, in units of work a second.
  SmpiNetwork(const SmpiSettings& settings, const MachineParameters& machine, double speed,
              PacketsOnTheWay& on_the_way);

  [[nodiscard]] bool crowded(int /*threads*/) const override { return false; }
  [[nodiscard]] bool serves_threads() const override { return false; }
  /// Throws InputError: SMPI is not asked what one-sided communication costs.
  [[nodiscard]] std::unique_ptr<NetworkWindow> make_window(std::size_t bytes) override;
  /// Nothing, as all processes have the same output: see OutputOfFirst.
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
  /// To the first process and back, by messages for which one can wait together with packets, as
  /// SMPI's own nonblocking barrier does not allow.
  void begin_barrier() override;
  [[nodiscard]] bool barrier_over() override;

private:
  static constexpr double tick = 1e-12; ///< seconds

  void wait_for(MPI_Request& request) override;
  [[nodiscard]] double seconds_of(ClusterCost cost) const;
  /// Lets the time pass for what has been done.
  void advance_clock();
  /// Waits until a packet has come, or part of the barrier is over.
  void wait_for_anything();

  SmpiSettings settings_;
  const MachineParameters& machine_;
  double speed_;
  PacketsOnTheWay& on_the_way_;
  std::vector<std::byte> packet_;  ///< that has been taken last
  double uncharged_ = 0;           ///< seconds of what has been done
  std::optional<MPI_Status> come_; ///< of a packet that has come, and has not been taken
  std::vector<MPI_Request> barrier_;
  bool all_are_in_ = false; ///< the barrier, as the first process knows
};

} // namespace eldest
