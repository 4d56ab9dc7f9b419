#include "sim/machines/simulated/home_service.hpp"

#include <utility>

namespace eldest {

bool HomeService::receive(InFlightMessage& in_flight) {
  const auto& access = in_flight.access;
  // Locks are taken and handlers run now, not when the service ends. No processor can tell, because
  // accesses are served in order.
  switch (in_flight.kind) {
  case InFlightMessage::Kind::lock:
    in_flight.holds_lock =
        in_flight.lock_round_trips == 0 && locks_.take(access.home, access.entry);
    send_back(in_flight,
              in_flight.holds_lock || in_flight.lock_round_trips > 0
                  ? InFlightMessage::Kind::locked
                  : InFlightMessage::Kind::refused,
              word_bytes);
    return false;
  case InFlightMessage::Kind::fetch:
    send_back(in_flight, InFlightMessage::Kind::fetched, access.request_bytes);
    return false;
  case InFlightMessage::Kind::request:
    access.handler(turns_.hardware().tables());
    send_back(in_flight, InFlightMessage::Kind::answer,
              access.answer_bytes.value_or(access.request_bytes));
    return false;
  case InFlightMessage::Kind::write:
    access.handler(turns_.hardware().tables());
    [[fallthrough]];
  case InFlightMessage::Kind::unlock:
    serve(in_flight, std::nullopt);
    release_lock(in_flight);
    return true;
  case InFlightMessage::Kind::copy:
    if (access.home == in_flight.to)
      serve(in_flight, std::nullopt);
    return true;
  default: // on its way back, or no access
    return false;
  }
}

void HomeService::release_lock(InFlightMessage& in_flight) {
  if (!std::exchange(in_flight.holds_lock, false))
    return;
  for (const int rank : locks_.release(in_flight.access.home, in_flight.access.entry)) {
    if (!turns_.hardware().processor(rank).failed())
      turns_.go_on_at(turns_.now(), rank);
  }
}

double HomeService::serve(const InFlightMessage& in_flight,
                          std::optional<std::size_t> answer_bytes) {
  const double now = turns_.now();
  const double seconds = parameters_.service_seconds(in_flight.bytes, answer_bytes);
  if (parameters_.service == Service::hardware)
    return memory_.serve(in_flight.to, in_flight.access.entry, now, seconds) + seconds;
  auto& home = turns_.hardware().processor(in_flight.to);
  using First = ProcessorSchedule::First;
  return home.schedule().serve(now, home.seconds_from(now, seconds),
                               in_flight.first_sender() < in_flight.to ? First::access
                                                                       : First::processor);
}

void HomeService::send_back(InFlightMessage& in_flight, InFlightMessage::Kind kind,
                            std::size_t bytes) {
  in_flight.departure = serve(in_flight, bytes);
  in_flight.kind = kind;
  in_flight.bytes = bytes;
  dispatcher_.send_back(in_flight);
}

} // namespace eldest
