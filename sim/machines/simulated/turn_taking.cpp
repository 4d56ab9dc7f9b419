#include "sim/machines/simulated/turn_taking.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>

namespace eldest {

void TurnTaking::synchronise(MachineProcessor& self) {
  if (processors_ > 1)
    advance_clock(self);
  self.wait_until(now(), &TimeAccount::communication);
}

void TurnTaking::throw_stuck() const {
  throw RunError(fmt::format("the simulated clock stays at {} s through {} events: {}", now_,
                             max_times_set, states()));
}

void TurnTaking::add_in_flight_message() {
  if (processors_ + in_flight_.size() == Events::max_subjects)
    throw RunError("too many messages are on their way at once");
  in_flight_.push_back(make_in_flight_message(static_cast<std::uint32_t>(in_flight_.size())));
  free_.push_back(in_flight_.back().get());
}

void TurnTaking::foresee(std::uint32_t subject, Nearness nearness) {
  const auto index = std::size_t{subject} - processors_;
  if (subject < processors_)
    foresee(hardware_.processor(static_cast<int>(subject)), nearness);
  else
    foresee(*in_flight_[index], nearness);
}

} // namespace eldest
