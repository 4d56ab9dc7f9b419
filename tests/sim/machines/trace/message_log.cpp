#include "sim/machines/trace/message_log.hpp"

#include "tests/support/catch.hpp"

#include <cstdint>

using namespace eldest;

TEST_CASE("a message log has the messages that have arrived, in whichever order they did") {
  MessageLog log(10);
  log.sent(0, 1, 0, 8, 1.0);
  log.sent(0, 1, 1, 16, 2.0);
  log.sent(1, 0, 0, 24, 2.5);
  log.arrived(0, 1, 1, 3.0);
  log.arrived(0, 1, 0, 4.0);
  REQUIRE(log.entries().size() == 2);
  const auto& [ordinal, from, to, bytes, sent, arrived] = log.entries()[0];
  CHECK(ordinal == 1);
  CHECK(from == 0);
  CHECK(to == 1);
  CHECK(bytes == 16);
  CHECK(sent == 2.0);
  CHECK(arrived == 3.0);
  CHECK(log.entries()[1].sent == 1.0);
  CHECK(log.one_in() == 1);
}

TEST_CASE("a message log that gets full keeps every second message, then every fourth") {
  MessageLog log(10);
  for (std::uint64_t i = 0; i < 35; ++i) {
    const auto time = static_cast<double>(i);
    log.sent(2, 3, i, 8, time);
    if (i % 3 != 0) // the others are still in flight
      log.arrived(2, 3, i, time + 0.5);
    REQUIRE(log.entries().size() <= 10);
  }
  CHECK(log.one_in() == 4);
  for (std::uint64_t i = 0; i < 35; i += 3)
    log.arrived(2, 3, i, 40);
  CHECK(log.entries().size() == 9);
  for (const auto& entry : log.entries()) {
    CHECK(entry.ordinal % 4 == 0);
    CHECK(entry.sent == static_cast<double>(entry.ordinal));
  }
}
