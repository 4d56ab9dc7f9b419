#include "sim/machines/simulated/simulated_machine.hpp"

#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/naive_simgrid.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/random_trees.hpp"
#include "tests/support/tiny_machines.hpp"
#include "trees/base/random.hpp"

#include <string>
#include <vector>

using namespace eldest;

namespace {

constexpr int processors = 5; // the last host has one

std::string platform_with_power(const std::string& power) {
  test::TinyMachine tiny;
  tiny.hosts = 3;
  tiny.cores = 2;
  auto xml = to_xml(tiny);
  const std::string host_end = R"(core="2"/>)";
  for (auto place = xml.find(host_end); place != std::string::npos; place = xml.find(host_end)) {
    xml.replace(place, host_end.size(),
                R"(core="2"><prop id="wattage_per_state" value=")" + power + R"("/></host>)");
  }
  return xml;
}

struct RingOutcome {
  std::vector<test::BusySpans> spans;
  double end = 0;
  double joules = 0;
};

/// Simulates processors that work for random times, and wait for one another in a ring.
RingOutcome simulate_ring(const PlatformFile& platform, Model model) {
  const auto json = run_in_child_process([&]() -> Json {
    MachineSettings settings;
    settings.model = model;
    SimulatedMachine machine(platform, processors, settings);
    std::vector<test::BusySpans> spans(processors);
    machine.run([&](SimulatedProcessor& processor) {
      const int rank = processor.rank();
      SplitMix64 random(static_cast<std::uint64_t>(rank));
      for (int round = 0; round < 100; ++round) {
        const double begin = processor.now();
        processor.work(test::draw(random, 0, 1000));
        processor.send((rank + 1) % processors, {rank, 16, {}});
        spans[static_cast<std::size_t>(rank)].emplace_back(begin, processor.now());
        (void)processor.wait();
      }
    });
    return {spans, machine.time(), machine.joules().value_or(-1)};
  });
  return {json[0].get<std::vector<test::BusySpans>>(), json[1].get<double>(),
          json[2].get<double>()};
}

} // namespace

TEST_CASE("a machine takes as much energy as executions in SimGrid of the same times") {
  const auto model = test::any_model();
  const test::TemporaryFile file(platform_with_power("93.5:120:205"));
  const auto platform = read_platform_file(file.path());
  const auto outcome = simulate_ring(platform, model);
  const auto expected = run_in_child_process([&]() -> Json {
                          return test::joules_of_executions(platform, outcome.spans, outcome.end);
                        }).get<double>();
  CHECK(outcome.joules == Approx(expected).epsilon(1e-6));
}

TEST_CASE("the energy of a machine is unknown unless all its hosts have their power") {
  const auto model = test::any_model();
  auto xml = platform_with_power("10:20");
  const test::TemporaryFile whole(xml);
  CHECK(simulate_ring(read_platform_file(whole.path()), model).joules > 0);
  const auto last = xml.rfind("wattage_per_state");
  xml.replace(last, std::string("wattage_per_state").size(), "wattage_of_another");
  const test::TemporaryFile part(xml);
  CHECK(simulate_ring(read_platform_file(part.path()), model).joules == -1);
}
