#include "sim/system/job_thread.hpp"

#include "sim/system/new_thread.hpp"

#include <utility>

namespace eldest {

JobThread::JobThread(const std::string& purpose)
    : thread_(new_thread(purpose, [this] { serve(); })) {}

JobThread::~JobThread() {
  const std::lock_guard lock(mutex_);
  ends_ = true;
  changed_.notify_one();
}

void JobThread::post(std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  changed_.notify_one();
}

void JobThread::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
    if (jobs_.empty())
      return;
    auto job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    job = nullptr; // what it owns ends here, not under the lock
    lock.lock();
  }
}

} // namespace eldest
