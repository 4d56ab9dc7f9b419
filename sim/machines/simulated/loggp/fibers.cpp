#include "sim/machines/simulated/loggp/fibers.hpp"

#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace eldest {
namespace {

namespace context = boost::context;

/// Room for a search to max_ply with a list of moves in every frame. The system gives memory to the
/// pages that are used.
constexpr std::size_t stack_bytes = 2 << 20;

#ifdef __SANITIZE_ADDRESS__
constexpr bool address_sanitizer = true;
#else
constexpr bool address_sanitizer = false;
#endif

/// Stacks from the system, with a page below each that must not be touched.
class MappedStacks {
public:
  explicit MappedStacks(std::size_t index) : index_(index) {}

  [[nodiscard]] context::stack_context allocate() const {
    void* const bottom = ::mmap(nullptr, mapped_bytes(), PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (bottom == MAP_FAILED || ::mprotect(bottom, page_bytes(), PROT_NONE) != 0)
      throw std::bad_alloc();
    // AddressSanitizer may still know of the frames of a fiber whose stack was here before.
    ASAN_UNPOISON_MEMORY_REGION(bottom, mapped_bytes());
    context::stack_context stack;
    stack.size = mapped_bytes() - colour();
    stack.sp = static_cast<std::byte*>(bottom) + stack.size;
    return stack;
  }

  static void deallocate(context::stack_context& stack) noexcept {
    ::munmap(static_cast<std::byte*>(stack.sp) - stack.size, mapped_bytes());
  }

private:
  static std::size_t page_bytes() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }
  static std::size_t mapped_bytes() { return stack_bytes + 2 * page_bytes(); }

  /// Stacks begin at different offsets in a page: or they would all use the same few sets of the
  /// first-level cache.
  [[nodiscard]] std::size_t colour() const {
    constexpr std::size_t cache_line = 64;
    return index_ * 5 * cache_line % page_bytes();
  }

  std::size_t index_;
};

} // namespace

/// From when a fiber begins until it ends: tells AddressSanitizer, which follows no stacks itself.
class Fibers::Turn {
public:
  explicit Turn(Fibers& fibers) : fibers_(fibers) {
    if constexpr (address_sanitizer) {
      const void* bottom = nullptr;
      std::size_t bytes = 0;
      __sanitizer_finish_switch_fiber(nullptr, &bottom, &bytes);
      auto& caller = fibers_.stacks_.back(); // of `run`, which the first fiber comes from
      if (caller.bottom == nullptr)
        caller = {bottom, bytes, caller.fake};
    }
  }
  ~Turn() {
    const auto& next = fibers_.stacks_[fibers_.running_];
    if constexpr (address_sanitizer)
      __sanitizer_start_switch_fiber(nullptr, next.bottom, next.bytes);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

private:
  Fibers& fibers_;
};

/// The same while another one goes on.
class Fibers::Absence {
public:
  Absence(Stack& own, const Stack& next) : own_(own) {
    if constexpr (address_sanitizer)
      __sanitizer_start_switch_fiber(&own_.fake, next.bottom, next.bytes);
  }
  ~Absence() {
    if constexpr (address_sanitizer)
      __sanitizer_finish_switch_fiber(own_.fake, nullptr, nullptr);
  }
  Absence(const Absence&) = delete;
  Absence& operator=(const Absence&) = delete;

private:
  Stack& own_;
};

Fibers::Fibers(std::size_t count, Body body)
    : body_(std::move(body)), suspended_(count + 1), stacks_(count + 1), running_(count) {
  for (std::size_t index = 0; index < count; ++index)
    suspended_[index] = make_fiber(index);
}

Fibers::~Fibers() {
  for (std::size_t index = 0; index + 1 < suspended_.size(); ++index) {
    if (suspended_[index]) {
      const Absence absence(stacks_.back(), stacks_[index]);
      suspended_[index] = {};
    }
  }
}

context::fiber Fibers::make_fiber(std::size_t index) {
  const MappedStacks stacks(index);
  auto stack = stacks.allocate();
  stacks_[index] = {static_cast<std::byte*>(stack.sp) - stack.size, stack.size};
  return {std::allocator_arg, context::preallocated(stack.sp, stack.size, stack), stacks,
          [this, index](context::fiber&& /*none*/) {
            const Turn turn(*this);
            running_ = body_(index).value_or(suspended_.size() - 1);
            return std::move(suspended_[running_]);
          }};
}

void Fibers::run(std::size_t first) { hand_over_to(first); }

void Fibers::hand_over_to(std::size_t next) {
  const auto self = std::exchange(running_, next);
  const Absence absence(stacks_[self], stacks_[next]);
  // Not `resume`, which comes back by a jump: real processors predict where a return goes by the
  // calls before it, and would be wrong for every one up to the search.
  std::move(suspended_[next]).resume_with([this, self](context::fiber&& from) {
    suspended_[self] = std::move(from);
    return context::fiber();
  });
}

} // namespace eldest
