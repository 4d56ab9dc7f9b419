#include "sim/machines/threads/thread_machine.hpp"

#include "algorithms/search/search_stopped.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/numbers.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include <unistd.h>

using namespace eldest;

namespace {

constexpr TableSettings small_table{.entries = 64};

/// Reads a number in a bucket, and writes 1 more.
struct Increment {
  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& /*wire*/) {}

  void operator()(Bucket& bucket) const { bucket.entries.back().move += 1; }
};

/// Runs a program until it ends, or SIGINT or the end of the time limit stops it.
void run_watched(ThreadMachine& machine, std::optional<double> time_limit,
                 const std::function<void(ThreadProcessor&)>& program) {
  const StopWatcher watcher(time_limit, [&](StopReason reason) { machine.stop(reason); });
  machine.run(program);
}

} // namespace

TEST_CASE("every thread is a processor of its own") {
  ThreadMachine machine(7, small_table, {});
  std::vector<int> ranks(7, -1);
  machine.run([&](ThreadProcessor& processor) {
    if (processor.processors() == 7)
      ranks[static_cast<std::size_t>(processor.rank())] = processor.rank();
  });
  CHECK(ranks == std::vector{0, 1, 2, 3, 4, 5, 6});
  CHECK_FALSE(machine.stop_reason());
}

TEST_CASE("handlers of several threads run on a bucket one after the other") {
  constexpr int threads = 8;
  constexpr int times = 20'000;
  ThreadMachine machine(threads, small_table, {});
  machine.run([&](ThreadProcessor& processor) {
    for (int i = 0; i < times; ++i)
      processor.post(Key{1} << 63U, Increment{});
  });
  CHECK(machine.tables().transpositions(0).bucket(Key{1} << 63U).entries.back().move ==
        threads * times);
  CHECK(machine.processor(3).traffic().writes == times);
}

TEST_CASE("an entry that a thread finds in the table is one that a thread has stored as a whole") {
  constexpr int threads = 4;
  constexpr int keys = 64;
  ThreadMachine machine(threads, small_table, {});
  std::atomic<int> torn = 0;
  machine.run([&](ThreadProcessor& processor) {
    for (std::uint64_t i = 0; i < 20'000; ++i) {
      const Key key = (i * 7919 % keys) << 57U | (i % 5);
      // Score and move identify their key.
      NodeResult node({-infinity, infinity, static_cast<Score>(key % 97)}, 3);
      node.move = static_cast<std::uint32_t>(key % 97) + 1;
      processor.post(key, Store{key, node});
      Probe probe{key, 3, TableDepth::exact, {-infinity, infinity}};
      processor.ask(key, probe);
      if (probe.answer.move != 0 &&
          (probe.answer.move != key % 97 + 1 || probe.answer.score != static_cast<Score>(key % 97)))
        ++torn;
    }
  });
  CHECK(torn == 0);
}

TEST_CASE("messages come in order from every sender, and wake a waiting thread") {
  constexpr int senders = 5;
  constexpr int messages = 2'000;
  ThreadMachine machine(senders + 1, small_table, {});
  std::vector<int> next(senders + 1, 0);
  bool in_order = true;
  machine.run([&](ThreadProcessor& processor) {
    if (processor.rank() != 0) {
      for (int i = 0; i < messages; ++i)
        processor.send(0, test::number_of_size(processor.rank(), 4, i));
      return;
    }
    for (int i = 0; i < senders * messages; ++i) {
      auto polled = i % 3 == 0 ? processor.poll() : std::nullopt;
      const Message message = polled ? *std::move(polled) : processor.wait();
      in_order =
          in_order && test::number_in(message) == next[static_cast<std::size_t>(message.from)]++;
    }
    in_order = in_order && !processor.poll();
  });
  CHECK(in_order);
  CHECK(machine.processor(1).traffic().messages == messages);
  CHECK(machine.processor(1).traffic().bytes == std::size_t{4} * messages);
}

