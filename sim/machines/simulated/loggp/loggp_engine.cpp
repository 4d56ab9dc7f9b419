#include "sim/machines/simulated/loggp/loggp_engine.hpp"

#include "sim/machines/simulated/loggp/fibers.hpp"
#include "sim/machines/simulated/loggp/network.hpp"
#include "sim/machines/simulated/transit_engine.hpp"
#include "trees/errors.hpp"
#include "trees/random.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>

namespace eldest {
namespace {

/// How a transit gets to where it goes.
struct Way {
  Network::Path path;
  double seconds = 0; ///< from its departure to its arrival
};

class LogGPEngine final : public TransitEngine<Way> {
public:
  LogGPEngine(SimulatedMachine& machine, int processors, const MachineSettings& settings)
      : TransitEngine(machine, processors),
        network_(machine.platform(), processors),
        jitter_(settings.jitter),
        delays_(settings.seed) {}

  void run(const std::function<void(SimulatedProcessor&)>& program) override {
    Fibers fibers(processors(),
                  [&](std::size_t rank) { return run_processor(program, static_cast<int>(rank)); });
    fibers_ = &fibers;
    for (std::uint32_t rank = 0; rank < processors(); ++rank)
      go_on_at(0, static_cast<int>(rank));
    fibers.run(rank_of(*next_processor()));
    if (failure_)
      std::rethrow_exception(failure_);
  }

  [[nodiscard]] double now() const override { return now_; }

  void catch_up(SimulatedProcessor& self) override {
    while (self.now() > now_) {
      if (events().empty() || events().next_time() > self.now()) {
        now_ = self.now();
        return;
      }
      go_on_at(self.now(), self.rank());
      block(self);
    }
  }

  [[nodiscard]] double latency(int from, int to) override {
    return network_.latency(network_.path(from, to));
  }

private:
  std::optional<std::size_t> run_processor(const std::function<void(SimulatedProcessor&)>& program,
                                           int rank) {
    auto& self = machine().processor(rank);
    try {
      program(self);
      self.finish();
      ++finished_;
      const auto* const next = next_processor();
      if (next != nullptr)
        return rank_of(*next);
      if (finished_ < processors())
        throw deadlock();
      return std::nullopt;
    } catch (const boost::context::detail::forced_unwind&) {
      throw;
    } catch (...) {
      failure_ = std::current_exception();
      return std::nullopt;
    }
  }

  void block(const SimulatedProcessor& self) override {
    const auto* const next = next_processor();
    if (next == nullptr)
      throw deadlock();
    if (next != &self)
      fibers_->hand_over_to(rank_of(*next));
  }

  static std::size_t rank_of(const SimulatedProcessor& processor) {
    return static_cast<std::size_t>(processor.rank());
  }

  [[nodiscard]] auto deadlock() const { return RunError("deadlock: " + machine().states()); }

  /// Lets happen what happens next, until a processor can go on; null if nothing happens any more.
  SimulatedProcessor* next_processor() {
    while (!events().empty()) {
      const auto event = events().pop();
      now_ = event.time;
      if (event.subject < processors())
        return &machine().processor(static_cast<int>(event.subject));
      if (auto* const woken = advance(event.subject - processors()))
        return woken;
    }
    return nullptr;
  }

  void prefetch_way(int from, int to) override { network_.prefetch_path(from, to); }

  void set_out(std::uint32_t index) override {
    auto& leaving = transit(index);
    auto& way = leaving.way;
    way.path = network_.path(leaving.from, leaving.to);
    network_.prefetch_path(leaving.to, leaving.from);
    way.seconds = network_.unloaded_seconds(way.path, wire_bytes(leaving));
    if (jitter_ > 0)
      way.seconds += jitter_ * unit_interval(delays_());
    pass_at(leaving.departure + way.seconds, index);
  }

  /// Something may have arrived; who can go on because of it, or null.
  SimulatedProcessor* advance(std::uint32_t index) {
    auto& coming = transit(index);
    auto& way = coming.way;
    if (coming.departure + way.seconds > now_) { // its sender was interrupted before sending it
      pass_at(coming.departure + way.seconds, index);
      return nullptr;
    }
    if (coming.stage == Transit::Stage::departing) {
      coming.stage = Transit::Stage::arriving;
      const double delay = network_.queue(way.path, wire_bytes(coming), now_);
      if (delay > 0) {
        way.seconds += delay;
        pass_at(coming.departure + way.seconds, index);
        return nullptr;
      }
    }
    departed(index);
    return arrive(index);
  }

  [[nodiscard]] double wire_bytes(const Transit& transit) const {
    return static_cast<double>(machine().parameters().wire_bytes(transit.bytes));
  }

  Network network_;
  double jitter_;
  SplitMix64 delays_;
  Fibers* fibers_ = nullptr;
  double now_ = 0;
  std::size_t finished_ = 0;
  std::exception_ptr failure_;
};

} // namespace

std::unique_ptr<MachineEngine> make_loggp_engine(SimulatedMachine& machine, int processors,
                                                 const MachineSettings& settings) {
  return std::make_unique<LogGPEngine>(machine, processors, settings);
}

} // namespace eldest
