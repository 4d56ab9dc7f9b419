#include "sim/system/child_process.hpp"

#include "sim/system/out_of_memory.hpp"
#include "sim/system/process.hpp"
#include "sim/system/sanitizers.hpp"
#include "trees/base/errors.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

/// Writes a text to the parent. If that fails, ends this process, with the reason on standard
/// error.
void write_to_parent(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      std::perror("its result is lost");
      ::_exit(1);
    }
    if (written > 0)
      text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void obey(const ProcessLimits& limits) {
  if (!limits.cpu_seconds)
    return;
  const auto seconds = static_cast<rlim_t>(*limits.cpu_seconds);
  const rlimit limit{seconds, seconds + 1};
  ::setrlimit(RLIMIT_CPU, &limit);
}

/// Returns the reason that a program has given on standard error before it ended itself. This is
/// the first line of `said` that is not blank, without addresses and without the prefix of
/// SimGrid's log.
std::string essence(std::string_view said) {
  while (!said.empty()) {
    auto line = said.substr(0, said.find('\n'));
    said.remove_prefix(std::min(line.size() + 1, said.size()));
    constexpr std::string_view level = "/CRITICAL] "; // after the time, the file and the category
    if (const auto end = line.find(level); end != std::string_view::npos)
      line.remove_prefix(end + level.size());
    line = line.substr(0, line.find(" (0x")); // addresses differ from run to run
    if (line.find_first_not_of(" \t\r") != std::string_view::npos)
      return std::string(line);
  }
  return "";
}

/// Returns true if a program has ended for lack of memory, by its message: this program, one whose
/// exception has not been caught, or SimGrid.
bool has_lacked_memory(std::string_view said) {
  constexpr std::array messages{out_of_memory, std::string_view("bad_alloc"),
                                std::string_view("allocation of"),
                                std::string_view("allocation error")};
  return std::ranges::any_of(messages, [&](std::string_view message) {
    return said.find(message) != std::string_view::npos;
  });
}

/// Makes the system end this process rather than its parent when memory is short.
void be_first_without_memory() {
  const Descriptor file(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)); // NOLINT
  if (::write(file.get(), "1000", 4) < 0)
    return; // some systems have no such file
}

/// Writes reports of sanitizers to the standard error that this process has before it is redirected
/// to the parent. The parent would report only the first line.
void keep_reports_of_sanitizers() {
  if constexpr (address_sanitizer) {
    const std::intptr_t errors = ::dup(STDERR_FILENO);
    __sanitizer_set_report_fd(reinterpret_cast<void*>(errors)); // NOLINT: a number, as it wants it
  }
}

/// Ends this process if the task has leaked memory. AddressSanitizer itself looks for leaks at the
/// end of `main` only.
void end_if_leaking() {
  if constexpr (address_sanitizer) {
    if (__lsan_do_recoverable_leak_check() != 0)
      ::_exit(1);
  }
}

/// Text of an outcome that is sent before the end of the task. It is a line of its own, even if a
/// copy of the process has ended while it was writing a line.
std::string early_line(std::size_t number, const TaskResult& outcome) {
  return fmt::format("\n{} {}\n", number, pack(outcome));
}

/// Reads a line that `early_line` has written. Returns nothing for any other line.
std::optional<std::pair<std::size_t, TaskResult>> read_early_line(const std::string& line) {
  const auto space = line.find(' ');
  std::size_t number = 0;
  const auto* const end = line.data() + std::min(space, line.size());
  if (space == std::string::npos || std::from_chars(line.data(), end, number).ptr != end)
    return std::nullopt;
  auto outcome = unpack(line.substr(space + 1));
  return outcome ? std::optional(std::pair(number, *std::move(outcome))) : std::nullopt;
}

/// Runs a task in this process, which has just been forked, and ends the process. It also ends by
/// an exception that is not the task's, for lack of memory, because it must not continue as the
/// parent.
[[noreturn]] void run_as_child(const TaskOfSeveral& task, const ProcessLimits& limits, int output,
                               int errors, pid_t parent) {
  try {
    end_with(parent);
    keep_reports_of_sanitizers();
    if (::dup2(errors, STDERR_FILENO) < 0)
      ::_exit(1);
    obey(limits);
    be_first_without_memory();
    end_without_memory();
    const SendEarly send = [output](std::size_t number, const TaskResult& outcome) {
      write_to_parent(output, early_line(number, outcome));
    };
    const auto text = pack(attempt([&] { return task(send); }));
    end_if_leaking();
    write_to_parent(output, '\n' + text);
  } catch (...) {
    std::terminate();
  }
  ::_exit(0);
}

} // namespace

