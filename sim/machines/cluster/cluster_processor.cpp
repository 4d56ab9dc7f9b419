#include "sim/machines/cluster/cluster_processor.hpp"

#include "sim/machines/cluster/waiting.hpp"

#include <sched.h>

#include <cstring>
#include <limits>

namespace eldest {

ClusterProcessor::ClusterProcessor(ClusterNetwork& network, int processors, Tables& tables)
    : network_(network),
      tables_(tables),
      rank_(network.rank()),
      processors_(processors),
      crowded_(network.crowded()),
      sent_(static_cast<std::size_t>(network.ranks())) {}

void ClusterProcessor::begin() {
  clock_ = TickClock();
  communication_ = idle_ = time_stamps_ = 0;
  traffic_ = {};
}

void ClusterProcessor::send_packet(int to, const Header& header, std::span<const std::byte> bytes) {
  network_.send(to, std::as_bytes(std::span(&header, 1)), bytes);
  ++sent_[static_cast<std::size_t>(to)];
  ++traffic_.messages;
  traffic_.bytes += sizeof header + bytes.size();
}

void ClusterProcessor::send_request(PacketKind kind, std::uint16_t number, int home, Key key,
                                    std::span<const std::byte> bytes) {
  Header header;
  header.kind = kind;
  header.number = number;
  header.sequence = sequence_;
  header.key = key;
  send_packet(home, header, bytes);
}

void ClusterProcessor::send(int to, const Message& message) {
  const Stamped stamped(*this, communication_);
  Header header;
  header.kind = PacketKind::message;
  header.number = static_cast<std::uint16_t>(message.content.protocol());
  auto bytes = message.content.write();
  if (to == rank_)
    inbox_.push_back({rank_, header.number, std::move(bytes)});
  else
    send_packet(to, header, bytes);
}

std::optional<Message> ClusterProcessor::poll() {
  throw_if_stopped();
  Packet packet;
  if (network_.receive(packet)) {
    const Stamped stamped(*this, communication_);
    see_to(packet, true);
    while (take_packet()) {
    }
    if (crowded_)
      ::sched_yield(); // or whoever awaits an answer would do so for as long as this one may run
    throw_if_stopped();
  }
  if (inbox_.empty())
    return std::nullopt;
  const Stamped stamped(*this, communication_);
  return read_message();
}

Message ClusterProcessor::wait() {
  const Stamped stamped(*this, idle_);
  (void)wait_for_message(std::numeric_limits<double>::infinity());
  return read_message();
}

std::optional<Message> ClusterProcessor::wait_for(double seconds) {
  const Stamped stamped(*this, idle_);
  if (!wait_for_message(now() + seconds))
    return std::nullopt;
  return read_message();
}

bool ClusterProcessor::wait_for_message(double end) {
  Waiting waiting(crowded_);
  while (true) {
    throw_if_stopped();
    if (!inbox_.empty())
      return true;
    if (now() >= end)
      return false;
    if (take_packet())
      waiting.begin_again();
    else
      waiting.pause();
  }
}

void ClusterProcessor::wait_for_answer() {
  const Stamped stamped(*this, communication_);
  Waiting waiting(crowded_);
  while (!answered()) {
    if (take_packet())
      waiting.begin_again();
    else
      waiting.pause();
  }
}

bool ClusterProcessor::wait_for_answer(double seconds) {
  const Stamped stamped(*this, communication_);
  Waiting waiting(crowded_);
  const double end = now() + seconds;
  while (!answered() && now() < end) {
    if (take_packet())
      waiting.begin_again();
    else
      waiting.pause();
  }
  const bool in_time = answered();
  asked_ = {}; // a later answer has a number that is not awaited
  return in_time;
}

bool ClusterProcessor::serve(bool answering) {
  if (const auto reason = requested_stop_.load(std::memory_order_relaxed);
      reason != ClusterStop::none && answering)
    stop_all(reason);
  return take_packet(answering);
}

bool ClusterProcessor::take_packet(bool answering) {
  Packet packet;
  if (!network_.receive(packet))
    return false;
  see_to(packet, answering);
  return true;
}

void ClusterProcessor::see_to(const Packet& packet, bool answering) {
  ++received_;
  Header header;
  if (packet.bytes.size() < sizeof header)
    throw wire::Error("a packet ends in its header");
  std::memcpy(&header, packet.bytes.data(), sizeof header);
  const Packet rest{packet.from, packet.bytes.subspan(sizeof header)};
  switch (header.kind) {
  case PacketKind::request:
    return serve_request(rest, header, answering);
  case PacketKind::post:
    return serve_request(rest, header, false);
  case PacketKind::answer:
    return take_answer(rest, header);
  case PacketKind::message:
    inbox_.push_back({rest.from, header.number, {rest.bytes.begin(), rest.bytes.end()}});
    return;
  case PacketKind::stop:
    if (stop_ == ClusterStop::none)
      stop_ = header.stop;
    return;
  }
  throw wire::Error("a packet is of no kind");
}

void ClusterProcessor::serve_request(const Packet& packet, const Header& header, bool answering) {
  wire::Reader reader(packet.bytes, context(packet.from));
  wire::Writer writer;
  served_handler(header.number)(tables_, rank_, header.key, reader, writer);
  if (!answering)
    return;
  Header answer;
  answer.kind = PacketKind::answer;
  answer.sequence = header.sequence;
  send_packet(packet.from, answer, writer.take());
}

void ClusterProcessor::take_answer(const Packet& packet, const Header& header) {
  if (answered() || header.sequence != asked_.sequence)
    return; // too late
  wire::Reader reader(packet.bytes, context(packet.from));
  asked_.read(asked_.handler, reader);
  asked_ = {};
}

Message ClusterProcessor::read_message() {
  const auto arrival = std::move(inbox_.front());
  inbox_.pop_front();
  return {arrival.from, arrival.bytes.size(),
          Payload::read(arrival.protocol, arrival.bytes, context(arrival.from))};
}

void ClusterProcessor::request_stop(StopReason reason) {
  requested_stop_.store(reason == StopReason::time ? ClusterStop::time : ClusterStop::interrupt,
                        std::memory_order_relaxed);
}

void ClusterProcessor::stop_all(ClusterStop reason) {
  if (stop_ != ClusterStop::none)
    return; // all have been told by another process, or by this one
  stop_ = reason;
  Header header;
  header.kind = PacketKind::stop;
  header.stop = reason;
  for (int to = 0; to < network_.ranks(); ++to) {
    if (to != rank_)
      send_packet(to, header, {});
  }
}

void ClusterProcessor::throw_if_stopped() {
  if (const auto reason = requested_stop_.load(std::memory_order_relaxed);
      reason != ClusterStop::none)
    stop_all(reason);
  if (stop_ != ClusterStop::none)
    throw SearchStopped{};
}

} // namespace eldest
