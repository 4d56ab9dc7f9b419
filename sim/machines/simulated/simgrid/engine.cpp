#include "sim/machines/simulated/simgrid/engine.hpp"

#include <array>
#include <csignal>
#include <stdexcept>
#include <string>

namespace eldest {

namespace s4u = simgrid::s4u;

namespace {

/// The option for the way in which SimGrid switches between actors. Empty except with sanitizers.
constexpr const char* contexts_option = ELDEST_SIMGRID_CONTEXTS;

/// Keeps the way in which this process answers a signal, which others may change meanwhile.
class KeptAction {
public:
  explicit KeptAction(int signal) : signal_(signal) { ::sigaction(signal, nullptr, &action_); }
  ~KeptAction() { ::sigaction(signal_, &action_, nullptr); }
  KeptAction(const KeptAction&) = delete;
  KeptAction& operator=(const KeptAction&) = delete;

private:
  int signal_;
  struct sigaction action_ {};
};

} // namespace

void make_engine() {
  if (s4u::Engine::is_initialized())
    return;
  // Errors reach the user as exceptions. SimGrid's log would repeat them, or say too much.
  std::string name = "eldest";
  std::string quiet = "--log=root.thresh:critical";
  std::string contexts(contexts_option);
  std::array<char*, 4> arguments{name.data(), quiet.data(), contexts.data(), nullptr};
  int count = contexts.empty() ? 2 : 3;
  const KeptAction interrupt(SIGINT);
  new s4u::Engine(&count, arguments.data()); // NOLINT: its shutdown is for whole processes
}

s4u::Engine& unused_engine() {
  make_engine();
  auto& engine = *s4u::Engine::get_instance();
  if (engine.get_host_count() > 0)
    throw std::logic_error("a process can simulate only one machine");
  return engine;
}

} // namespace eldest
