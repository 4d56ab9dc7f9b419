// The only file that includes SimGrid.
#include "sim/simulated_machine.hpp"

#include "sim/run_error.hpp"
#include "trees/input_error.hpp"
#include "trees/random.hpp"

#include <fmt/format.h>
#include <simgrid/Exception.hpp>
#include <simgrid/s4u.hpp>
#include <xbt/log.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <map>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace eldest {

namespace s4u = simgrid::s4u;

namespace {

/// Stack of an actor: a search to max_ply with a list of moves in every frame.
constexpr int stack_kib = 2048;

/// A machine word, which is what a lock swaps.
constexpr std::size_t lock_bytes = 8;

/// An actor that does nothing but access the table or look for messages this many times in a row is
/// taken to do so forever.
constexpr std::uint64_t livelock_operations = 1'000'000;

/// SimGrid's own defaults fit TCP on a cluster: LV08 multiplies latencies by 13.01 and bandwidths
/// by 0.97, TCP-gamma caps the rate of a flow, cross traffic slows a link by its opposite
/// direction. None of that holds for the machines here, whose files can say otherwise in a
/// <config>. The precision must resolve a network hop of some nanoseconds at the end of a long
/// simulation.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> default_configuration{{
    {"network/model", "CM02"},
    {"network/TCP-gamma", "0"},
    {"network/crosstraffic", "0"},
    {"surf/precision", "1e-12"},
}};

/// "n2" before "n10": runs of digits compare as numbers.
bool natural_less(std::string_view left, std::string_view right) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto digits = [&](std::string_view text) {
    const auto* const end = std::find_if_not(text.begin(), text.end(), is_digit);
    auto run = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    run.remove_prefix(std::min(run.find_first_not_of('0'), run.size()));
    return std::pair{run, text.substr(static_cast<std::size_t>(end - text.begin()))};
  };
  while (!left.empty() && !right.empty()) {
    if (is_digit(left.front()) && is_digit(right.front())) {
      const auto [left_run, left_rest] = digits(left);
      const auto [right_run, right_rest] = digits(right);
      if (left_run.size() != right_run.size())
        return left_run.size() < right_run.size();
      if (left_run != right_run)
        return left_run < right_run;
      left = left_rest;
      right = right_rest;
    } else {
      if (left.front() != right.front())
        return left.front() < right.front();
      left.remove_prefix(1);
      right.remove_prefix(1);
    }
  }
  return left.size() < right.size();
}

std::vector<s4u::Host*> sorted_hosts(const s4u::Engine& engine) {
  auto hosts = engine.get_all_hosts();
  std::sort(hosts.begin(), hosts.end(), [](const s4u::Host* left, const s4u::Host* right) {
    if (natural_less(left->get_name(), right->get_name()))
      return true;
    return !natural_less(right->get_name(), left->get_name()) &&
           left->get_name() < right->get_name();
  });
  return hosts;
}

/// The zones around a host, from the innermost to the outermost.
std::vector<const s4u::NetZone*> zones_around(const s4u::Host* host) {
  const auto* const root = s4u::Engine::get_instance()->get_netzone_root();
  std::vector<const s4u::NetZone*> zones{host->get_englobing_zone()};
  while (zones.back() != root) // whose parent SimGrid 3.32 cannot be asked for
    zones.push_back(zones.back()->get_parent());
  return zones;
}

/// The properties of a host and, where it has none of that name, of the innermost zone that does.
std::map<std::string, std::string> properties_of(const s4u::Host* host) {
  std::map<std::string, std::string> all;
  const auto add = [&all](const std::unordered_map<std::string, std::string>& own) {
    all.insert(own.begin(), own.end());
  };
  add(*host->get_properties());
  for (const auto* zone : zones_around(host))
    add(*zone->get_properties());
  return all;
}

