#include "tests/support/naive_simgrid.hpp"

#include "algorithms/search/table_access.hpp"
#include "sim/machines/simulated/simgrid/loaded_platform.hpp"

#include <fmt/format.h>
#include <simgrid/Exception.hpp>
#include <simgrid/plugins/energy.h>
#include <simgrid/s4u.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest::test {

namespace s4u = simgrid::s4u;

namespace {

/// Size of a machine word, such as the value that a lock swaps or the address of an entry to be
/// fetched.
constexpr std::size_t word_bytes = 8;

s4u::Mailbox* mailbox(std::string_view kind, int rank) {
  return s4u::Mailbox::by_name(fmt::format("{}-{}", kind, rank));
}

class NaiveMachine;

/// A processor of a naive SimGrid program; see run_naively.
class NaiveProcessor final : public AnyProcessor {
public:
  NaiveProcessor(NaiveMachine& machine, Tables& tables, int rank, int processors)
      : AnyProcessor({.charges_work = true, .awaits_answers = true}, tables, rank, processors),
        machine_(machine) {}

  [[nodiscard]] double now() const override;
  void read(const BoundHandler& handler) override;
  void write(const BoundHandler& handler) override;
  void send(int to, Message message) override;
  [[nodiscard]] std::optional<Message> poll() override;
  [[nodiscard]] Message wait() override;
  [[nodiscard]] std::optional<Message> wait_for(double seconds) override;
  [[nodiscard]] double latency_to(int /*rank*/) const override { return 0; }

private:
  /// The action that a request asks of the server of an entry's home.
  enum class Action : std::uint8_t { look, lock, fetch, access, access_and_unlock, unlock };
  struct Request;
  friend NaiveMachine;

  void charge(double units) override { work_ += units; }
  [[nodiscard]] bool has_answer() const override { return !asked_; }
  void wait_for_answer() override;
  /// Waits without a limit.
  [[nodiscard]] bool wait_for_answer(double /*seconds*/) override {
    wait_for_answer();
    return true;
  }

  void execute_work();
  /// Makes the access in the processor's own part, if the processor is the home. Returns true in
  /// that case.
  [[nodiscard]] bool access_own(const TableAccess& access);
  /// Locks the entry of an access, if it must be locked by messages. Returns true in that case.
  [[nodiscard]] bool lock(const TableAccess& access);
  /// Sends a request of `bytes` to the home. `answer_bytes`: size of the answer; 0 if none is
  /// expected.
  void request(const TableAccess& access, Action action, std::size_t bytes,
               std::size_t answer_bytes = 0);
  /// Waits for the answer to a request. Returns true if the answer grants a lock.
  bool receive(std::size_t answer_bytes);
  /// Sends a request of a word and waits for its answer. Returns true if the answer grants a lock.
  bool inquire(const TableAccess& access, Action action, std::size_t answer_bytes);

  NaiveMachine& machine_;
  double work_ = 0;
  std::optional<TableAccess> asked_; ///< read whose answer is still to be received
  bool holds_lock_ = false;          ///< true if that read holds a lock
};

struct NaiveProcessor::Request {
  TableAccess access;
  Action action;
  std::size_t answer_bytes; ///< 0: nobody waits for an answer
  s4u::Mailbox* answer_to;
};

class NaiveMachine {
public:
  NaiveMachine(const PlatformFile& file, int processors, const TableSettings& settings)
      : platform(file, processors, {}), tables(settings, processors) {
    for (int rank = 0; rank < processors; ++rank) {
      homes.push_back(mailbox("home", rank));
      answers.push_back(mailbox("answers", rank));
      messages.push_back(mailbox("messages", rank));
    }
  }

  [[nodiscard]] const MachineParameters& parameters() const { return platform.parameters(); }

  template <class Content> void put(s4u::Mailbox* to, Content content, std::size_t bytes) {
    ++sent;
    to->put_init(new Content(std::move(content)), parameters().wire_bytes(bytes))->detach();
  }