/// A child process with its task, and its output so far.
class ChildProcesses::Child {
public:
  Child(const TaskOfSeveral& task, std::size_t number, const ProcessLimits& limits)
      : Child(task, number, limits, make_pipe(), make_pipe(), ::getpid()) {}
  Child(Child&& other) noexcept
      : number_(other.number_),
        pid_(std::exchange(other.pid_, 0)),
        start_(other.start_),
        over_time_(other.over_time_),
        output_(std::move(other.output_)),
        errors_(std::move(other.errors_)),
        output_text_(std::move(other.output_text_)),
        error_text_(std::move(other.error_text_)) {}
  Child& operator=(Child&& other) noexcept {
    std::swap(number_, other.number_);
    std::swap(pid_, other.pid_);
    std::swap(start_, other.start_);
    std::swap(over_time_, other.over_time_);
    std::swap(output_, other.output_);
    std::swap(errors_, other.errors_);
    std::swap(output_text_, other.output_text_);
    std::swap(error_text_, other.error_text_);
    return *this;
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ == 0)
      return;
    ::kill(pid_, SIGKILL);
    (void)reap();
  }

  /// Sends the child SIGINT, SIGTERM and SIGHUP, the signals that Interrupts watches. The child
  /// ignores those that this process ignores, so one signal alone might have no effect.
  void interrupt() const {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      ::kill(pid_, signal);
  }

  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] int output() const { return output_.get(); }
  [[nodiscard]] int errors() const { return errors_.get(); }

  /// Reads available output. Returns false if the output has ended.
  [[nodiscard]] bool read_output() { return read_some(output_.get(), output_text_); }
  /// Adds the early outcomes in the output so far to `ended`, and removes them from the output.
  void take_early(std::vector<Ended>& ended) {
    for (auto end = output_text_.find('\n'); end != std::string::npos;
         end = output_text_.find('\n')) {
      if (auto early = read_early_line(output_text_.substr(0, end)))
        ended.push_back({number_, std::move(early->second), early->first});
      output_text_.erase(0, end + 1);
    }
  }
  void read_errors() {
    // Only the beginning is of use, but the child must be able to write all of it.
    if (!read_some(errors_.get(), error_text_))
      errors_ = Descriptor(-1);
    error_text_.resize(std::min<std::size_t>(error_text_.size(), 4096));
  }

  /// Ends the child if it has run for `seconds` or longer.
  void end_after(double seconds) {
    using Seconds = std::chrono::duration<double>;
    if (over_time_ || Seconds(std::chrono::steady_clock::now() - start_).count() < seconds)
      return;
    over_time_ = seconds;
    ::kill(pid_, SIGKILL);
  }

  /// Waits for the child, whose output has ended, and returns its result.
  [[nodiscard]] TaskResult wait() {
    const int status = reap();
    if (const auto outcome = unpack(output_text_))
      return *outcome;
    if (over_time_)
      return {{},
              std::nullopt,
              RunError(fmt::format("the simulation took longer than {} s", *over_time_)),
              std::nullopt,
              over_time_};
    while (errors_.get() >= 0 && has_input(errors_.get()))
      read_errors();
    if (has_lacked_memory(essence(error_text_)))
      return {{}, std::nullopt, RunError(out_of_memory)};
    return {{}, std::nullopt, RunError(crash_message(status)), last_words(status)};
  }

private:
  Child(const TaskOfSeveral& task, std::size_t number, const ProcessLimits& limits, PipeEnds output,
        PipeEnds errors, pid_t parent)
      : number_(number), pid_(fork_process()) {
    if (pid_ < 0)
      fail_with_reason("cannot make a process for a simulation");
    if (pid_ == 0)
      run_as_child(task, limits, output.second.get(), errors.second.get(), parent);
    output_ = std::move(output.first);
    errors_ = std::move(errors.first);
  }

  static pid_t fork_process() {
    std::fflush(nullptr); // otherwise the child would write the parent's buffers again
    return ::fork();
  }

  /// Waits for the end of the process, and returns its status.
  [[nodiscard]] int reap() { return wait_for_end(std::exchange(pid_, 0)); }

  [[nodiscard]] std::string crash_message(int status) const {
    const auto said = essence(error_text_);
    return fmt::format("the simulation crashed with {}{}{}", how_it_ended(status),
                       said.empty() ? "" : ": ", said);
  }

  [[nodiscard]] std::string last_words(int status) const {
    const auto said = essence(error_text_);
    return said.empty() ? how_it_ended(status) : said;
  }

  std::size_t number_;
  pid_t pid_; ///< 0 once it has been waited for
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::optional<double> over_time_; ///< the limit in seconds for which it was ended, or nothing
  Descriptor output_{-1};
  Descriptor errors_{-1};
  std::string output_text_;
  std::string error_text_;
};

