#include "sim/system/output_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace eldest {

namespace fs = std::filesystem;

namespace {

constexpr int new_folder = 0777; // permissions, less the process's mask

[[noreturn]] void throw_errno() { throw std::system_error(errno, std::generic_category()); }

[[noreturn]] void throw_unwritable(Subject subject, const fs::path& path, int error) {
  throw RunError(subject, fmt::format("{}: cannot be written: {}", path.string(),
                                      std::generic_category().message(error)));
}

void write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const auto written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno != EINTR)
      throw_errno();
    if (written > 0)
      content.remove_prefix(static_cast<std::size_t>(written));
  }
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// The beginning of the names of files and folders that a process has not finished.
std::string unfinished_prefix(int process) { return fmt::format(".eldest-{}-", process); }

/// Makes a file or folder of a new name in `folder`. `make(path)` returns a negative number, and
/// sets errno, if it fails. Returns the path and the result of `make`. Throws std::system_error.
template <class Make> std::pair<fs::path, int> make_new(const fs::path& folder, const Make& make) {
  constexpr int most = 1000; // more names than killed processes of the same number leave
  for (int i = 0; i < most; ++i) {
    auto path = folder / fmt::format("{}{}", unfinished_prefix(::getpid()), i);
    const int made = make(path.c_str());
    if (made >= 0)
      return {std::move(path), made};
    if (errno != EEXIST)
      throw_errno();
  }
  throw_errno();
}

/// Flushes the entries of a folder to the disk. Ignores errors, because some file systems cannot do
/// this, and need not.
void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); // NOLINT
  if (descriptor < 0)
    return;
  ::fsync(descriptor);
  ::close(descriptor);
}

/// A new file that is removed at the end of its lifetime, unless it has been renamed. Its functions
/// throw std::system_error.
class NewFile {
public:
  explicit NewFile(const fs::path& folder) {
    constexpr int access = 0666; // less the process's mask
    std::tie(path_, descriptor_) = make_new(folder, [](const char* path) {
      return ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, access); // NOLINT
    });
  }
  ~NewFile() {
    if (descriptor_ >= 0)
      ::close(descriptor_);
    if (!path_.empty())
      ::unlink(path_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view content) const { write_all(descriptor_, content); }

  /// Flushes the file to the disk and gives it the name `other`. If `other` exists, the file also
  /// gets its owner and permissions.
  void take_place_of(const fs::path& other) {
    struct stat old {};
    const bool is_there = ::stat(other.c_str(), &old) == 0;
    if (!is_there && errno != ENOENT)
      throw_errno();
    if (is_there) {
      std::ignore = ::fchown(descriptor_, old.st_uid, old.st_gid); // succeeds for root only
      if (::fchmod(descriptor_, old.st_mode & 07777U) != 0)
        throw_errno();
    }
    if (::fsync(descriptor_) != 0)
      throw_errno();
    take_name(other);
    sync_folder(folder_of(other));
  }

  /// Closes the file and renames it to `name`, in place of any other file of that name.
  void take_name(const fs::path& name) {
    if (::close(std::exchange(descriptor_, -1)) != 0 || ::rename(path_.c_str(), name.c_str()) != 0)
      throw_errno();
    path_.clear();
  }

private:
  fs::path path_; ///< empty once the file has been renamed
  int descriptor_ = -1;
};

/// Guard during whose lifetime this thread's writes to a pipe without a reader fail, instead of
/// ending the process.
class WithoutBrokenPipes {
public:
  WithoutBrokenPipes() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  ~WithoutBrokenPipes() {
    constexpr timespec now{};
    if (sigismember(&before_, SIGPIPE) == 0)
      ::sigtimedwait(&signals_, nullptr, &now);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutBrokenPipes(const WithoutBrokenPipes&) = delete;
  WithoutBrokenPipes& operator=(const WithoutBrokenPipes&) = delete;

private:
  sigset_t signals_{};
  sigset_t before_{};
};

/// Returns the descriptor of standard output or standard error if that is the same file as `file`.
/// Otherwise returns nothing.
std::optional<int> standard_stream(const struct stat& file) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat own {};
    if (::fstat(stream, &own) == 0 && own.st_dev == file.st_dev && own.st_ino == file.st_ino)
      return stream;
  }
  return std::nullopt;
}

/// Returns `path` with the symbolic links of its last part followed.
fs::path resolve(fs::path path) {
  constexpr int most = 40; // as many as the system follows before it reports an error
  std::error_code none;
  for (int links = 0; links < most && fs::is_symlink(fs::symlink_status(path, none)); ++links)
    path = path.parent_path() / fs::read_symlink(path, none);
  return path;
}

} // namespace

OutputFile::OutputFile(Subject subject, fs::path path) : subject_(subject), path_(std::move(path)) {
  struct stat old {};
  const bool is_there = ::stat(path_.c_str(), &old) == 0;
  if (!is_there && errno != ENOENT)
    fail(errno);
  if (is_there ? S_ISDIR(old.st_mode) : !path_.has_filename()) // NOLINT: a macro of the system
    fail(path_.empty() ? ENOENT : EISDIR);
  if (is_there && (!S_ISREG(old.st_mode) || standard_stream(old))) { // NOLINT
    open_stream();
    return;
  }
  if (is_there && ::faccessat(AT_FDCWD, path_.c_str(), W_OK, AT_EACCESS) != 0)
    fail(errno);
  target_ = resolve(path_);
  try {
    const NewFile trial(folder_of(target_));
  } catch (const std::system_error& error) {
    fail(error.code().value());
  }
}

OutputFile::~OutputFile() {
  if (stream_ >= 0)
    ::close(stream_);
}

