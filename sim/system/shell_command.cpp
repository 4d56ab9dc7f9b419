#include "sim/system/shell_command.hpp"

#include "sim/system/process.hpp"
#include "trees/base/errors.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace eldest {
namespace {

constexpr std::size_t max_output = std::size_t{64} << 20U;
constexpr std::size_t max_errors = std::size_t{64} << 10U;

/// Turns this process, which has just been forked, into the shell.
[[noreturn]] void become_shell(const std::string& line, const std::vector<std::string>& arguments,
                               int output, int errors, pid_t parent) {
  // A new session has no terminal. A terminal would stop processes in the background that read from
  // it.
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGTERM); // NOLINT: it takes as many arguments as it needs
  if (::getppid() != parent)
    ::_exit(1);
  ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO); // NOLINT: C's arguments
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  std::vector<std::string> words{"sh", "-c", line, "sh"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  sigset_t none{};
  sigemptyset(&none); // the command must get the signals that this process blocks
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execv("/bin/sh", pointers.data());
  constexpr std::string_view said = "/bin/sh cannot be started\n";
  std::ignore = ::write(STDERR_FILENO, said.data(), said.size());
  ::_exit(127);
}

/// A shell that executes a command, and its output so far.
class Shell {
public:
  Shell(const std::string& line, const std::vector<std::string>& arguments)
      : Shell(line, arguments, make_pipe(), make_pipe(), ::getpid()) {
    if (end_.get() < 0)
      fail_with_reason("cannot watch the process of a search");
  }
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;
  ~Shell() {
    if (pid_ == 0)
      return;
    send(SIGKILL);
    (void)reap();
  }

  /// Sends a signal to the shell and the processes that it has made.
  void send(int signal) const {
    if (::kill(-pid_, signal) != 0) // the shell has no process group of its own yet
      ::kill(pid_, signal);
  }

  /// Waits for output of the shell, for its end, or for a signal at the descriptor `interrupts`,
  /// but at most `milliseconds`. Negative `interrupts` mean no descriptor, and negative
  /// `milliseconds` no limit.
  void wait(int milliseconds, int interrupts) {
    std::array<pollfd, 4> inputs{{{output_.get(), POLLIN, 0},
                                  {errors_.get(), POLLIN, 0},
                                  {has_ended_ ? -1 : end_.get(), POLLIN, 0},
                                  {interrupts, POLLIN, 0}}};
    if (::poll(inputs.data(), inputs.size(), milliseconds) < 0) {
      if (errno != EINTR)
        fail_with_reason("cannot wait for a search");
      return;
    }
    if (inputs[0].revents != 0)
      read_output();
    if (inputs[1].revents != 0)
      read_errors();
    if (inputs[2].revents != 0)
      has_ended_ = true;
  }

  [[nodiscard]] bool has_ended() const { return has_ended_; }
  /// Returns true if no process is left that could print more.
  [[nodiscard]] bool is_silent() const { return output_.get() < 0 && errors_.get() < 0; }

  /// Returns the outcome of the command. Call it once, after the end of the shell.
  [[nodiscard]] ShellOutcome outcome() {
    send(SIGKILL); // to processes left behind, which may keep the output open
    while (output_.get() >= 0 && has_input(output_.get()))
      read_output();
    while (errors_.get() >= 0 && has_input(errors_.get()))
      read_errors();
    outcome_.status = reap();
    return std::move(outcome_);
  }

private:
  Shell(const std::string& line, const std::vector<std::string>& arguments, PipeEnds output,
        PipeEnds errors, pid_t parent)
      : pid_(::fork()), output_(std::move(output.first)), errors_(std::move(errors.first)) {
    if (pid_ < 0)
      fail_with_reason("cannot make a process for a search");
    if (pid_ == 0)
      become_shell(line, arguments, output.second.get(), errors.second.get(), parent);
    // NOLINTNEXTLINE: C's arguments; the C library of Debian 12 declares it for C only
    end_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  }

  void read_output() {
    if (!read_some(output_.get(), outcome_.output))
      output_ = Descriptor(-1);
    if (outcome_.output.size() > max_output)
      throw RunError("the command prints more than 64 MiB");
  }

  void read_errors() {
    // Only the beginning is of use, but the command must be able to write all of it.
    if (!read_some(errors_.get(), outcome_.errors))
      errors_ = Descriptor(-1);
    outcome_.errors.resize(std::min(outcome_.errors.size(), max_errors));
  }

  [[nodiscard]] int reap() { return wait_for_end(std::exchange(pid_, 0)); }

  pid_t pid_; ///< 0 once it has been waited for
  Descriptor output_;
  Descriptor errors_;
  Descriptor end_{-1}; ///< can be read once the shell has ended
  bool has_ended_ = false;
  ShellOutcome outcome_;
};

} // namespace

ShellOutcome run_in_shell(const std::string& line, const std::vector<std::string>& arguments,
                          const Interrupts& interrupts, std::chrono::milliseconds grace) {
  using Clock = std::chrono::steady_clock;
  Shell shell(line, arguments);
  std::optional<Clock::time_point> end; // of `grace`, once a signal has come
  // After a signal, the shell may be the first to end, while others, such as mpirun, need their
  // time.
  const auto is_over = [&] {
    return shell.has_ended() && (!end || shell.is_silent() || Clock::now() >= *end);
  };
  while (!is_over()) {
    int milliseconds = -1;
    if (end)
      milliseconds =
          std::max(1, static_cast<int>((*end - Clock::now()) / std::chrono::milliseconds(1)));
    shell.wait(milliseconds, end ? -1 : interrupts.descriptor());
    if (end && Clock::now() >= *end)
      shell.send(SIGKILL);
    if (!end && interrupts.come()) {
      shell.send(SIGTERM);
      end = Clock::now() + grace;
    }
  }
  return shell.outcome();
}

} // namespace eldest