namespace {

constexpr int wait_milliseconds = 200;

} // namespace

ChildProcesses::ChildProcesses(const ProcessLimits& limits) : limits_(limits) {}

ChildProcesses::~ChildProcesses() = default;

void ChildProcesses::start(std::size_t number, const Task& task) {
  start(number, TaskOfSeveral([&task](const SendEarly& /*send*/) { return task(); }));
}

void ChildProcesses::start(std::size_t number, const TaskOfSeveral& task) {
  children_.emplace_back(task, number, limits_);
}

std::size_t ChildProcesses::running() const { return children_.size(); }

void ChildProcesses::interrupt() {
  for (const auto& child : children_)
    child.interrupt();
}

std::vector<ChildProcesses::Ended> ChildProcesses::wait(int milliseconds,
                                                        const Interrupts* interrupts) {
  std::vector<pollfd> descriptors;
  for (const auto& child : children_) {
    descriptors.push_back({child.output(), POLLIN, 0});
    descriptors.push_back({child.errors(), POLLIN, 0});
  }
  descriptors.push_back({interrupts == nullptr ? -1 : interrupts->descriptor(), POLLIN, 0});
  if (limits_.wall_seconds && (milliseconds < 0 || milliseconds > wait_milliseconds))
    milliseconds = wait_milliseconds;
  if (::poll(descriptors.data(), descriptors.size(), milliseconds) < 0) {
    if (errno != EINTR)
      fail_with_reason("cannot wait for a simulation");
    return {};
  }
  std::vector<Ended> ended;
  // From the last to the first, so that erasing one does not move those still to come.
  for (auto i = children_.size(); i-- > 0;) {
    auto& child = children_[i];
    if (descriptors[2 * i + 1].revents != 0)
      child.read_errors();
    const bool has_ended = descriptors[2 * i].revents != 0 && !child.read_output();
    child.take_early(ended);
    if (has_ended) {
      ended.push_back({child.number(), child.wait()});
      children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  end_those_over_time();
  return ended;
}

void ChildProcesses::end_those_over_time() {
  if (!limits_.wall_seconds)
    return;
  for (auto& child : children_)
    child.end_after(*limits_.wall_seconds);
}

std::vector<TaskResult> run_in_child_processes(const std::vector<Task>& tasks, int jobs,
                                               const std::function<void(std::size_t)>& on_done,
                                               const std::function<void()>& on_wait,
                                               const ProcessLimits& limits,
                                               const Interrupts* interrupts) {
  std::vector<TaskResult> results(tasks.size(), {{}, std::nullopt, RunError("interrupted")});
  ChildProcesses children(limits);
  std::size_t started = 0;
  std::size_t done = 0;
  const auto start_next = [&] {
    try {
      children.start(started, tasks[started]);
    } catch (const RunError& error) {
      if (children.running() > 0)
        return false; // there may be room when one of the running tasks has ended
      results[started].failure = error;
      on_done(++done);
    }
    ++started;
    return true;
  };
  while (done < tasks.size() && !(interrupts != nullptr && interrupts->come())) {
    while (started < tasks.size() && children.running() < static_cast<std::size_t>(jobs) &&
           start_next()) {
    }
    if (children.running() == 0)
      continue;
    for (auto& ended : children.wait(on_wait ? wait_milliseconds : -1, interrupts)) {
      results[ended.number] = std::move(ended.outcome);
      on_done(++done);
    }
    if (on_wait)
      on_wait();
  }
  return results;
}

Json run_in_child_process(const Task& task) {
  return result_of(run_in_child_processes({task}, 1, [](std::size_t) {}).front());
}

Json run_in_child_process(const Task& task, const Interrupts& interrupts) {
  ChildProcesses children;
  children.start(0, task);
  bool interrupted = false;
  while (true) {
    const auto ended = children.wait(-1, interrupted ? nullptr : &interrupts);
    if (!ended.empty())
      return result_of(ended.front().outcome);
    if (!interrupted && interrupts.come()) {
      interrupted = true;
      children.interrupt();
    }
  }
}

Json load_in_child_process(const std::string& platform, const Task& task,
                           const std::function<void()>& on_wait) {
  constexpr ProcessLimits limits{.cpu_seconds = 60};
  const auto results = run_in_child_processes(
      {task}, 1, [](std::size_t) {}, on_wait, limits);
  const auto& outcome = results.front();
  if (!outcome.last_words)
    return result_of(outcome);
  throw InputError(Subject::platform,
                   fmt::format("{}: any SimGrid program crashes or hangs on it: {}", platform,
                               *outcome.last_words));
}

} // namespace eldest