void OutputFile::write(std::string_view content) {
  try {
    if (stream_ < 0)
      return replace(content);
    std::fflush(stdout); // standard output may be the same file
    const WithoutBrokenPipes guard;
    write_all(stream_, content);
    if (::close(std::exchange(stream_, -1)) != 0)
      throw_errno();
  } catch (const std::system_error& error) {
    fail(error.code().value());
  }
}

void OutputFile::fail(int error) const { throw_unwritable(subject_, path_, error); }

void OutputFile::open_stream() {
  constexpr auto timeout = std::chrono::seconds(10);
  constexpr auto interval = std::chrono::milliseconds(20);
  const auto begin = std::chrono::steady_clock::now();
  struct stat file {};
  if (::stat(path_.c_str(), &file) != 0)
    fail(errno);
  if (const auto standard = standard_stream(file)) {
    stream_ = ::fcntl(*standard, F_DUPFD_CLOEXEC, 0); // NOLINT: C's variable arguments
  } else {
    while ((stream_ = ::open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0 && // NOLINT
           errno == ENXIO && S_ISFIFO(file.st_mode) &&                                 // NOLINT
           std::chrono::steady_clock::now() - begin < timeout)
      std::this_thread::sleep_for(interval);               // until somebody reads the pipe
    if (stream_ >= 0 && ::fcntl(stream_, F_SETFL, 0) != 0) // NOLINT: from now on it may block
      fail(errno);
  }
  if (stream_ < 0)
    fail(errno);
}

void OutputFile::replace(std::string_view content) const {
  NewFile file(folder_of(target_));
  file.write(content);
  file.take_place_of(target_);
}

void remove_unfinished(const fs::path& path, int process) {
  std::error_code none;
  const auto prefix = unfinished_prefix(process);
  for (const auto& entry : fs::directory_iterator(folder_of(path), none)) {
    if (entry.path().filename().string().starts_with(prefix))
      fs::remove(entry.path(), none);
  }
}

/// A folder and those around it, made if they do not exist. At the end, those that have been made
/// are removed if they are empty.
class OutputFolder::NewFolders {
public:
  /// Throws std::system_error.
  explicit NewFolders(const fs::path& path) {
    std::error_code none;
    for (auto folder = path; !folder.empty() && !fs::exists(folder, none);
         folder = folder.parent_path())
      made_.insert(made_.begin(), folder);
    for (const auto& folder : made_) {
      if (::mkdir(folder.c_str(), new_folder) != 0 && errno != EEXIST)
        throw_errno();
    }
  }
  ~NewFolders() {
    for (; !made_.empty(); made_.pop_back())
      ::rmdir(made_.back().c_str());
  }
  NewFolders(const NewFolders&) = delete;
  NewFolders& operator=(const NewFolders&) = delete;

private:
  std::vector<fs::path> made_; ///< the outermost first
};

/// A new folder that is removed at the end, with the files in it.
class OutputFolder::Staging {
public:
  /// Makes the folder inside `folder`. Throws std::system_error.
  explicit Staging(const fs::path& folder)
      : path_(make_new(folder, [](const char* name) { return ::mkdir(name, new_folder); }).first),
        files_(::opendir(path_.c_str())) {
    if (files_ == nullptr) {
      const int error = errno;
      ::rmdir(path_.c_str());
      throw std::system_error(error, std::generic_category());
    }
  }
  ~Staging() {
    for_each_file([&](const char* name) { ::unlinkat(::dirfd(files_), name, 0); });
    ::closedir(files_);
    ::rmdir(path_.c_str());
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  [[nodiscard]] const fs::path& path() const { return path_; }

  /// Calls `function(name)` for each file.
  template <class Function> void for_each_file(const Function& function) const {
    ::rewinddir(files_);
    while (const auto* const entry = ::readdir(files_)) { // NOLINT: no other thread reads it
      const auto* const name = static_cast<const char*>(entry->d_name);
      if (std::string_view(name) != "." && std::string_view(name) != "..")
        function(name);
    }
  }

private:
  fs::path path_;
  DIR* files_; ///< open from the beginning, because there may be no descriptor left at the end
};

OutputFolder::OutputFolder(Subject subject, fs::path path)
    : subject_(subject), path_(std::move(path)) {
  try {
    made_ = std::make_unique<NewFolders>(path_);
    staging_ = std::make_unique<Staging>(path_);
  } catch (const std::system_error& error) {
    fail(path_, error.code().value());
  }
}

OutputFolder::~OutputFolder() = default;

const fs::path& OutputFolder::staging_folder() const { return staging_->path(); }

void OutputFolder::write(std::string_view name, std::string_view content) const {
  try {
    NewFile file(staging_folder());
    file.write(content);
    file.take_name(staging_folder() / name);
  } catch (const std::system_error& error) {
    fail(path_ / name, error.code().value());
  }
}

void OutputFolder::finish(std::string_view last) const {
  std::vector<fs::path> names;
  staging_->for_each_file([&](const char* name) { names.emplace_back(name); });
  std::ranges::sort(names, {}, [&](const fs::path& name) { return std::pair(name == last, name); });
  for (const auto& name : names) {
    const int file = ::open((staging_folder() / name).c_str(), O_RDONLY | O_CLOEXEC); // NOLINT
    const bool is_safe = file >= 0 && ::fsync(file) == 0;
    const int error = errno;
    if (file >= 0)
      ::close(file);
    if (!is_safe)
      fail(path_ / name, error);
  }
  for (const auto& name : names) {
    if (::rename((staging_folder() / name).c_str(), (path_ / name).c_str()) != 0)
      fail(path_ / name, errno);
  }
  sync_folder(path_);
}

void OutputFolder::fail(const fs::path& path, int error) const {
  throw_unwritable(subject_, path, error);
}

} // namespace eldest
