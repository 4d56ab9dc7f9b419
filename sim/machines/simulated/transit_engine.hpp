#pragma once

#include "sim/machines/simulated/bound_handler.hpp"
#include "sim/machines/simulated/event_queue.hpp"
#include "sim/machines/simulated/machine_engine.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "trees/errors.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// What the models have in common. Table accesses and messages set out when their sender has done
/// what comes before, are served or delivered where they arrive, and wake who waits for them. A
/// model adds how the network carries them, and how programs are run and take turns.
///
/// The programs of the processors take turns in order of time, each until it must know what others
/// have done: when it waits for an answer or a message, accesses its own part of a table, or has
/// polled twice with nothing of the kind between. Leaves and what is only sent need no turn.
///
/// `Way` is what a model keeps of each transit while the network has it.
template <class Way> class TransitEngine : public MachineEngine {
public:
  void access(SimulatedProcessor& self, const RemoteAccess& access) final;
  [[nodiscard]] bool await_lock(SimulatedProcessor& self) final;
  [[nodiscard]] bool await_answer(SimulatedProcessor& self) final;
  [[nodiscard]] bool await_answer_until(SimulatedProcessor& self, double deadline) final;
  void suspend(SimulatedProcessor& self) final;
  void send(SimulatedProcessor& self, int to, std::uint32_t number, Message message) final;
  void await_message(SimulatedProcessor& self) final;

protected:
  /// Something on its way from one processor to another. An access is one transit all the way:
  /// there and back to lock what it is to, there and, if it has an answer, back again. What changes
  /// on the way is in one cache line, if a `Way` is 24 bytes, and what a read needs at its home in
  /// the next.
  struct alignas(64) Transit {
    enum class Kind : std::uint8_t { lock, locked, request, answer, write, message };
    enum class Stage : std::uint8_t { departing, arriving };

    Kind kind = Kind::message;
    Stage stage = Stage::departing;
    bool abandoned = false; ///< nobody waits for the answer any more
    int from = 0;
    int to = 0;
    int locks = 0;        ///< still to be sent before the access itself
    double departure = 0; ///< by the sender's clock
    std::size_t bytes = 0;
    std::uint32_t number = 0; ///< of a message
    Way way;
    std::optional<std::size_t> answer_bytes; ///< of an access that has an answer
    std::size_t request_bytes = 0;           ///< of an access
    BoundHandler handler;                    ///< of an access
    Message message;

    /// Whether it is an access on its way back to its asker.
    [[nodiscard]] bool goes_back() const { return kind == Kind::locked || kind == Kind::answer; }
  };

  TransitEngine(SimulatedMachine& machine, int processors)
      : machine_(machine),
        processors_(static_cast<std::uint32_t>(processors)),
        may_put_off_(machine.parameters().service != Service::hardware),
        asked_(processors_) {}

  /// Lets the others go on until it is this processor's turn again.
  virtual void block(const SimulatedProcessor& self) = 0;
  /// Something is about to set out from one processor to another.
  virtual void prefetch_way(int /*from*/, int /*to*/) {}
  /// What has been given to a transit is to go its way at its departure; to end in `arrive`.
  virtual void set_out(std::uint32_t index) = 0;

  [[nodiscard]] std::uint32_t processors() const { return processors_; }
  [[nodiscard]] Transit& transit(std::uint32_t index) { return *transits_[index]; }
  [[nodiscard]] SimulatedMachine& machine() const { return machine_; }

  /// What is to happen next: below `processors()` the processor of that rank goes on, other events
  /// are about the transit of an index.
  [[nodiscard]] EventQueue& events() { return events_; }
  void go_on_at(double time, int rank) { events_.push(time, static_cast<std::uint32_t>(rank)); }
  void pass_at(double time, std::uint32_t index) { events_.push(time, processors_ + index); }

  /// Something has left its sender, who cannot put it off any more.
  void departed(std::uint32_t index);
  /// Something has arrived, now; who can go on because of it, or null.
  [[nodiscard]] SimulatedProcessor* arrive(std::uint32_t index);
  /// Something will never arrive; who can go on because of it, or null.
  [[nodiscard]] SimulatedProcessor* lose(std::uint32_t index);
  /// A processor will not be there for the answer that it may be waiting for.
  void forsake_answer(int rank);

private:
  using Activity = SimulatedProcessor::Activity;

  /// What has become of the last thing asked.
  struct Asked {
    enum class Lock : std::uint8_t { none, awaited, lost };
    enum class Answer : std::uint8_t { none, awaited, come, lost };

    std::uint32_t transit = 0; ///< while its answer is awaited
    Lock lock = Lock::none;    ///< of the last access, which until then has not been sent
    Answer answer = Answer::none;
  };

  [[nodiscard]] std::uint32_t new_transit();
  /// An access goes there for the next lock or, if it has them all, for what it is to do.
  void send_there(SimulatedProcessor& asker, std::uint32_t index);
  /// An access is served where it has arrived; returns when it will have been.
  [[nodiscard]] double serve(SimulatedProcessor& home, std::size_t request_bytes,
                             std::optional<std::size_t> answer_bytes) const;
  /// An access is served where it has arrived, and goes back.
  void send_back(SimulatedProcessor& home, std::uint32_t index, typename Transit::Kind kind,
                 std::size_t bytes);
  /// An access has come back with a lock; who can go on because of it, or null.
  [[nodiscard]] SimulatedProcessor* arrive_locked(SimulatedProcessor& asker, std::uint32_t index);
  /// Sends something right after what its sender has done so far.
  void dispatch(SimulatedProcessor& sender, std::uint32_t index);
  /// Makes the handler of an access one of its own, which its asker need not keep; the handler.
  std::shared_ptr<void> keep_handler(std::uint32_t index);
  [[nodiscard]] Asked& asked(int rank) { return asked_[static_cast<std::size_t>(rank)]; }
  /// A processor, if that is what it is waiting for.
  [[nodiscard]] static SimulatedProcessor* wake_if(Activity activity,
                                                   SimulatedProcessor& processor) {
    return processor.activity() == activity ? &processor : nullptr;
  }

  SimulatedMachine& machine_;
  std::uint32_t processors_;
  bool may_put_off_; ///< processors serve accesses before they send what is ready
  EventQueue events_;
  std::vector<std::unique_ptr<Transit>> transits_; ///< by index; they stay where they are
  std::vector<std::uint32_t> free_;                ///< transits not in use
  std::vector<Asked> asked_;                       ///< by rank
  /// By transit: the handlers of the few whose askers would not keep them.
  std::map<std::uint32_t, std::shared_ptr<void>> kept_handlers_;
};

