#pragma once

#include "algorithms/search/message.hpp"
#include "algorithms/search/search_stopped.hpp"
#include "tests/support/local_processor.hpp"

#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::test {

/// A processor of a machine of many. The messages for which it waits are those of a script, in
/// order. The search ends with the script. A look for messages finds none.
class ScriptedProcessor : public LocalProcessor {
public:
  ScriptedProcessor(int rank, int processors, std::deque<Message> script)
      : LocalProcessor(1 << 12), rank_(rank), processors_(processors), script_(std::move(script)) {}

  struct Sent {
    int to;
    Message message;
  };
  std::vector<Sent> sent;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return processors_; }
  void send(int to, const Message& message) { sent.push_back({to, message}); }
  [[nodiscard]] Message wait() {
    if (script_.empty())
      throw SearchStopped();
    auto next = std::move(script_.front());
    script_.pop_front();
    return next;
  }

  /// A message of one kind, and its receiver.
  template <class Kind> struct SentKind {
    int to;
    Kind kind;
  };
  /// Returns the messages of a kind of `Content` that were sent, in order.
  template <class Content, class Kind> [[nodiscard]] std::vector<SentKind<Kind>> all_sent() const {
    std::vector<SentKind<Kind>> all;
    for (const auto& one : sent) {
      if (const auto* const kind = Content::template get_if<Kind>(one.message))
        all.push_back({one.to, *kind});
    }
    return all;
  }

private:
  int rank_;
  int processors_;
  std::deque<Message> script_;
};

static_assert(Processor<ScriptedProcessor>);

} // namespace eldest::test
