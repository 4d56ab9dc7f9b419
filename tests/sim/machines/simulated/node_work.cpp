#include "sim/machines/simulated/node_work.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <vector>

using namespace eldest;

TEST_CASE("memory moves the bytes of all processors of a socket in turn") {
  MachineParameters machine;
  machine.memory_bandwidth = 1e9;
  machine.busy_slowdown = 1.3;
  const NodeCosts alone{1, 2, 3, 4, 5};
  const NodeCosts bytes{100, 0, 0, 0}; // a tenth of the visit's time
  const auto seconds = [&](int working) {
    return node_seconds(machine, {0, working, 64}, 1e6, alone, bytes);
  };
  CHECK(seconds(1).visit == Approx(1e-6));
  CHECK(seconds(1).move == Approx(5e-6));
  CHECK(seconds(64).visit == Approx(1.3 * 0.9e-6 + 64 * 0.1e-6));
  CHECK(seconds(64).generation == Approx(1.3 * 2e-6));
  machine.socket_cores = 32;
  CHECK(seconds(64).visit == Approx(1.3 * 0.9e-6 + 32 * 0.1e-6));
}

TEST_CASE("threads of a core slow each other down, and cores the clock") {
  MachineParameters machine;
  machine.core_threads = 2;
  machine.thread_slowdown = 1.6;
  machine.busy_slowdown = 1.1;
  const auto slowdowns = [&](int working) {
    std::vector<double> all;
    for (int index = 0; index < working; ++index)
      all.push_back(machine.slowdown(index, working, 8)); // 4 cores
    return all;
  };
  const auto approximate = [](const std::vector<double>& values) {
    return Catch::Matchers::Approx(values);
  };
  CHECK_THAT(slowdowns(1), approximate({1}));
  CHECK_THAT(slowdowns(4), approximate({1.1, 1.1, 1.1, 1.1}));
  CHECK_THAT(slowdowns(6), approximate({1.76, 1.76, 1.1, 1.1, 1.76, 1.76}));
  CHECK_THAT(slowdowns(8), approximate(std::vector<double>(8, 1.76)));
}

TEST_CASE("each socket has its own memory, unless all data are in the first") {
  MachineParameters machine;
  machine.socket_cores = 4;
  CHECK(machine.sharing_memory(0, 6, 8) == 4);
  CHECK(machine.sharing_memory(5, 6, 8) == 2);
  machine.core_threads = 2; // processors 8 to 15 are the second threads of cores 0 to 7
  CHECK(machine.sharing_memory(0, 10, 16) == 6);
  CHECK(machine.sharing_memory(4, 10, 16) == 4);
  machine.node_memory = NodeMemory::first;
  CHECK(machine.sharing_memory(4, 10, 16) == 10);
  machine.socket_cores = 0;
  machine.node_memory = NodeMemory::own;
  CHECK(machine.sharing_memory(4, 10, 16) == 10);
}

TEST_CASE("a step cannot move more bytes than memory carries in its time") {
  MachineParameters machine;
  machine.memory_bandwidth = 1e9;
  CHECK_THROWS_WITH(node_seconds(machine, {}, 1e6, {1, 0, 0, 0}, {1001, 0, 0, 0}),
                    "node-bytes: a visit takes 1e+03 ns, in which memory carries 1e+03 bytes; "
                    "should be at most that, not 1001");
  CHECK_THROWS_AS(node_seconds(machine, {}, 1e6, {1, 0, 0, 0}, {0, 1, 0, 0}), InputError);
}
