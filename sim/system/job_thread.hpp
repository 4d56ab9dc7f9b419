#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace eldest {

/// A thread that does one job after another, in the order in which they are posted, and sleeps in
/// between.
class JobThread {
public:
  /// `purpose` is for the error if the system has no thread left: see new_thread.
  explicit JobThread(const std::string& purpose);
  /// Waits until all posted jobs are done.
  ~JobThread();
  JobThread(const JobThread&) = delete;
  JobThread& operator=(const JobThread&) = delete;

  /// Leaves a job to the thread, and returns at once. The job must not throw.
  void post(std::function<void()> job);

private:
  void serve();

  std::mutex mutex_; ///< guards the following members, except the thread
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  bool ends_ = false; ///< true if no further job will be posted

  std::jthread thread_; // last, so that it ends first
};

} // namespace eldest
