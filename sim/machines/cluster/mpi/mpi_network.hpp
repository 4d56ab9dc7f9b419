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

/// MPI as it is needed here, from its beginning to its end.
class MpiSession {
public:
  MpiSession();
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  /// Whether any thread may call MPI, one at a time.
  [[nodiscard]] bool serves_threads() const { return level_ >= MPI_THREAD_SERIALIZED; }

private:
  int level_ = MPI_THREAD_SINGLE;
};

/// The processes of an MPI program. A packet is a message of one communicator and tag, of which MPI
/// keeps the order for each pair; one that is longer than a receiver expects follows its
/// announcement. One receive is posted at all times: testing it costs less than a probe does (some
/// 80 ns rather than 230 with Open MPI 4.1, 60 rather than 70 with MPICH 4.0, within a computer).
class MpiNetwork : public ClusterNetwork {
public:
  /// `capacity`: the bytes of a packet that needs no announcement.
  explicit MpiNetwork(std::size_t capacity = 2048);
  ~MpiNetwork() override;
  MpiNetwork(const MpiNetwork&) = delete;
  MpiNetwork& operator=(const MpiNetwork&) = delete;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return ranks_; }
  [[nodiscard]] std::string name() const override;
  [[nodiscard]] bool crowded(int threads) const override;
  [[nodiscard]] bool serves_threads() const override { return session_.serves_threads(); }

  void send(int to, std::span<const std::byte> head, std::span<const std::byte> body) override;
  [[nodiscard]] bool receive(Packet& packet) override;
  void begin_barrier() override;
  [[nodiscard]] bool barrier_over() override;
  [[nodiscard]] std::uint64_t count_arrivals(std::span<const std::uint64_t> sent) override;
  [[nodiscard]] std::unique_ptr<NetworkWindow> make_window(std::size_t bytes) override;

protected:
  virtual void wait_for(MPI_Request& request);
  /// The receive that is posted.
  [[nodiscard]] MPI_Request& receiving() { return receiving_; }
  void post_receive();
  /// The communicator of packets, and that of all else.
  [[nodiscard]] MPI_Comm packets() const { return packets_; }
  [[nodiscard]] MPI_Comm together() const { return together_; }

private:
  [[nodiscard]] std::vector<std::string> exchange(const std::string& own) override;

  /// Bytes that are being sent.
  struct Sending {
    std::vector<std::byte> bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  /// A buffer that is not being sent.
  [[nodiscard]] Sending& free_buffer();
  void send_bytes(int to, int tag, Sending& sending) const;

  // In this order: the threads that MPI may have leave interrupts alone, too.
  Interrupts interrupts_;
  MpiSession session_;
  MPI_Comm packets_;  ///< between two processes
  MPI_Comm together_; ///< of all of them
  int rank_;
  int ranks_;
  int processes_here_; ///< on this computer
  MPI_Request barrier_ = MPI_REQUEST_NULL;
  MPI_Request receiving_ = MPI_REQUEST_NULL;
  std::array<std::vector<std::byte>, 2> received_; ///< each of the capacity
  std::size_t posted_ = 0;                         ///< which of the two is being received into
  std::vector<std::byte> long_packet_;
  std::deque<Sending> sendings_; ///< the oldest first
};

} // namespace eldest
