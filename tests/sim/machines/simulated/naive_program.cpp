// Compares the simulated machine with a naive SimGrid program. The latter has an actor for each
// processor, which executes its work, and a server actor for each part of the table.
#include "sim/machines/simulated/models/models.hpp"
#include "tests/support/naive_simgrid.hpp"

#include "algorithms/search/table_handlers.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace eldest;
using test::property;

namespace {

constexpr std::size_t entries = 1024;

/// Returns a random key whose entry another processor keeps.
Key remote_key(const AnyProcessor& processor, SplitMix64& random) {
  static const TranspositionTable table(entries);
  while (true) {
    const Key key = random();
    if (table.home(key, processor.processors()) != processor.rank())
      return key;
  }
}

/// Works, reads, writes and passes messages round the processors. Returns the time at the end.
double make_traffic(AnyProcessor& processor, double mean_work) {
  SplitMix64 random(static_cast<std::uint64_t>(processor.rank()) + 1);
  for (int i = 0; i < 300; ++i) {
    processor.work(2 * mean_work * unit_interval(random()));
    const Key key = remote_key(processor, random);
    Probe probe{key, 1, TableDepth::exact, {0, 10}};
    processor.ask(key, probe);
    if (i % 2 == 0)
      processor.work(mean_work / 10 * unit_interval(random()));
    processor.await_answer();
    if (i % 3 == 0) {
      const Key written = remote_key(processor, random);
      processor.post(written, Store{written, NodeResult({0, 10, 5}, 1)});
    }
    if (i % 50 == 49) {
      processor.send((processor.rank() + 1) % processor.processors(), {processor.rank(), 64, {}});
      (void)processor.wait();
    }
  }
  return processor.now();
}

/// The outcome of a program.
struct Outcome {
  double seconds = 0; ///< until the last processor has ended
  double messages = 0;
};

/// Runs `make_traffic` on every processor, and returns the outcome. `run(program)` runs a program
/// and returns the number of messages sent.
template <class Run> Outcome outcome(int processors, const Run& run) {
  const auto json = run_in_child_process([&]() -> Json {
    std::vector<double> times(static_cast<std::size_t>(processors));
    const std::uint64_t messages = run([&](AnyProcessor& processor) {
      times[static_cast<std::size_t>(processor.rank())] = make_traffic(processor, 1000);
    });
    return {*std::ranges::max_element(times), messages};
  });
  return {json[0].template get<double>(), json[1].template get<double>()};
}

} // namespace

TEST_CASE("the same traffic takes the time that a naive SimGrid program takes for it") {
  constexpr int processors = 8;
  test::TinyMachine tiny;
  tiny.hosts = processors;
  tiny.properties = property("send-overhead", "2us") + property("receive-overhead", "3us") +
                    property("service-time", "1us") + property("local-access", "1us");
  // Active messages, Cray's SHMEM, and coherent caches whose locks are read before they are taken.
  tiny.properties += GENERATE(property("write", "posted"),
                              property("lock-round-trips", "1") + property("write", "fetched") +
                                  property("split-phase", "no"),
                              property("lock-round-trips", "2") + property("write", "awaited"));
  const test::TemporaryFile file(to_xml(tiny));
  const auto platform = read_platform_file(file.path());

  const auto naive = outcome(processors, [&](const auto& program) {
    return test::run_naively(platform, processors, {.entries = entries}, program);
  });
  for (const auto& model : models()) {
    CAPTURE(tiny.properties, model.name);
    const auto simulated = outcome(processors, [&](const auto& program) {
      MachineSettings settings;
      settings.tables.entries = entries;
      settings.model = model;
      SimulatedMachine machine(platform, processors, settings);
      machine.run(program);
      Traffic traffic;
      for (const auto& processor : machine.processors())
        traffic += processor->traffic();
      return traffic.messages;
    });
    // A difference of microseconds decides whether a lock is tried twice, by two more messages.
    CHECK(simulated.messages == Approx(naive.messages).epsilon(0.001));
    // The naive program is later by 0.3 % because of its mailboxes. The network does not carry a
    // request before the home's server looks for it, nor an answer before the asker does.
    CHECK(simulated.seconds == Approx(naive.seconds).epsilon(0.005));
    CHECK(simulated.seconds <= naive.seconds);
  }
}
