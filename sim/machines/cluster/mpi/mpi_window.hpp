#pragma once

#include "sim/machines/cluster/cluster_network.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace eldest {

/// Memory that MPI has allocated for one-sided communication. All processes may access it
/// throughout its lifetime (a passive target, in one epoch).
///
/// The locks are words of 64 bits at its beginning. Only MPI's atomic operations access the locks,
/// even in the process whose memory they are in. MPI does not promise that those operations are
/// atomic with respect to the processor's own instructions.
class MpiWindow : public NetworkWindow {
public:
  /// `processes`: remains the caller's.
  MpiWindow(MPI_Comm processes, std::size_t bytes);
  ~MpiWindow() override;
  MpiWindow(const MpiWindow&) = delete;
  MpiWindow& operator=(const MpiWindow&) = delete;

  void open() override;
  [[nodiscard]] std::span<std::byte> own() override { return own_; }
  [[nodiscard]] bool try_lock(int rank, std::size_t lock) override;
  void unlock(int rank, std::size_t lock) override;
  void read(int rank, std::size_t place, std::span<std::byte> bytes) override;
  void write(int rank, std::size_t place, std::span<const std::byte> bytes) override;
  void synchronize() override;

private:
  using Lock = std::uint64_t;

  /// Offset in bytes of a lock in the window of process `rank`.
  [[nodiscard]] MPI_Aint place_of_lock(int rank, std::size_t lock) const;
  /// Offset in bytes, in the window of process `rank`, of byte `place` of its memory.
  [[nodiscard]] MPI_Aint place_of_byte(int rank, std::size_t place) const;

  MPI_Comm processes_;
  std::size_t bytes_; ///< of this process
  MPI_Win window_ = MPI_WIN_NULL;
  std::span<std::byte> own_;
  int rank_ = 0;
  /// Bytes before the first aligned address, by process. MPI aligns windows as it likes.
  std::vector<std::uint64_t> shifts_;
};

} // namespace eldest
