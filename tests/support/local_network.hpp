#pragma once

#include "sim/machines/cluster/cluster_network.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace eldest::test {

/// What the networks of the threads of one process have in common.
struct LocalHub {
  explicit LocalHub(int ranks) : boxes(static_cast<std::size_t>(ranks)) {}

  using Bytes = std::vector<std::byte>;

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::deque<std::pair<int, Bytes>>> boxes; ///< by receiver: sender and packet
  std::map<std::uint64_t, std::size_t> entered;         ///< barriers, by number
  std::map<std::uint64_t, std::map<int, std::string>> texts;
};

/// A network whose processes are the threads of one.
class LocalNetwork : public ClusterNetwork {
public:
  LocalNetwork(LocalHub& hub, int rank) : hub_(hub), rank_(rank) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return static_cast<int>(hub_.boxes.size()); }
  [[nodiscard]] std::string name() const override { return "threads"; }
  [[nodiscard]] bool crowded() const override { return true; }

  void send(int to, std::span<const std::byte> head, std::span<const std::byte> body) override {
    LocalHub::Bytes bytes(head.begin(), head.end());
    bytes.insert(bytes.end(), body.begin(), body.end());
    const std::lock_guard lock(hub_.mutex);
    hub_.boxes[static_cast<std::size_t>(to)].emplace_back(rank_, std::move(bytes));
  }

  [[nodiscard]] bool receive(Packet& packet) override {
    const std::lock_guard lock(hub_.mutex);
    auto& box = hub_.boxes[static_cast<std::size_t>(rank_)];
    if (box.empty())
      return false;
    received_ = std::move(box.front().second);
    packet = {box.front().first, received_};
    box.pop_front();
    return true;
  }

  void begin_barrier() override {
    const std::lock_guard lock(hub_.mutex);
    ++hub_.entered[++barriers_];
  }
  [[nodiscard]] bool barrier_over() override {
    const std::lock_guard lock(hub_.mutex);
    return hub_.entered[barriers_] == hub_.boxes.size();
  }

  [[nodiscard]] std::uint64_t count_arrivals(std::span<const std::uint64_t> sent) override {
    std::string own;
    for (const auto count : sent)
      own += std::to_string(count) + ' ';
    std::uint64_t arrivals = 0;
    for (const auto& text : exchange(own)) {
      std::size_t begin = 0;
      for (int rank = 0; rank < rank_; ++rank)
        begin = text.find(' ', begin) + 1;
      arrivals += std::stoull(text.substr(begin));
    }
    return arrivals;
  }

private:
  [[nodiscard]] std::vector<std::string> exchange(const std::string& own) override {
    std::unique_lock lock(hub_.mutex);
    auto& texts = hub_.texts[++exchanges_];
    texts.emplace(rank_, own);
    hub_.changed.notify_all();
    hub_.changed.wait(lock, [&] { return texts.size() == hub_.boxes.size(); });
    std::vector<std::string> all;
    for (const auto& [rank, text] : texts)
      all.push_back(text);
    return all;
  }

  LocalHub& hub_;
  int rank_;
  std::uint64_t barriers_ = 0;
  std::uint64_t exchanges_ = 0;
  LocalHub::Bytes received_;
};

/// Runs a function in so many threads, each with its network.
inline void run_on_local_network(int ranks, const std::function<void(ClusterNetwork&)>& function) {
  LocalHub hub(ranks);
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&hub, &function, rank] {
      LocalNetwork network(hub, rank);
      function(network);
    });
}

} // namespace eldest::test
