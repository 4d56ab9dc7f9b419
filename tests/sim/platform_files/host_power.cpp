#include "sim/platform_files/host_power.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;

TEST_CASE("the power of a host is read for the speed in use") {
  CHECK(parse_host_power("95:200", 0, 1) == HostPower{95, 95, 200});
  CHECK(parse_host_power("95.0:120.0:200.0, 93.0:115.0:170.0", 1, 2) == HostPower{93, 115, 170});
  for (const auto* const wrong : {"", "95", "95:", "95:x", "95:-1", "1:2:3:4", "95:200,90:150"})
    CHECK(parse_host_power(wrong, 0, 1) == std::nullopt);
}

TEST_CASE("the energy of a host is that of its idle time and of its busy cores") {
  const HostPower power{100, 120, 200};
  CHECK(power.joules(4, 10, 0, 0) == 1000);
  CHECK(power.joules(4, 10, 10, 40) == 2000);
  CHECK(power.joules(4, 10, 5, 5) == 100 * 5 + 140 * 5); // one core for half of the time
}
