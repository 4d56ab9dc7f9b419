#include "sim/system/child_process.hpp"

#include "sim/system/out_of_memory.hpp"
#include "sim/system/process_copy.hpp"
#include "sim/system/sanitizers.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/processes.hpp"
#include "trees/base/errors.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace eldest;

TEST_CASE("results come in the order of the tasks, whether they succeeded or failed") {
  std::vector<Task> tasks;
  for (int i = 0; i < 20; ++i)
    tasks.emplace_back([i]() -> Json { return i; });
  tasks[3] = []() -> Json { throw InputError("a bad third"); };
  tasks[5] = []() -> Json { throw RunError("a failed fifth"); };
  tasks[7] = []() -> Json {
    std::signal(SIGSEGV, SIG_DFL); // AddressSanitizer handles it
    std::raise(SIGSEGV);
    return {};
  };
  tasks[9] = []() -> Json { std::_Exit(3); };
  std::size_t announced = 0;
  const auto results =
      run_in_child_processes(tasks, 3, [&](std::size_t done) { CHECK(done == ++announced); });
  REQUIRE(results.size() == 20);
  CHECK(announced == 20);
  for (const int i : {0, 1, 2, 4, 6, 8, 10, 19})
    CHECK(results[static_cast<std::size_t>(i)].result == i);
  CHECK(results[3].bad_input.value().what() == std::string("a bad third"));
  CHECK_FALSE(results[3].failure);
  CHECK(results[5].failure.value().what() == std::string("a failed fifth"));
  CHECK_FALSE(results[5].bad_input);
  CHECK_THAT(results[7].failure.value().what(), Catch::Contains("signal 11"));
  CHECK_THAT(results[9].failure.value().what(), Catch::Contains("exit status 3"));
}

TEST_CASE("a result larger than a pipe's buffer arrives whole") {
  const std::string large(1 << 22, 'x');
  const auto arrived = run_in_child_process([&]() -> Json { return {{"text", large}}; });
  CHECK(arrived["text"].get_ref<const std::string&>() == large);
}

TEST_CASE("an error arrives with its subject") {
  try {
    (void)run_in_child_process([]() -> Json { throw InputError(Subject::tree, "go: none"); });
    FAIL("nothing was thrown");
  } catch (const InputError& error) {
    CHECK(error.subject() == Subject::tree);
    CHECK(error.message() == "go: none");
    CHECK(error.what() == std::string("tree go: none"));
  }
  const auto results = run_in_child_processes(
      {[]() -> Json { throw RunError(Subject::trace, "x.json: lost"); }}, 1, [](std::size_t) {});
  CHECK(results[0].failure.value().subject() == Subject::trace);
  CHECK(results[0].failure.value().what() == std::string("trace x.json: lost"));
}

TEST_CASE("a child ends with its parent") {
  // The parent is a child of this process, which kills the parent as soon as the grandchild has
  // reported its id.
  const auto orphan = run_in_child_process([]() -> Json {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t parent = ::fork();
    if (parent == 0) {
      (void)run_in_child_process([&]() -> Json {
        const pid_t self = ::getpid();
        if (::write(ends[1], &self, sizeof self) != sizeof self)
          return {}; // in which case the parent reads nothing
        while (true)
          ::pause();
      });
    }
    pid_t child = 0;
    REQUIRE(::read(ends[0], &child, sizeof child) == sizeof child);
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    return child;
  });
  const auto process = std::to_string(orphan.get<pid_t>());
  CHECK(test::holds_soon([&] { return !test::is_running(process); }));
}

TEST_CASE("what a program says before it ends itself is told without SimGrid's preface") {
  const auto outcomes = run_in_child_processes(
      {[]() -> Json {
        std::fputs("\n[0.000000] file.cpp:3: [root/CRITICAL] No route of x (0x55aa)\nmore\n",
                   stderr);
        std::abort();
      }},
      1, [](std::size_t) {});
  CHECK(outcomes[0].last_words == "No route of x");
  CHECK_THAT(outcomes[0].failure.value().what(),
             Catch::EndsWith("signal 6 (Aborted): No route of x"));
}

TEST_CASE("a child without memory has this error, wherever its exception ends") {
  const std::vector<Task> tasks{[]() -> Json { throw std::bad_alloc(); },
                                []() -> Json {
                                  report_lack_of_memory();
                                  std::thread([] { throw std::bad_alloc(); }).join();
                                  return {};
                                },
                                []() -> Json {
                                  std::fputs("[0.0] file.cpp:3: [xbt/CRITICAL] Memory callocation "
                                             "of 48 bytes failed\n",
                                             stderr);
                                  std::abort();
                                }};
  for (const auto& result : run_in_child_processes(tasks, 1, [](std::size_t) {}))
    CHECK(result.failure.value().what() == std::string("out of memory"));
}

