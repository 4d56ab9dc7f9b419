// Messages of several packets, gaps between packets, and the order in which links serve messages.
#include "sim/machines/simulated/packet_gaps.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"

#include "algorithms/search/table_handlers.hpp"
#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/tiny_machines.hpp"
#include "tests/support/units.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

using namespace eldest;
using test::any_model;
using test::property;
using test::TinyMachine;
using test::us;

namespace {

// The latency of a TinyMachine is 5 us, and its bandwidth 10 bytes/us. Its processors do a unit of
// work in 1 us.
constexpr double tiny_latency = 5 * us;
constexpr double byte_time = 0.1 * us;

using TimedProgram = std::function<double(SimulatedProcessor&)>;

/// Three hosts on a switch, with the latency and the bandwidth of a TinyMachine.
const std::string switched = R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<cluster id="switched" prefix="h" suffix="" radical="0-2" speed="1Mf" bw="10MBps" lat="2.5us"
 sharing_policy="SPLITDUPLEX"/>
</platform>
)";

/// Runs a program on a machine in a separate process. Returns the value that each processor's part
/// returns.
std::vector<double> times_on(const std::string& xml, int processors, Model model,
                             const TimedProgram& program) {
  const test::TemporaryFile file(xml);
  return run_in_child_process([&]() -> Json {
           MachineSettings settings;
           settings.tables.entries = 1024;
           settings.model = model;
           SimulatedMachine machine(read_platform_file(file.path()), processors, settings);
           std::vector<double> results(static_cast<std::size_t>(processors));
           machine.run([&](SimulatedProcessor& processor) {
             results[static_cast<std::size_t>(processor.rank())] = program(processor);
           });
           return results;
         })
      .get<std::vector<double>>();
}

std::vector<double> times_on(const TinyMachine& tiny, Model model, const TimedProgram& program) {
  return times_on(to_xml(tiny), tiny.hosts * tiny.cores, model, program);
}

/// Returns the program in which processor 0 sends a message to processor 1, which waits for it
/// after `work` units of work. Each returns its time at the end.
TimedProgram one_message(std::size_t bytes, double work = 0) {
  return [=](SimulatedProcessor& processor) {
    if (processor.rank() == 0)
      processor.send(1, {0, bytes, {}});
    if (processor.rank() == 1) {
      processor.work(work);
      (void)processor.wait();
    }
    return processor.now();
  };
}

/// A machine whose packets carry 16 bytes and take 20 on the wire, 2 us each.
TinyMachine machine_with_packets(const std::string& send, const std::string& receive) {
  TinyMachine tiny;
  tiny.properties = property("packet-payload", "16") + property("packet-size", "20") +
                    property("send-overhead", send) + property("receive-overhead", receive);
  return tiny;
}

} // namespace

TEST_CASE("the packets of a message overlap, and the slowest step determines the time") {
  const auto model = any_model();
  struct Row {
    std::string send;
    std::string receive;
    double seconds; ///< of 10 packets
  };
  constexpr double packet = 20 * byte_time;
  const auto row = GENERATE(values<Row>({
      {"5us", "1us", 10 * 5 * us + tiny_latency + packet + 1 * us}, // the sender
      {"1us", "1us", 1 * us + tiny_latency + 10 * packet + 1 * us}, // the link
      {"1us", "7us", 1 * us + tiny_latency + packet + 10 * 7 * us}, // the receiver
  }));
  CAPTURE(model.name, row.send, row.receive);
  const auto times = times_on(machine_with_packets(row.send, row.receive), model, one_message(160));
  CHECK(times[1] == Approx(row.seconds).epsilon(1e-12));
}

TEST_CASE("a receiver that comes late spends the overhead of all packets that have come") {
  const auto model = any_model();
  constexpr double packet = 20 * byte_time;
  const auto tiny = machine_with_packets("1us", "7us");
  const auto time_after = [&](double work) {
    return times_on(tiny, model, one_message(160, work))[1];
  };
  // Packets arrive from 8 to 26 us.
  CHECK(time_after(8) == Approx(1 * us + tiny_latency + packet + 70 * us).epsilon(1e-12));
  CHECK(time_after(20) == Approx((20 + 70) * us).epsilon(1e-12)); // from the begin of its wait
  CHECK(time_after(100) == Approx((100 + 70) * us).epsilon(1e-12));
}

