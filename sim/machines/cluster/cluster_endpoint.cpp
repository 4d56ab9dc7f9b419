#include "sim/machines/cluster/cluster_endpoint.hpp"

#include "algorithms/search/wire.hpp"
#include "sim/machines/cluster/waiting.hpp"
#include "sim/machines/threads/apply_handler.hpp"
#include "sim/system/local_cores.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

namespace eldest {

ClusterEndpoint::ClusterEndpoint(ClusterNetwork& network, const ClusterLayout& layout,
                                 Tables& tables, NetworkWindow* window)
    : network_(network),
      layout_(layout),
      tables_(tables),
      window_(window),
      process_(network.rank()),
      crowded_(network.crowded(layout.threads) || layout.threads > core_count()),
      simulated_(network.is_simulated()),
      looks_after_work_(network.looks_after_work()),
      tick_(network.seconds_per_tick()),
      sent_(static_cast<std::size_t>(network.ranks())) {}

void ClusterEndpoint::begin(std::span<ClusterPort* const> ports) {
  ports_.assign(ports.begin(), ports.end());
  start_ = ticks();
}

// Sending packets.

void ClusterEndpoint::send(ClusterPort& sender, int to, const PacketHeader& header,
                           std::span<const std::byte> bytes) {
  const std::lock_guard guard(network_lock_);
  send_held(sender, to, header, bytes);
}

void ClusterEndpoint::send_held(ClusterPort& sender, int to, const PacketHeader& header,
                                std::span<const std::byte> bytes) {
  network_.send(to, std::as_bytes(std::span(&header, 1)), bytes);
  ++sent_[static_cast<std::size_t>(to)];
  sender.count_messages(1, sizeof header + bytes.size());
}

void ClusterEndpoint::deliver(ClusterPort& sender, int to_thread, std::uint16_t protocol,
                              std::vector<std::byte> bytes) {
  const std::lock_guard guard(network_lock_);
  ports_[static_cast<std::size_t>(to_thread)]->keep({sender.rank(), protocol, std::move(bytes)});
}

// Receiving packets.

bool ClusterEndpoint::take_packet(ClusterPort& taker, bool answering) {
  if (processes() == 1)
    return false;
  const std::unique_lock lock(network_lock_, std::try_to_lock);
  Packet packet;
  if (!lock || !network_.receive(packet))
    return false;
  handle(taker, packet, answering);
  return true;
}

std::uint64_t ClusterEndpoint::take_packets(ClusterPort& taker) {
  if (processes() == 1)
    return 0;
  const std::unique_lock lock(network_lock_, std::try_to_lock);
  Packet packet;
  if (!lock || !network_.receive(packet))
    return 0;
  const auto begin = ticks();
  do {
    handle(taker, packet, true);
  } while (network_.receive(packet));
  return std::max(ticks() - begin, std::uint64_t{1});
}

void ClusterEndpoint::handle(ClusterPort& taker, const Packet& packet, bool answering) {
  ++received_;
  PacketHeader header;
  if (packet.bytes.size() < sizeof header)
    throw wire::Error("a packet ends in its header");
  std::memcpy(&header, packet.bytes.data(), sizeof header);
  const Packet rest{packet.from, packet.bytes.subspan(sizeof header)};
  const int from = layout_.first_of(packet.from) + header.from_thread;
  switch (header.kind) {
  case PacketKind::request:
    return serve_request(taker, rest, header, answering);
  case PacketKind::post:
    return serve_request(taker, rest, header, false);
  case PacketKind::answer:
    return port_of(header).take_answer(from, header.sequence, rest.bytes);
  case PacketKind::message:
    return port_of(header).keep({from, header.number, {rest.bytes.begin(), rest.bytes.end()}});
  case PacketKind::stop: {
    auto none = ClusterStop::none;
    stop_.compare_exchange_strong(none, header.stop);
    return;
  }
  }
  throw wire::Error("a packet is of no kind");
}

void ClusterEndpoint::serve_request(ClusterPort& taker, const Packet& packet,
                                    const PacketHeader& header, bool answering) {
  const int from = layout_.first_of(packet.from) + header.from_thread;
  wire::Reader reader(packet.bytes, taker.context(from));
  wire::Writer writer;
  charge(ClusterCost::service);
  const auto serve = [&](const BoundHandler& handler) {
    if (!handler.has_table(tables_))
      reader.reject("there is no table for it");
    apply_handler(tables_, handler, has_threads());
    handler.write_answer(writer);
  };
  BoundHandler::read_request(header.number, header.key, layout_.first_of(process_), reader,
                             std::cref(serve));
  if (!answering)
    return;
  PacketHeader answer;
  answer.kind = PacketKind::answer;
  answer.from_thread = static_cast<std::uint16_t>(layout_.thread_of(taker.rank()));
  answer.to_thread = header.from_thread;
  answer.sequence = header.sequence;
  send_held(taker, packet.from, answer, writer.take());
}

ClusterPort& ClusterEndpoint::port_of(const PacketHeader& header) const {
  if (header.to_thread >= ports_.size())
    throw wire::Error("a packet is for no processor");
  return *ports_[header.to_thread];
}

// One-sided access.

ClusterEndpoint::WindowAccess::WindowAccess(ClusterEndpoint& endpoint, ClusterPort& user,
                                            int process, std::size_t lock)
    : endpoint_(endpoint),
      user_(user),
      process_(process),
      lock_(lock % NetworkWindow::locks),
      held_(endpoint.network_lock_) {
  constexpr std::size_t word = 8;
  Waiting waiting(endpoint_.crowded_);
  count(2, word);
  while (!endpoint_.window_->try_lock(process_, lock_)) {
    ++user_.traffic().lock_retries;
    count(2, word);
    held_.unlock(); // the lock's holder may have lost its core, and other threads of this process
                    // need the network
    endpoint_.pause(waiting);
    held_.lock();
  }
}

ClusterEndpoint::WindowAccess::~WindowAccess() {
  endpoint_.window_->unlock(process_, lock_);
  count(1, sizeof(std::uint64_t));
}

void ClusterEndpoint::WindowAccess::read(std::span<const std::byte> own,
                                         std::span<std::byte> copy) {
  endpoint_.window_->read(process_, place_of(own), copy);
  count(2, copy.size());
}

void ClusterEndpoint::WindowAccess::write(std::span<const std::byte> own,
                                          std::span<const std::byte> copy) {
  endpoint_.window_->write(process_, place_of(own), copy);
  count(1, copy.size());
}

std::size_t ClusterEndpoint::WindowAccess::place_of(std::span<const std::byte> own) const {
  return static_cast<std::size_t>(own.data() - endpoint_.window_->own().data());
}

void ClusterEndpoint::WindowAccess::count(std::uint64_t messages, std::size_t bytes) {
  if (process_ != endpoint_.process_)
    user_.count_messages(messages, bytes);
}

// The end.

void ClusterEndpoint::request_stop(StopReason reason) {
  requested_stop_.store(reason == StopReason::time ? ClusterStop::time : ClusterStop::interrupt,
                        std::memory_order_relaxed);
}

void ClusterEndpoint::stop_all(ClusterPort& sender, ClusterStop reason) {
  auto none = ClusterStop::none;
  if (!stop_.compare_exchange_strong(none, reason))
    return; // all have been told, by another process or by this one
  PacketHeader header;
  header.kind = PacketKind::stop;
  header.stop = reason;
  const std::lock_guard guard(network_lock_);
  for (int to = 0; to < network_.ranks(); ++to) {
    if (to != process_)
      send_held(sender, to, header, {});
  }
}

bool ClusterEndpoint::tell_of_stop(ClusterPort& sender) {
  if (const auto reason = requested_stop_.load(std::memory_order_relaxed);
      reason != ClusterStop::none)
    stop_all(sender, reason);
  return stop_.load(std::memory_order_relaxed) != ClusterStop::none;
}

} // namespace eldest
