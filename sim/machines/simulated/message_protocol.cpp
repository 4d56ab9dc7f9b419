#include "sim/machines/simulated/message_protocol.hpp"

#include "algorithms/search/search_stopped.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace eldest {

void MessageProtocol::send(MachineProcessor& self, int to, Message message) {
  const double begin = self.now();
  const double packets_begin = begin + self.seconds_from(begin, parameters_.message_overhead);
  const bool on_network = !turns_.hardware().share_host(self.rank(), to);
  self.spend(parameters_.message_overhead +
                 (on_network ? parameters_.send_seconds(message.bytes) : 0),
             &TimeAccount::communication);
  if (on_network)
    self.count_message(parameters_.wire_bytes(message.bytes));
  auto& in_flight = turns_.new_in_flight_message();
  in_flight.kind = InFlightMessage::Kind::message;
  in_flight.to = to;
  in_flight.bytes = message.bytes;
  in_flight.number = channels_.send(self.rank(), to);
  self.record_sent(to, in_flight.number, message.bytes, begin);
  in_flight.message = std::move(message);
  dispatcher_.dispatch(self, in_flight, packets_begin);
}

std::optional<Message> MessageProtocol::poll(MachineProcessor& self) {
  check_time_limit(self);
  if (!self.has_message() && !self.caught_up())
    turns_.synchronise(self);
  if (!self.has_message()) {
    self.found_nothing();
    if (parameters_.poll_time > 0)
      self.spend(parameters_.poll_time, &TimeAccount::communication);
    return std::nullopt;
  }
  return take_message(self);
}

Message MessageProtocol::wait(MachineProcessor& self) {
  return *wait_until(self, std::numeric_limits<double>::infinity());
}

std::optional<Message> MessageProtocol::wait_until(MachineProcessor& self, double deadline) {
  turns_.synchronise(self);
  check_time_limit(self);
  if (!self.has_message())
    await_message(self, deadline);
  const double received = received_already(self);
  self.resume(turns_.now() - received, &TimeAccount::idle);
  self.wait_until(turns_.now(), &TimeAccount::communication);
  check_time_limit(self);
  if (!self.has_message())
    return std::nullopt;
  return take_message(self, received);
}

MachineProcessor* MessageProtocol::arrive(InFlightMessage& in_flight) {
  auto& receiver = turns_.hardware().processor(in_flight.to);
  receiver.record_arrived(in_flight.from, in_flight.number, turns_.now());
  const double first_arrival =
      is_received_in_packets(in_flight.from, in_flight.to, in_flight.message.bytes)
          ? in_flight.first_arrival
          : turns_.now();
  channels_.arrive(in_flight.number, in_flight.to, std::move(in_flight.message),
                   [&](Message message) { receiver.deliver(std::move(message), first_arrival); });
  turns_.release(in_flight);
  return receiver.has_message() ? wake_if(MachineProcessor::Activity::awaiting_message, receiver)
                                : nullptr;
}

double MessageProtocol::received_already(const MachineProcessor& self) const {
  if (!self.has_message())
    return 0;
  const auto& message = self.next_message();
  if (!is_received_in_packets(message.from, self.rank(), message.bytes))
    return 0;
  const double begin = std::max(self.next_message_began(), self.now());
  return std::clamp(turns_.now() - begin, 0.0, parameters_.receiving_before_last(message.bytes));
}

Message MessageProtocol::take_message(MachineProcessor& self, double received) {
  auto message = self.take_message();
  const bool from_network = !turns_.hardware().share_host(self.rank(), message.from);
  self.spend(parameters_.message_overhead +
                 (from_network ? parameters_.receive_seconds(message.bytes) - received : 0),
             &TimeAccount::communication);
  return message;
}

void MessageProtocol::await_message(MachineProcessor& self, double deadline) {
  const double end = std::min(deadline, time_limit_);
  if (turns_.now() >= end)
    return;
  self.set_activity(MachineProcessor::Activity::awaiting_message);
  const bool limited = end != std::numeric_limits<double>::infinity();
  if (limited)
    turns_.go_on_at(end, self.rank());
  while (!self.has_message() && turns_.now() < end)
    turns_.block(self);
  if (limited)
    turns_.events().remove(static_cast<std::uint32_t>(self.rank()));
}

void MessageProtocol::throw_stopped() {
  stopped_ = true;
  throw SearchStopped{};
}

} // namespace eldest
