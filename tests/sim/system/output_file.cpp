#include "sim/system/output_file.hpp"

#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/files.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace eldest;

namespace {

namespace fs = std::filesystem;

/// A folder that exists for the lifetime of this object.
class TemporaryFolder {
public:
  TemporaryFolder() {
    auto name = (fs::temp_directory_path() / "eldest-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] fs::path operator/(const fs::path& name) const { return path_ / name; }

  /// Returns the sorted names of the files and folders in the folder.
  [[nodiscard]] std::vector<std::string> content() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(path_))
      names.push_back(entry.path().lexically_relative(path_).string());
    std::sort(names.begin(), names.end());
    return names;
  }

private:
  fs::path path_;
};

using Names = std::vector<std::string>;

void write_file(const fs::path& path, std::string_view content) { std::ofstream(path) << content; }

/// Returns the error of a function in a process that may write files of at most `bytes`, as on a
/// full disk. Empty if there is no error.
std::string error_with_room_for(rlim_t bytes, const std::function<void()>& function) {
  return run_in_child_process([&]() -> Json {
           std::signal(SIGXFSZ, SIG_IGN);
           const rlimit limit{bytes, bytes};
           ::setrlimit(RLIMIT_FSIZE, &limit);
           try {
             function();
           } catch (const RunError& error) {
             return error.what();
           }
           return "";
         })
      .get<std::string>();
}

} // namespace

TEST_CASE("a file stays as it is until the new one is whole, and keeps its permissions") {
  const TemporaryFolder folder;
  const auto path = folder / "file";
  write_file(path, "old");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read);
  OutputFile file(Subject::output, path);
  CHECK(test::read(path) == "old");
  CHECK(folder.content() == Names{"file"});
  file.write("new");
  CHECK(test::read(path) == "new");
  CHECK(folder.content() == Names{"file"});
  CHECK(fs::status(path).permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read));
  OutputFile(Subject::output, folder / "other").write("");
  CHECK(folder.content() == Names{"file", "other"});
}

TEST_CASE("a file for which there is no room leaves the old one, and nothing else") {
  const TemporaryFolder folder;
  const auto path = folder / "file";
  const std::string content(10'000, 'x');
  for (const bool is_new : {true, false}) {
    if (!is_new)
      write_file(path, "old");
    for (const rlim_t room : {rlim_t{0}, rlim_t{1}, rlim_t{4096}, rlim_t{9'999}}) {
      CHECK(error_with_room_for(room, [&] { OutputFile(Subject::trace, path).write(content); }) ==
            "trace " + path.string() + ": cannot be written: File too large");
      CHECK(folder.content() == (is_new ? Names{} : Names{"file"}));
      CHECK(test::read(path) == (is_new ? "" : "old"));
    }
  }
  CHECK(error_with_room_for(10'000, [&] {
          OutputFile(Subject::trace, path).write(content);
        }).empty());
  CHECK(test::read(path) == content);
}

TEST_CASE("what a link points to is replaced, not the link") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "there");
  fs::create_symlink("there/file", folder / "link");
  fs::create_symlink("link", folder / "second");
  for (const auto* const content : {"made", "replaced"}) {
    OutputFile(Subject::output, folder / "second").write(content);
    CHECK(test::read(folder / "there/file") == content);
    CHECK(fs::is_symlink(folder / "second"));
    CHECK(folder.content() == Names{"link", "second", "there", "there/file"});
  }
}

TEST_CASE("what cannot be a file is refused before anything is written") {
  const TemporaryFolder folder;
  fs::create_symlink("loop", folder / "loop");
  const auto error = [](const fs::path& path) -> std::string {
    try {
      const OutputFile file(Subject::output, path);
    } catch (const RunError& refusal) {
      return refusal.what();
    }
    return "";
  };
  const auto refused = [](const fs::path& path, const std::string& why) {
    return "output " + path.string() + ": cannot be written: " + why;
  };
  const std::string is_none = "No such file or directory";
  CHECK(error(folder / "no/file") == refused(folder / "no/file", is_none));
  CHECK(error("") == refused("", is_none));
  CHECK(error(folder / ".") == refused(folder / ".", "Is a directory"));
  CHECK(error(folder / "new/") == refused(folder / "new/", "Is a directory"));
  CHECK(error(folder / "loop") == refused(folder / "loop", "Too many levels of symbolic links"));
  const auto long_name = folder / std::string(300, 'x');
  CHECK(error(long_name) == refused(long_name, "File name too long"));
  write_file(folder / "file", "");
  CHECK(error(folder / "file/x") == refused(folder / "file/x", "Not a directory"));
  CHECK(error(folder / std::string(255, 'x')).empty());
  CHECK(folder.content() == Names{"file", "loop"});
}