std::string_view activity_name(SimulatedProcessor::Activity activity) {
  switch (activity) {
  case SimulatedProcessor::Activity::computing:
    return "computing";
  case SimulatedProcessor::Activity::awaiting_answer:
    return "awaiting a table answer";
  case SimulatedProcessor::Activity::awaiting_message:
    return "awaiting a message";
  case SimulatedProcessor::Activity::finished:
    return "finished";
  case SimulatedProcessor::Activity::failed:
    return "failed";
  }
  return "";
}

/// The engine of this process. It is never deleted: SimGrid's own shutdown is for whole processes.
s4u::Engine& new_engine() {
  if (s4u::Engine::is_initialized())
    throw std::logic_error("a process can simulate only one machine");
  // Errors reach the user as exceptions; SimGrid's log would say them twice, or say too much.
  std::string name = "eldest";
  std::string quiet = "--log=root.thresh:critical";
  std::string contexts = ELDEST_SIMGRID_CONTEXTS; // empty but for sanitizers
  std::array<char*, 4> arguments{name.data(), quiet.data(), contexts.data(), nullptr};
  int count = contexts.empty() ? 2 : 3;
  return *new s4u::Engine(&count, arguments.data()); // NOLINT(cppcoreguidelines-owning-memory)
}

void configure(const PlatformFile& platform) {
  s4u::Engine::set_config("contexts/stack-size", stack_kib);
  for (const auto& [option, value] : default_configuration) {
    const auto& configured = platform.configured;
    if (std::find(configured.begin(), configured.end(), option) == configured.end())
      s4u::Engine::set_config(fmt::format("{}:{}", option, value));
  }
}

void load(const s4u::Engine& engine, const PlatformFile& platform) {
  try {
    engine.load_platform(platform.path);
    engine.seal_platform();
  } catch (const simgrid::ParseError& error) {
    throw InputError(fmt::format("--platform: {}", error.what())); // which names file and line
  } catch (const std::exception& error) {
    throw InputError(fmt::format("--platform {}: {}", platform.path, error.what()));
  }
}

} // namespace

/// The SimGrid side of a machine.
class SimulatedMachine::Engine {
public:
  Engine(SimulatedMachine& machine, const PlatformFile& platform, int count,
         const MachineSettings& settings)
      : tables_(settings.tables, count),
        engine_(new_engine()),
        jitter_(settings.jitter),
        delays_(settings.seed) {
    configure(platform);
    load(engine_, platform);
    hosts_ = sorted_hosts(engine_);
    if (hosts_.empty())
      throw InputError(fmt::format("--platform {}: no hosts", platform.path));
    if (count < 1 || static_cast<std::size_t>(count) > hosts_.size())
      throw InputError(fmt::format("--processors {}: {} has {} host{}", count, platform.path,
                                   hosts_.size(), hosts_.size() == 1 ? "" : "s"));
    name_ = engine_.get_netzone_root()->get_name();
    parameters_ = read_parameters(platform, count);
    for (int rank = 0; rank < count; ++rank) {
      // Nobody asks a lone processor for anything, so it need not remember when it could answer.
      const auto service = count == 1 ? Service::hardware : parameters_.service;
      processors_.push_back(std::make_unique<SimulatedProcessor>(machine, tables_, rank, count,
                                                                 host(rank)->get_speed(), service));
    }
    actors_.resize(processors_.size());
    if (count > 1)
      read_failures(settings.failures);
    s4u::Engine::on_deadlock_cb([this] { throw RunError("deadlock: " + states()); });
  }

  void run(const std::function<void(SimulatedProcessor&)>& program) {
    for (const auto& processor : processors_) {
      const auto rank = static_cast<std::size_t>(processor->rank());
      actors_[rank] = s4u::Actor::create(
          fmt::format("processor-{}", rank), hosts_[rank],
          [this, &program, &self = *processor] { run_processor(program, self); });
    }
    running_ = processors_.size();
    if (!failures_.empty())
      s4u::Actor::create("failures", host(0), [this] { run_failures(); })->daemonize();
    engine_.run();
    if (error_)
      std::rethrow_exception(error_);
    if (std::all_of(processors_.begin(), processors_.end(), [](const auto& processor) {
          return processor->activity() == SimulatedProcessor::Activity::failed;
        }))
      throw RunError("no processor is left: " + states());
    for (const auto& processor : processors_)
      processor->idle_until(time_);
  }

