#pragma once

#include "sim/machines/simulated/event_queue.hpp"
#include "sim/machines/simulated/hardware.hpp"
#include "sim/machines/simulated/in_flight_message.hpp"
#include "sim/machines/simulated/machine_processor.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace eldest {

/// The clock of a machine, the coming events, and the turns that its processors take.
///
/// The programs of the processors take turns in order of time. A turn ends when the program must
/// know what others have done. That is the case when the program
///
/// - waits for an answer or a message,
/// - accesses its own part of a table, or
/// - has polled twice without any of these in between.
///
/// Work does not end a turn, and neither does sending alone. A processor's clock may therefore be
/// ahead of the machine's. What a processor sends leaves by its own clock.
class TurnTaking {
public:
  TurnTaking(const TurnTaking&) = delete;
  TurnTaking& operator=(const TurnTaking&) = delete;
  virtual ~TurnTaking() = default;

  /// Seconds since the start, by the machine's clock.
  [[nodiscard]] double now() const { return now_; }
  [[nodiscard]] Hardware& hardware() const { return hardware_; }
  [[nodiscard]] std::uint32_t processors() const { return processors_; }
  /// Describes what every processor is doing, for the report of a run that cannot go on.
  [[nodiscard]] virtual std::string states() const = 0;

  /// Tells an engine with many processors about events that may come soon.
  struct Foresight {
    TurnTaking& turns;
    [[nodiscard]] bool is_wanted() const { return turns.processors_ >= prefetch_threshold; }
    void operator()(std::uint32_t subject, Nearness nearness) const {
      turns.foresee(subject, nearness);
    }
  };
  /// The number of processors below which prefetching costs more time than it saves.
  static constexpr std::uint32_t prefetch_threshold = 1024;
  using Events = EventQueue<Foresight>;

  /// The coming events. A subject below `processors()` is the rank of a processor that goes on.
  /// Other subjects are `processors()` plus the index of a message in flight.
  [[nodiscard]] Events& events() { return events_; }
  void go_on_at(double time, int rank) {
    events_.push(time, order_of(rank, 0), static_cast<std::uint32_t>(rank));
  }
  void pass_at(double time, const InFlightMessage& in_flight) {
    events_.push(time, order_of(in_flight.first_sender(), in_flight.serial),
                 processors_ + in_flight.index);
  }

  /// Sets the machine's clock. Throws RunError if it has been set to the same time so often that it
  /// will never advance.
  void set_clock(double now) {
    if (now > now_)
      times_set_ = 0;
    else if (++times_set_ > max_times_set) [[unlikely]]
      throw_stuck();
    now_ = now;
  }
  /// Synchronises the machine's clock and a processor's: the one behind catches up.
  void synchronise(MachineProcessor& self);

  /// Returns a message in flight that is not in use. `release` takes it back.
  [[nodiscard]] InFlightMessage& new_in_flight_message() {
    if (free_.empty()) [[unlikely]]
      add_in_flight_message();
    auto& in_flight = *free_.back();
    free_.pop_back();
    return in_flight;
  }
  void release(InFlightMessage& in_flight) { free_.push_back(&in_flight); }
  [[nodiscard]] InFlightMessage& in_flight(std::uint32_t index) { return *in_flight_[index]; }

  // Functions that a model of the machine defines.

  /// Runs other processors until it is this processor's turn again.
  virtual void block(const MachineProcessor& self) = 0;
  /// Advances the machine's clock to a processor's, which moves on if the processor serves accesses
  /// meanwhile.
  virtual void advance_clock(MachineProcessor& self) = 0;
  /// Carries a message in flight from its departure on, and delays its arrival by `late` seconds.
  /// Must lead to a call of `arrive` or `lose` of MachineEngine.
  virtual void launch(InFlightMessage& in_flight, double late) = 0;
  /// Prefetches the route between two processors, which will be needed soon.
  virtual void prefetch_route(int /*from*/, int /*to*/) {}

protected:
  TurnTaking(Hardware& hardware, int processors)
      : hardware_(hardware), processors_(static_cast<std::uint32_t>(processors)) {}

  /// Makes a message in flight of the model's class.
  [[nodiscard]] virtual std::unique_ptr<InFlightMessage>
  make_in_flight_message(std::uint32_t index) const = 0;
  /// Prefetches the data for an event that may come soon: an event about a message in flight, or
  /// the turn of a processor. Called only if there are many processors, because their data leave
  /// the caches between one event and the next.
  virtual void foresee(const InFlightMessage& /*in_flight*/, Nearness /*nearness*/) {}
  virtual void foresee(const MachineProcessor& /*processor*/, Nearness /*nearness*/) {}

private:
  /// The order of an event among those at the same time. Faults come first, as of rank -1. The
  /// processors follow by rank. Each goes on before what it has sent arrives, by serial number.
  [[nodiscard]] static constexpr std::uint64_t order_of(int rank, std::uint32_t serial) {
    constexpr int serial_bits = 22;
    constexpr std::uint32_t serials = 1U << serial_bits;
    return (static_cast<std::uint64_t>(rank + 1) << serial_bits) + serial % serials;
  }

  /// Limit on events at the same time, which no search reaches. Beyond it, the simulation is taken
  /// to be stuck.
  static constexpr std::uint64_t max_times_set = 20'000'000;
  [[noreturn]] void throw_stuck() const;
  void add_in_flight_message();
  void foresee(std::uint32_t subject, Nearness nearness);

  Hardware& hardware_;
  std::uint32_t processors_;
  double now_ = 0;
  std::uint64_t times_set_ = 0; ///< since the clock last advanced
  Events events_{Foresight{*this}};
  std::vector<std::unique_ptr<InFlightMessage>> in_flight_; ///< by index, at stable addresses
  std::vector<InFlightMessage*> free_;                      ///< messages not in use
};

/// Returns `processor` if its activity is `activity`, otherwise null.
[[nodiscard]] inline MachineProcessor* wake_if(MachineProcessor::Activity activity,
                                               MachineProcessor& processor) {
  return processor.activity() == activity ? &processor : nullptr;
}

} // namespace eldest
