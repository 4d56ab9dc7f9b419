#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace eldest {

/// Threads that run one function after another, and sleep in between. Making threads takes time,
/// which a program that often runs a function on all of them saves.
class ThreadPool {
public:
  /// Makes `threads` threads, 1 or more. Throws std::system_error if the system does not have
  /// enough threads.
  explicit ThreadPool(int threads);

  [[nodiscard]] int size() const { return static_cast<int>(threads_.size()); }

  /// Calls `body(rank)` in each thread, with ranks from 0 on. Returns when all calls have returned.
  /// `body` must not throw. Only one thread may call this at a time.
  void run(const std::function<void(int)>& body);

private:
  void serve(const std::stop_token& stop, int rank);

  std::mutex mutex_; ///< guards the following members, except the threads
  std::condition_variable_any changed_;
  const std::function<void(int)>* body_ = nullptr;
  std::uint64_t runs_ = 0; ///< number of calls of `run`
  int running_ = 0;        ///< threads that have not ended the current run

  std::vector<std::jthread> threads_; // last, so that they end first
};

} // namespace eldest