TEST_CASE("devices and pipes are written to") {
  OutputFile(Subject::output, "/dev/null").write("nothing");
  CHECK_THROWS_WITH(OutputFile(Subject::output, "/dev/full").write("x"),
                    "output /dev/full: cannot be written: No space left on device");

  const TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const std::string large(1 << 20, 'x');
  std::string arrived;
  {
    const std::jthread reader([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50)); // later than the writer
      arrived = test::read(pipe);
    });
    OutputFile(Subject::output, pipe).write(large);
  }
  CHECK(arrived == large);
  CHECK(folder.content() == Names{"pipe"});
}

TEST_CASE("a pipe whose reader has gone cannot be written") {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK); // NOLINT: C's variable arguments
  REQUIRE(reader >= 0);
  OutputFile file(Subject::output, pipe);
  ::close(reader);
  CHECK_THROWS_WITH(file.write("x"),
                    "output " + pipe.string() + ": cannot be written: Broken pipe");
}

TEST_CASE("standard output is written to where it is, even if it is a file") {
  const TemporaryFolder folder;
  const auto path = folder / "out";
  (void)run_in_child_process([&]() -> Json {
    const int out = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600); // NOLINT
    ::dup2(out, STDOUT_FILENO);
    std::fputs("before\n", stdout);
    OutputFile(Subject::output, "/dev/stdout").write("content\n");
    std::fputs("after\n", stdout);
    std::fflush(stdout);
    return {};
  });
  CHECK(test::read(path) == "before\ncontent\nafter\n");
}

TEST_CASE("a folder gets all its files at the end, or none") {
  const TemporaryFolder folder;
  const auto path = folder / "a/report";
  {
    const OutputFolder report(Subject::output, path);
    report.write("table.csv", "table");
    write_file(report.staging_folder() / "figure.svg", "figure");
    CHECK_FALSE(fs::exists(path / "table.csv"));
  }
  CHECK(folder.content().empty());
  for (const auto* const content : {"first", "second"}) {
    const OutputFolder report(Subject::output, path);
    report.write("index.html", content);
    report.write("table.csv", content);
    report.finish("index.html");
    CHECK(folder.content() == Names{"a", "a/report",
                                    report.staging_folder().lexically_relative(folder / ""),
                                    "a/report/index.html", "a/report/table.csv"});
    CHECK(test::read(path / "index.html") == content);
  }
  CHECK(folder.content() == Names{"a", "a/report", "a/report/index.html", "a/report/table.csv"});
  CHECK(error_with_room_for(8, [&] {
          const OutputFolder report(Subject::output, path);
          report.write("table.csv", "third");
          report.write("index.html", "too long");
          report.write("searches.csv", "much too long");
          report.finish("index.html");
        }) == "output " + (path / "searches.csv").string() + ": cannot be written: File too large");
  CHECK(test::read(path / "table.csv") == "second");
  CHECK(folder.content() == Names{"a", "a/report", "a/report/index.html", "a/report/table.csv"});
  write_file(folder / "file", "");
  CHECK_THROWS_WITH(OutputFolder(Subject::output, folder / "file"),
                    Catch::Contains((folder / "file").string() + ": cannot be written: "));
}

TEST_CASE("what a killed process has left unfinished is removed, and nothing else") {
  const TemporaryFolder folder;
  for (const auto* const name : {".eldest-77-0", ".eldest-77-12", ".eldest-771-0", "kept.json"})
    std::ofstream(folder / name) << "text";
  remove_unfinished(folder / "kept.json", 77);
  CHECK(folder.content() == std::vector<std::string>{".eldest-771-0", "kept.json"});
}