  [[noreturn]] void serve(std::size_t rank) {
    while (true) {
      const auto request = homes[rank]->get_unique<NaiveProcessor::Request>();
      s4u::this_actor::sleep_for(parameters().service_time);
      const bool granted = act(request->action, request->access);
      if (request->answer_bytes != 0)
        put(request->answer_to, granted, request->answer_bytes);
    }
  }

  [[nodiscard]] bool is_held(const TableAccess& access) const {
    return held_.contains({access.home, access.entry});
  }

  LoadedPlatform platform;
  Tables tables;
  std::vector<s4u::Mailbox*> homes;
  std::vector<s4u::Mailbox*> answers;
  std::vector<s4u::Mailbox*> messages;
  std::uint64_t sent = 0;

private:
  /// Executes the action of a request. Returns true if it grants a lock.
  bool act(NaiveProcessor::Action action, const TableAccess& access) {
    using Action = NaiveProcessor::Action;
    if (action == Action::access || action == Action::access_and_unlock)
      access.handler(tables);
    if (action == Action::unlock || action == Action::access_and_unlock)
      held_.erase({access.home, access.entry});
    return action == Action::lock && held_.insert({access.home, access.entry}).second;
  }

  std::set<std::pair<int, std::size_t>> held_; ///< locked entries, by home and entry
};

void NaiveProcessor::execute_work() {
  if (work_ > 0)
    s4u::this_actor::execute(std::exchange(work_, 0));
}

bool NaiveProcessor::access_own(const TableAccess& access) {
  execute_work();
  if (access.home != rank())
    return false;
  const auto& parameters = machine_.parameters();
  do
    s4u::this_actor::sleep_for(parameters.local_access +
                               (access.locked ? parameters.lock_time : 0));
  while (machine_.is_held(access));
  access.handler(tables());
  return true;
}

void NaiveProcessor::request(const TableAccess& access, Action action, std::size_t bytes,
                             std::size_t answer_bytes) {
  s4u::this_actor::sleep_for(machine_.parameters().send_seconds(bytes));
  machine_.put(
      machine_.homes[static_cast<std::size_t>(access.home)],
      Request{access, action, answer_bytes, machine_.answers[static_cast<std::size_t>(rank())]},
      bytes);
}

bool NaiveProcessor::receive(std::size_t answer_bytes) {
  const auto granted = machine_.answers[static_cast<std::size_t>(rank())]->get_unique<bool>();
  s4u::this_actor::sleep_for(machine_.parameters().receive_seconds(answer_bytes));
  return *granted;
}

bool NaiveProcessor::inquire(const TableAccess& access, Action action, std::size_t answer_bytes) {
  request(access, action, word_bytes, answer_bytes);
  return receive(answer_bytes);
}

bool NaiveProcessor::lock(const TableAccess& access) {
  const int round_trips = machine_.parameters().lock_round_trips;
  if (!access.locked || round_trips == 0)
    return false;
  for (int trip = 1; trip < round_trips; ++trip)
    inquire(access, Action::look, word_bytes);
  while (!inquire(access, Action::lock, word_bytes)) {
  }
  return true;
}

void NaiveProcessor::read(const BoundHandler& handler) {
  const TableAccess access{handler.header(tables()), handler};
  if (access_own(access))
    return;
  holds_lock_ = lock(access);
  request(access, Action::access, access.request_bytes, *access.answer_bytes);
  asked_ = access;
  if (holds_lock_ || !machine_.parameters().split_phase)
    wait_for_answer();
}

void NaiveProcessor::wait_for_answer() {
  if (!asked_)
    return;
  execute_work();
  receive(*asked_->answer_bytes);
  if (std::exchange(holds_lock_, false))
    request(*asked_, Action::unlock, word_bytes);
  asked_.reset();
}

void NaiveProcessor::write(const BoundHandler& handler) {
  const TableAccess access{handler.header(tables()), handler.copied()};
  if (access_own(access))
    return;
  const bool holds_lock = lock(access);
  const auto& parameters = machine_.parameters();
  const auto bytes = access.request_bytes;
  if (parameters.write == WriteMode::awaited) {
    inquire(access, Action::access, bytes);
    if (holds_lock)
      request(access, Action::unlock, word_bytes);
    return;
  }
  if (parameters.write == WriteMode::fetched)
    inquire(access, Action::fetch, bytes);
  if (!holds_lock)
    return request(access, Action::access, bytes);
  s4u::this_actor::sleep_for(parameters.send_seconds(word_bytes)); // for the lock beside it
  request(access, Action::access_and_unlock, bytes + word_bytes);
}

void NaiveProcessor::send(int to, Message message) {
  execute_work();
  const auto bytes = message.bytes;
  s4u::this_actor::sleep_for(machine_.parameters().send_seconds(bytes));
  machine_.put(machine_.messages[static_cast<std::size_t>(to)], std::move(message), bytes);
}

std::optional<Message> NaiveProcessor::poll() {
  auto* const mailbox = machine_.messages[static_cast<std::size_t>(rank())];
  if (!mailbox->listen())
    return std::nullopt;
  record_poll(now());
  return wait();
}

Message NaiveProcessor::wait() { return *wait_for(-1); } // a negative time is no limit to SimGrid

std::optional<Message> NaiveProcessor::wait_for(double seconds) {
  execute_work();
  auto* const mailbox = machine_.messages[static_cast<std::size_t>(rank())];
  try {
    const auto message = mailbox->get_unique<Message>(seconds);
    s4u::this_actor::sleep_for(machine_.parameters().receive_seconds(message->bytes));
    return *message;
  } catch (const simgrid::TimeoutException&) {
    return std::nullopt;
  }
}

double NaiveProcessor::now() const { return s4u::Engine::get_clock(); }

} // namespace

