#include "sim/machines/cluster/cluster_processor.hpp"

#include "sim/machines/cluster/waiting.hpp"
#include "sim/machines/threads/apply_handler.hpp"

#include <sched.h>

#include <limits>
#include <utility>

namespace eldest {

ClusterProcessor::ClusterProcessor(ClusterEndpoint& endpoint, int rank)
    : AnyProcessor(endpoint.tables(), rank, endpoint.layout().processors),
      endpoint_(endpoint),
      layout_(endpoint.layout()),
      process_(endpoint.process()),
      port_(rank, layout_.processors) {}

void ClusterProcessor::begin() {
  port_.begin();
  communication_ = idle_ = time_stamps_ = 0;
}

bool ClusterProcessor::end_question() {
  if (answered())
    return true;
  const auto held = endpoint_.hold();
  return port_.end_question();
}

void ClusterProcessor::read(const TableAccess& access) {
  const Stamped stamped(*this, communication_);
  ++port_.traffic().reads;
  if (access.home != process_)
    ++port_.traffic().remote_reads;
  if (make(access))
    return;
  port_.await(access.handler);
  request(PacketKind::request, access);
}

void ClusterProcessor::write(const TableAccess& access) {
  const Stamped stamped(*this, communication_);
  ++port_.traffic().writes;
  if (access.home != process_)
    ++port_.traffic().remote_writes;
  if (!make(access))
    request(PacketKind::post, access);
}

bool ClusterProcessor::make(const TableAccess& access) {
  const bool shared = access.handler.is_shared(tables());
  if (endpoint_.has_window() && shared) {
    access_window(access);
    return true;
  }
  if (access.home != process_)
    return false;
  endpoint_.charge(ClusterCost::table_access);
  apply_handler(tables(), access.handler, endpoint_.has_threads() && shared);
  return true;
}

void ClusterProcessor::access_window(const TableAccess& access) {
  ClusterEndpoint::WindowAccess window(endpoint_, port_, access.home, access.entry);
  if (access.home == process_)
    access.handler(tables());
  else
    access.handler(tables(), window);
}

void ClusterProcessor::request(PacketKind kind, const TableAccess& access) {
  wire::Writer writer;
  access.handler.write_request(writer);
  PacketHeader header;
  header.kind = kind;
  header.number = access.handler.number();
  header.from_thread = static_cast<std::uint16_t>(layout_.thread_of(rank()));
  header.sequence = port_.sequence();
  header.key = access.handler.key();
  endpoint_.send(port_, access.home, header, writer.take());
}

void ClusterProcessor::send(int to, Message message) {
  const Stamped stamped(*this, communication_);
  endpoint_.charge(ClusterCost::message);
  const auto protocol = static_cast<std::uint16_t>(message.content.protocol());
  auto bytes = message.content.write();
  const int process = layout_.process_of(to);
  if (process == process_) {
    endpoint_.deliver(port_, layout_.thread_of(to), protocol, std::move(bytes));
    return;
  }
  PacketHeader header;
  header.kind = PacketKind::message;
  header.number = protocol;
  header.from_thread = static_cast<std::uint16_t>(layout_.thread_of(rank()));
  header.to_thread = static_cast<std::uint16_t>(layout_.thread_of(to));
  endpoint_.send(port_, process, header, bytes);
}

bool ClusterProcessor::take_packets() {
  const auto ticks = endpoint_.take_packets(port_);
  if (ticks == 0)
    return false;
  communication_ += ticks;
  time_stamps_ += 2;
  return true;
}

std::optional<Message> ClusterProcessor::poll() {
  throw_if_stopped();
  if (has_turn_to_look() && take_packets()) {
    if (endpoint_.crowded())
      ::sched_yield(); // otherwise the process that awaits an answer would wait until this one's
                       // time slice ends
    throw_if_stopped();
  }
  if (!port_.has_arrival())
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

void ClusterProcessor::await_packet(Waiting& waiting, double at_most) {
  if (endpoint_.take_packet(port_))
    waiting.begin_again();
  else
    endpoint_.pause(waiting, at_most);
}

bool ClusterProcessor::wait_for_message(double end) {
  Waiting waiting(endpoint_.crowded());
  while (true) {
    throw_if_stopped();
    if (port_.has_arrival())
      return true;
    if (now() >= end)
      return false;
    await_packet(waiting, end - now());
  }
}

class ClusterProcessor::AnswerWait {
public:
  explicit AnswerWait(ClusterProcessor& processor) : processor_(processor) {}
  ~AnswerWait() { static_cast<void>(processor_.end_question()); }
  AnswerWait(const AnswerWait&) = delete;
  AnswerWait& operator=(const AnswerWait&) = delete;

private:
  ClusterProcessor& processor_;
};

void ClusterProcessor::wait_for_answer() {
  const Stamped stamped(*this, communication_);
  const AnswerWait until_here(*this);
  Waiting waiting(endpoint_.crowded());
  while (!answered() && endpoint_.stopped_by() != ClusterStop::error)
    await_packet(waiting, std::numeric_limits<double>::infinity());
}

bool ClusterProcessor::wait_for_answer(double seconds) {
  const Stamped stamped(*this, communication_);
  const AnswerWait until_here(*this);
  Waiting waiting(endpoint_.crowded());
  const double end = now() + seconds;
  while (!answered() && now() < end)
    await_packet(waiting, end - now());
  return end_question();
}

Message ClusterProcessor::read_message() {
  endpoint_.charge(ClusterCost::message);
  const auto arrival = [this] {
    const auto held = endpoint_.hold();
    return port_.take_arrival();
  }();
  return {arrival.from, arrival.bytes.size(),
          Payload::read(arrival.protocol, arrival.bytes, port_.context(arrival.from))};
}

} // namespace eldest
