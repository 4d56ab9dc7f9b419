// Decides which calls fail. Nothing here may allocate memory, because allocations themselves are
// counted.
#include "tests/faults/calls.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

namespace eldest::faults {
namespace {

/// The calls that fail.
struct Plan {
  Kind kind = Kind::open;
  std::uint64_t number = 0; ///< from 1
  Mode mode = Mode::none;
  int error = 0; ///< value of errno
};

/// The state of the library: the plan, and the counters or null before `start`.
struct Injection {
  Plan plan;
  Counters* counters = nullptr;
};

Injection& state() {
  static Injection only;
  return only;
}

/// The number of exemptions of this thread.
int& exemptions() {
  thread_local int number = 0;
  return number;
}

/// Returns the first word of `text`, and removes it from there.
std::string_view next_word(std::string_view& text) {
  const auto word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(text.size(), word.size() + 1));
  return word;
}

template <class Number> Number number_of(std::string_view word) {
  Number number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

Plan read_plan(std::string_view& text) {
  Plan plan;
  const auto* const kind = std::find(kind_names.begin(), kind_names.end(), next_word(text));
  plan.kind = static_cast<Kind>(kind - kind_names.begin());
  plan.number = number_of<std::uint64_t>(next_word(text));
  constexpr std::array<std::string_view, 4> modes{"none", "once", "from-then", "part"};
  const auto* const mode = std::find(modes.begin(), modes.end(), next_word(text));
  plan.mode = static_cast<Mode>(mode - modes.begin());
  plan.error = number_of<int>(next_word(text));
  return plan;
}

Counters* map_counters(const char* path) {
  const int file = ::open(path, O_RDWR | O_CLOEXEC); // NOLINT: C's arguments
  void* const memory =
      ::mmap(nullptr, sizeof(Counters), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return memory == MAP_FAILED ? nullptr : static_cast<Counters*>(memory);
}

} // namespace

void start(std::string_view plan) {
  state().plan = read_plan(plan);
  state().counters = map_counters(plan.data());
}

Mode count(Kind kind) {
  auto& [plan, counters] = state();
  if (counters == nullptr || exemptions() > 0)
    return Mode::none;
  const auto number = ++counters->calls[static_cast<std::size_t>(kind)];
  const bool is_meant =
      kind == plan.kind &&
      (number == plan.number || (plan.mode == Mode::from_then && number > plan.number));
  if (plan.mode == Mode::none || !is_meant)
    return Mode::none;
  ++counters->failed;
  errno = plan.error;
  return plan.mode;
}

void forgive() { --state().counters->failed; }

Exemption::Exemption() { ++exemptions(); }

Exemption::~Exemption() { --exemptions(); }

} // namespace eldest::faults
