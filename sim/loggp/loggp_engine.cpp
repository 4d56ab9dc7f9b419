#include "sim/loggp/loggp_engine.hpp"

#include "sim/loggp/event_queue.hpp"
#include "sim/loggp/fibers.hpp"
#include "sim/loggp/network.hpp"
#include "sim/run_error.hpp"
#include "sim/simulated_machine.hpp"
#include "trees/random.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {
namespace {

/// Something on its way from one processor to another.
struct Transit {
  enum class Kind : std::uint8_t { request, answer, write, message, alarm };

  Kind kind = Kind::message;
  bool queued = false; ///< has taken its place in the queues of the links
  int from = 0;
  int to = 0;
  double departure = 0; ///< by the sender's clock
  double way = 0;       ///< seconds from then to the arrival
  double wire_bytes = 0;
  Network::Path path;
  std::size_t bytes = 0;
  std::optional<std::size_t> answer_bytes; ///< of a request
  BoundHandler handler;                    ///< of a request or write
  std::shared_ptr<void> owner;             ///< of the handler, if nobody else is
  bool abandoned = false;                  ///< nobody waits for the answer any more
  Message message;
  std::uint64_t number = 0; ///< of a message or alarm
};

class LogGPEngine final : public MachineEngine {
public:
  LogGPEngine(SimulatedMachine& machine, int processors, const MachineSettings& settings)
      : machine_(machine),
        network_(machine.platform(), processors),
        jitter_(settings.jitter),
        delays_(settings.seed),
        processors_(static_cast<std::uint32_t>(processors)),
        asked_(processors_),
        answered_(processors_, false),
        alarms_(processors_) {}

  void run(const std::function<void(SimulatedProcessor&)>& program) override {
    Fibers fibers(processors_,
                  [&](std::size_t rank) { return run_processor(program, static_cast<int>(rank)); });
    fibers_ = &fibers;
    for (std::uint32_t rank = 0; rank < processors_; ++rank)
      events_.push(0, rank);
    fibers.run(*next_processor());
    if (failure_)
      std::rethrow_exception(failure_);
  }

  [[nodiscard]] double now() const override { return now_; }

  void catch_up(SimulatedProcessor& self) override {
    while (self.now() > now_) {
      if (events_.empty() || events_.next_time() > self.now()) {
        now_ = self.now();
        return;
      }
      events_.push(self.now(), static_cast<std::uint32_t>(self.rank()));
      block(self);
    }
  }

  void ask(SimulatedProcessor& self, const RemoteAccess& access) override {
    const auto index = new_transit();
    auto& request = transits_[index];
    request.kind = Transit::Kind::request;
    request.to = access.home;
    request.bytes = access.request_bytes;
    request.answer_bytes = access.answer_bytes;
    request.handler = access.handler;
    asked_[static_cast<std::size_t>(self.rank())] = index;
    dispatch(self, index);
  }

  [[nodiscard]] bool await_answer(SimulatedProcessor& self) override {
    const auto rank = static_cast<std::size_t>(self.rank());
    if (!answered_[rank])
      block(self);
    answered_[rank] = false;
    return true;
  }

  [[nodiscard]] bool await_answer_until(SimulatedProcessor& self, double deadline) override {
    const auto rank = static_cast<std::size_t>(self.rank());
    auto& request = transits_[asked_[rank]];
    const auto asked = request.handler;
    const auto copy = request.handler = asked.detached(request.owner);
    const auto owner = request.owner;
    set_alarm(self, deadline);
    block(self);
    ++alarms_[rank]; // the alarm is off
    if (!std::exchange(answered_[rank], char{false})) {
      request.abandoned = true;
      return false;
    }
    asked.take_answer(copy);
    return true;
  }

  void suspend(SimulatedProcessor& self) override {
    while (true)
      block(self);
  }

  void post(SimulatedProcessor& self, const RemoteAccess& access) override {
    const auto index = new_transit();
    auto& write = transits_[index];
    write.kind = Transit::Kind::write;
    write.to = access.home;
    write.bytes = access.request_bytes;
    write.handler = access.handler;
    dispatch(self, index);
  }

  void send(SimulatedProcessor& self, int to, std::uint64_t number, Message message) override {
    const auto index = new_transit();
    auto& sent = transits_[index];
    sent.kind = Transit::Kind::message;
    sent.to = to;
    sent.bytes = message.bytes;
    sent.message = std::move(message);
    sent.number = number;
    dispatch(self, index);
  }

  void await_message(SimulatedProcessor& self) override {
    while (!self.has_message())
      block(self);
  }

  [[nodiscard]] double latency(int from, int to) override {
    return network_.latency(network_.path(from, to));
  }

private:
  std::optional<std::size_t> run_processor(const std::function<void(SimulatedProcessor&)>& program,
                                           int rank) {
    auto& self = machine_.processor(rank);
    try {
      program(self);
      self.finish();
      ++finished_;
      const auto next = next_processor();
      if (!next && finished_ < processors_)
        throw deadlock();
      return next;
    } catch (const boost::context::detail::forced_unwind&) {
      throw;
    } catch (...) {
      failure_ = std::current_exception();
      return std::nullopt;
    }
  }

  /// Lets the others go on until it is this processor's turn again.
  void block(const SimulatedProcessor& self) {
    const auto next = next_processor();
    if (!next)
      throw deadlock();
    if (*next != static_cast<std::size_t>(self.rank()))
      fibers_->hand_over_to(*next);
  }

  [[nodiscard]] RunError deadlock() const { return RunError("deadlock: " + machine_.states()); }