  /// Carries a message from one host to another; the caller waits until it has arrived or is lost.
  /// Whether it has arrived.
  [[nodiscard]] bool transfer(SimulatedProcessor& from, int source, int target, std::size_t bytes) {
    const auto wire = parameters_.wire_bytes(bytes);
    ++from.traffic_.messages;
    from.traffic_.bytes += wire;
    try {
      s4u::Comm::sendto(host(source), host(target), wire);
    } catch (const simgrid::NetworkFailureException&) {
      return false;
    }
    if (jitter_ > 0)
      s4u::this_actor::sleep_for(jitter_ * unit_interval(delays_()));
    return !processor(target).failed();
  }

  /// Runs something in an actor of its own, now, while the caller goes on.
  void dispatch(std::function<void()> errand) {
    ++errands_under_way_;
    errands_.push_back(std::move(errand));
    if (idle_couriers_.empty()) {
      s4u::Actor::create("courier", host(0), [this] { run_courier(); })->daemonize();
    } else {
      const auto courier = idle_couriers_.back();
      idle_couriers_.pop_back();
      courier->resume();
    }
  }

  static void sleep_until(double time) { s4u::this_actor::sleep_until(time); }
  static void suspend() { s4u::this_actor::suspend(); }
  void wake(int rank) { actors_[static_cast<std::size_t>(rank)]->resume(); }
  static double clock() { return s4u::Engine::get_clock(); }

  /// Sum of the latencies of the links between two processors.
  [[nodiscard]] double route_latency(int from, int to) const {
    std::vector<s4u::Link*> links;
    double latency = 0;
    if (from != to)
      host(from)->route_to(host(to), links, &latency);
    return latency;
  }

  /// Serves an access that has just arrived at its home; the caller waits until it has been served.
  /// Whether it has: the home may fail first.
  [[nodiscard]] bool serve(int home, double seconds) {
    const double served = processor(home).timeline_.serve(clock(), seconds);
    if (served > clock())
      sleep_until(served);
    return !processor(home).failed();
  }

  [[nodiscard]] std::string states() const {
    std::vector<std::string> states;
    for (const auto& processor : processors_) {
      auto state = fmt::format("processor {} {} at {:.9f} s", processor->rank(),
                               activity_name(processor->activity()), processor->now());
      if (const auto home = processor->asked_home())
        state += fmt::format(" from {}", *home);
      states.push_back(std::move(state));
    }
    return fmt::format("{}", fmt::join(states, "; "));
  }

  [[nodiscard]] SimulatedProcessor& processor(int rank) {
    return *processors_[static_cast<std::size_t>(rank)];
  }

  [[nodiscard]] const MachineParameters& parameters() const { return parameters_; }
  [[nodiscard]] Tables& tables() { return tables_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] int hosts() const { return static_cast<int>(hosts_.size()); }
  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] const std::vector<std::unique_ptr<SimulatedProcessor>>& processors() const {
    return processors_;
  }

