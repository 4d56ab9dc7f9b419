#include "sim/machines/threads/thread_pool.hpp"

#include "sim/system/new_thread.hpp"

#include <cstddef>
#include <string>

namespace eldest {

ThreadPool::ThreadPool(int threads) {
  threads_.reserve(static_cast<std::size_t>(threads));
  for (int rank = 0; rank < threads; ++rank)
    threads_.push_back(
        new_thread("thread " + std::to_string(rank + 1) + " of " + std::to_string(threads),
                   [this, rank](const std::stop_token& stop) { serve(stop, rank); }));
}

void ThreadPool::run(const std::function<void(int)>& body) {
  std::unique_lock lock(mutex_);
  body_ = &body;
  running_ = size();
  ++runs_;
  changed_.notify_all();
  changed_.wait(lock, [this] { return running_ == 0; });
}

void ThreadPool::serve(const std::stop_token& stop, int rank) {
  std::unique_lock lock(mutex_);
  for (std::uint64_t served = 0; changed_.wait(lock, stop, [&] { return runs_ > served; });
       ++served) {
    const auto& body = *body_;
    lock.unlock();
    body(rank);
    lock.lock();
    if (--running_ == 0)
      changed_.notify_all();
  }
}

} // namespace eldest
