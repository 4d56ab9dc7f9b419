#include "sim/machines/simulated/simulated_machine.hpp"

#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/naive_simgrid.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/tiny_machines.hpp"

#include <filesystem>
#include <string>
#include <vector>

using namespace eldest;

TEST_CASE("work on a host with a profile of its speed takes as long as in SimGrid") {
  const auto model = test::any_model();
  const auto* const text =
      GENERATE("0 1\n0.3 0.25\n0.7 2\n", "0.1 0.5\n0.25 0.01\n0.5 1\nLOOPAFTER 0.2\n",
               "PERIODICITY 0.4\n0.1 0.1\n0.3 1\n");
  CAPTURE(model.name, text);
  const test::TemporaryFile profile(text, ".trace");
  auto xml = to_xml(test::TinyMachine());
  const std::string host = "<host id=\"h0\"";
  xml.replace(xml.find(host), host.size(),
              host + " speed_file=\"" + std::filesystem::path(profile.path()).filename().string() +
                  '"');
  const test::TemporaryFile file(xml);
  const auto platform = read_platform_file(file.path());
  const std::vector<double> units{1e4, 2e5, 3e5, 1e5, 1e6, 3e6};
  const auto expected = run_in_child_process([&]() -> Json {
                          return test::ends_of_executions(platform, units);
                        }).get<std::vector<double>>();
  const auto found = run_in_child_process([&]() -> Json {
                       MachineSettings settings;
                       settings.model = model;
                       SimulatedMachine machine(platform, 2, settings);
                       std::vector<double> ends;
                       machine.run([&](SimulatedProcessor& processor) {
                         for (const double amount : units) {
                           processor.work(amount);
                           if (processor.rank() == 0)
                             ends.push_back(processor.now());
                         }
                       });
                       return ends;
                     }).get<std::vector<double>>();
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(found[i] == Approx(expected[i]).epsilon(1e-9));
}