TEST_CASE("the packets of a table access and of its answer overlap") {
  const auto model = any_model();
  const auto service = GENERATE(values<std::string>({"interrupt", "hardware"}));
  CAPTURE(model.name, service);
  auto tiny = machine_with_packets("3us", "4us");
  // Both messages of a read are of 16 bytes. Packets of 4 bytes make them four packets each.
  tiny.properties = property("packet-payload", "4") + property("packet-size", "10") +
                    property("send-overhead", "3us") + property("receive-overhead", "4us") +
                    property("service-time", "2us") + property("service", service);
  const auto times = times_on(tiny, model, [](SimulatedProcessor& processor) {
    if (processor.rank() == 0) {
      const auto key = test::key_at(1, 2);
      Probe probe{key, 1, TableDepth::exact, {0, 10}};
      processor.ask(key, probe);
      processor.await_answer();
    }
    return processor.now();
  });
  const double packet = 1 * us;
  const double request = (4 * 3) * us + tiny_latency + packet;
  const double by_processor = (4 * 4 + 2 + 4 * 3) * us + tiny_latency + packet + 4 * us;
  const double first_of_answer = 9 * us; // before the last, when the home's processor sends them
  const double received =
      std::max(by_processor, by_processor - 4 * us - first_of_answer + 4 * 4 * us);
  const double by_memory = 2 * us + tiny_latency + packet + 4 * 4 * us;
  CHECK(times[0] ==
        Approx(request + (service == "hardware" ? by_memory : received)).epsilon(1e-12));
}

TEST_CASE("a sender that is interrupted between two packets puts off only the later one") {
  const auto model = any_model();
  auto tiny = machine_with_packets("10us", "0us");
  tiny.hosts = 3;
  tiny.properties += property("service", "interrupt") + property("service-time", "100us");
  const auto times = times_on(tiny, model, [](SimulatedProcessor& processor) {
    if (processor.rank() == 0)
      processor.send(1, {0, 32, {}}); // packets leave at 10 and 20 us
    if (processor.rank() == 1)
      (void)processor.wait();
    if (processor.rank() == 2) { // its write comes to processor 0 at 17 us or later
      processor.work(0);
      processor.post(test::key_at(0, 3), Store{});
    }
    return processor.now();
  });
  // The write is of two packets, which leave at 10 and 20 us and arrive at 27 us, too late to put
  // off anything.
  CHECK(times[1] == Approx(20 * us + tiny_latency + 2 * us).epsilon(1e-12));

  const auto earlier = times_on(tiny, model, [](SimulatedProcessor& processor) {
    if (processor.rank() == 0) {
      processor.work(15);
      processor.send(1, {0, 32, {}}); // packets leave at 25 and, after the service, at 135 us
    }
    if (processor.rank() == 1)
      (void)processor.wait();
    if (processor.rank() == 2)
      processor.post(test::key_at(0, 3), Store{});
    return processor.now();
  });
  CHECK(earlier[1] == Approx((25 + 10 + 100) * us + tiny_latency + 2 * us).epsilon(1e-12));
}

TEST_CASE("a gap keeps the packets of a processor, or of a host, apart") {
  const auto model = any_model();
  const auto [name, value, cores, last_begins] =
      GENERATE(table<std::string, std::string, int, double>({
          {"gap", "6us", 1, 49 * 6 * us},
          {"gap", "6us", 2, 49 * 6 * us},
          {"adapter-gap", "6us", 1, 49 * 6 * us},
          {"adapter-gap", "3us", 2, 99 * 3 * us}, // two processors send
      }));
  CAPTURE(model.name, name, cores);
  TinyMachine tiny;
  tiny.cores = cores;
  tiny.properties = property(name, value);
  constexpr int messages = 50;
  // Each processor of host 0 sends to its counterpart on host 1.
  const auto times = times_on(tiny, model, [cores = cores](SimulatedProcessor& processor) {
    const bool sends = processor.rank() < cores;
    for (int i = 0; i < messages; ++i) {
      if (sends)
        processor.send(processor.rank() + cores, {processor.rank(), 16, {}});
      else
        (void)processor.wait();
    }
    return processor.now();
  });
  CHECK(*std::ranges::max_element(times) ==
        Approx(last_begins + tiny_latency + 16 * byte_time).epsilon(1e-9));
}

