#include "sim/machines/simulated/event_queue.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/base/random.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

using namespace eldest;
using test::draw;

namespace {

/// A reference implementation of the queue by sorting.
class SortedEvents {
public:
  void push(double time, std::uint64_t order, std::uint32_t subject) {
    events_.emplace_back(time, order, subject);
    std::sort(events_.begin(), events_.end());
  }

  [[nodiscard]] double next_time() const { return std::get<0>(events_.front()); }
  [[nodiscard]] bool empty() const { return events_.empty(); }

  std::uint32_t pop() {
    const auto subject = std::get<2>(events_.front());
    events_.erase(events_.begin());
    return subject;
  }

  void remove(std::uint32_t subject) {
    std::erase_if(events_, [&](const auto& event) { return std::get<2>(event) == subject; });
  }

private:
  std::vector<std::tuple<double, std::uint64_t, std::uint32_t>> events_;
};

} // namespace

TEST_CASE("events come by time, then by order, then by subject") {
  EventQueue<> queue;
  queue.push(2, 8, 7);
  queue.push(1, 5, 3);
  queue.push(2, EventQueue<>::max_orders - 1, 1);
  queue.push(1, 5, 9);
  std::vector<std::uint32_t> order;
  while (!queue.empty())
    order.push_back(queue.pop().subject);
  CHECK(order == std::vector<std::uint32_t>{3, 9, 7, 1});
}

TEST_CASE("an event keeps its time and the largest subject") {
  EventQueue<> queue;
  queue.push(0.125, 0, EventQueue<>::max_subjects - 1);
  CHECK(queue.next_time() == 0.125);
  const auto event = queue.pop();
  CHECK(event.time == 0.125);
  CHECK(event.subject == EventQueue<>::max_subjects - 1);
  CHECK(queue.empty());
}

TEST_CASE("an event can be taken out before its time, and one that is not there too") {
  EventQueue<> queue;
  queue.remove(5);
  CHECK(queue.empty());
  queue.push(1, 0, 3);
  queue.push(2, 0, 4);
  queue.remove(3);
  queue.remove(3);
  queue.remove(5);
  CHECK(queue.next_time() == 2);
  CHECK(queue.pop().subject == 4);
  queue.remove(4);
  CHECK(queue.empty());
}

TEST_CASE("events added and taken in any order come as if sorted") {
  SplitMix64 random(1);
  for (const int times : {1, 3, 1000}) { // many equals, some, hardly any
    CAPTURE(times);
    EventQueue<> queue;
    SortedEvents sorted;
    std::vector<std::uint32_t> free;
    std::uint32_t subjects = 0;
    bool all_agree = true;
    for (int i = 0; i < 5000; ++i) {
      const int phase = i / 500; // the queue grows and shrinks
      if (subjects > 0 && draw(random, 0, 9) == 0) {
        const auto subject =
            static_cast<std::uint32_t>(draw(random, 0, static_cast<int>(subjects) - 1));
        if (std::find(free.begin(), free.end(), subject) == free.end())
          free.push_back(subject);
        queue.remove(subject);
        sorted.remove(subject);
      }
      if (sorted.empty() || draw(random, 0, 3) <= (phase % 2 == 0 ? 2 : 0)) {
        if (free.empty())
          free.push_back(subjects++);
        const double time = draw(random, 0, times - 1);
        const auto order = static_cast<std::uint64_t>(draw(random, 0, 2));
        queue.push(time, order, free.back());
        sorted.push(time, order, free.back());
        free.pop_back();
      } else {
        all_agree = all_agree && queue.next_time() == sorted.next_time();
        const auto subject = sorted.pop();
        all_agree = all_agree && queue.pop().subject == subject;
        // The next event has the same subject, or another one.
        free.insert(draw(random, 0, 1) == 0 ? free.begin() : free.end(), subject);
      }
    }
    while (!sorted.empty())
      all_agree = all_agree && !queue.empty() && queue.pop().subject == sorted.pop();
    CHECK(all_agree);
    CHECK(queue.empty());
  }
}

namespace {

/// Records the subjects of the events that the queue foresees, by their nearness.
struct Foreseen {
  std::set<std::uint32_t>& far;
  std::set<std::uint32_t>& near;
  [[nodiscard]] static bool is_wanted() { return true; }
  void operator()(std::uint32_t subject, Nearness nearness) const {
    (nearness == Nearness::far ? far : near).insert(subject);
  }
};

} // namespace

TEST_CASE("events are foreseen before they come") {
  const auto subjects = GENERATE(1, 3, 40, 1000);
  std::set<std::uint32_t> far;
  std::set<std::uint32_t> near;
  EventQueue queue{Foreseen{far, near}};
  SplitMix64 random(1);
  for (int subject = 0; subject < subjects; ++subject)
    queue.push(draw(random, 0, 1000), 0, static_cast<std::uint32_t>(subject));
  int foreseen_far = 0;
  int foreseen_near = 0;
  constexpr int events = 5000;
  for (int i = 0; i < events; ++i) {
    const auto event = queue.pop();
    foreseen_far += static_cast<int>(far.erase(event.subject));
    foreseen_near += static_cast<int>(near.erase(event.subject));
    queue.push(event.time + draw(random, 1, 1000), 0, event.subject);
  }
  CHECK(foreseen_far == events);
  CHECK(foreseen_near == events);
}