template <class Way>
void TransitEngine<Way>::access(SimulatedProcessor& self, const RemoteAccess& access) {
  prefetch_way(self.rank(), access.home);
  const auto index = new_transit();
  auto& beginning = transit(index);
  beginning.to = access.home;
  beginning.locks = access.locked ? machine_.parameters().lock_round_trips : 0;
  beginning.request_bytes = access.request_bytes;
  beginning.answer_bytes = access.answer_bytes;
  beginning.handler = access.handler;
  auto& asked = this->asked(self.rank());
  asked.lock = beginning.locks > 0 ? Asked::Lock::awaited : Asked::Lock::none;
  if (access.answer_bytes) {
    asked.transit = index;
    asked.answer = Asked::Answer::awaited;
  }
  send_there(self, index);
}

template <class Way> bool TransitEngine<Way>::await_lock(SimulatedProcessor& self) {
  auto& asked = this->asked(self.rank());
  while (asked.lock == Asked::Lock::awaited)
    block(self);
  return std::exchange(asked.lock, Asked::Lock::none) != Asked::Lock::lost;
}

template <class Way> bool TransitEngine<Way>::await_answer(SimulatedProcessor& self) {
  auto& asked = this->asked(self.rank());
  while (asked.answer == Asked::Answer::awaited)
    block(self);
  return std::exchange(asked.answer, Asked::Answer::none) == Asked::Answer::come;
}