private:
  [[nodiscard]] s4u::Host* host(int rank) const { return hosts_[static_cast<std::size_t>(rank)]; }

  /// The parameters of the machine, which must be the same on all hosts that are used.
  [[nodiscard]] MachineParameters read_parameters(const PlatformFile& platform, int count) const {
    try {
      const auto of_host = [this](int rank) {
        return read_machine_parameters(properties_of(host(rank)));
      };
      const auto parameters = of_host(0);
      for (int rank = 1; rank < count; ++rank) {
        if (of_host(rank) != parameters)
          throw InputError(fmt::format("hosts {} and {} differ in their eldest: properties",
                                       host(0)->get_name(), host(rank)->get_name()));
      }
      return parameters;
    } catch (const InputError& error) {
      throw InputError(fmt::format("--platform {}: {}", platform.path, error.what()));
    }
  }

  /// Takes the failures, earliest first.
  void read_failures(const std::vector<Failure>& failures) {
    for (const auto& [time, rank, link] : failures) {
      if (!link.empty() && s4u::Link::by_name_or_null(link) == nullptr)
        throw InputError(
            fmt::format("--failures link:{}@{}: the platform has no such link", link, time));
      if (static_cast<std::size_t>(rank) >= processors_.size())
        throw InputError(fmt::format("--failures {}@{}: there are processors 0 to {}", rank, time,
                                     processors_.size() - 1));
    }
    failures_ = failures;
    std::stable_sort(
        failures_.begin(), failures_.end(),
        [](const Failure& left, const Failure& right) { return left.time < right.time; });
  }

  void run_failures() {
    for (const auto& [time, rank, link] : failures_) {
      sleep_until(time);
      if (link.empty())
        fail(processor(rank));
      else
        s4u::Link::by_name(link)->turn_off();
    }
  }

  /// A processor fails now. The memory that it keeps of the tables fails with it even after it has
  /// finished.
  void fail(SimulatedProcessor& processor) {
    if (processor.failed())
      return;
    const bool finished = processor.activity() == SimulatedProcessor::Activity::finished;
    processor.fail();
    if (finished)
      return;
    time_ = std::max(time_, clock());
    --running_;
    actors_[static_cast<std::size_t>(processor.rank())]->kill();
  }

  void run_processor(const std::function<void(SimulatedProcessor&)>& program,
                     SimulatedProcessor& self) {
    try {
      program(self);
      self.finish();
      time_ = std::max(time_, self.now());
      // The couriers stop with the last processor, which therefore waits for them.
      if (--running_ == 0) {
        while (errands_under_way_ > 0) {
          drained_ = s4u::Actor::self();
          suspend();
        }
      }
    } catch (const simgrid::ForcefulKillException&) {
      throw;
    } catch (...) {
      end_with(std::current_exception());
    }
  }

  void run_courier() {
    try {
      while (true) {
        if (errands_.empty()) {
          idle_couriers_.emplace_back(s4u::Actor::self());
          suspend();
          continue; // another courier may have been quicker
        }
        const auto errand = std::move(errands_.front());
        errands_.pop_front();
        errand();
        if (--errands_under_way_ == 0 && drained_ != nullptr)
          drained_->resume();
      }
    } catch (const simgrid::ForcefulKillException&) {
      throw;
    } catch (...) {
      end_with(std::current_exception());
    }
  }

  void end_with(std::exception_ptr error) {
    if (!error_)
      error_ = std::move(error);
    s4u::Actor::kill_all();
  }

  Tables tables_;
  s4u::Engine& engine_;
  double jitter_;
  SplitMix64 delays_;
  std::string name_;
  std::vector<s4u::Host*> hosts_;
  MachineParameters parameters_;
  std::vector<std::unique_ptr<SimulatedProcessor>> processors_;
  std::vector<s4u::ActorPtr> actors_;
  std::deque<std::function<void()>> errands_;
  std::vector<s4u::ActorPtr> idle_couriers_;
  std::size_t errands_under_way_ = 0;
  s4u::ActorPtr drained_;         ///< waits until no errand is under way
  std::vector<Failure> failures_; ///< earliest first
  std::size_t running_ = 0;       ///< processors that have neither finished nor failed
  double time_ = 0;
  std::exception_ptr error_;
};

SimulatedMachine::SimulatedMachine(const PlatformFile& platform, int processors,
                                   const MachineSettings& settings)
    : engine_(std::make_unique<Engine>(*this, platform, processors, settings)) {}

SimulatedMachine::~SimulatedMachine() = default;

const std::string& SimulatedMachine::name() const { return engine_->name(); }
int SimulatedMachine::hosts() const { return engine_->hosts(); }
const MachineParameters& SimulatedMachine::parameters() const { return engine_->parameters(); }
Tables& SimulatedMachine::tables() { return engine_->tables(); }
double SimulatedMachine::time() const { return engine_->time(); }