  /// Lets happen what happens next, until a processor can go on; none if nothing happens any more.
  std::optional<std::size_t> next_processor() {
    while (!events_.empty()) {
      const auto event = events_.pop();
      now_ = event.time;
      if (event.subject < processors_)
        return event.subject;
      if (const auto rank = advance(event.subject - processors_))
        return *rank;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::uint32_t new_transit() {
    if (free_.empty()) {
      if (processors_ + transits_.size() == EventQueue::most_subjects)
        throw RunError("too many messages are on their way at once");
      transits_.emplace_back();
      return static_cast<std::uint32_t>(transits_.size() - 1);
    }
    const auto index = free_.back();
    free_.pop_back();
    transits_[index].owner.reset();
    transits_[index].abandoned = false;
    return index;
  }

  /// Sends something right after what its sender has done so far.
  void dispatch(SimulatedProcessor& sender, std::uint32_t index) {
    auto& transit = transits_[index];
    transit.from = sender.rank();
    sender.timeline().depart(transit.departure);
    set_out(index);
  }

  /// Wakes a processor that waits for an answer.
  void set_alarm(const SimulatedProcessor& self, double time) {
    const auto index = new_transit();
    auto& alarm = transits_[index];
    alarm.kind = Transit::Kind::alarm;
    alarm.queued = true;
    alarm.from = alarm.to = self.rank();
    alarm.departure = time;
    alarm.way = 0;
    alarm.number = alarms_[static_cast<std::size_t>(self.rank())];
    await_arrival(index);
  }

  void set_out(std::uint32_t index) {
    auto& transit = transits_[index];
    transit.queued = false;
    transit.path = network_.path(transit.from, transit.to);
    transit.wire_bytes = static_cast<double>(machine_.parameters().wire_bytes(transit.bytes));
    transit.way = network_.unloaded_seconds(transit.path, transit.wire_bytes);
    if (jitter_ > 0)
      transit.way += jitter_ * unit_interval(delays_());
    await_arrival(index);
  }

  void await_arrival(std::uint32_t index) {
    const auto& transit = transits_[index];
    events_.push(transit.departure + transit.way, processors_ + index);
  }

  /// Something may have arrived; who can go on because of it.
  std::optional<std::size_t> advance(std::uint32_t index) {
    auto& transit = transits_[index];
    if (transit.departure + transit.way > now_) { // its sender was interrupted before sending it
      await_arrival(index);
      return std::nullopt;
    }
    if (!transit.queued) {
      transit.queued = true;
      const double delay = network_.queue(transit.path, transit.wire_bytes, now_);
      if (delay > 0) {
        transit.way += delay;
        await_arrival(index);
        return std::nullopt;
      }
    }
    if (transit.kind != Transit::Kind::answer && transit.kind != Transit::Kind::alarm)
      machine_.processor(transit.from).timeline().departed(transit.departure);
    return arrive(index);
  }

  std::optional<std::size_t> arrive(std::uint32_t index) {
    auto& transit = transits_[index];
    auto& receiver = machine_.processor(transit.to);
    switch (transit.kind) {
    case Transit::Kind::request:
      // Applied now and not when it has been served: nobody can tell, as accesses are served in
      // order.
      transit.departure = serve(receiver, transit);
      transit.handler(machine_.tables());
      transit.kind = Transit::Kind::answer;
      transit.bytes = *transit.answer_bytes;
      std::swap(transit.from, transit.to);
      set_out(index);
      return std::nullopt;
    case Transit::Kind::write:
      serve(receiver, transit);
      transit.handler(machine_.tables());
      break;
    case Transit::Kind::message:
      receiver.deliver(transit.number, std::move(transit.message));
      break;
    case Transit::Kind::answer:
      if (!transit.abandoned)
        answered_[static_cast<std::size_t>(transit.to)] = true;
      break;
    case Transit::Kind::alarm:
      break;
    }
    free_.push_back(index);
    return is_awaited(transit, receiver) ? std::optional(static_cast<std::size_t>(transit.to))
                                         : std::nullopt;
  }

  double serve(SimulatedProcessor& home, const Transit& access) {
    return home.timeline().serve(
        now_, machine_.parameters().service_seconds(access.bytes, access.answer_bytes));
  }

  [[nodiscard]] bool is_awaited(const Transit& transit, const SimulatedProcessor& receiver) const {
    using Activity = SimulatedProcessor::Activity;
    switch (receiver.activity()) {
    case Activity::awaiting_answer:
      if (transit.kind == Transit::Kind::alarm)
        return transit.number == alarms_[static_cast<std::size_t>(transit.to)];
      return transit.kind == Transit::Kind::answer && !transit.abandoned;
    case Activity::awaiting_message:
      return transit.kind == Transit::Kind::message && receiver.has_message();
    default:
      return false;
    }
  }

  SimulatedMachine& machine_;
  Network network_;
  double jitter_;
  SplitMix64 delays_;
  std::uint32_t processors_;
  Fibers* fibers_ = nullptr;
  /// An event below `processors_` lets the processor of that rank go on; others are transits.
  EventQueue events_;
  double now_ = 0;
  std::deque<Transit> transits_;
  std::vector<std::uint32_t> free_;   ///< transits not in use
  std::vector<std::uint32_t> asked_;  ///< by rank: the transit of what it asked last
  std::vector<char> answered_;        ///< by rank: the answer to that is there
  std::vector<std::uint64_t> alarms_; ///< by rank: how many it has set and not waited for any more
  std::size_t finished_ = 0;
  std::exception_ptr failure_;
};

} // namespace

std::unique_ptr<MachineEngine> make_loggp_engine(SimulatedMachine& machine, int processors,
                                                 const MachineSettings& settings) {
  return std::make_unique<LogGPEngine>(machine, processors, settings);
}

} // namespace eldest
