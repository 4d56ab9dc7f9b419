#include "algorithms/search/iterations.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/local_processor.hpp"

#include <deque>
#include <map>
#include <utility>
#include <vector>

using namespace eldest;

namespace {

/// One of several processors. The others exist only as the senders and receivers of this one's
/// messages.
class OneOfMany : public test::LocalProcessor {
public:
  OneOfMany(int rank, int processors) : LocalProcessor(4), rank_(rank), processors_(processors) {}

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return processors_; }
  void send(int to, const Message& message) {
    sent[to].push_back(IterationMessage::get<IterationResult>(message).depth);
  }
  [[nodiscard]] std::optional<Message> poll() {
    if (inbox.empty())
      return std::nullopt;
    auto message = std::move(inbox.front());
    inbox.pop_front();
    return message;
  }

  std::deque<Message> inbox;
  std::map<int, std::vector<int>> sent; ///< depths, by receiver

private:
  int rank_;
  int processors_;
};

Message report(int depth, Score value) {
  return IterationMessage::message(1, IterationResult{depth, value, 0, 0});
}

std::vector<std::pair<int, Score>> values(const Iterations<OneOfMany>& iterations) {
  std::vector<std::pair<int, Score>> values;
  for (const auto& result : iterations.results())
    values.emplace_back(result.depth, result.value);
  return values;
}

} // namespace

TEST_CASE("the first report of an iteration counts, and is passed on down the tree") {
  OneOfMany processor(0, 6);
  Iterations<OneOfMany> iterations(processor);
  processor.inbox = {report(1, 10), report(1, 11)};
  CHECK(iterations.over(1));
  CHECK_FALSE(iterations.over(2));
  CHECK(values(iterations) == std::vector<std::pair<int, Score>>{{1, 10}});
  CHECK(processor.sent == std::map<int, std::vector<int>>{{1, {1}}, {2, {1}}, {4, {1}}});
}

TEST_CASE("an iteration reported before its turn is over when the one before it is") {
  OneOfMany processor(0, 2);
  Iterations<OneOfMany> iterations(processor);
  processor.inbox = {report(2, 20), report(3, 30), report(2, 21)};
  CHECK_FALSE(iterations.over(1));
  CHECK_FALSE(iterations.over(2));
  CHECK(processor.sent.empty());
  iterations.report({1, 10, 0, 0});
  CHECK(iterations.over(3));
  CHECK(values(iterations) == std::vector<std::pair<int, Score>>{{1, 10}, {2, 20}, {3, 30}});
  CHECK(processor.sent == std::map<int, std::vector<int>>{{1, {1, 2, 3}}});
}

TEST_CASE("only processor 0 decides: others report to it and wait for its message") {
  OneOfMany processor(1, 4);
  Iterations<OneOfMany> iterations(processor);
  iterations.report({1, 10, 0, 0});
  CHECK_FALSE(iterations.over(1));
  processor.inbox = {report(1, 11)};
  CHECK(iterations.over(1));
  CHECK(values(iterations) == std::vector<std::pair<int, Score>>{{1, 11}});
  CHECK(processor.sent == std::map<int, std::vector<int>>{{0, {1}}, {3, {1}}});
}
