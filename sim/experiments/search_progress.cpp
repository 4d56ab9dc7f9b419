#include "sim/experiments/search_progress.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <new>

namespace eldest {
namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

double estimate_remaining_seconds(const std::vector<double>& iterations, double in_current,
                                  int after_current) {
  if (iterations.size() < 3)
    return -1;
  const auto last = iterations.end() - 1;
  const double growth = std::max(1.0, *last / std::max(last[-2], 1e-6)); // growth over two ply
  auto taken = iterations;
  double remaining = 0;
  for (int i = 0; i <= after_current; ++i) {
    taken.push_back(taken[taken.size() - 2] * growth);
    remaining += i == 0 ? std::max(0.0, taken.back() - in_current) : taken.back();
  }
  return remaining;
}

ProgressReporter::ProgressReporter(SearchProgress& progress, int nominal_depth, SearchTime time)
    : progress_(progress), nominal_depth_(nominal_depth), iteration_began_(wall_seconds()) {
  progress_.time = time;
  progress_.seconds = 0; // another search may have used the place before
  progress_.nodes = 0;
  progress_.depth = 0;
  progress_.remaining_seconds = -1;
  progress_.nominal_depth = nominal_depth;
  progress_.running = true;
}

ProgressReporter::~ProgressReporter() { progress_.running = false; }

void ProgressReporter::report(double seconds, std::uint64_t nodes, int depth) {
  const double now = wall_seconds();
  if (depth > depth_) {
    if (depth_ > 0)
      iterations_.push_back(now - iteration_began_);
    iteration_began_ = now;
    depth_ = depth;
  }
  progress_.seconds = seconds;
  progress_.nodes = nodes;
  progress_.depth = depth_;
  progress_.remaining_seconds =
      estimate_remaining_seconds(iterations_, now - iteration_began_, nominal_depth_ - depth_);
}

ProgressBoard::ProgressBoard() {
  static_assert(std::atomic<double>::is_always_lock_free);
  void* const memory = ::mmap(nullptr, count * sizeof(SearchProgress), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw std::bad_alloc();
  places_ = static_cast<SearchProgress*>(memory);
  std::uninitialized_default_construct_n(places_, count);
}

ProgressBoard::~ProgressBoard() { ::munmap(places_, count * sizeof(SearchProgress)); }

const SearchProgress* ProgressBoard::first_running() const {
  const auto* const found =
      std::find_if(places_, places_ + count,
                   [](const SearchProgress& progress) { return progress.running.load(); });
  return found == places_ + count ? nullptr : found;
}

} // namespace eldest
