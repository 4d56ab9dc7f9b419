#include "tests/support/naive_simgrid.hpp"

#include "sim/machines/simulated/simgrid/loaded_platform.hpp"

#include <fmt/format.h>
#include <simgrid/Exception.hpp>
#include <simgrid/s4u.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest::test {

namespace s4u = simgrid::s4u;

namespace {

struct Request {
  std::optional<BoundHandler> handler; ///< none of a lock
  std::size_t answer_bytes;            ///< 0: nobody waits for an answer
  s4u::Mailbox* answer_to;
};

s4u::Mailbox* mailbox(std::string_view kind, int rank) {
  return s4u::Mailbox::by_name(fmt::format("{}-{}", kind, rank));
}

void put(s4u::Mailbox* to, void* payload, std::size_t bytes) {
  to->put_init(payload, bytes)->detach();
}

} // namespace

class NaiveMachine {
public:
  NaiveMachine(const PlatformFile& file, int processors, const TableSettings& settings)
      : platform(file, processors), tables(settings, processors) {
    for (int rank = 0; rank < processors; ++rank) {
      homes.push_back(mailbox("home", rank));
      answers.push_back(mailbox("answers", rank));
      messages.push_back(mailbox("messages", rank));
    }
  }

  [[noreturn]] void serve(std::size_t rank) {
    const auto& parameters = platform.parameters();
    while (true) {
      const auto request = homes[rank]->get_unique<Request>();
      s4u::this_actor::sleep_for(parameters.service_time);
      if (request->handler)
        (*request->handler)(tables);
      if (request->answer_bytes != 0)
        put(request->answer_to, this, request->answer_bytes);
    }
  }

  Platform platform;
  Tables tables;
  std::vector<s4u::Mailbox*> homes;
  std::vector<s4u::Mailbox*> answers;
  std::vector<s4u::Mailbox*> messages;
};

void NaiveProcessor::execute_work() {
  if (work_ > 0)
    s4u::this_actor::execute(std::exchange(work_, 0));
}

bool NaiveProcessor::access_own(int home, const BoundHandler& handler) {
  execute_work();
  if (home != rank_)
    return false;
  s4u::this_actor::sleep_for(machine_.platform.parameters().local_access);
  handler(tables_);
  return true;
}

void NaiveProcessor::request(int home, std::size_t bytes, std::size_t answer_bytes,
                             const BoundHandler& handler) {
  if (access_own(home, handler))
    return;
  const auto& parameters = machine_.platform.parameters();
  auto* const answers = machine_.answers[static_cast<std::size_t>(rank_)];
  auto* const home_mailbox = machine_.homes[static_cast<std::size_t>(home)];
  for (int trip = 0; trip < parameters.lock_round_trips; ++trip) {
    s4u::this_actor::sleep_for(parameters.send_overhead);
    put(home_mailbox, new Request{std::nullopt, 8, answers}, 8);
    (void)answers->get<NaiveMachine>();
    s4u::this_actor::sleep_for(parameters.receive_overhead);
  }
  s4u::this_actor::sleep_for(parameters.send_overhead);
  put(home_mailbox, new Request{handler, answer_bytes, answers}, bytes);
  awaiting_ = true;
}

void NaiveProcessor::await_answer() {
  if (!std::exchange(awaiting_, false))
    return;
  execute_work();
  (void)machine_.answers[static_cast<std::size_t>(rank_)]->get<NaiveMachine>();
  s4u::this_actor::sleep_for(machine_.platform.parameters().receive_overhead);
}

void NaiveProcessor::write(int home, std::size_t bytes, const BoundHandler& handler) {
  if (access_own(home, handler))
    return;
  const auto& parameters = machine_.platform.parameters();
  s4u::this_actor::sleep_for(parameters.send_overhead);
  put(machine_.homes[static_cast<std::size_t>(home)], new Request{handler, 0, nullptr}, bytes);
}

void NaiveProcessor::send(int to, Message message) {
  execute_work();
  s4u::this_actor::sleep_for(machine_.platform.parameters().send_overhead);
  const auto bytes = message.bytes;
  put(machine_.messages[static_cast<std::size_t>(to)], new Message(std::move(message)), bytes);
}

std::optional<Message> NaiveProcessor::poll() {
  auto* const mailbox = machine_.messages[static_cast<std::size_t>(rank_)];
  if (!mailbox->listen())
    return std::nullopt;
  return wait();
}

Message NaiveProcessor::wait() { return *wait_for(-1); } // which SimGrid takes for ever

std::optional<Message> NaiveProcessor::wait_for(double seconds) {
  execute_work();
  auto* const mailbox = machine_.messages[static_cast<std::size_t>(rank_)];
  try {
    const auto message = mailbox->get_unique<Message>(seconds);
    s4u::this_actor::sleep_for(machine_.platform.parameters().receive_overhead);
    return *message;
  } catch (const simgrid::TimeoutException&) {
    return std::nullopt;
  }
}

double NaiveProcessor::now() { return s4u::Engine::get_clock(); }

void run_naively(const PlatformFile& platform, int processors, const TableSettings& tables,
                 const std::function<void(NaiveProcessor&)>& program) {
  NaiveMachine machine(platform, processors, tables);
  const auto& loaded = machine.platform.loaded();
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
}

} // namespace eldest::test
