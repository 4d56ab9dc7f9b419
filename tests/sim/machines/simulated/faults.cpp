#include "sim/machines/simulated/faults.hpp"

#include "algorithms/search/table_handlers.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/numbers.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/tiny_machines.hpp"
#include "trees/base/errors.hpp"

#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

using namespace eldest;
using test::any_model;
using test::key_at;
using test::property;
using test::seconds;
using test::TinyMachine;

namespace {

/// Returns a machine whose hosts each have their own links.
TinyMachine wired_machine_with(std::string_view service, int hosts = 2) {
  auto machine = test::machine_with(service);
  machine.hosts = hosts;
  machine.own_links = true;
  return machine;
}

/// Returns a machine with the properties lock-round-trips and write, which decide how an access
/// locks its entry and how it is written.
TinyMachine machine_that_accesses(std::string_view lock_round_trips, std::string_view write) {
  auto machine = wired_machine_with(lock_round_trips == "0" ? "interrupt" : "hardware");
  machine.properties += property("lock-round-trips", lock_round_trips) + property("write", write);
  return machine;
}

/// The faults of a machine in a test.
struct Wrong {
  std::string_view failures; ///< as on the command line
  MessageFaults messages{};
  std::uint64_t seed = 1;
};

using Program = std::function<std::vector<double>(SimulatedProcessor&)>;

/// Runs a program on a machine in a separate process. Returns for each processor the values that
/// its part returns, and then its seconds of work, communication and idleness.
std::vector<std::vector<double>> run_faulty(const TinyMachine& tiny, Model model,
                                            const Wrong& wrong, const Program& program) {
  const test::TemporaryFile file(to_xml(tiny));
  return run_in_child_process([&]() -> Json {
           MachineSettings settings;
           settings.tables.entries = 1024;
           settings.model = model;
           if (!wrong.failures.empty())
             settings.failures = parse_failures(wrong.failures);
           settings.message_faults = wrong.messages;
           settings.seed = wrong.seed;
           SimulatedMachine machine(read_platform_file(file.path()), tiny.hosts, settings);
           std::vector<std::vector<double>> results(static_cast<std::size_t>(tiny.hosts));
           machine.run([&](SimulatedProcessor& processor) {
             results[static_cast<std::size_t>(processor.rank())] = program(processor);
           });
           for (const auto& processor : machine.processors()) {
             const auto& account = processor->account();
             auto& result = results[static_cast<std::size_t>(processor->rank())];
             result.insert(result.end(), {account.work, account.communication, account.idle});
             if (std::abs(account.total() - machine.time()) > 1e-12)
               throw RunError("the account has a leak");
           }
           return results;
         })
      .get<std::vector<std::vector<double>>>();
}

/// Returns true if a read of an entry at `home` is answered within `seconds`.
bool is_answered(SimulatedProcessor& processor, int home, double seconds) {
  Probe probe{key_at(home, processor.processors()), 1, TableDepth::exact, {0, 10}};
  processor.ask(probe.key, probe);
  return processor.await_answer_for(seconds);
}

/// Works for `seconds` on a machine of 1 Mf.
void work_for(SimulatedProcessor& processor, double seconds) { processor.work(seconds * 1e6); }

} // namespace

