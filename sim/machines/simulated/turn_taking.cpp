#include "sim/machines/simulated/turn_taking.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>

namespace eldest {

void TurnTaking::settle(MachineProcessor& self) {
  if (processors_ > 1)
    catch_up(self);
  self.wait_until(now(), &TimeAccount::communication);
}

void TurnTaking::throw_stuck() const {
  throw RunError(fmt::format("the simulated clock stays at {} s through {} events: {}", now_,
                             max_times_set, states()));
}

void TurnTaking::add_transit() {
  if (processors_ + transits_.size() == Events::max_subjects)
    throw RunError("too many messages are on their way at once");
  transits_.push_back(make_transit(static_cast<std::uint32_t>(transits_.size())));
  free_.push_back(transits_.back().get());
}

void TurnTaking::foresee(std::uint32_t subject, Nearness nearness) {
  const auto index = std::size_t{subject} - processors_;
  if (subject < processors_)
    foresee(hardware_.processor(static_cast<int>(subject)), nearness);
  else
    foresee(*transits_[index], nearness);
}

} // namespace eldest
