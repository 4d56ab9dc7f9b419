#include "sim/machines/cluster/mpi/mpi_window.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace eldest {
namespace {

constexpr std::size_t bytes_of_locks = NetworkWindow::locks * sizeof(std::uint64_t);

/// Number of bytes from `address` to the next aligned address.
std::size_t bytes_to_aligned(void* address) {
  std::size_t space = 2 * NetworkWindow::alignment;
  const std::size_t before = space;
  std::align(NetworkWindow::alignment, NetworkWindow::alignment, address, space);
  return before - space;
}

} // namespace

MpiWindow::MpiWindow(MPI_Comm processes, std::size_t bytes) {
  const auto size = bytes_of_locks + bytes + alignment;
  MPI_Comm_rank(processes, &rank_);
  MPI_Errhandler before = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(processes, &before);
  MPI_Comm_set_errhandler(processes, MPI_ERRORS_RETURN);
  void* memory = nullptr;
  const int made = MPI_Win_allocate(static_cast<MPI_Aint>(size), 1, MPI_INFO_NULL, processes,
                                    static_cast<void*>(&memory), &window_);
  MPI_Comm_set_errhandler(processes, before);
  MPI_Errhandler_free(&before);
  const int own_success = made == MPI_SUCCESS ? 1 : 0;
  int success = 0;
  MPI_Allreduce(&own_success, &success, 1, MPI_INT, MPI_MIN, processes);
  if (success == 0)
    throw RunError(fmt::format("MPI has no memory of {} bytes for one-sided access", size));

  const std::span all(static_cast<std::byte*>(memory), size);
  const std::uint64_t shift = bytes_to_aligned(memory);
  std::ranges::fill(all.subspan(shift, bytes_of_locks), std::byte{0});
  own_ = all.subspan(shift + bytes_of_locks, bytes);
  int count = 1;
  MPI_Comm_size(processes, &count);
  shifts_.resize(static_cast<std::size_t>(count));
  // The MPI_Allgather also keeps every process from using the window before all locks are free.
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  MPI_Win_sync(window_);
  MPI_Allgather(&shift, 1, MPI_UINT64_T, shifts_.data(), 1, MPI_UINT64_T, processes);
}

MpiWindow::~MpiWindow() {
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

MPI_Aint MpiWindow::place_of_lock(int rank, std::size_t lock) const {
  return static_cast<MPI_Aint>(shifts_[static_cast<std::size_t>(rank)] + lock * sizeof(Lock));
}

MPI_Aint MpiWindow::place_of_byte(int rank, std::size_t place) const {
  return static_cast<MPI_Aint>(shifts_[static_cast<std::size_t>(rank)] + bytes_of_locks + place);
}

bool MpiWindow::try_lock(int rank, std::size_t lock) {
  const Lock taken = 1;
  Lock free = 0; // not const, because SMPI's function takes no pointer to a constant
  Lock found = taken;
  MPI_Compare_and_swap(&taken, &free, &found, MPI_UINT64_T, rank, place_of_lock(rank, lock),
                       window_);
  MPI_Win_flush(rank, window_);
  if (found != free)
    return false;
  if (rank == rank_)
    MPI_Win_sync(window_);
  return true;
}

void MpiWindow::unlock(int rank, std::size_t lock) {
  if (rank == rank_)
    MPI_Win_sync(window_);
  else
    MPI_Win_flush(rank, window_); // what has been written must be there before the lock is free
  const Lock free = 0;
  MPI_Accumulate(&free, 1, MPI_UINT64_T, rank, place_of_lock(rank, lock), 1, MPI_UINT64_T,
                 MPI_REPLACE, window_);
  MPI_Win_flush_local(rank, window_);
}

void MpiWindow::synchronize() { MPI_Win_sync(window_); }

void MpiWindow::read(int rank, std::size_t place, std::span<std::byte> bytes) {
  const auto size = static_cast<int>(bytes.size());
  MPI_Get(bytes.data(), size, MPI_BYTE, rank, place_of_byte(rank, place), size, MPI_BYTE, window_);
  MPI_Win_flush(rank, window_);
}

void MpiWindow::write(int rank, std::size_t place, std::span<const std::byte> bytes) {
  const auto size = static_cast<int>(bytes.size());
  MPI_Put(bytes.data(), size, MPI_BYTE, rank, place_of_byte(rank, place), size, MPI_BYTE, window_);
  MPI_Win_flush_local(rank, window_); // the caller may change the bytes from now on
}

} // namespace eldest
