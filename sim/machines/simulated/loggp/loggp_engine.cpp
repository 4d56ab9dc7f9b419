#include "sim/machines/simulated/loggp/loggp_engine.hpp"

#include "sim/machines/simulated/loggp/fibers.hpp"
#include "sim/machines/simulated/loggp/network.hpp"
#include "sim/machines/simulated/loggp/prefetch_lines.hpp"
#include "sim/machines/simulated/machine_settings.hpp"
#include "sim/machines/simulated/packet_gaps.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/random.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

namespace eldest {
namespace {

class LogGPEngine final : public MachineEngine {
public:
  LogGPEngine(Hardware& hardware, int processors, const MachineSettings& settings)
      : MachineEngine(hardware, processors, settings),
        network_(hardware.platform(), processors, settings.failures),
        gaps_(hardware.parameters(), hardware.hosts()),
        divided_(hardware.parameters().packet_payload > 0),
        short_bytes_(divided_ ? hardware.parameters().packet_payload : undivided_short_bytes),
        first_bytes_(static_cast<double>(divided_ ? hardware.parameters().packet_size
                                                  : undivided_short_bytes)),
        jitter_(settings.jitter),
        delays_(settings.seed),
        counters_(static_cast<std::size_t>(processors)) {}

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
  /// Greatest size in bytes of a message without packets that joins the queues of links when it
  /// would arrive. A longer one joins them when its first `undivided_short_bytes` would arrive.
  static constexpr std::size_t undivided_short_bytes = 64;

  /// A message in flight with its path through the network.
  struct LogGPMessage final : InFlightMessage {
    using InFlightMessage::InFlightMessage;

    Network::Path path;
    double seconds = 0; ///< from the departure of its first packet to the next event
  };
  static_assert(sizeof(LogGPMessage) == std::size_t{5} * 64,
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
    if (flight.kind == InFlightMessage::Kind::answer ||
        flight.kind == InFlightMessage::Kind::message)
      prefetch_turn(flight.to);
    else if (flight.goes_back() || hardware().parameters().service != Service::hardware)
      prefetch_processor(flight.to);
  }

  void foresee(const MachineProcessor& processor, Nearness nearness) override {
    if (nearness == Nearness::near)
      prefetch_turn(processor.rank());
  }

  void prefetch_processor(int rank) {
    constexpr std::size_t lines_needed = 3;
    prefetch_lines(&hardware().processor(rank), lines_needed);
  }

  /// Prefetches what a processor needs when its turn comes: also the end of its stack, and the
  /// beginning of its search, where the counters are.
  void prefetch_turn(int rank) {
    prefetch_processor(rank);
    const auto index = static_cast<std::size_t>(rank);
    fibers_->prefetch(index);
    auto& counters = counters_[index];
    if (counters == nullptr) [[unlikely]]
      counters = hardware().processor(rank).watched_counters();
    constexpr std::size_t lines_needed = 2;
    if (counters != nullptr)
      prefetch_lines(counters, lines_needed);
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
    flight.seconds = network_.unloaded_seconds(flight.path, first_bytes(flight)) + late;
    if (jitter_ > 0)
      flight.seconds += jitter_ * unit_interval(delays_());
    pass_at(next_time(flight), flight);
  }

  /// Handles a message in flight at the time of its next event. That is the arrival of its first
  /// packet, if no other message holds it up, and then its own arrival. Returns the processor that
  /// can go on because the message arrives, or null.
  MachineProcessor* advance(LogGPMessage& flight) {
    if (flight.kind == InFlightMessage::Kind::fault) [[unlikely]]
      return arrive(flight);
    if (is_put_off(flight)) // its sender was interrupted before sending it
      return nullptr;
    if (flight.stage == InFlightMessage::Stage::departing) {
      flight.stage = InFlightMessage::Stage::arriving;
      pass_queues(flight);
      if (is_put_off(flight))
        return nullptr;
    }
    departed(flight);
    if (network_.fails() && network_.is_cut(flight.from, first_departure(flight), flight.to, now()))
        [[unlikely]]
      return lose(flight);
    return arrive(flight);
  }

