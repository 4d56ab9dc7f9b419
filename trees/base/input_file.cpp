#include "trees/base/input_file.hpp"

#include "trees/base/errors.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace eldest {
namespace {

/// A file that is open for reading.
class InputFile {
public:
  explicit InputFile(const std::filesystem::path& path)
      : path_(path),
        descriptor_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) { // NOLINT
    if (descriptor_ < 0)
      fail_by_system();
  }
  ~InputFile() { ::close(descriptor_); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  void check_kind(InputKind kind) const {
    struct stat file {};
    if (::fstat(descriptor_, &file) != 0)
      fail_by_system();
    if (S_ISDIR(file.st_mode))
      fail("is a directory, should be a file");
    if (S_ISFIFO(file.st_mode) && kind == InputKind::file)
      fail("is a pipe, should be a file, which can be read more than once");
    if (!S_ISREG(file.st_mode) && !S_ISFIFO(file.st_mode))
      fail("is a device, should be a file");
  }

  [[nodiscard]] std::string read(std::size_t max_bytes) const {
    std::string text;
    std::array<char, 4096> block{};
    while (const auto size = read_some(block)) {
      text.append(block.data(), size);
      if (text.size() > max_bytes)
        fail(fmt::format("is too long, should have {} bytes at most", max_bytes));
    }
    return text;
  }

private:
  /// Reads available bytes, or waits for a pipe's writer. Returns the number of bytes, 0 at the
  /// end.
  template <std::size_t Size> std::size_t read_some(std::array<char, Size>& block) const {
    while (true) {
      const auto size = ::read(descriptor_, block.data(), block.size());
      if (size >= 0)
        return static_cast<std::size_t>(size);
      if (errno != EAGAIN && errno != EINTR)
        fail_by_system();
      pollfd input{descriptor_, POLLIN, 0};
      (void)::poll(&input, 1, -1);
    }
  }

  [[noreturn]] void fail(std::string_view what) const {
    throw InputError(fmt::format("{}: {}", path_.string(), what));
  }
  [[noreturn]] void fail_by_system() const {
    fail(fmt::format("cannot be read: {}", std::generic_category().message(errno)));
  }

  const std::filesystem::path& path_;
  int descriptor_;
};

} // namespace

std::string read_input_file(const std::filesystem::path& path, InputKind kind,
                            std::size_t max_bytes) {
  const InputFile file(path);
  file.check_kind(kind);
  auto text = file.read(max_bytes);
  if (text.empty() && std::filesystem::is_fifo(path))
    throw InputError(fmt::format("{}: is a pipe into which no process writes", path.string()));
  return text;
}

} // namespace eldest
