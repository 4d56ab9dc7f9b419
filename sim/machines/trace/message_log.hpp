#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace eldest {

/// A log of messages between processors, in bounded memory. It keeps all messages sent until they
/// are more than `max_messages`, then every second, then every fourth, …. A message becomes an
/// entry when it arrives.
class MessageLog {
public:
  struct Entry {
    std::uint64_t ordinal; ///< number among all messages sent, from 0 on
    int from;              ///< rank of the sender
    int to;
    std::size_t bytes; ///< without the headers that the machine adds
    double sent;       ///< seconds since the start, by the sender's clock
    double arrived;
  };

  explicit MessageLog(std::size_t max_messages) : max_messages_(max_messages) {}

  /// Records that a message was sent at `time`, in seconds since the start. `number` distinguishes
  /// the messages in flight from `from` to `to`.
  void sent(int from, int to, std::uint64_t number, std::size_t bytes, double time);
  void arrived(int from, int to, std::uint64_t number, double time);

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] std::uint64_t sent_count() const { return sent_; }
  /// The log keeps one in `one_in()` messages sent.
  [[nodiscard]] std::uint64_t one_in() const { return one_in_; }

private:
  void thin_out();

  std::size_t max_messages_;
  std::uint64_t sent_ = 0;
  std::uint64_t one_in_ = 1;
  std::map<std::tuple<int, int, std::uint64_t>, Entry> under_way_; ///< by sender, receiver, number
  std::vector<Entry> entries_;
};

} // namespace eldest
