#include "sim/machines/simulated/home_service.hpp"

#include <utility>

namespace eldest {

bool HomeService::take_in(Transit& transit) {
  const auto& access = transit.access;
  // Locks are taken and handlers applied now and not when they have been served: nobody can tell,
  // as accesses are served in order.
  switch (transit.kind) {
  case Transit::Kind::lock:
    transit.holds_lock = transit.locks == 0 && locks_.take(access.home, access.entry);
    send_back(transit,
              transit.holds_lock || transit.locks > 0 ? Transit::Kind::locked
                                                      : Transit::Kind::refused,
              word_bytes);
    return false;
  case Transit::Kind::fetch:
    send_back(transit, Transit::Kind::fetched, access.request_bytes);
    return false;
  case Transit::Kind::request:
    access.handler(turns_.hardware().tables());
    send_back(transit, Transit::Kind::answer, access.answer_bytes.value_or(access.request_bytes));
    return false;
  case Transit::Kind::write:
    access.handler(turns_.hardware().tables());
    [[fallthrough]];
  case Transit::Kind::unlock:
    serve(transit, std::nullopt);
    release_lock(transit);
    return true;
  case Transit::Kind::copy:
    if (access.home == transit.to)
      serve(transit, std::nullopt);
    return true;
  default: // on its way back, or no access
    return false;
  }
}

void HomeService::release_lock(Transit& transit) {
  if (!std::exchange(transit.holds_lock, false))
    return;
  for (const int rank : locks_.release(transit.access.home, transit.access.entry)) {
    if (!turns_.hardware().processor(rank).failed())
      turns_.go_on_at(turns_.now(), rank);
  }
}

double HomeService::serve(const Transit& transit, std::optional<std::size_t> answer_bytes) {
  const double now = turns_.now();
  const double seconds = parameters_.service_seconds(transit.bytes, answer_bytes);
  if (parameters_.service == Service::hardware)
    return memory_.serve(transit.to, transit.access.entry, now, seconds) + seconds;
  auto& home = turns_.hardware().processor(transit.to);
  return home.schedule().serve(now, home.seconds_from(now, seconds));
}

void HomeService::send_back(Transit& transit, Transit::Kind kind, std::size_t bytes) {
  transit.departure = serve(transit, bytes);
  transit.kind = kind;
  transit.bytes = bytes;
  dispatcher_.send_back(transit);
}

} // namespace eldest
