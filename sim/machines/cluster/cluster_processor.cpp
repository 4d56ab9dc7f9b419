#include "sim/machines/cluster/cluster_processor.hpp"

#include "sim/machines/cluster/waiting.hpp"
#include "sim/machines/threads/apply_handler.hpp"

#include <sched.h>

#include <limits>
#include <utility>

namespace eldest {

ClusterProcessor::ClusterProcessor(ClusterEndpoint& endpoint, int rank)
    : AnyProcessor({.charges_work = true, .awaits_answers = true}, endpoint.tables(), rank,
                   endpoint.layout().processors),
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

void ClusterProcessor::read(const BoundHandler& handler) {
  const Stamped stamped(*this, communication_);
  const auto header = handler.header(tables());
  ++port_.traffic().reads;
  if (header.home != process_)
    ++port_.traffic().remote_reads;
  if (access(header, handler))
    return;
  port_.await(handler);
  request(PacketKind::request, header.home, handler);
}

void ClusterProcessor::write(const BoundHandler& handler) {
  const Stamped stamped(*this, communication_);
  const auto header = handler.header(tables());
  ++port_.traffic().writes;
  if (header.home != process_)
    ++port_.traffic().remote_writes;
  if (!access(header, handler))
    request(PacketKind::post, header.home, handler);
}

bool ClusterProcessor::access(const AccessHeader& header, const BoundHandler& handler) {
  const bool shared = handler.is_shared(tables());
  if (endpoint_.has_window() && shared) {
    access_window(header, handler);
    return true;
  }
  if (header.home != process_)
    return false;
  endpoint_.charge(ClusterCost::table_access);
  apply_handler(tables(), handler, endpoint_.has_threads() && shared);
  return true;
}

void ClusterProcessor::access_window(const AccessHeader& header, const BoundHandler& handler) {
  ClusterEndpoint::WindowAccess window(endpoint_, port_, header.home, header.entry);
  if (header.home == process_)
    handler(tables());
  else
    handler(tables(), window);
}

void ClusterProcessor::request(PacketKind kind, int home, const BoundHandler& handler) {
  wire::Writer writer;
  handler.write_request(writer);
  PacketHeader header;
  header.kind = kind;
  header.number = handler.number();
  header.from_thread = static_cast<std::uint16_t>(layout_.thread_of(rank()));
  header.sequence = port_.sequence();
  header.key = handler.key();
  endpoint_.send(port_, home, header, writer.take());
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
  const auto begun = has_turn_to_look() ? std::optional(now()) : std::nullopt;
  if (begun && take_packets()) {
    if (endpoint_.crowded())
      ::sched_yield(); // otherwise the process that awaits an answer would wait until this one's
                       // time slice ends
    throw_if_stopped();
  }
  if (!port_.has_arrival())
    return std::nullopt;
  record_poll(begun ? *begun : now());
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
  if (has_answer())
    return;
  const Stamped stamped(*this, communication_);
  const AnswerWait until_here(*this);
  Waiting waiting(endpoint_.crowded());
  while (!answered() && endpoint_.stopped_by() != ClusterStop::error)
    await_packet(waiting, std::numeric_limits<double>::infinity());
}

bool ClusterProcessor::wait_for_answer(double seconds) {
  if (has_answer())
    return true;
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