template <class Way>
bool TransitEngine<Way>::await_answer_until(SimulatedProcessor& self, double deadline) {
  auto& asked = this->asked(self.rank());
  if (asked.answer == Asked::Answer::come)
    return await_answer(self);
  BoundHandler handler;
  BoundHandler copy;
  std::shared_ptr<void> kept; // the copy, when the transit is used for something else
  if (asked.answer == Asked::Answer::awaited) {
    handler = transit(asked.transit).handler;
    kept = keep_handler(asked.transit);
    copy = transit(asked.transit).handler;
  }
  go_on_at(deadline, self.rank());
  while (asked.answer != Asked::Answer::come && now() < deadline)
    block(self);
  events_.remove(static_cast<std::uint32_t>(self.rank()));
  if (asked.answer == Asked::Answer::awaited)
    transit(asked.transit).abandoned = true;
  const bool come = std::exchange(asked.answer, Asked::Answer::none) == Asked::Answer::come;
  if (come)
    handler.take_answer(copy);
  return come;
}

template <class Way> void TransitEngine<Way>::suspend(SimulatedProcessor& self) {
  while (true)
    block(self);
}

template <class Way>
void TransitEngine<Way>::send(SimulatedProcessor& self, int to, std::uint32_t number,
                              Message message) {
  const auto index = new_transit();
  auto& sent = transit(index);
  sent.kind = Transit::Kind::message;
  sent.to = to;
  sent.bytes = message.bytes;
  sent.message = std::move(message);
  sent.number = number;
  dispatch(self, index);
}

template <class Way> void TransitEngine<Way>::await_message(SimulatedProcessor& self) {
  while (!self.has_message())
    block(self);
}

template <class Way> std::uint32_t TransitEngine<Way>::new_transit() {
  if (free_.empty()) {
    if (processors_ + transits_.size() == EventQueue::max_subjects)
      throw RunError("too many messages are on their way at once");
    transits_.push_back(std::make_unique<Transit>());
    return static_cast<std::uint32_t>(transits_.size() - 1);
  }
  const auto index = free_.back();
  free_.pop_back();
  if (!kept_handlers_.empty()) [[unlikely]]
    kept_handlers_.erase(index);
  auto& transit = this->transit(index);
  transit.abandoned = false;
  transit.stage = Transit::Stage::departing;
  return index;
}

template <class Way>
void TransitEngine<Way>::dispatch(SimulatedProcessor& sender, std::uint32_t index) {
  auto& transit = this->transit(index);
  transit.from = sender.rank();
  sender.schedule().depart(transit.departure);
  set_out(index);
}

template <class Way> void TransitEngine<Way>::departed(std::uint32_t index) {
  if (!may_put_off_)
    return;
  const auto& transit = this->transit(index);
  if (!transit.goes_back())
    machine_.processor(transit.from).schedule().departed(transit.departure);
}

template <class Way>
void TransitEngine<Way>::send_there(SimulatedProcessor& asker, std::uint32_t index) {
  auto& transit = this->transit(index);
  if (transit.locks > 0) {
    --transit.locks;
    transit.kind = Transit::Kind::lock;
    transit.bytes = lock_bytes;
    asker.pay_to_send(lock_bytes, lock_bytes);
  } else {
    transit.kind = transit.answer_bytes ? Transit::Kind::request : Transit::Kind::write;
    transit.bytes = transit.request_bytes;
    asked(asker.rank()).lock = Asked::Lock::none;
    asker.pay_to_send(transit.request_bytes, transit.answer_bytes);
  }
  dispatch(asker, index);
}

template <class Way>
double TransitEngine<Way>::serve(SimulatedProcessor& home, std::size_t request_bytes,
                                 std::optional<std::size_t> answer_bytes) const {
  return home.schedule().serve(now(),
                               machine_.parameters().service_seconds(request_bytes, answer_bytes));
}