TEST_CASE("messages within a host have no gaps") {
  const auto model = any_model();
  TinyMachine tiny;
  tiny.cores = 2;
  tiny.properties = property("gap", "1s") + property("adapter-gap", "1s");
  tiny.properties += property("packet-payload", "8") + property("packet-size", "8");
  const auto times = times_on(tiny, model, [](SimulatedProcessor& processor) {
    for (int i = 0; i < 10; ++i) {
      if (processor.rank() == 0)
        processor.send(1, {0, 16, {}});
      if (processor.rank() == 1)
        (void)processor.wait();
    }
    return processor.now();
  });
  CHECK(times[1] < 1e-3);
}

TEST_CASE("the gaps of a processor and of an adapter add up queues of their own") {
  MachineParameters parameters;
  parameters.gap = 5;
  parameters.adapter_gap = 2;
  const std::vector<int> hosts{0, 0, 1};
  PacketGaps gaps(parameters, hosts);
  CHECK(gaps.any());
  CHECK(gaps.longest() == 5);
  CHECK(gaps.leave(0, 3, 10) == 0); // processor 0 until 25, the adapter until 16
  CHECK(gaps.leave(1, 1, 10) == 6);
  CHECK(gaps.leave(0, 1, 20) == 5);
  CHECK(gaps.arrive(0, 1, 10) == 0); // the other direction is free
  CHECK(gaps.arrive(2, 1, 10) == 0);
  CHECK_FALSE(PacketGaps(MachineParameters{}, hosts).any());
}

TEST_CASE("in loggp, a link serves a long message before short ones that begin later") {
  const std::size_t long_bytes = GENERATE(1'000, 10'000);
  constexpr int shorts = 11;
  const auto times = times_on(switched, 3, Model::loggp, [=](SimulatedProcessor& processor) {
    if (processor.rank() == 0)
      processor.send(2, {0, long_bytes, {}});
    for (int i = 0; i < shorts && processor.rank() == 1; ++i) {
      processor.work(static_cast<double>(long_bytes) / 25);
      processor.send(2, {1, 16, {}});
    }
    double last = 0;
    for (int i = 0; i <= shorts && processor.rank() == 2; ++i) {
      const auto message = processor.wait();
      if (message.from == 0)
        return processor.now();
      last = processor.now();
    }
    return last;
  });
  CHECK(times[2] ==
        Approx(tiny_latency + static_cast<double>(long_bytes) * byte_time).epsilon(1e-9));
}

TEST_CASE("in loggp, messages that come at one instant are received in order of rank") {
  // Processor 1 is the first to send, but its message comes at the same time as that of 0. Powers
  // of 2 make the times exact.
  TinyMachine tiny;
  tiny.hosts = 3;
  tiny.speed = "1048576f";
  tiny.bandwidth = "1048576Bps";
  tiny.latency = "0.0000019073486328125s";
  const auto times = times_on(tiny, Model::loggp, [](SimulatedProcessor& processor) {
    if (processor.rank() == 0) {
      processor.work(100);
      processor.send(2, {0, 10, {}});
    }
    if (processor.rank() == 1)
      processor.send(2, {1, 110, {}});
    if (processor.rank() < 2)
      return 0.0;
    const auto first = processor.wait();
    const double came = processor.now();
    (void)processor.wait();
    test::require_in_child(processor.now() == came);
    return static_cast<double>(first.from);
  });
  CHECK(times[2] == 0);
}
