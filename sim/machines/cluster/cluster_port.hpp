#pragma once

#include "algorithms/search/bound_handler.hpp"
#include "algorithms/search/wire.hpp"
#include "sim/machines/accounts.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace eldest {

/// A processor's data at the endpoint of its process: messages that have come, the request whose
/// answer is awaited, and counts of accesses and messages. A thread holds the network's lock while
/// it changes another thread's data; see ClusterEndpoint::hold.
class ClusterPort {
public:
  ClusterPort(int rank, int processors) : rank_(rank), processors_(processors) {}

  [[nodiscard]] int rank() const { return rank_; }

  /// Clears the messages and the counts.
  void begin();

  /// A message that has come but has not been read yet.
  struct Arrival {
    int from;
    std::uint16_t protocol;
    std::vector<std::byte> bytes;
  };

  /// Keeps a message until it is taken.
  void keep(Arrival arrival);
  /// Returns true if a message has come and has not been taken.
  [[nodiscard]] bool has_arrival() const { return arrivals_.load(std::memory_order_acquire) != 0; }
  /// Takes the first message that has come. There must be one, and the caller must hold the
  /// network's lock.
  [[nodiscard]] Arrival take_arrival();

  /// Gives the request of `handler` the next number, and marks its answer as awaited. Does not
  /// wait.
  void await(const BoundHandler& handler) {
    asked_ = {handler, ++sequence_};
    answered_.store(false, std::memory_order_release);
  }
  /// The number of the latest request that `await` was called for.
  [[nodiscard]] std::uint32_t sequence() const { return sequence_; }
  /// Returns true if no answer is awaited: it has come, or the wait has been ended.
  [[nodiscard]] bool answered() const { return answered_.load(std::memory_order_acquire); }
  /// Reads the answer to request `sequence` into its handler. Drops the answer if it is not awaited
  /// any more.
  void take_answer(int from, std::uint32_t sequence, std::span<const std::byte> bytes);
  /// Ends the wait for an answer; a later answer is dropped. Returns true if the answer has come.
  /// The caller must hold the network's lock.
  bool end_question() { return answered_.exchange(true); }

  [[nodiscard]] Traffic& traffic() { return traffic_; }
  [[nodiscard]] const Traffic& traffic() const { return traffic_; }
  void count_messages(std::uint64_t messages, std::uint64_t bytes) {
    traffic_.messages += messages;
    traffic_.bytes += bytes;
  }

  /// Sets the root position and the depth of the search that later messages are about; see the
  /// CrossesWires concept.
  void enter_game(const wire::Root* root, int depth) {
    root_ = root;
    depth_ = depth;
  }
  /// The facts that a reader needs for messages of processor `from`.
  [[nodiscard]] wire::Receiver context(int from) const {
    return {from, rank_, processors_, depth_, root_};
  }

private:
  /// The request whose answer is awaited.
  struct Asked {
    BoundHandler handler;
    std::uint32_t sequence = 0;
  };

  int rank_;
  int processors_;
  const wire::Root* root_ = nullptr;
  int depth_ = 1;
  Asked asked_;
  std::atomic<bool> answered_ = true;
  std::uint32_t sequence_ = 0;
  std::deque<Arrival> inbox_;
  std::atomic<std::size_t> arrivals_ = 0; ///< the size of the inbox
  Traffic traffic_;
};

} // namespace eldest
