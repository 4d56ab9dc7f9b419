#include "sim/machines/cluster/mpi/mpi_window.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

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

/// Returns MPI's text for an error.
std::string text_of(int error) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(error, text.data(), &length);
  return {text.data(), static_cast<std::size_t>(length)};
}

/// Allocates a window of `size` bytes in this process. Collective. Returns its memory and the
/// window. Throws RunError, in all processes or in none.
std::pair<void*, MPI_Win> allocate(MPI_Comm processes, std::size_t size) {
  MPI_Errhandler before = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(processes, &before);
  MPI_Comm_set_errhandler(processes, MPI_ERRORS_RETURN);
  void* memory = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  const int own_error = MPI_Win_allocate(static_cast<MPI_Aint>(size), 1, MPI_INFO_NULL, processes,
                                         static_cast<void*>(&memory), &window);
  MPI_Comm_set_errhandler(processes, before);
  MPI_Errhandler_free(&before);
  int error = MPI_SUCCESS;
  MPI_Allreduce(&own_error, &error, 1, MPI_INT, MPI_MAX, processes);
  if (error != MPI_SUCCESS)
    throw RunError(fmt::format("MPI makes no window of {} bytes for one-sided access: {}", size,
                               text_of(error)));
  return {memory, window};
}

} // namespace

MpiWindow::MpiWindow(MPI_Comm processes, std::size_t bytes) : processes_(processes), bytes_(bytes) {
  MPI_Comm_rank(processes, &rank_);
  int count = 1;
  MPI_Comm_size(processes, &count);
  shifts_.resize(static_cast<std::size_t>(count));
}

void MpiWindow::open() {
  const auto size = bytes_of_locks + bytes_ + alignment;
  const auto [memory, window] = allocate(processes_, size);
  window_ = window;

  const std::span all(static_cast<std::byte*>(memory), size);
  const std::uint64_t shift = bytes_to_aligned(memory);
  std::ranges::fill(all.subspan(shift, bytes_of_locks), std::byte{0});
  own_ = all.subspan(shift + bytes_of_locks, bytes_);
  // The MPI_Allgather also keeps every process from using the window before all locks are free.
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  MPI_Win_sync(window_);
  MPI_Allgather(&shift, 1, MPI_UINT64_T, shifts_.data(), 1, MPI_UINT64_T, processes_);
}

MpiWindow::~MpiWindow() {
  if (window_ == MPI_WIN_NULL)
    return;
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
