#include "sim/machines/simulated/loggp/loggp_engine.hpp"

#include "sim/machines/simulated/loggp/fibers.hpp"
#include "sim/machines/simulated/loggp/network.hpp"
#include "sim/machines/simulated/loggp/prefetch_lines.hpp"
#include "sim/machines/simulated/machine_settings.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/random.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>

namespace eldest {
namespace {

class LogGPEngine final : public MachineEngine {
public:
  LogGPEngine(Hardware& hardware, int processors, const MachineSettings& settings)
      : MachineEngine(hardware, processors, settings),
        network_(hardware.platform(), processors, settings.failures),
        jitter_(settings.jitter),
        delays_(settings.seed) {}

  void run(const std::function<void(int)>& program) override {
    Fibers fibers(processors(),
                  [&](std::size_t rank) { return run_processor(program, static_cast<int>(rank)); });
    fibers_ = &fibers;
    for (std::uint32_t rank = 0; rank < processors(); ++rank)
      go_on_at(0, static_cast<int>(rank));
    if (const auto* const first = next_processor()) // null if all fail at once
      fibers.run(rank_of(*first));
    fibers_ = nullptr;
    if (failure_)
      std::rethrow_exception(failure_);
  }

  [[nodiscard]] double latency(int from, int to) override {
    return network_.latency(network_.path(from, to));
  }

private:
  /// A message in flight with its path through the network.
  struct LogGPMessage final : InFlightMessage {
    using InFlightMessage::InFlightMessage;

    Network::Path path;
    double seconds = 0; ///< from its departure to its arrival
  };
  static_assert(sizeof(LogGPMessage) == std::size_t{4} * 64,
                "what changes on the way is in one cache line");

  /// The exception that ends a program in whose turn the last processors have failed.
  struct NobodyLeft {};

  std::optional<std::size_t> run_processor(const std::function<void(int)>& program, int rank) {
    try {
      program(rank);
      finish(hardware().processor(rank));
      const auto* const next = next_processor();
      if (next != nullptr)
        return rank_of(*next);
      if (running() > 0)
        throw_deadlock();
      return std::nullopt;
    } catch (const NobodyLeft&) {
      return std::nullopt;
    } catch (const boost::context::detail::forced_unwind&) {
      throw;
    } catch (...) {
      failure_ = std::current_exception();
      return std::nullopt;
    }
  }

  void advance_clock(MachineProcessor& self) override {
    while (self.now() > now()) {
      if (events().empty() || events().next_time() > self.now()) {
        set_clock(self.now());
        return;
      }
      go_on_at(self.now(), self.rank());
      block(self);
    }
  }

  void block(const MachineProcessor& self) override {
    const auto* const next = next_processor();
    if (next == nullptr && running() == 0)
      throw NobodyLeft{};
    if (next == nullptr)
      throw_deadlock();
    if (next != &self)
      fibers_->hand_over_to(rank_of(*next));
  }

  static std::size_t rank_of(const MachineProcessor& processor) {
    return static_cast<std::size_t>(processor.rank());
  }

  [[noreturn]] void throw_deadlock() const { throw RunError("deadlock: " + states()); }

  /// Processes events until one unblocks a processor. Returns the processor, or null if there are
  /// no more events.
  MachineProcessor* next_processor() {
    while (!events().empty()) {
      const auto event = events().pop();
      set_clock(event.time);
      if (event.subject < processors())
        return &hardware().processor(static_cast<int>(event.subject));
      if (auto* const woken = advance(loggp_message(in_flight(event.subject - processors()))))
        return woken;
    }
    return nullptr;
  }

  void foresee(const InFlightMessage& in_flight, Nearness nearness) override {
    if (nearness == Nearness::far) {
      static_assert(sizeof in_flight.access == 2 * cache_line, "and what changes is in the next");
      prefetch_lines(&in_flight.access, 3);
      return;
    }
    if (in_flight.kind == InFlightMessage::Kind::fault)
      return;
    const auto& flight = loggp_message(in_flight);
    if (flight.stage == InFlightMessage::Stage::departing)
      network_.prefetch_links(flight.path);
    if (flight.kind == InFlightMessage::Kind::request ||
        flight.kind == InFlightMessage::Kind::write)
      flight.access.handler.prefetch(hardware().tables());
    foresee(hardware().processor(flight.to), nearness);
  }

  void foresee(const MachineProcessor& processor, Nearness nearness) override {
    if (nearness == Nearness::far)
      return;
    constexpr std::size_t lines_needed = 3;
    prefetch_lines(&processor, lines_needed);
    fibers_->prefetch(rank_of(processor));
  }

  void prefetch_route(int from, int to) override { network_.prefetch_path(from, to); }

  [[nodiscard]] std::unique_ptr<InFlightMessage>
  make_in_flight_message(std::uint32_t index) const override {
    return std::make_unique<LogGPMessage>(index);
  }
  static LogGPMessage& loggp_message(InFlightMessage& in_flight) {
    return static_cast<LogGPMessage&>(in_flight); // all messages in flight are made here
  }
  static const LogGPMessage& loggp_message(const InFlightMessage& in_flight) {
    return static_cast<const LogGPMessage&>(in_flight);
  }

  void launch(InFlightMessage& in_flight, double late) override {
    auto& flight = loggp_message(in_flight);
    flight.path = network_.path(flight.from, flight.to);
    network_.prefetch_path(flight.to, flight.from);
    flight.seconds = network_.unloaded_seconds(flight.path, wire_bytes(flight)) + late;
    if (jitter_ > 0)
      flight.seconds += jitter_ * unit_interval(delays_());
    pass_at(flight.departure + flight.seconds, flight);
  }

  /// Handles a message in flight at the time when it should arrive. Returns the processor that can
  /// go on because it does, or null.
  MachineProcessor* advance(LogGPMessage& flight) {
    if (flight.departure + flight.seconds > now()) { // its sender was interrupted before sending it
      pass_at(flight.departure + flight.seconds, flight);
      return nullptr;
    }
    if (flight.stage == InFlightMessage::Stage::departing) {
      flight.stage = InFlightMessage::Stage::arriving;
      const double delay = network_.queue(flight.path, wire_bytes(flight), now());
      if (delay > 0) {
        flight.seconds += delay;
        pass_at(flight.departure + flight.seconds, flight);
        return nullptr;
      }
    }
    departed(flight);
    if (network_.fails() && flight.kind != InFlightMessage::Kind::fault &&
        network_.is_cut(flight.from, flight.departure, flight.to, now())) [[unlikely]]
      return lose(flight);
    return arrive(flight);
  }

  [[nodiscard]] double wire_bytes(const InFlightMessage& in_flight) const {
    return static_cast<double>(hardware().parameters().wire_bytes(in_flight.bytes));
  }

  Network network_;
  double jitter_;
  SplitMix64 delays_;
  Fibers* fibers_ = nullptr;
  std::exception_ptr failure_;
};

} // namespace

std::unique_ptr<MachineEngine> make_loggp_engine(Hardware& hardware, int processors,
                                                 const MachineSettings& settings) {
  return std::make_unique<LogGPEngine>(hardware, processors, settings);
}

} // namespace eldest
