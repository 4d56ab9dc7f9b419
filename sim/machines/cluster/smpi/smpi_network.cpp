#include "sim/machines/cluster/smpi/smpi_network.hpp"

#include "trees/base/errors.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace eldest {
namespace {

constexpr int barrier_tag = 1;

/// The longest packet, in bytes. APHID's longest have some thousands.
constexpr std::size_t longest = std::size_t{1} << 18U;

/// Seconds between two looks in a wait with a time limit. MPI has no function for such a wait.
constexpr double poll_interval = 1e-6;

} // namespace

int PacketsOnTheWay::add(std::span<const std::byte> head, std::span<const std::byte> body) {
  if (free_.empty()) {
    free_.push_back(static_cast<int>(packets_.size()));
    packets_.emplace_back();
  }
  const int place = free_.back();
  free_.pop_back();
  auto& packet = packets_[static_cast<std::size_t>(place)];
  packet.assign(head.begin(), head.end());
  packet.insert(packet.end(), body.begin(), body.end());
  return place;
}

std::vector<std::byte> PacketsOnTheWay::take(int place) {
  free_.push_back(place);
  return std::exchange(packets_[static_cast<std::size_t>(place)], {});
}

SmpiNetwork::SmpiNetwork(const SmpiSettings& settings, const MachineParameters& machine,
                         double speed, PacketsOnTheWay& on_the_way)
    : MpiNetwork(longest),
      settings_(settings),
      machine_(machine),
      speed_(speed),
      on_the_way_(on_the_way) {}

std::unique_ptr<NetworkWindow> SmpiNetwork::make_window(std::size_t /*bytes*/) {
  throw InputError("one-sided access to tables is not simulated");
}

std::uint64_t SmpiNetwork::ticks() const {
  return static_cast<std::uint64_t>(
      std::llround((simgrid::s4u::Engine::get_clock() + uncharged_) / tick));
}

double SmpiNetwork::seconds_of(ClusterCost cost) const {
  switch (cost) {
  case ClusterCost::work:
    return 1 / speed_;
  case ClusterCost::table_access:
    return machine_.local_access;
  case ClusterCost::service:
    return machine_.service_time;
  case ClusterCost::message:
    return machine_.message_overhead;
  }
  return 0;
}

void SmpiNetwork::charge(ClusterCost cost, double count) { uncharged_ += count * seconds_of(cost); }

void SmpiNetwork::advance_clock() {
  if (const double seconds = std::exchange(uncharged_, 0); seconds > 0)
    simgrid::s4u::this_actor::sleep_for(seconds);
}

void SmpiNetwork::send(int to, std::span<const std::byte> head, std::span<const std::byte> body) {
  static const std::vector<std::byte> anything(longest);
  advance_clock();
  const auto bytes =
      machine_.wire_bytes(body.size() + (settings_.carries_headers ? head.size() : 0));
  if (bytes > longest)
    throw std::length_error("a packet is too long to be simulated");
  // SMPI copies the bytes at once. Only their number matters.
  const auto count = static_cast<int>(std::max(bytes, smpi_envelope) - smpi_envelope);
  MPI_Send(anything.data(), count, MPI_BYTE, to, on_the_way_.add(head, body), packets());
}

bool SmpiNetwork::receive(Packet& packet) {
  advance_clock();
  if (!come_) {
    int come = 0;
    MPI_Status status;
    MPI_Test(&receiving(), &come, &status);
    if (come == 0)
      return false;
    come_ = status;
  }
  packet_ = on_the_way_.take(come_->MPI_TAG);
  packet = {come_->MPI_SOURCE, packet_};
  come_.reset();
  post_receive();
  return true;
}

void SmpiNetwork::pause(Waiting& /*waiting*/, double at_most) {
  advance_clock();
  if (std::isinf(at_most))
    wait_for_anything();
  else
    simgrid::s4u::this_actor::sleep_for(std::clamp(at_most, 0.0, poll_interval));
}

void SmpiNetwork::rest(Waiting& /*waiting*/) {
  advance_clock();
  wait_for_anything();
}

void SmpiNetwork::wait_for_anything() {
  // `come_` may hold a packet that came in the barrier before a program. The program takes it.
  std::vector<MPI_Request> requests{come_ ? MPI_REQUEST_NULL : receiving()};
  requests.insert(requests.end(), barrier_.begin(), barrier_.end());
  int which = 0;
  MPI_Status status;
  MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &which, &status);
  if (!come_)
    receiving() = requests.front();
  std::copy(requests.begin() + 1, requests.end(), barrier_.begin());
  if (which == 0)
    come_ = status;
}

void SmpiNetwork::begin_barrier() {
  advance_clock();
  all_are_in_ = false;
  if (rank() != 0) {
    MPI_Request& over = barrier_.emplace_back();
    MPI_Irecv(nullptr, 0, MPI_BYTE, 0, barrier_tag, together(), &over);
    MPI_Send(nullptr, 0, MPI_BYTE, 0, barrier_tag, together());
    return;
  }
  for (int from = 1; from < ranks(); ++from)
    MPI_Irecv(nullptr, 0, MPI_BYTE, from, barrier_tag, together(), &barrier_.emplace_back());
}

bool SmpiNetwork::barrier_over() {
  advance_clock();
  int over = 0;
  MPI_Testall(static_cast<int>(barrier_.size()), barrier_.data(), &over, MPI_STATUSES_IGNORE);
  if (over == 0)
    return false;
  barrier_.clear();
  for (int to = 1; rank() == 0 && !all_are_in_ && to < ranks(); ++to)
    MPI_Send(nullptr, 0, MPI_BYTE, to, barrier_tag, together());
  all_are_in_ = true;
  return true;
}

void SmpiNetwork::wait_for(MPI_Request& request) {
  advance_clock();
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

} // namespace eldest
