#include "trees/base/input_file.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

using namespace eldest;

namespace {

/// A folder that exists for the lifetime of this object.
class TemporaryFolder {
public:
  TemporaryFolder() {
    auto name = (std::filesystem::temp_directory_path() / "eldest-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string operator/(const std::string& name) const {
    return (path_ / name).string();
  }

private:
  std::filesystem::path path_;
};

std::string error_of(const std::string& path, InputKind kind = InputKind::file_or_pipe) {
  try {
    (void)read_input_file(path, kind, 100);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("a file is read whole, up to a size") {
  const TemporaryFolder folder;
  const auto file = folder / "file";
  std::ofstream(file) << std::string(100, 'x');
  CHECK(read_input_file(file, InputKind::file, 100) == std::string(100, 'x'));
  std::ofstream(file, std::ios::app) << 'x';
  CHECK(error_of(file) == file + ": is too long, should have 100 bytes at most");
}

TEST_CASE("what is no file is refused at once, with what it is") {
  const TemporaryFolder folder;
  CHECK(error_of(folder / "none") == folder / "none: cannot be read: No such file or directory");
  CHECK(error_of(folder / ".") == folder / ".: is a directory, should be a file");
  CHECK(error_of("/dev/zero") == "/dev/zero: is a device, should be a file");
  std::filesystem::create_symlink("loop", folder / "loop");
  CHECK(error_of(folder / "loop") ==
        folder / "loop: cannot be read: Too many levels of symbolic links");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(error_of(folder / "pipe") == folder / "pipe: is a pipe into which no process writes");
  CHECK(error_of(folder / "pipe", InputKind::file) ==
        folder / "pipe: is a pipe, should be a file, which can be read more than once");
  CHECK(error_of(std::string(300, 'x')) ==
        std::string(300, 'x') + ": cannot be read: File name too long");
}

TEST_CASE("a pipe is read up to its end, however long its writer takes") {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::fstream writer(pipe); // which opens it at once, because it is open for reading, too
  std::jthread slow([&] {
    for (const auto* const part : {"one ", "two ", "three"}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      writer << part << std::flush;
    }
    writer.close();
  });
  CHECK(read_input_file(pipe) == "one two three");
}