  /// Schedules the next event of a message in flight and returns true, unless it is due now.
  bool is_put_off(const LogGPMessage& flight) {
    const double next = next_time(flight);
    if (next <= now())
      return false;
    pass_at(next, flight);
    return true;
  }

  /// The time of the next event of a message in flight, in seconds since the start.
  [[nodiscard]] double next_time(const LogGPMessage& flight) const {
    const double time = first_departure(flight) + flight.seconds;
    if (!is_divided(flight) || flight.stage == InFlightMessage::Stage::departing)
      return time;
    return std::max(time, flight.departure + flight.packet_seconds);
  }

  /// Adds a message in flight, whose first packet would arrive now, to the queues on its way. Sets
  /// the time of its arrival.
  void pass_queues(LogGPMessage& flight) {
    const double bytes = wire_bytes(flight);
    const double first = network_.transmission(flight.path, first_bytes(flight));
    auto passage = network_.queue(flight.path, bytes, now() - first);
    if (const double gap = this->gap(flight); gap > 0)
      pass_gaps(flight, gap, first, passage);
    if (is_divided(flight)) {
      flight.first_arrival = now() + passage.delay;
      flight.packet_seconds = flight.seconds;
      flight.seconds += std::max({network_.transmission(flight.path, bytes), passage.end,
                                  passage.delay + first}) -
                        first;
    } else {
      flight.seconds += passage.delay;
      if (is_long(flight))
        flight.seconds += network_.transmission(flight.path, bytes) - first;
    }
  }

  /// Adds a message in flight to the queues of gaps. `first`: seconds between the first and the
  /// last byte of its first packet.
  void pass_gaps(const LogGPMessage& flight, double gap, double first, Network::Passage& passage) {
    const double start = now() - first;
    const auto packets = this->packets(flight);
    const double delay =
        std::max(gaps_.leave(flight.from, packets, start), gaps_.arrive(flight.to, packets, start));
    passage.delay = std::max(passage.delay, delay);
    passage.end = std::max(passage.end, delay + (packets - 1) * gap + first);
  }

  /// Least seconds between two packets of a message in flight.
  [[nodiscard]] double gap(const InFlightMessage& in_flight) const {
    return gaps_.any() && !hardware().share_host(in_flight.from, in_flight.to) ? gaps_.longest()
                                                                               : 0;
  }

  /// Returns true for a message in flight that joins queues before it arrives.
  [[nodiscard]] bool is_long(const InFlightMessage& in_flight) const {
    return in_flight.bytes > short_bytes_;
  }
  [[nodiscard]] bool is_divided(const InFlightMessage& in_flight) const {
    return divided_ && is_long(in_flight);
  }
  [[nodiscard]] double first_departure(const InFlightMessage& in_flight) const {
    return is_divided(in_flight) ? in_flight.first_departure : in_flight.departure;
  }
  [[nodiscard]] double first_bytes(const InFlightMessage& in_flight) const {
    return is_long(in_flight) ? first_bytes_ : wire_bytes(in_flight);
  }
  [[nodiscard]] double wire_bytes(const InFlightMessage& in_flight) const {
    return static_cast<double>(hardware().parameters().wire_bytes(in_flight.bytes));
  }
  [[nodiscard]] double packets(const InFlightMessage& in_flight) const {
    return static_cast<double>(hardware().parameters().packets(in_flight.bytes));
  }

  Network network_;
  PacketGaps gaps_;
  bool divided_;            ///< true if the machine divides messages into packets
  std::size_t short_bytes_; ///< greatest size of a message that joins queues when it would arrive
  double first_bytes_;      ///< bytes of longer messages that arrive before they join queues
  double jitter_;
  SplitMix64 delays_;
  Fibers* fibers_ = nullptr;
  /// Counters of the processors' searches, by rank, for prefetching only. Null if not known yet.
  std::vector<const Counters*> counters_;
  std::exception_ptr failure_;
};

} // namespace

std::unique_ptr<MachineEngine> make_loggp_engine(Hardware& hardware, int processors,
                                                 const MachineSettings& settings) {
  return std::make_unique<LogGPEngine>(hardware, processors, settings);
}

} // namespace eldest