TEST_CASE("a wait with an end takes what comes, and ends with nothing if nothing comes") {
  ThreadMachine machine(2, small_table, {});
  std::vector<int> received;
  machine.run([&](ThreadProcessor& processor) {
    if (processor.rank() == 1) {
      static_cast<void>(processor.wait());
      processor.send(0, test::number_of_size(1, 4, 17));
      return;
    }
    const double begin = processor.now();
    CHECK_FALSE(processor.wait_for(0).has_value());
    CHECK_FALSE(processor.wait_for(0.002).has_value());
    CHECK(processor.now() - begin >= 0.002);
    processor.send(1, test::number_of_size(0, 4, 1));
    const auto message = processor.wait_for(1e9);
    received.push_back(message ? test::number_in(*message) : -1);
  });
  CHECK(received == std::vector{17});
  CHECK(machine.account(0).idle >= 0.002);
}

TEST_CASE("the end of a time limit stops a thread in a wait with an end") {
  ThreadMachine machine(1, small_table, {});
  bool completed = true;
  run_watched(machine, 0.02, [&](ThreadProcessor& processor) {
    completed = until_stopped([&] { static_cast<void>(processor.wait_for(1e9)); });
  });
  CHECK_FALSE(completed);
}

TEST_CASE("every second of every thread is accounted for") {
  ThreadMachine machine(3, small_table, {});
  machine.run([&](ThreadProcessor& processor) {
    if (processor.rank() == 2) {
      for (int i = 0; i < 1000; ++i)
        processor.post(Key{5}, Increment{});
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      processor.send(0, test::number_of_size(2, 0, 0));
    } else if (processor.rank() == 0) {
      static_cast<void>(processor.wait());
    }
  });
  for (int rank = 0; rank < 3; ++rank) {
    const auto& account = machine.account(rank);
    CAPTURE(rank, account.work, account.communication, account.idle);
    CHECK(account.total() == Approx(machine.time()).epsilon(1e-9));
    CHECK(account.work >= 0);
    CHECK(machine.cpu_time(rank) >= 0);
  }
  CHECK(machine.account(0).idle > 0.02); // waited for the message
  CHECK(machine.account(1).idle > 0.02); // had finished
  CHECK(machine.account(2).work > 0.09);
  CHECK(machine.account(2).communication > 0);
}

TEST_CASE("the end of a time limit stops threads that wait and threads that poll") {
  ThreadMachine machine(3, small_table, {});
  std::atomic<int> stopped = 0;
  const auto start = std::chrono::steady_clock::now();
  run_watched(machine, 0.02, [&](ThreadProcessor& processor) {
    const bool completed = until_stopped([&] {
      while (true) {
        if (processor.rank() == 0)
          static_cast<void>(processor.wait());
        else
          static_cast<void>(processor.poll());
      }
    });
    if (!completed)
      ++stopped;
  });
  CHECK(stopped == 3);
  CHECK(machine.stop_reason() == StopReason::time);
  CHECK(std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(20));
}

TEST_CASE("an interrupt stops the machine and not the program") {
  ThreadMachine machine(2, small_table, {});
  run_watched(machine, std::nullopt, [&](ThreadProcessor& processor) {
    until_stopped([&] {
      if (processor.rank() == 0)
        ::kill(::getpid(), SIGINT);
      static_cast<void>(processor.wait());
    });
  });
  CHECK(machine.stop_reason() == StopReason::interrupt);
}

TEST_CASE("an exception of one thread ends all of them, and the machine throws it") {
  ThreadMachine machine(4, small_table, {});
  CHECK_THROWS_WITH(machine.run([&](ThreadProcessor& processor) {
    until_stopped([&] {
      if (processor.rank() == 2)
        throw std::runtime_error("thrown by 2");
      static_cast<void>(processor.wait());
    });
  }),
                    "thrown by 2");
  CHECK_FALSE(machine.stop_reason());
}
