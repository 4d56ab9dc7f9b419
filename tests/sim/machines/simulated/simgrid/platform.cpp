#include "sim/machines/simulated/platform.hpp"

#include "sim/experiments/child_process.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "tests/support/platforms.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <string_view>

using namespace eldest;

namespace {

/// Seconds from one message's arrival to that of another, which is sent a microsecond later, on a
/// platform that sets an option of SimGrid.
double seconds_between_arrivals(std::string_view option, std::string_view value) {
  const test::TinyMachine machine;
  auto xml = to_xml(machine);
  xml.insert(xml.find("<zone"),
             fmt::format("<config><prop id=\"{}\" value=\"{}\"/></config>\n", option, value));
  const test::TemporaryFile file(xml);
  return run_in_child_process([&]() -> Json {
           MachineSettings settings;
           settings.tables.entries = 1024;
           SimulatedMachine simulated(read_platform_file(file.path()), machine.hosts, settings);
           double seconds = 0;
           simulated.run([&](SimulatedProcessor& processor) {
             if (processor.rank() == 0) {
               processor.send(1, Message{0, 1, {}});
               processor.work(1);
               processor.send(1, Message{0, 1, {}});
             } else {
               (void)processor.wait();
               const double first = processor.now();
               (void)processor.wait();
               seconds = processor.now() - first;
             }
           });
           return seconds;
         })
      .get<double>();
}

} // namespace

TEST_CASE("a platform's own precision of time is kept, by either of its names") {
  const auto* const option = GENERATE("surf/precision", "precision/timing");
  CAPTURE(option);
  CHECK(seconds_between_arrivals(option, "1e-12") == Approx(1e-6));
  // Events closer than the precision happen at once: here the ends of both latencies.
  CHECK(seconds_between_arrivals(option, "1e-3") < 2e-7);
}

TEST_CASE("a platform has the name of its file's outermost zone") {
  const test::TemporaryFile file(to_xml(test::TinyMachine{}));
  const auto name = run_in_child_process(
      [&]() -> Json { return Platform(read_platform_file(file.path()), 2).name(); });
  CHECK(name == "tiny");
}
