// A process with hardly any descriptor left. UndefinedBehaviorSanitizer itself needs some, or else
// rejects every object.
#include "sim/system/child_process.hpp"
#include "sim/system/output_file.hpp"
#include "tests/support/catch.hpp"

#include <fcntl.h>
#include <sys/resource.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

using namespace eldest;

TEST_CASE("an unfinished folder is removed without a descriptor") {
  auto name = (std::filesystem::temp_directory_path() / "eldest-test-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  const std::filesystem::path folder(name);
  (void)run_in_child_process([&]() -> Json {
    const OutputFolder report(Subject::output, folder / "a/report");
    report.write("table.csv", "table");
    const rlimit none{0, 100};
    ::setrlimit(RLIMIT_NOFILE, &none);
    return {};
  });
  CHECK(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

TEST_CASE("a task for which there is no child waits for others to end, or has failed") {
  const auto outcomes = run_in_child_process([]() -> Json {
    std::vector<Task> tasks(6, []() -> Json {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return 1;
    });
    int files = 3;                       // standard streams
    while (::fcntl(files, F_GETFD) >= 0) // NOLINT: C's variable arguments
      ++files;
    const auto results_with = [&](int more) {
      const rlim_t most = static_cast<rlim_t>(files) + static_cast<rlim_t>(more);
      const rlimit limit{most, most + 100};
      ::setrlimit(RLIMIT_NOFILE, &limit);
      int succeeded = 0;
      std::size_t announced = 0;
      for (const auto& result :
           run_in_child_processes(tasks, 6, [&](std::size_t done) { announced = done; })) {
        if (result.result == 1)
          ++succeeded;
        else
          CHECK_THAT(result.failure.value().what(), Catch::Contains("Too many open files"));
      }
      return Json{succeeded, announced};
    };
    return {results_with(8), results_with(1)}; // a child takes two, and four while it is made
  });
  CHECK(outcomes == Json{{6, 6}, {0, 6}});
}