TEST_CASE("failures are read from a list") {
  const auto failures =
      parse_failures("3@0.5,link:a@b@1e-3,3@1e-1-2e-1,link:a-b@1-2,slow:3x4@0.5,slow:0x1.5@0-1,"
                     "part:0-3+8@0.1-0.2,part:2@1");
  REQUIRE(failures.size() == 8);
  CHECK(failures[0] == Failure{0.5, 3});
  CHECK(failures[1] == Failure{1e-3, 0, "a@b"});
  CHECK(failures[2] == Failure{0.1, 3, "", 0.2});
  CHECK(failures[3] == Failure{1, 0, "a-b", 2});
  CHECK(failures[4] == Failure{0.5, 3, "", Failure::never, 4});
  CHECK(failures[5] == Failure{0, 0, "", 1, 1.5});
  CHECK(failures[6] == Failure{0.1, 0, "", 0.2, 0, {{0, 3}, {8, 8}}});
  CHECK(failures[7] == Failure{1, 0, "", Failure::never, 0, {{2, 2}}});
  CHECK(
      text_of(failures) ==
      "3@0.5,link:a@b@0.001,3@0.1-0.2,link:a-b@1-2,slow:3x4@0.5,slow:0x1.5@0-1,part:0-3+8@0.1-0.2,"
      "part:2@1");
  for (const auto* const wrong : {"",
                                  "3",
                                  "3@",
                                  "@1",
                                  "x@1",
                                  "-1@1",
                                  "3@-1",
                                  "3@inf",
                                  "3@nan",
                                  "3@1,",
                                  ",3@1",
                                  "link:@1",
                                  "link:a",
                                  "3 @1",
                                  "3@1-",
                                  "3@1-1",
                                  "3@2-1",
                                  "3@1-2-3",
                                  "3@1-inf",
                                  "slow:3@1",
                                  "slow:3x@1",
                                  "slow:3x0.5@1",
                                  "slow:3xnan@1",
                                  "slow:x4@1",
                                  "slow:3x4",
                                  "part:@1",
                                  "part:1-@1",
                                  "part:3-1@1",
                                  "part:1+@1",
                                  "part:+1@1",
                                  "part:1,2@1",
                                  "part:-1@1",
                                  "slow:3x2000000@1"})
    CHECK_THROWS_WITH(parse_failures(wrong),
                      Catch::StartsWith(std::string("failures ") + wrong + ": must be a list"));
}

TEST_CASE("probabilities and delays are read") {
  CHECK(parse_probability("x", "0.25") == 0.25);
  for (const auto* const wrong : {"", "-0.1", "1.1", "nan", "inf", "1%", "0,1"})
    CHECK_THROWS_WITH(parse_probability("x", wrong), Catch::Contains("must be a probability"));
  MessageFaults faults;
  parse_lateness("x", "0.5:1e-3", faults);
  CHECK(faults.late == 0.5);
  CHECK(faults.late_by == 1e-3);
  for (const auto* const wrong :
       {"", "0.5", "0.5:", ":1", "2:1", "0.5:-1", "0.5:4000", "0.5:nan", "nan:1"})
    CHECK_THROWS_WITH(parse_lateness("x", wrong, faults), Catch::Contains("must be a probability"));
}