TEST_CASE("a child ends when it has no memory, before code that would not survive it") {
  if constexpr (!address_sanitizer) { // which ends a process that asks for so much
    const auto results =
        run_in_child_processes({[]() -> Json {
                                 try {
                                   return std::vector<char>(std::size_t{1} << 60).size();
                                 } catch (const std::bad_alloc&) {
                                   return "survived";
                                 }
                               }},
                               1, [](std::size_t) {});
    CHECK(results[0].failure.value().what() == std::string("out of memory"));
  }
}

TEST_CASE("a child whose other exception is not caught has crashed") {
  const auto results = run_in_child_processes({[]() -> Json {
                                                report_lack_of_memory();
                                                std::thread([] { throw RunError("lost"); }).join();
                                                return {};
                                              }},
                                              1, [](std::size_t) {});
  CHECK_THAT(results[0].failure.value().what(), Catch::Contains("signal 6 (Aborted)"));
}

TEST_CASE("a single task's error is thrown") {
  CHECK_THROWS_AS(run_in_child_process([]() -> Json { throw InputError("bad"); }), InputError);
  CHECK_THROWS_AS(run_in_child_process([]() -> Json { throw RunError("failed"); }), RunError);
  CHECK_THROWS_AS(run_in_child_process([]() -> Json { std::abort(); }), RunError);
}

TEST_CASE("an interrupt is handed on to a task that sees to it itself") {
  const Interrupts interrupts;
  const auto result = run_in_child_process(
      []() -> Json {
        ::kill(::getppid(), SIGTERM);
        const Interrupts own;
        pollfd input{own.descriptor(), POLLIN, 0};
        return ::poll(&input, 1, 10'000) == 1 ? "interrupted" : "not interrupted";
      },
      interrupts);
  CHECK(result == "interrupted");
  CHECK(interrupts.come());
}

TEST_CASE("a task may send outcomes before its own, also from copies of its process") {
  ChildProcesses children;
  children.start(7, TaskOfSeveral([](const SendEarly& send) -> Json {
                   int steps = 0;
                   for (const std::size_t number : {1U, 2U, 3U}) {
                     ++steps;
                     const auto outcome = copy_process();
                     if (outcome == CopyOutcome::failed)
                       send(number, {{}, {}, RunError("no copy")});
                     if (outcome != CopyOutcome::in_copy)
                       continue;
                     if (number == 2)
                       std::raise(SIGKILL);
                     send(number, {{{"steps", steps}}, {}, {}});
                     steps = 100; // in the copy only
                     end_copy(true);
                   }
                   return steps;
                 }));
  std::vector<ChildProcesses::Ended> all;
  while (children.running() > 0) {
    for (auto& ended : children.wait(-1))
      all.push_back(std::move(ended));
  }
  REQUIRE(all.size() == 4);
  for (const std::size_t i : {0U, 1U, 2U, 3U}) {
    CHECK(all[i].number == 7);
    CHECK(all[i].early == (i < 3 ? std::optional(i + 1) : std::nullopt));
  }
  CHECK(all[0].outcome.result == Json{{"steps", 1}});
  CHECK(all[1].outcome.failure.value().what() == std::string("no copy"));
  CHECK(all[2].outcome.result == Json{{"steps", 3}});
  CHECK(all[3].outcome.result == 3);
}

TEST_CASE("an outcome that a copy has written in part only is dropped, and those after it arrive") {
  ChildProcesses children;
  children.start(0, TaskOfSeveral([](const SendEarly& send) -> Json {
                   if (copy_process() == CopyOutcome::in_copy) {
                     // The parent reads nothing yet, so that the pipe is full before the end.
                     ::alarm(1);
                     send(1, {std::string(1 << 20, 'x'), {}, {}});
                   }
                   send(2, {"second", {}, {}});
                   return "own";
                 }));
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  std::vector<std::string> results;
  while (children.running() > 0) {
    for (const auto& ended : children.wait(-1))
      results.push_back(ended.outcome.result.get<std::string>());
  }
  CHECK(results == std::vector<std::string>{"second", "own"});
}

TEST_CASE("a process of several threads has no copy") {
  std::jthread other([](const std::stop_token& stop) {
    while (!stop.stop_requested())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  CHECK(copy_process() == CopyOutcome::failed);
}