std::uint64_t run_naively(const PlatformFile& platform, int processors, const TableSettings& tables,
                          const std::function<void(AnyProcessor&)>& program) {
  NaiveMachine machine(platform, processors, tables);
  const auto& loaded = machine.platform;
  for (int rank = 0; rank < processors; ++rank) {
    s4u::Actor::init(fmt::format("server-{}", rank), loaded.host(rank))
        ->start([&machine, rank] { machine.serve(static_cast<std::size_t>(rank)); })
        ->daemonize();
    s4u::Actor::init(fmt::format("processor-{}", rank), loaded.host(rank))->start([&, rank] {
      NaiveProcessor processor(machine, machine.tables, rank, processors);
      program(processor);
    });
  }
  loaded.engine().run();
  return machine.sent;
}

std::vector<double> ends_of_executions(const PlatformFile& platform,
                                       const std::vector<double>& units) {
  const LoadedPlatform loaded(platform, 1, {});
  std::vector<double> ends;
  s4u::Actor::init("executor", loaded.host(0))->start([&] {
    for (const double amount : units) {
      s4u::this_actor::execute(amount);
      ends.push_back(s4u::Engine::get_clock());
    }
  });
  loaded.engine().run();
  return ends;
}

double joules_of_executions(const PlatformFile& platform, const std::vector<BusySpans>& spans,
                            double end) {
  sg_host_energy_plugin_init(); // before the hosts exist
  const LoadedPlatform loaded(platform, static_cast<int>(spans.size()), {});
  std::set<s4u::Host*> hosts;
  for (int rank = 0; const auto& of_processor : spans) {
    auto* const host = loaded.host(rank++);
    hosts.insert(host);
    s4u::Actor::init("executor", host)->start([&of_processor, host, end] {
      for (const auto& [begin, span_end] : of_processor) {
        s4u::this_actor::sleep_until(begin);
        s4u::this_actor::execute((span_end - begin) * host->get_speed());
      }
      s4u::this_actor::sleep_until(end);
    });
  }
  loaded.engine().run();
  double joules = 0;
  for (auto* const host : hosts)
    joules += sg_host_get_consumed_energy(host);
  return joules;
}

} // namespace eldest::test