TEST_CASE("failures of what is not there are refused in one line, in both models") {
  const auto model = any_model();
  const auto error_of = [&](std::string_view failures) {
    try {
      (void)run_faulty(wired_machine_with("interrupt"), model, {failures},
                       [](SimulatedProcessor&) { return std::vector<double>(); });
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(error_of("1@1,link:net@2,slow:1x2@1,part:0-1@1") == "accepted");
  CHECK(error_of("2@1") == "failures 2@1: there are processors 0 to 1");
  CHECK(error_of("slow:2x3@1") == "failures slow:2x3@1: there are processors 0 to 1");
  CHECK(error_of("part:0+1-2@1") == "failures part:0+1-2@1: there are processors 0 to 1");
  CHECK(error_of("link:nut@1") == "failures link:nut@1: the platform has no such link");
}

TEST_CASE("what happens to messages is drawn by processor and number, as often as it should be") {
  const MessageFaults messages{0.1, 0.2, 0.3, 5};
  const auto draw = [&](std::uint64_t seed, const MessageFaults& of, int from, int count) {
    Faults faults({}, of, seed, 4);
    std::vector<Faults::Sending> sent;
    for (int i = 0; i < count; ++i) {
      (void)faults.next_sending((from + i) % 4); // others' messages do not change the draw
      sent.push_back(faults.next_sending(from));
    }
    return sent;
  };
  constexpr int count = 40'000;
  const auto sent = draw(1, messages, 2, count);
  int lost = 0;
  int doubled = 0;
  int late = 0;
  for (const auto& [delivery, by] : sent) {
    lost += delivery == Delivery::never ? 1 : 0;
    doubled += delivery == Delivery::twice ? 1 : 0;
    late += by > 0 ? 1 : 0;
    CHECK(by >= 0);
    CHECK(by < 5);
  }
  CHECK(lost == Approx(0.1 * count).epsilon(0.05));
  CHECK(doubled == Approx(0.9 * 0.2 * count).epsilon(0.05));
  CHECK(late == Approx(0.3 * count).epsilon(0.05));

  const auto lost_more = draw(1, {0.2, 0, 0, 0}, 2, count);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    if (sent[i].delivery == Delivery::never)
      CHECK(lost_more[i].delivery == Delivery::never);
    CHECK(lost_more[i].late == 0);
  }
}

TEST_CASE("processors are apart from the others while they are, and not from each other") {
  const Faults faults(parse_failures("part:0-1+3@2-4"), {}, 1, 5);
  CHECK(faults.are_apart(0, 2, 2, 3));
  CHECK(faults.are_apart(2, 1, 3, 2));
  CHECK(faults.are_apart(4, 3.9, 1, 5));
  CHECK_FALSE(faults.are_apart(0, 2, 3, 3));
  CHECK_FALSE(faults.are_apart(2, 2, 4, 3));
  CHECK_FALSE(faults.are_apart(0, 1, 2, 1.9));
  CHECK_FALSE(faults.are_apart(0, 4, 2, 5));
}

TEST_CASE("a processor that stops for a while does everything later, and is idle meanwhile") {
  const auto model = any_model();
  for (const auto* const service : {"interrupt", "poll", "hardware"}) {
    CAPTURE(model.name, service);
    const auto program = [](SimulatedProcessor& processor) -> std::vector<double> {
      if (processor.rank() == 1) {
        work_for(processor, 2e-3);
        processor.send(0, test::number_of_size(1, 16, 1));
        return {processor.now()};
      }
      (void)processor.wait();
      return {processor.now()};
    };
    const auto usual = run_faulty(wired_machine_with(service), model, {}, program);
    const auto stopped = run_faulty(wired_machine_with(service), model, {"1@0.001-0.005"}, program);
    CHECK(stopped[1][0] == seconds(usual[1][0]));        // the processor's own clock runs ahead
    CHECK(stopped[0][0] == seconds(usual[0][0] + 4e-3)); // but its message is late
    CHECK(stopped[1][1] == seconds(usual[1][1]));
    CHECK(stopped[1][3] == seconds(usual[1][3] + 4e-3));
    CHECK(stopped[0][3] == seconds(usual[0][3] + 4e-3));
  }
}

TEST_CASE("a processor that stops answers when it goes on, unless its memory does") {
  const auto model = any_model();
  for (const auto* const service : {"interrupt", "poll", "hardware"}) {
    CAPTURE(model.name, service);
    const auto times = run_faulty(wired_machine_with(service), model, {"1@0.001-0.005"},
                                  [](SimulatedProcessor& processor) -> std::vector<double> {
                                    if (processor.rank() == 1)
                                      return {0};
                                    work_for(processor, 2e-3);
                                    test::require_in_child(is_answered(processor, 1, 1));
                                    return {processor.now()};
                                  });
    if (std::string_view(service) == "hardware")
      CHECK(times[0][0] < 2.1e-3);
    else
      CHECK(times[0][0] == seconds(5e-3 + 7e-6 + 3e-6 + 2e-6 + 5e-6 + 16.0 / 10e6 + 3e-6));
  }
}

TEST_CASE("a slow processor takes longer for what it does itself") {
  const auto model = any_model();
  CAPTURE(model.name);
  const auto program = [](SimulatedProcessor& processor) -> std::vector<double> {
    if (processor.rank() == 1) {
      work_for(processor, 2e-3);
      processor.send(0, test::number_of_size(1, 16, 1));
      (void)processor.wait();
      return {processor.now()};
    }
    (void)processor.wait();
    test::require_in_child(is_answered(processor, 1, 1));
    const double now = processor.now();
    processor.send(1, test::number_of_size(0, 16, 1));
    return {now};
  };
  const auto usual = run_faulty(wired_machine_with("interrupt"), model, {}, program);
  const auto slow = run_faulty(wired_machine_with("interrupt"), model, {"slow:1x3@0.001"}, program);
  // The slow processor takes longer for its work, for sending, and for serving an access, which is
  // receiving, service and the answer.
  CHECK(slow[0][0] == seconds(usual[0][0] + 2e-3 + 2 * 2e-6 + 2 * 12e-6));
  const auto memory =
      run_faulty(wired_machine_with("hardware"), model, {"slow:1x3@0.001"}, program);
  const auto usual_memory = run_faulty(wired_machine_with("hardware"), model, {}, program);
  CHECK(memory[0][0] == seconds(usual_memory[0][0] + 2e-3 + 2 * 2e-6));
}

TEST_CASE("between processors that are apart everything is lost, until they are not") {
  const auto model = any_model();
  CAPTURE(model.name);
  const auto found =
      run_faulty(wired_machine_with("interrupt", 4), model, {"part:0-1@0.0015-0.0035"},
                 [](SimulatedProcessor& processor) -> std::vector<double> {
                   double answers = 0; // of each processor, in a separate digit
                   for (int i = 0; i < 5; ++i) {
                     work_for(processor, 1e-3 * (i + 1) - processor.now());
                     for (int home = 0; home < 4; ++home)
                       answers += is_answered(processor, home, 1e-4) ? std::pow(10, home) : 0;
                   }
                   return {answers};
                 });
  CHECK(found[0][0] == 3355);
  CHECK(found[1][0] == 3355);
  CHECK(found[2][0] == 5533);
  CHECK(found[3][0] == 5533);
}

TEST_CASE("a link that works again carries what is sent from then on") {
  const auto model = any_model();
  CAPTURE(model.name);
  const auto found =
      run_faulty(wired_machine_with("interrupt"), model, {"link:l1@0.0015-0.0035"},
                 [](SimulatedProcessor& processor) -> std::vector<double> {
                   double answers = 0;
                   for (int i = 0; i < 5; ++i) {
                     work_for(processor, 1e-3 * (i + 1) - processor.now());
                     answers += is_answered(processor, 1 - processor.rank(), 1e-4) ? 1 << i : 0;
                   }
                   return {answers};
                 });
  CHECK(found[0][0] == 1 + 8 + 16);
  CHECK(found[1][0] == 1 + 8 + 16);
}

namespace {

/// Sends 400 messages from each of processors 1 and 2 to processor 0. Returns the number of
/// messages that processor 0 receives, or -1 unless they are the first ones in order.
double taken_in_order(Model model, const MessageFaults& messages) {
  return run_faulty(wired_machine_with("interrupt", 3), model, {"", messages, 7},
                    [](SimulatedProcessor& processor) -> std::vector<double> {
                      for (int i = 0; i < 400; ++i) {
                        work_for(processor, 1e-4);
                        if (processor.rank() > 0)
                          processor.send(0, test::number_of_size(processor.rank(), 16, i));
                      }
                      work_for(processor, 1e-2);
                      (void)is_answered(processor, processor.rank(), 1);
                      std::vector<int> next(3);
                      double number = 0;
                      while (const auto message = processor.poll()) {
                        if (test::number_in(*message) !=
                            next[static_cast<std::size_t>(message->from)]++)
                          return {-1};
                        ++number;
                      }
                      return {number};
                    })[0][0];
}

} // namespace

TEST_CASE("messages are taken in order however late they are, and up to the first that is lost") {
  const auto model = any_model();
  CAPTURE(model.name);
  CHECK(taken_in_order(model, {0, 0.2, 0.5, 2e-3}) == 800);
  const double taken = taken_in_order(model, {0.01, 0.2, 0.5, 2e-3});
  CHECK(taken > 0);
  CHECK(taken < 700);
}

TEST_CASE("a message that is carried twice changes nothing but the time of the home") {
  const auto model = any_model();
  for (const auto* const locks : {"0", "1"}) {
    for (const auto* const write : {"posted", "fetched", "awaited"}) {
      CAPTURE(model.name, locks, write);
      const auto machine = machine_that_accesses(locks, write);
      const auto program = [](SimulatedProcessor& processor) -> std::vector<double> {
        if (processor.rank() == 1) {
          double sum = 0;
          work_for(processor, 10e-3);
          for (int i = 0; i < 20; ++i)
            sum = 3 * sum + test::number_in(processor.wait());
          return {sum};
        }
        const Key key = key_at(1, 2);
        double found = 0;
        for (int i = 0; i < 20; ++i) {
          processor.post(key, Store{key, NodeResult({0, 100, i}, i + 1)});
          work_for(processor, 1e-4);
          Probe probe{key, i + 1, TableDepth::exact, {0, 100}};
          processor.ask(key, probe);
          processor.await_answer();
          found += probe.answer.score == i ? 1 : 0;
          processor.send(1, test::number_of_size(0, 16, i % 2));
        }
        return {found};
      };
      const auto once = run_faulty(machine, model, {}, program);
      const auto twice = run_faulty(machine, model, {"", {0, 1, 0, 0}}, program);
      CHECK(twice[0][0] == once[0][0]);
      CHECK(twice[1][0] == once[1][0]);
      CHECK(twice[0][1] == seconds(once[0][1])); // the same work
      if (std::string_view(locks) == "0" && std::string_view(write) == "posted")
        CHECK(twice[1][2] >= once[1][2] + 40 * 9e-6); // the home serves every access twice
    }
  }
}

TEST_CASE("an answer that is lost does not come, and a later one does") {
  const auto model = any_model();
  for (const auto* const locks : {"0", "1"}) {
    for (const auto* const write : {"posted", "fetched", "awaited"}) {
      CAPTURE(model.name, locks, write);
      const auto machine = machine_that_accesses(locks, write);
      const auto answers =
          run_faulty(machine, model, {"", {0.2, 0, 0, 0}, 3},
                     [](SimulatedProcessor& processor) -> std::vector<double> {
                       double answered = 0;
                       const Key key = key_at(1 - processor.rank(), 2);
                       for (int i = 0; i < 100; ++i) {
                         answered += is_answered(processor, 1 - processor.rank(), 1e-3) ? 1 : 0;
                         processor.post(key, Store{key, NodeResult({0, 9, 1}, 1)});
                         work_for(processor, 1e-4);
                       }
                       return {answered};
                     });
      const double expected = std::string_view(locks) == "0" ? 0.8 * 0.8 : 0.8 * 0.8 * 0.8 * 0.8;
      for (const int rank : {0, 1}) {
        CHECK(answers[static_cast<std::size_t>(rank)][0] == Approx(100 * expected).margin(15));
        CHECK(answers[static_cast<std::size_t>(rank)][0] < 90);
      }
    }
  }
}

TEST_CASE("a processor on its own has no faults") {
  const auto model = any_model();
  const auto alone = run_faulty(wired_machine_with("interrupt", 1), model,
                                {"0@0.001,slow:0x9@0,part:0@0", {1, 1, 1, 1}},
                                [](SimulatedProcessor& processor) -> std::vector<double> {
                                  work_for(processor, 1e-2);
                                  return {processor.now()};
                                });
  CHECK(alone[0][0] == seconds(1e-2));
}

TEST_CASE("when the last processors have failed, that is said") {
  const auto model = any_model();
  for (const auto* const failures : {"0@0,1@0", "0@0.001,1@0.002", "1@0.0015,0@0.001"}) {
    CAPTURE(model.name, failures);
    CHECK_THROWS_WITH(run_faulty(wired_machine_with("interrupt"), model, {failures},
                                 [](SimulatedProcessor& processor) -> std::vector<double> {
                                   for (int i = 0; i < 100; ++i) {
                                     work_for(processor, 1e-4);
                                     (void)is_answered(processor, 1 - processor.rank(), 1e-3);
                                   }
                                   return {};
                                 }),
                      Catch::StartsWith("no processor is left"));
  }
}