void SimulatedMachine::run(const std::function<void(SimulatedProcessor&)>& program) {
  engine_->run(program);
}

const std::vector<std::unique_ptr<SimulatedProcessor>>& SimulatedMachine::processors() const {
  return engine_->processors();
}

void SimulatedProcessor::settle() {
  if (processors_ > 1) {
    // An access served in the meantime puts the end of the own work off.
    while (now() > SimulatedMachine::Engine::clock())
      SimulatedMachine::Engine::sleep_until(now());
    timeline_.wait_until(SimulatedMachine::Engine::clock());
  }
  settled_since_poll_ = true;
  account_rest(account_.communication);
}

void SimulatedProcessor::resume(double& category) {
  activity_ = Activity::computing;
  timeline_.wait_until(SimulatedMachine::Engine::clock());
  account_rest(category);
}

void SimulatedProcessor::finish() {
  settle();
  activity_ = Activity::finished;
}

void SimulatedProcessor::fail() {
  failed_ = true;
  if (activity_ == Activity::finished)
    return;
  const double ahead = accounted_until_ - SimulatedMachine::Engine::clock();
  if (ahead > 0) {
    const double work = std::min(ahead, account_.work);
    account_.work -= work;
    account_.communication -= ahead - work;
  } else {
    (activity_ == Activity::awaiting_message ? account_.idle : account_.communication) -= ahead;
  }
  accounted_until_ -= ahead;
  activity_ = Activity::failed;
}

void SimulatedProcessor::idle_until(double end) {
  account_.idle += end - accounted_until_;
  accounted_until_ = end;
}

void SimulatedProcessor::count_operation() {
  if (++operations_since_work_ > livelock_operations)
    throw RunError(fmt::format("livelock: processor {} has done no work in {} table accesses and "
                               "looks for messages: {}",
                               rank_, livelock_operations, machine_.engine_->states()));
}

bool SimulatedProcessor::begin_locally(int home) {
  if (home != rank_)
    return false;
  spend(machine_.parameters().local_access, account_.communication);
  settle();
  return true;
}

bool SimulatedProcessor::lock(int home) {
  auto& engine = *machine_.engine_;
  const auto& machine = engine.parameters();
  for (int trip = 0; trip < machine.lock_round_trips; ++trip) {
    spend(machine.send_seconds(lock_bytes), account_.communication);
    settle();
    const bool locked = engine.transfer(*this, rank_, home, lock_bytes) &&
                        engine.serve(home, machine.service_seconds(lock_bytes, lock_bytes)) &&
                        engine.transfer(*this, home, rank_, lock_bytes);
    resume(account_.communication);
    if (!locked)
      return false;
    spend(machine.receive_seconds(lock_bytes) + machine.send_seconds(lock_bytes),
          account_.communication);
  }
  return true;
}

void SimulatedProcessor::start_ask(const Access& access, const AskedHere& handler) {
  count_operation();
  ++traffic_.reads;
  auto& engine = *machine_.engine_;
  if (begin_locally(access.home)) {
    handler.run(tables_, rank_);
    return;
  }
  ++traffic_.remote_reads;
  const bool locked = !access.locked || lock(access.home);
  spend(engine.parameters().send_seconds(access.request_bytes), account_.communication);
  settle();
  pending_ = Request{access, handler, !locked};
  if (locked && !engine.parameters().split_phase) {
    activity_ = Activity::awaiting_answer;
    pending_->lost = !round_trip(access, handler);
    resume(account_.communication);
    if (!pending_->lost)
      take_answer();
  }
}

bool SimulatedProcessor::round_trip(const Access& access, const AskedHere& handler) {
  auto& engine = *machine_.engine_;
  if (!engine.transfer(*this, rank_, access.home, access.request_bytes))
    return false;
  if (!engine.serve(access.home,
                    engine.parameters().service_seconds(access.request_bytes, access.answer_bytes)))
    return false;
  handler.run(tables_, rank_);
  return engine.transfer(*this, access.home, rank_, *access.answer_bytes);
}

