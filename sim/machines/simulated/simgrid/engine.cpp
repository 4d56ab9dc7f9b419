#include "sim/machines/simulated/simgrid/engine.hpp"

#include <array>
#include <csignal>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>

namespace eldest {

namespace s4u = simgrid::s4u;

namespace {

/// The option for the way in which SimGrid switches between actors. Empty except with sanitizers.
constexpr const char* contexts_option = ELDEST_SIMGRID_CONTEXTS;

/// The handlers of this process that SimGrid's engine replaces: those of signals, and that of
/// exceptions that nobody catches.
class Handlers {
public:
  /// Takes those that the process has now.
  Handlers() {
    for (std::size_t i = 0; i < signals.size(); ++i)
      ::sigaction(signals.at(i), nullptr, &actions_.at(i));
  }

  /// Gives them to the process.
  void install() const {
    for (std::size_t i = 0; i < signals.size(); ++i)
      ::sigaction(signals.at(i), &actions_.at(i), nullptr);
    std::set_terminate(terminate_);
  }

private:
  static constexpr std::array signals{SIGINT, SIGSEGV, SIGBUS};

  std::array<struct sigaction, signals.size()> actions_{};
  std::terminate_handler terminate_ = std::get_terminate();
};

/// A guard that gives handlers to the process again at the end of its lifetime.
class Restored {
public:
  explicit Restored(const Handlers& handlers) : handlers_(handlers) {}
  ~Restored() { handlers_.install(); }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;

private:
  const Handlers& handlers_;
};

/// Makes the engine. Returns its handlers, in place of which the process has its own again, even if
/// memory is short for the engine.
Handlers make_engine_with_handlers() {
  // Errors reach the user as exceptions. SimGrid's log would repeat them, or say too much.
  std::string name = "eldest";
  std::string quiet = "--log=root.thresh:critical";
  std::string contexts(contexts_option);
  std::array<char*, 4> arguments{name.data(), quiet.data(), contexts.data(), nullptr};
  int count = contexts.empty() ? 2 : 3;
  const Handlers own;
  const Restored at_end(own);
  if (!s4u::Engine::is_initialized())          // by SMPI
    new s4u::Engine(&count, arguments.data()); // NOLINT: its shutdown is for whole processes
  return {};
}

/// Returns the handlers of the engine, which the first call makes.
const Handlers& engine_handlers() {
  static const Handlers handlers = make_engine_with_handlers();
  return handlers;
}

} // namespace

void make_engine() { static_cast<void>(engine_handlers()); }

s4u::Engine& unused_engine() {
  const auto& handlers = engine_handlers();
  auto& engine = *s4u::Engine::get_instance();
  if (engine.get_host_count() > 0)
    throw std::logic_error("a process can simulate only one machine");
  handlers.install();
  return engine;
}

} // namespace eldest
