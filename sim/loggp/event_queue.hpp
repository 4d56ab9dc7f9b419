#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest {

/// What is to happen, in order of time; what was added first comes first among equals, so that the
/// order is always the same.
class EventQueue {
public:
  struct Event {
    double time;         ///< seconds
    std::uint64_t order; ///< number of events added before
    std::uint32_t what;  ///< the user's
  };

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] const Event& top() const { return heap_.front(); }

  void push(double time, std::uint32_t what) {
    heap_.push_back({time, pushed_++, what});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }

  Event pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Event event = heap_.back();
    heap_.pop_back();
    return event;
  }

private:
  static bool later(const Event& left, const Event& right) {
    return left.time != right.time ? left.time > right.time : left.order > right.order;
  }

  std::vector<Event> heap_;
  std::uint64_t pushed_ = 0;
};

} // namespace eldest
