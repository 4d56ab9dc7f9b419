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

/// The clock of a machine, the events to come, and the turns that its processors take.
///
/// The programs of the processors take turns in order of time, each until it must know what others
/// have done: when it waits for an answer or a message, accesses its own part of a table, or has
/// polled twice with nothing of the kind between. Leaves and what is only sent need no turn. So a
/// processor's clock may be ahead of the machine's; what it sends leaves by its own clock.
class TurnTaking {
public:
  TurnTaking(const TurnTaking&) = delete;
  TurnTaking& operator=(const TurnTaking&) = delete;
  virtual ~TurnTaking() = default;

  /// Seconds since the start, by the machine's clock.
  [[nodiscard]] double now() const { return now_; }
  [[nodiscard]] Hardware& hardware() const { return hardware_; }
  [[nodiscard]] std::uint32_t processors() const { return processors_; }
  /// Says what every processor is doing, for the report of a run that cannot go on.
  [[nodiscard]] virtual std::string states() const = 0;

  /// Tells an engine with many processors of the events that may come soon.
  struct Foresight {
    TurnTaking& turns;
    [[nodiscard]] bool is_wanted() const { return turns.processors_ >= prefetch_threshold; }
    void operator()(std::uint32_t subject, Nearness nearness) const {
      turns.foresee(subject, nearness);
    }
  };
  /// With fewer, prefetching costs more time than it saves.
  static constexpr std::uint32_t prefetch_threshold = 2048;
  using Events = EventQueue<Foresight>;

  /// The events to come: below `processors()` the processor of that rank goes on, others are about
  /// the message in flight of an index.
  [[nodiscard]] Events& events() { return events_; }
  void go_on_at(double time, int rank) { events_.push(time, static_cast<std::uint32_t>(rank)); }
  void pass_at(double time, const InFlightMessage& in_flight) {
    events_.push(time, processors_ + in_flight.index);
  }

  /// Moves the machine's clock on. Throws RunError if it has been set to the same time so often
  /// that it will never advance.
  void set_clock(double now) {
    if (now > now_)
      times_set_ = 0;
    else if (++times_set_ > max_times_set) [[unlikely]]
      throw_stuck();
    now_ = now;
  }
  /// Brings the machine's clock and a processor's together: the one behind catches up.
  void synchronise(MachineProcessor& self);

  /// A message in flight that is not in use; to be given back by `release`.
  [[nodiscard]] InFlightMessage& new_in_flight_message() {
    if (free_.empty()) [[unlikely]]
      add_in_flight_message();
    auto& in_flight = *free_.back();
    free_.pop_back();
    return in_flight;
  }
  void release(InFlightMessage& in_flight) { free_.push_back(&in_flight); }
  [[nodiscard]] InFlightMessage& in_flight(std::uint32_t index) { return *in_flight_[index]; }

  // What a model of the machine adds.

  /// Lets the others go on until it is this processor's turn again.
  virtual void block(const MachineProcessor& self) = 0;
  /// Lets the machine's clock catch up with a processor's, which accesses that it serves meanwhile
  /// may put off.
  virtual void advance_clock(MachineProcessor& self) = 0;
  /// Has a message in flight carried at its departure, to end in `arrive` or `lose` of
  /// MachineEngine, and to arrive some seconds late.
  virtual void launch(InFlightMessage& in_flight, double late) = 0;
  /// Something will be launched from one processor to another soon.
  virtual void prefetch_route(int /*from*/, int /*to*/) {}

protected:
  TurnTaking(Hardware& hardware, int processors)
      : hardware_(hardware), processors_(static_cast<std::uint32_t>(processors)) {}

  /// A message in flight of the model's kind.
  [[nodiscard]] virtual std::unique_ptr<InFlightMessage>
  make_in_flight_message(std::uint32_t index) const = 0;
  /// With many processors, whose data leave the caches between one event and the next: something
  /// about a message in flight may come soon, or a processor may go on. What that will need can be
  /// prefetched.
  virtual void foresee(const InFlightMessage& /*in_flight*/, Nearness /*nearness*/) {}
  virtual void foresee(const MachineProcessor& /*processor*/, Nearness /*nearness*/) {}

private:
  /// As many events at the same time as no search has.
  static constexpr std::uint64_t max_times_set = 20'000'000;
  [[noreturn]] void throw_stuck() const;
  void add_in_flight_message();
  void foresee(std::uint32_t subject, Nearness nearness);

  Hardware& hardware_;
  std::uint32_t processors_;
  double now_ = 0;
  std::uint64_t times_set_ = 0; ///< since it last advanced
  Events events_{Foresight{*this}};
  std::vector<std::unique_ptr<InFlightMessage>> in_flight_; ///< by index; they stay where they are
  std::vector<InFlightMessage*> free_;                      ///< those not in use
};

/// A processor, if that is what it is waiting for; else null.
[[nodiscard]] inline MachineProcessor* wake_if(MachineProcessor::Activity activity,
                                               MachineProcessor& processor) {
  return processor.activity() == activity ? &processor : nullptr;
}

} // namespace eldest
