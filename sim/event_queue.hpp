#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest {

/// What is to happen, in order of time; what was added first comes first among equals, so that the
/// order is always the same. A heap in which every event has four below it, and whose top stays
/// empty after `pop` until it is known whether a new event could take its place.
class EventQueue {
public:
  /// What an event is about must be below this.
  static constexpr std::uint32_t most_subjects = 1U << 24U;

  struct Event {
    double time;           ///< seconds, not negative
    std::uint32_t subject; ///< the user's
  };

  [[nodiscard]] bool empty() {
    close_gap();
    return heap_.empty();
  }

  /// Of the next event, of which there must be one.
  [[nodiscard]] double next_time() {
    close_gap();
    return time(heap_.front());
  }

  void push(double time, std::uint32_t subject) {
    const Node node = (Node{std::bit_cast<std::uint64_t>(time)} << order_bits) +
                      (pushed_++ * most_subjects + subject);
    if (gap_at_top_) {
      gap_at_top_ = false;
      sift_down(node);
    } else {
      heap_.push_back(node);
      sift_up(node);
    }
  }

  /// Takes the next event out, of which there must be one.
  Event pop() {
    close_gap();
    gap_at_top_ = true;
    return {time(heap_.front()), subject(heap_.front())};
  }

private:
  /// The time in the upper half: times are not negative, so that their bits are in the order of
  /// their values. In the lower half the number of events pushed before, and the subject. So two
  /// events are compared without a branch, which could not be predicted.
  __extension__ using Node = unsigned __int128;
  static constexpr int order_bits = 64;

  static double time(Node node) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(node >> order_bits));
  }
  static std::uint32_t subject(Node node) {
    return static_cast<std::uint32_t>(node % most_subjects);
  }

  static constexpr std::size_t sons = 4;

  void close_gap() {
    if (!gap_at_top_)
      return;
    gap_at_top_ = false;
    const Node last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty())
      sift_down(last);
  }

  /// Puts a node where the top is free, or below.
  void sift_down(Node node) {
    std::size_t place = 0;
    while (true) {
      const std::size_t first = place * sons + 1;
      if (first >= heap_.size())
        break;
      const std::size_t least = first + least_son(first);
      if (heap_[least] > node)
        break;
      heap_[place] = heap_[least];
      place = least;
    }
    heap_[place] = node;
  }

  /// The place among brothers, from the first on, of the least. Which it is cannot be predicted, so
  /// that four of them, as nearly all are, are compared without a branch.
  [[nodiscard]] std::size_t least_son(std::size_t first) const {
    const Node* const brothers = &heap_[first];
    const std::size_t count = heap_.size() - first;
    if (count < sons)
      return static_cast<std::size_t>(std::min_element(brothers, brothers + count) - brothers);
    const std::size_t left = (brothers[1] < brothers[0]) ? 1 : 0;
    const std::size_t right = (brothers[3] < brothers[2]) ? 3 : 2;
    // A mask, since compilers make branches of other ways to choose.
    const std::size_t right_mask = -static_cast<std::size_t>(brothers[right] < brothers[left]);
    return (left & ~right_mask) | (right & right_mask);
  }

  /// Puts a node where the last place is free, or above.
  void sift_up(Node node) {
    std::size_t place = heap_.size() - 1;
    while (place > 0) {
      const std::size_t father = (place - 1) / sons;
      if (node > heap_[father])
        break;
      heap_[place] = heap_[father];
      place = father;
    }
    heap_[place] = node;
  }

  std::vector<Node> heap_;
  std::uint64_t pushed_ = 0;
  bool gap_at_top_ = false;
};

} // namespace eldest
