#include "sim/machines/cluster/smpi/smpi_machine.hpp"

#include "sim/machines/cluster/cluster_program.hpp"
#include "sim/machines/cluster/smpi/smpi_network.hpp"
#include "sim/machines/simulated/load_platform.hpp"
#include "sim/machines/simulated/platform.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <array>
#include <iostream>
#include <streambuf>
#include <string>

namespace eldest {

namespace s4u = simgrid::s4u;

namespace {

constexpr const char* program_name = "eldest";

/// Buffer of std::cout that keeps the output of the first simulated process, and drops that of the
/// others.
class OutputOfFirst final : public std::streambuf {
public:
  OutputOfFirst() : real_(std::cout.rdbuf(this)) {}
  ~OutputOfFirst() override { std::cout.rdbuf(real_); }
  OutputOfFirst(const OutputOfFirst&) = delete;
  OutputOfFirst& operator=(const OutputOfFirst&) = delete;

private:
  static bool is_first() { return s4u::Actor::self() == nullptr || cluster_network().rank() == 0; }
  int_type overflow(int_type c) override {
    return is_first() ? real_->sputc(traits_type::to_char_type(c)) : traits_type::not_eof(c);
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    return is_first() ? real_->sputn(text, size) : size;
  }
  int sync() override { return real_->pubsync(); }

  std::streambuf* real_;
};

/// SMPI's defaults are the times of a measured computer. With these settings, a message takes the
/// time that the platform file says, and its sender and receiver are charged for its overheads.
/// Calls of MPI take no other time. A send ends at once, and the message leaves at once.
constexpr std::array smpi_settings{"smpi/privatization:no",
                                   "smpi/simulate-computation:no",
                                   "smpi/init:0",
                                   "smpi/test:0",
                                   "smpi/iprobe:0",
                                   "smpi/wtime:0",
                                   "smpi/grow-injected-times:no",
                                   "smpi/async-small-thresh:1000000000",
                                   "smpi/send-is-detached-thresh:1000000000"};

void set_overheads(const MachineParameters& machine) {
  // SMPI gives the bytes of a message on the wire without those of its envelope.
  const auto packets = [&machine](std::size_t bytes) {
    if (machine.packet_payload == 0)
      return 1.0;
    return static_cast<double>(std::max((bytes + smpi_envelope) / machine.packet_size, 1UL));
  };
  const auto sending = [&machine, packets](std::size_t bytes, s4u::Host*, s4u::Host*) {
    return machine.send_overhead * packets(bytes);
  };
  smpi_register_op_cost_callback(SmpiOperation::SEND, sending);
  smpi_register_op_cost_callback(SmpiOperation::ISEND, sending);
  smpi_register_op_cost_callback(SmpiOperation::RECV,
                                 [&machine, packets](std::size_t bytes, s4u::Host*, s4u::Host*) {
                                   return machine.receive_overhead * packets(bytes);
                                 });
}

} // namespace

ClusterNetwork& cluster_network() {
  return *static_cast<SmpiNetwork*>(smpi_process_get_user_data());
}

int run_on_smpi(const PlatformFile& file, const SmpiSettings& settings,
                const std::function<int()>& program) {
  const auto platform = load_platform(file, settings.processes);
  const auto& machine = platform->parameters();
  if (machine.service != Service::poll)
    throw InputError(
        Subject::platform,
        fmt::format("{}: eldest:service should be poll, as MPI's programs do", file.path));
  smpi_init_options();
  for (const auto* setting : smpi_settings)
    s4u::Engine::set_config(setting);
  SMPI_init();
  SMPI_app_instance_register(program_name, nullptr, settings.processes);
  set_overheads(machine);
  PacketsOnTheWay on_the_way;
  const OutputOfFirst output;
  int status = 0;
  for (int rank = 0; rank < settings.processes; ++rank) {
    const auto process = [&, rank] {
      SmpiNetwork network(settings, machine, platform->speed(rank), on_the_way);
      smpi_process_set_user_data(&network);
      const int own = program();
      if (rank == 0)
        status = own;
    };
    auto actor = s4u::Actor::init(fmt::format("rank-{}", rank),
                                  s4u::Host::by_name(platform->host_name(rank)));
    actor->set_property("instance_id", program_name);
    actor->set_property("rank", std::to_string(rank));
    actor->start(process);
  }
  s4u::Engine::get_instance()->run();
  SMPI_finalize();
  return status;
}

} // namespace eldest
