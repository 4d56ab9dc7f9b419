#include "sim/machines/cluster/loss_guard.hpp"

#include "sim/system/output_file.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <exception>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace eldest {
namespace {

constexpr std::chrono::milliseconds look_interval(100);
constexpr int looks_until_lost = 100; ///< that find the process stopped, one after the other

/// The last byte on the pipe of a process that is not lost.
constexpr char farewell = '\1';

void write_text(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(descriptor, text.data(), text.size());
    if (written <= 0)
      return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns true if the process has been stopped by a signal.
bool is_stopped(pid_t process) { return state_of(process).starts_with('T'); }

/// The child's part.
class Guard {
public:
  Guard(int pipe, pid_t process) : pipe_(pipe), process_(process) {}

  /// Returns once the process has ended.
  void watch() {
    while (!has_ended()) {
      if (!record_)
        continue;
      stopped_ = is_stopped(process_) ? stopped_ + 1 : 0;
      if (stopped_ == looks_until_lost) {
        claim();
        ::kill(process_, SIGKILL);
      }
      if (record_->rank == 0 && ::access(claim_path().c_str(), F_OK) == 0)
        ::kill(process_, SIGKILL);
    }
    if (!record_ || said_.ends_with(farewell))
      return;
    claim();
    if (record_->rank == 0)
      put_rank();
  }

private:
  /// Waits for a look's interval, or until the process says something. Returns true if it has
  /// ended.
  bool has_ended() {
    pollfd pipe{pipe_, POLLIN, 0};
    if (::poll(&pipe, 1, static_cast<int>(look_interval.count())) <= 0)
      return false;
    std::array<char, 4096> bytes{};
    const auto count = ::read(pipe_, bytes.data(), bytes.size());
    if (count <= 0)
      return true;
    said_.append(bytes.data(), static_cast<std::size_t>(count));
    read_record();
    return false;
  }

  /// Reads the record that `LossGuard::record` has sent, if all of it has come.
  void read_record() {
    const auto end = said_.find('\0');
    if (record_ || end == std::string::npos)
      return;
    LossRecord record;
    const char* const first = said_.data();
    const auto rank = std::from_chars(first, first + end, record.rank);
    record.print = *rank.ptr == 'p';
    record.path.assign(rank.ptr + 1, first + end);
    record_ = std::move(record);
  }

  [[nodiscard]] std::string claim_path() const { return record_->path + ".lost"; }
  [[nodiscard]] bool is_recorded() const {
    return content_of(record_->path).find(no_lost_rank) == std::string::npos;
  }

  /// Names this process as the lost one, unless another has been named.
  void claim() {
    if (is_recorded())
      return;
    const auto own_path = fmt::format("{}.{}", claim_path(), record_->rank);
    std::ofstream(own_path) << record_->rank;
    std::ignore = ::link(own_path.c_str(), claim_path().c_str()); // fails if there is a claim
    ::unlink(own_path.c_str());
    if (is_recorded()) // meanwhile, with another rank
      ::unlink(claim_path().c_str());
  }

  /// Puts the rank that has been named into the result, and prints the result if that is asked for.
  void put_rank() {
    auto result = content_of(record_->path);
    const auto place = result.find(no_lost_rank);
    if (place == std::string::npos)
      return;
    const std::string_view old(no_lost_rank);
    constexpr std::string_view null = "null";
    result.replace(place + old.size() - null.size(), null.size(), content_of(claim_path()));
    if (record_->print)
      write_text(STDOUT_FILENO, result);
    OutputFile(Subject::output, record_->path).write(result);
    remove_unfinished(record_->path, process_);
    ::unlink(claim_path().c_str());
  }

  int pipe_;
  pid_t process_;
  std::string said_; ///< by the process
  std::optional<LossRecord> record_;
  int stopped_ = 0; ///< number of the latest looks that have found the process stopped
};

[[noreturn]] void guard(int pipe, pid_t process) {
  ::setsid(); // MPI ends all processes of its process group
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
    std::signal(signal, SIG_IGN);
  ::prctl(PR_SET_NAME, "eldest-guard"); // NOLINT: C's arguments
  try {
    Guard(pipe, process).watch();
  } catch (const std::exception&) { // nobody is left to be told
  }
  ::_exit(0);
}

} // namespace

LossGuard::LossGuard() : LossGuard(make_pipe(), ::getpid()) {}

LossGuard::LossGuard(PipeEnds ends, pid_t process)
    : end_(std::move(ends.second)), child_(::fork()) {
  if (child_ < 0)
    fail_with_reason("cannot make a process that guards this one");
  if (child_ == 0) {
    end_ = Descriptor(-1);
    guard(ends.first.get(), process);
  }
}

LossGuard::~LossGuard() {
  write_text(end_.get(), std::string_view(&farewell, 1));
  end_ = Descriptor(-1);
  static_cast<void>(wait_for_end(child_));
}

void LossGuard::record(const LossRecord& record) {
  write_text(end_.get(),
             fmt::format("{}{}{}", record.rank, record.print ? 'p' : '-', record.path) + '\0');
}

} // namespace eldest
