#include "sim/machines/threads/thread_processor.hpp"

#include "sim/machines/trace/timeline.hpp"

#include <chrono>
#include <cstddef>
#include <utility>

namespace eldest {

ThreadProcessor::ThreadProcessor(ThreadTeam& team, int processors, int rank)
    : AnyProcessor({.charges_work = false, .awaits_answers = false, .coherent = true}, team.tables,
                   rank, processors),
      team_(team),
      stopped_(team.stopped),
      locked_(team.settings.locked) {}

void ThreadProcessor::send(int to, Message message) {
  const Stamped stamped(*this, communication_);
  ++traffic_.messages;
  traffic_.bytes += message.bytes;
  team_.inboxes[static_cast<std::size_t>(to)]->push(std::move(message));
}

void ThreadProcessor::record_work_until(std::uint64_t end) {
  timeline_->add(static_cast<double>(end - recorded_from_), {phase_, &TimeAccount::work});
}

void ThreadProcessor::record(std::uint64_t start, std::uint64_t end, bool idle) {
  record_work_until(start);
  timeline_->add(static_cast<double>(end - recorded_from_),
                 {phase_, idle ? &TimeAccount::idle : &TimeAccount::communication});
}

void ThreadProcessor::show_progress() {
  constexpr std::uint64_t usual = 256; // polls
  constexpr std::uint64_t with_limit = 16;
  if (++polls_ % (team_.node_limit == 0 ? usual : with_limit) == 0)
    store_progress();
}

void ThreadProcessor::store_progress() {
  if (counters_ == nullptr)
    return;
  const auto nodes = counters_->nodes();
  progress_->nodes.store(nodes, std::memory_order_relaxed);
  progress_->depth.store(*depth_, std::memory_order_relaxed);
  if (team_.node_limit != 0)
    team_.add_nodes(nodes - std::exchange(counted_, nodes));
}

std::optional<Message> ThreadProcessor::poll() {
  throw_if_stopped();
  if (progress_ != nullptr) [[unlikely]]
    show_progress();
  if (inbox_.is_empty())
    return std::nullopt;
  record_poll(now());
  const Stamped stamped(*this, communication_);
  return inbox_.take();
}

Message ThreadProcessor::wait() {
  throw_if_stopped();
  const Stamped stamped(*this, idle_);
  auto message = inbox_.pop(team_.settings.spin);
  if (!message)
    throw SearchStopped{};
  return *std::move(message);
}

std::optional<Message> ThreadProcessor::wait_for(double seconds) {
  throw_if_stopped();
  const Stamped stamped(*this, idle_);
  if (!inbox_.wait_for(std::chrono::duration<double>(seconds), team_.settings.spin))
    return std::nullopt;
  auto message = inbox_.take();
  if (!message)
    throw SearchStopped{};
  return message;
}

} // namespace eldest
