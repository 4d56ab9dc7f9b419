#include "sim/machines/simulated/channels.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/numbers.hpp"

#include <cstdint>
#include <vector>

using namespace eldest;

namespace {

/// Channels to processor 0, and the messages that they have handed out.
struct Receiver {
  Channels channels;
  std::vector<int> handed_out;

  void arrive(int from, std::uint32_t number, int content) {
    channels.arrive(
        number, 0, test::number_of_size(from, 8, content),
        [this](const Message& message) { handed_out.push_back(test::number_in(message)); });
  }
};

} // namespace

TEST_CASE("messages are handed out in the order in which they were sent") {
  Receiver receiver;
  for (std::uint32_t number = 0; number < 3; ++number)
    CHECK(receiver.channels.send(1, 0) == number);
  receiver.arrive(1, 2, 12);
  receiver.arrive(1, 1, 11);
  CHECK(receiver.handed_out.empty());
  receiver.arrive(1, 0, 10);
  CHECK(receiver.handed_out == std::vector{10, 11, 12});
}

TEST_CASE("messages do not wait for those of another sender") {
  Receiver receiver;
  CHECK(receiver.channels.send(1, 0) == 0);
  CHECK(receiver.channels.send(2, 0) == 0);
  CHECK(receiver.channels.send(1, 0) == 1);
  receiver.arrive(1, 1, 11);
  receiver.arrive(2, 0, 20);
  CHECK(receiver.handed_out == std::vector{20});
}

TEST_CASE("messages are numbered by sender and receiver, as long as some are under way") {
  Receiver receiver;
  CHECK(receiver.channels.send(1, 0) == 0);
  CHECK(receiver.channels.send(1, 2) == 0);
  CHECK(receiver.channels.send(0, 1) == 0);
  CHECK(receiver.channels.send(1, 0) == 1);
  receiver.arrive(1, 0, 10);
  CHECK(receiver.channels.send(1, 0) == 2);
  receiver.arrive(1, 1, 11);
  receiver.arrive(1, 2, 12);
  CHECK(receiver.channels.send(1, 0) == 0);
  receiver.arrive(1, 0, 13);
  CHECK(receiver.handed_out == std::vector{10, 11, 12, 13});
}
