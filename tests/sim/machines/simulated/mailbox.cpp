#include "sim/machines/simulated/mailbox.hpp"
#include "tests/support/numbers.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

namespace {

Message message(int from, int content) { return test::number_of_size(from, 8, content); }

int take(Mailbox& mailbox) { return test::number_in(mailbox.take()); }

} // namespace

TEST_CASE("a mailbox holds messages back until those sent before have arrived") {
  Mailbox mailbox;
  mailbox.deliver(2, message(1, 12));
  mailbox.deliver(1, message(1, 11));
  CHECK(mailbox.empty());
  mailbox.deliver(0, message(1, 10));
  CHECK(take(mailbox) == 10);
  CHECK(take(mailbox) == 11);
  CHECK(take(mailbox) == 12);
  CHECK(mailbox.empty());
}

TEST_CASE("in a mailbox no sender waits for another") {
  Mailbox mailbox;
  mailbox.deliver(1, message(1, 11));
  mailbox.deliver(0, message(2, 20));
  CHECK(take(mailbox) == 20);
  CHECK(mailbox.empty());
}

TEST_CASE("messages are numbered by receiver") {
  Mailbox mailbox;
  CHECK(mailbox.number_sent(1) == 0);
  CHECK(mailbox.number_sent(2) == 0);
  CHECK(mailbox.number_sent(1) == 1);
}
