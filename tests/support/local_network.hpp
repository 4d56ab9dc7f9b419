#pragma once

#include "sim/machines/cluster/cluster_network.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace eldest::test {

/// Memory of one process that the others may read and write.
struct LocalMemory {
  struct alignas(NetworkWindow::alignment) Line {
    std::array<std::byte, NetworkWindow::alignment> bytes{};
  };
  std::vector<Line> lines;
  std::array<std::mutex, NetworkWindow::locks> locks;

  [[nodiscard]] std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(lines)); }
};

/// The state that the networks of all threads of one process share.
struct LocalHub {
  explicit LocalHub(int ranks) : boxes(static_cast<std::size_t>(ranks)) {}

  using Bytes = std::vector<std::byte>;

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::deque<std::pair<int, Bytes>>> boxes; ///< by receiver: sender and packet
  std::map<std::uint64_t, std::size_t> entered;         ///< barriers, by number
  std::map<std::uint64_t, std::map<int, std::string>> texts;
  std::map<std::uint64_t, std::vector<LocalMemory>> windows; ///< by number, by process
};

/// A window into the memory of this process's threads.
class LocalWindow : public NetworkWindow {
public:
  /// `meet` waits for the other processes.
  LocalWindow(std::vector<LocalMemory>& memories, int rank, std::function<void()> meet)
      : memories_(memories), rank_(rank), meet_(std::move(meet)) {}

  void open() override { meet_(); }
  [[nodiscard]] std::span<std::byte> own() override { return memory(rank_).bytes(); }
  [[nodiscard]] bool try_lock(int rank, std::size_t lock) override {
    return memory(rank).locks[lock].try_lock();
  }
  void unlock(int rank, std::size_t lock) override { memory(rank).locks[lock].unlock(); }
  void read(int rank, std::size_t place, std::span<std::byte> bytes) override {
    std::ranges::copy(part(rank, place, bytes.size()), bytes.begin());
  }
  void write(int rank, std::size_t place, std::span<const std::byte> bytes) override {
    std::ranges::copy(bytes, part(rank, place, bytes.size()).begin());
  }

  void synchronize() override {}

private:
  [[nodiscard]] LocalMemory& memory(int rank) { return memories_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] std::span<std::byte> part(int rank, std::size_t place, std::size_t size) {
    return memory(rank).bytes().subspan(place, size);
  }

  std::vector<LocalMemory>& memories_;
  int rank_;
  std::function<void()> meet_;
};

/// A network whose processes are threads of a single process.
class LocalNetwork : public ClusterNetwork {
public:
  LocalNetwork(LocalHub& hub, int rank) : hub_(hub), rank_(rank) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return static_cast<int>(hub_.boxes.size()); }
  [[nodiscard]] std::string name() const override { return "threads"; }
  [[nodiscard]] bool crowded(int /*threads*/) const override { return true; }
  [[nodiscard]] bool serves_threads() const override { return true; }

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

  [[nodiscard]] std::unique_ptr<NetworkWindow> make_window(std::size_t bytes) override {
    ++windows_;
    auto& memories = [&]() -> std::vector<LocalMemory>& {
      const std::lock_guard lock(hub_.mutex);
      auto& all = hub_.windows[windows_];
      if (all.empty())
        all = std::vector<LocalMemory>(hub_.boxes.size());
      return all;
    }();
    memories[static_cast<std::size_t>(rank_)].lines.resize(bytes / NetworkWindow::alignment + 1);
    return std::make_unique<LocalWindow>(memories, rank_,
                                         [this] { static_cast<void>(exchange("")); });
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
  std::uint64_t windows_ = 0;
  LocalHub::Bytes received_;
};

/// Runs a function in `ranks` threads, each with its network.
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