void SimulatedProcessor::take_answer() {
  spend(machine_.parameters().receive_seconds(*pending_->access.answer_bytes),
        account_.communication);
  pending_.reset();
}

void SimulatedProcessor::finish_ask() {
  activity_ = Activity::awaiting_answer;
  if (pending_->lost || !round_trip(pending_->access, pending_->handler))
    wait_forever();
  resume(account_.communication);
  take_answer();
}

bool SimulatedProcessor::finish_ask_within(double seconds) {
  const double deadline = now() + seconds;
  auto& engine = *machine_.engine_;
  const auto request = *pending_;
  const auto arrived = s4u::Semaphore::create(0);
  const auto [copied, owner] = request.handler.detached();
  if (!request.lost) {
    engine.dispatch([this, access = request.access, copied = copied, owner = owner, arrived] {
      if (round_trip(access, copied))
        arrived->release();
    });
  }
  activity_ = Activity::awaiting_answer;
  const bool late = arrived->acquire_timeout(deadline - SimulatedMachine::Engine::clock());
  resume(account_.communication);
  if (late) {
    pending_.reset();
    return false;
  }
  request.handler.take(copied);
  take_answer();
  return true;
}

void SimulatedProcessor::wait_forever() {
  while (true)
    SimulatedMachine::Engine::suspend();
}

void SimulatedProcessor::start_post(const Access& access, Handler handler) {
  count_operation();
  ++traffic_.writes;
  auto& engine = *machine_.engine_;
  if (begin_locally(access.home)) {
    handler();
    return;
  }
  ++traffic_.remote_writes;
  if (access.locked && !lock(access.home))
    return;
  spend(engine.parameters().send_seconds(access.request_bytes), account_.communication);
  settle();
  engine.dispatch([this, &engine, access, handler = std::move(handler)] {
    if (engine.transfer(*this, rank_, access.home, access.request_bytes) &&
        engine.serve(access.home,
                     engine.parameters().service_seconds(access.request_bytes, std::nullopt)))
      handler();
  });
}

void SimulatedProcessor::send(int to, Message message) {
  count_operation();
  auto& engine = *machine_.engine_;
  spend(engine.parameters().send_seconds(message.bytes), account_.communication);
  settle();
  const auto number = messages_sent_to_[to]++;
  engine.dispatch([this, &engine, to, number, message = std::move(message)] {
    if (engine.transfer(*this, rank_, to, message.bytes))
      engine.processor(to).deliver(number, message);
  });
}

void SimulatedProcessor::deliver(std::uint64_t number, Message message) {
  auto& channel = channels_[message.from];
  channel.early.emplace(number, std::move(message));
  for (auto first = channel.early.begin();
       first != channel.early.end() && first->first == channel.next;
       first = channel.early.erase(first)) {
    inbox_.push_back(std::move(first->second));
    ++channel.next;
  }
  if (activity_ == Activity::awaiting_message && !inbox_.empty())
    machine_.engine_->wake(rank_);
}

Message SimulatedProcessor::take_message() {
  auto message = std::move(inbox_.front());
  inbox_.pop_front();
  spend(machine_.parameters().receive_seconds(message.bytes), account_.communication);
  return message;
}

std::optional<Message> SimulatedProcessor::poll() {
  count_operation();
  // Who accesses no table between two looks would otherwise never see a message come.
  if (inbox_.empty() && !settled_since_poll_)
    settle();
  if (inbox_.empty()) {
    settled_since_poll_ = false;
    return std::nullopt;
  }
  return take_message();
}

Message SimulatedProcessor::wait() {
  count_operation();
  settle();
  while (inbox_.empty()) {
    activity_ = Activity::awaiting_message;
    SimulatedMachine::Engine::suspend();
  }
  resume(account_.idle);
  return take_message();
}

double SimulatedProcessor::latency_to(int rank) const {
  return machine_.engine_->route_latency(rank_, rank);
}

} // namespace eldest