template <class Way>
void TransitEngine<Way>::send_back(SimulatedProcessor& home, std::uint32_t index,
                                   typename Transit::Kind kind, std::size_t bytes) {
  auto& transit = this->transit(index);
  transit.departure = serve(home, transit.bytes, bytes);
  transit.kind = kind;
  transit.stage = Transit::Stage::departing;
  transit.bytes = bytes;
  std::swap(transit.from, transit.to);
  set_out(index);
}

template <class Way>
SimulatedProcessor* TransitEngine<Way>::arrive_locked(SimulatedProcessor& asker,
                                                      std::uint32_t index) {
  asker.take_lock();
  auto& transit = this->transit(index);
  transit.stage = Transit::Stage::departing;
  transit.to = transit.from;
  send_there(asker, index);
  return asked(asker.rank()).lock == Asked::Lock::awaited ? nullptr
                                                          : wake_if(Activity::awaiting_lock, asker);
}

template <class Way> SimulatedProcessor* TransitEngine<Way>::arrive(std::uint32_t index) {
  auto& transit = this->transit(index);
  auto& receiver = machine_.processor(transit.to);
  // Handlers are applied now and not when they have been served: nobody can tell, as accesses are
  // served in order.
  switch (transit.kind) {
  case Transit::Kind::lock:
    send_back(receiver, index, Transit::Kind::locked, lock_bytes);
    return nullptr;
  case Transit::Kind::request:
    transit.handler(machine_.tables());
    send_back(receiver, index, Transit::Kind::answer, *transit.answer_bytes);
    return nullptr;
  case Transit::Kind::write:
    (void)serve(receiver, transit.bytes, std::nullopt);
    transit.handler(machine_.tables());
    free_.push_back(index);
    return nullptr;
  case Transit::Kind::locked:
    return arrive_locked(receiver, index);
  case Transit::Kind::message:
    free_.push_back(index);
    receiver.deliver(transit.number, std::move(transit.message));
    return receiver.has_message() ? wake_if(Activity::awaiting_message, receiver) : nullptr;
  case Transit::Kind::answer:
    free_.push_back(index);
    if (transit.abandoned)
      return nullptr;
    asked(transit.to).answer = Asked::Answer::come;
    return wake_if(Activity::awaiting_answer, receiver);
  }
  return nullptr;
}

template <class Way> SimulatedProcessor* TransitEngine<Way>::lose(std::uint32_t index) {
  const auto& transit = this->transit(index);
  free_.push_back(index);
  const bool there = transit.kind == Transit::Kind::lock || transit.kind == Transit::Kind::request;
  if (transit.abandoned || !(there || transit.goes_back()))
    return nullptr;
  auto& asker = machine_.processor(there ? transit.from : transit.to);
  auto& asked = this->asked(asker.rank());
  if (transit.kind == Transit::Kind::lock || transit.kind == Transit::Kind::locked)
    asked.lock = Asked::Lock::lost;
  if (transit.answer_bytes)
    asked.answer = Asked::Answer::lost;
  auto* const waiting = wake_if(Activity::awaiting_lock, asker);
  return waiting != nullptr ? waiting : wake_if(Activity::awaiting_answer, asker);
}

template <class Way> void TransitEngine<Way>::forsake_answer(int rank) {
  if (asked(rank).answer != Asked::Answer::awaited)
    return;
  auto& transit = this->transit(asked(rank).transit);
  if (transit.kind == Transit::Kind::request)
    (void)keep_handler(asked(rank).transit);
  transit.abandoned = true;
}

template <class Way> std::shared_ptr<void> TransitEngine<Way>::keep_handler(std::uint32_t index) {
  auto& kept = kept_handlers_[index];
  auto& handler = transit(index).handler;
  handler = handler.detached(kept);
  return kept;
}

} // namespace eldest
