#include "sim/machines/simulated/dispatcher.hpp"

#include "sim/machines/simulated/machine_settings.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace eldest {

Dispatcher::Dispatcher(TurnTaking& turns, const MachineSettings& settings)
    : turns_(turns),
      parameters_(turns.hardware().parameters()),
      faults_(settings.failures, settings.message_faults, settings.seed, turns.processors()),
      serves_itself_(parameters_.service != Service::hardware),
      stops_(faults_.pauses()),
      may_put_off_(stops_ || serves_itself_) {}

void Dispatcher::dispatch(MachineProcessor& sender, InFlightMessage& in_flight, double begin) {
  in_flight.from = sender.rank();
  in_flight.stage = InFlightMessage::Stage::departing;
  in_flight.serial = sender.schedule().depart(in_flight.departure);
  if (parameters_.is_divided(in_flight.bytes)) {
    in_flight.first_departure =
        std::min(begin + sender.seconds_from(begin, parameters_.send_overhead),
                 in_flight.departure); // the sender of a message within a host spends no overhead
    sender.schedule().depart_at(in_flight.first_departure);
  }
  send_off(in_flight);
}

void Dispatcher::send_back(InFlightMessage& in_flight) {
  in_flight.stage = InFlightMessage::Stage::departing;
  std::swap(in_flight.from, in_flight.to);
  const bool divided = parameters_.is_divided(in_flight.bytes);
  if (divided)
    in_flight.first_departure =
        in_flight.departure -
        (serves_itself_ ? parameters_.sending_after_first(in_flight.bytes) : 0);
  if (stops_ && serves_itself_) {
    auto& schedule = turns_.hardware().processor(in_flight.from).schedule();
    schedule.depart_at(in_flight.departure);
    if (divided)
      schedule.depart_at(in_flight.first_departure);
  }
  send_off(in_flight);
}

void Dispatcher::departed(const InFlightMessage& in_flight) {
  if (!may_put_off_ || (!stops_ && in_flight.goes_back()))
    return;
  auto& schedule = turns_.hardware().processor(in_flight.from).schedule();
  schedule.departed(in_flight.departure);
  if (parameters_.is_divided(in_flight.bytes))
    schedule.departed(in_flight.first_departure);
}

void Dispatcher::launch_with_faults(InFlightMessage& in_flight) {
  in_flight.delivery = Delivery::once;
  double late = 0;
  if (!turns_.hardware().share_host(in_flight.from, in_flight.to)) {
    const auto sending = faults_.next_sending(in_flight.from);
    in_flight.delivery = sending.delivery;
    late = sending.late;
  }
  turns_.launch(in_flight, late);
}

bool Dispatcher::is_lost(const InFlightMessage& in_flight) const {
  const auto& [from, to, departure] = std::tie(in_flight.from, in_flight.to, in_flight.departure);
  return in_flight.delivery == Delivery::never ||
         faults_.has_died(from, departure, to, turns_.now()) ||
         (!turns_.hardware().share_host(from, to) &&
          faults_.are_apart(from, departure, to, turns_.now()));
}

void Dispatcher::launch_copy(const InFlightMessage& in_flight) {
  auto& copy = turns_.new_in_flight_message();
  copy.kind = InFlightMessage::Kind::copy;
  copy.stage = InFlightMessage::Stage::departing;
  copy.delivery = Delivery::once;
  copy.access.home = in_flight.goes_back() || in_flight.kind == InFlightMessage::Kind::message
                         ? in_flight.from // so that no home serves the copy
                         : in_flight.to;
  copy.access.entry = in_flight.access.entry;
  copy.from = in_flight.from;
  copy.to = in_flight.to;
  copy.bytes = in_flight.bytes;
  copy.serial = in_flight.serial;
  copy.departure = turns_.now();
  copy.first_departure = turns_.now();
  turns_.launch(copy, 0);
}

} // namespace eldest
