#pragma once

#include "sim/machines/cluster/cluster_network.hpp"
#include "sim/system/interrupts.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace eldest {

/// Initialises MPI, and finalises it at the end of its lifetime.
class MpiSession {
public:
  MpiSession();
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  /// Returns true if all threads may call MPI, one at a time.
  [[nodiscard]] bool serves_threads() const { return level_ >= MPI_THREAD_SERIALIZED; }

private:
  int level_ = MPI_THREAD_SINGLE;
};

/// The processes of an MPI program. All packets are messages of one communicator, in which MPI
/// keeps the order for each pair of processes. Before a packet that is longer than a receiver
/// expects comes an announcement of its size.
///
/// One receive is posted at all times, because testing a posted receive costs less than a probe.
/// Within a computer, the test takes some 80 ns rather than 230 with Open MPI 4.1, and 60 rather
/// than 70 with MPICH 4.0.
class MpiNetwork : public ClusterNetwork {
public:
  /// `capacity`: the bytes of the longest packet that needs no announcement. `guard`: of this
  /// process, made before MPI is initialised, or null.
  explicit MpiNetwork(std::size_t capacity, LossGuard* guard = nullptr);
  ~MpiNetwork() override;
  MpiNetwork(const MpiNetwork&) = delete;
  MpiNetwork& operator=(const MpiNetwork&) = delete;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return ranks_; }
  [[nodiscard]] std::string name() const override;
  [[nodiscard]] bool crowded(int threads) const override;
  [[nodiscard]] bool serves_threads() const override { return session_.serves_threads(); }

  void record_loss(const LossRecord& record) override {
    if (guard_ != nullptr)
      guard_->record(record);
  }

  void send(int to, std::span<const std::byte> head, std::span<const std::byte> body) override;
  [[nodiscard]] bool receive(Packet& packet) override;
  void begin_barrier() override;
  [[nodiscard]] bool barrier_over() override;
  [[nodiscard]] std::uint64_t count_arrivals(std::span<const std::uint64_t> sent) override;
  [[nodiscard]] std::unique_ptr<NetworkWindow> make_window(std::size_t bytes) override;

protected:
  virtual void wait_for(MPI_Request& request);
  /// The posted receive.
  [[nodiscard]] MPI_Request& receiving() { return receiving_; }
  void post_receive();
  /// The communicator of packets.
  [[nodiscard]] MPI_Comm packets() const { return packets_; }
  /// The communicator of barriers and all other operations of all processes.
  [[nodiscard]] MPI_Comm together() const { return together_; }

private:
  [[nodiscard]] std::vector<std::string> exchange(const std::string& own) override;

  /// A buffer, and the send that uses it.
  struct Sending {
    std::vector<std::byte> bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  /// Returns a buffer that no send is using.
  [[nodiscard]] Sending& free_buffer();
  void send_bytes(int to, int tag, Sending& sending) const;

  LossGuard* guard_;
  // `interrupts_` comes before `session_`, because threads that MPI may make inherit the blocked
  // signals.
  Interrupts interrupts_;
  MpiSession session_;
  MPI_Comm packets_;  ///< for packets between two processes
  MPI_Comm together_; ///< for operations of all processes
  int rank_;
  int ranks_;
  int processes_here_; ///< on this computer
  MPI_Request barrier_ = MPI_REQUEST_NULL;
  MPI_Request receiving_ = MPI_REQUEST_NULL;
  std::array<std::vector<std::byte>, 2> received_; ///< each of `capacity` bytes
  std::size_t posted_ = 0; ///< index in `received_` of the posted receive's buffer
  std::vector<std::byte> long_packet_;
  std::deque<Sending> sendings_; ///< the oldest first
};

} // namespace eldest
