#include "sim/machines/simulated/dispatcher.hpp"

#include "sim/machines/simulated/machine_settings.hpp"

#include <tuple>
#include <utility>

namespace eldest {

Dispatcher::Dispatcher(TurnTaking& turns, const MachineSettings& settings)
    : turns_(turns),
      faults_(settings.failures, settings.message_faults, settings.seed, turns.processors()),
      serves_itself_(turns.hardware().parameters().service != Service::hardware),
      stops_(faults_.pauses()),
      may_put_off_(stops_ || serves_itself_) {}

void Dispatcher::dispatch(MachineProcessor& sender, Transit& transit) {
  transit.from = sender.rank();
  transit.stage = Transit::Stage::departing;
  sender.schedule().depart(transit.departure);
  send_off(transit);
}

void Dispatcher::send_back(Transit& transit) {
  transit.stage = Transit::Stage::departing;
  std::swap(transit.from, transit.to);
  if (stops_ && serves_itself_)
    turns_.hardware().processor(transit.from).schedule().depart_later(transit.departure);
  send_off(transit);
}

void Dispatcher::departed(const Transit& transit) {
  if (may_put_off_ && (stops_ || !transit.goes_back()))
    turns_.hardware().processor(transit.from).schedule().departed(transit.departure);
}

void Dispatcher::launch_with_fate(Transit& transit) {
  transit.fate = Fate::arrives;
  double late = 0;
  if (!turns_.hardware().share_host(transit.from, transit.to)) {
    const auto sending = faults_.next_sending(transit.from);
    transit.fate = sending.fate;
    late = sending.late;
  }
  turns_.launch(transit, late);
}

bool Dispatcher::is_lost(const Transit& transit) const {
  const auto& [from, to, departure] = std::tie(transit.from, transit.to, transit.departure);
  return transit.fate == Fate::is_lost || faults_.has_died(from, departure, to, turns_.now()) ||
         (!turns_.hardware().share_host(from, to) &&
          faults_.are_apart(from, departure, to, turns_.now()));
}

void Dispatcher::launch_copy(const Transit& transit) {
  auto& copy = turns_.new_transit();
  copy.kind = Transit::Kind::copy;
  copy.stage = Transit::Stage::departing;
  copy.fate = Fate::arrives;
  copy.access.home = transit.goes_back() || transit.kind == Transit::Kind::message
                         ? transit.from // so that nobody serves it
                         : transit.to;
  copy.access.entry = transit.access.entry;
  copy.from = transit.from;
  copy.to = transit.to;
  copy.bytes = transit.bytes;
  copy.departure = turns_.now();
  turns_.launch(copy, 0);
}

} // namespace eldest
