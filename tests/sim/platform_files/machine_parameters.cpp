#include "sim/platform_files/machine_parameters.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

using namespace eldest;

namespace {

MachineParameters read(const std::map<std::string, std::string>& properties) {
  return read_machine_parameters(properties);
}

} // namespace

TEST_CASE("a platform that says nothing has a network and no other costs") {
  CHECK(read({}) == MachineParameters{});
}

TEST_CASE("properties are read with their units") {
  const auto machine = read({{"eldest:service", "poll"},
                             {"eldest:send-overhead", "1.6us"},
                             {"eldest:service-time", "20ns"},
                             {"eldest:local-access", "3e-6"},
                             {"eldest:lock-time", "20ns"},
                             {"eldest:packet-payload", "16"},
                             {"eldest:packet-size", "20"},
                             {"eldest:split-phase", "no"},
                             {"someone-else", "hello"}});
  CHECK(machine.service == Service::poll);
  CHECK(machine.send_overhead == Approx(1.6e-6));
  CHECK(machine.service_time == Approx(20e-9));
  CHECK(machine.local_access == Approx(3e-6));
  CHECK(machine.lock_time == Approx(20e-9));
  CHECK_FALSE(machine.split_phase);
  CHECK(machine.wire_bytes(16) == 20);
  CHECK(machine.wire_bytes(17) == 40);
  CHECK(machine.send_seconds(17) == Approx(3.2e-6));
}

TEST_CASE("properties that make no sense are named") {
  const auto error_of = [](const std::string& name, const std::string& value) {
    try {
      read({{name, value}});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(error_of("eldest:service", "magic"), Catch::Contains("eldest:service: 'magic'"));
  CHECK_THAT(error_of("eldest:send-overhead", "1.6 fortnights"), Catch::Contains("a time"));
  CHECK_THAT(error_of("eldest:send-overhead", "-1us"), Catch::Contains("a time"));
  CHECK_THAT(error_of("eldest:send-overhead", "nan"), Catch::Contains("a time"));
  CHECK_THAT(error_of("eldest:lock-round-trips", "1.5"), Catch::Contains("a whole number"));
  CHECK_THAT(error_of("eldest:lock-round-trips", "17"), Catch::Contains("from 0 to 16"));
  CHECK_THAT(error_of("eldest:write", "lazy"), Catch::Contains("posted, fetched or awaited"));
  CHECK_THAT(error_of("eldest:memory-banks", "-1"), Catch::Contains("from 0 to 1048576"));
  CHECK_THROWS_WITH(read({{"eldest:lock-round-trips", "1"}, {"eldest:service", "poll"}}),
                    Catch::Contains("needs eldest:service hardware"));
  CHECK_THAT(error_of("eldest:split-phase", "perhaps"), Catch::Contains("yes or no"));
  CHECK_THAT(error_of("eldest:latency", "1us"), Catch::Contains("no such property"));
  CHECK_THAT(error_of("eldest:packet-payload", "21"), Catch::Contains("0 is less than the 21"));
}

TEST_CASE("a platform may say what nodes cost on it") {
  const auto machine = read_machine_parameters(
      {{"eldest:node-costs-chess", "1,2.5,3,0"}, {"eldest:node-costs-othello", "4,5,6,7,8"}});
  REQUIRE(machine.node_costs.size() == 2);
  CHECK(machine.node_costs.at("chess") == NodeCosts{1, 2.5, 3, 0});
  CHECK(machine.node_costs.at("othello") == NodeCosts{4, 5, 6, 7, 8});
  for (const auto* const costs : {"1,2,3", "0,1,1,1", "1,2,3,x", "1,2,3,4,", "1,2,3,4,5,6"})
    CHECK_THROWS_WITH(read_machine_parameters({{"eldest:node-costs-chess", costs}}),
                      Catch::Contains("eldest:node-costs-chess") &&
                          Catch::Contains("is not four or five numbers"));
}

TEST_CASE("work takes longer the more hosts are at work, if a platform says so") {
  const auto machine = read_machine_parameters({{"eldest:busy-slowdown", "1.3"}});
  CHECK(machine.slowdown(0, 1, 4) == 1);
  CHECK(machine.slowdown(0, 2, 4) == Approx(1.1));
  CHECK(machine.slowdown(3, 4, 4) == Approx(1.3));
  CHECK(machine.slowdown(0, 1, 1) == 1);
  CHECK(read_machine_parameters({}).slowdown(0, 4, 4) == 1);
  for (const auto* const slowdown : {"0.9", "1.2x", "", "inf", "nan"})
    CHECK_THROWS_WITH(read_machine_parameters({{"eldest:busy-slowdown", slowdown}}),
                      Catch::Contains("eldest:busy-slowdown"));
}

TEST_CASE("a platform says how cores and sockets share what they have") {
  const auto machine = read_machine_parameters({{"eldest:core-threads", "2"},
                                                {"eldest:thread-slowdown", "1.6"},
                                                {"eldest:socket-cores", "64"},
                                                {"eldest:memory-bandwidth", "170.5GBps"},
                                                {"eldest:node-memory", "first"},
                                                {"eldest:poll-time", "2ns"},
                                                {"eldest:clock-time", "20ns"},
                                                {"eldest:node-slowdown-chess-ybwc", "1.025"},
                                                {"eldest:node-slowdown-othello-ybn", "0.99"},
                                                {"eldest:node-bytes-chess", "4500,0,0,12.5"}});
  CHECK(machine.core_threads == 2);
  CHECK(machine.thread_slowdown == 1.6);
  CHECK(machine.socket_cores == 64);
  CHECK(machine.memory_bandwidth == 170.5e9);
  CHECK(machine.node_memory == NodeMemory::first);
  CHECK(machine.node_bytes.at("chess") == NodeCosts{4500, 0, 0, 12.5});
  CHECK(machine.poll_time == 2e-9);
  CHECK(machine.clock_time == 20e-9);
  CHECK(machine.node_slowdowns ==
        std::map<std::string, double>{{"chess-ybwc", 1.025}, {"othello-ybn", 0.99}});
  CHECK(read_machine_parameters({{"eldest:memory-bandwidth", "5"}}).memory_bandwidth == 5);
  const auto listed = list_properties(machine);
  const auto value = [&](std::string_view name) {
    return std::ranges::find(listed, name, &MachineProperty::name)->value;
  };
  CHECK(value("eldest:memory-bandwidth") == "170.5GBps");
  CHECK(value("eldest:node-memory") == "first");
  CHECK(value("eldest:node-bytes-chess") == "4500,0,0,12.5,0");
  CHECK(value("eldest:clock-time") == "20ns");
  CHECK(value("eldest:node-slowdown-chess-ybwc") == "1.025");
  for (const auto& [name, text] :
       std::map<std::string, std::string>{{"eldest:core-threads", "0"},
                                          {"eldest:thread-slowdown", "0.9"},
                                          {"eldest:socket-cores", "-1"},
                                          {"eldest:memory-bandwidth", "170GB/s"},
                                          {"eldest:node-memory", "all"},
                                          {"eldest:poll-time", "-1ns"},
                                          {"eldest:node-slowdown-chess-ybwc", "0"},
                                          {"eldest:node-bytes-chess", "1,2,3"}})
    CHECK_THROWS_WITH(read_machine_parameters({{name, text}}),
                      Catch::Contains(name) && Catch::Contains(text));
}
