#include "sim/machines/simulated/loggp/fibers.hpp"

#include "sim/machines/simulated/loggp/prefetch_lines.hpp"
#include "sim/machines/simulated/stacks.hpp"
#include "sim/system/sanitizers.hpp"

#include <fmt/format.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

namespace eldest {
namespace {

namespace context = boost::context;

/// Numbers of cache lines to prefetch of a suspended fiber's stack, `lines_needed` in all.
/// `lines_below` of them are below the frame of `hand_over_to`, and hold what Boost has saved. The
/// others reach up to the search that called the machine.
constexpr std::size_t lines_below = 2;
constexpr std::size_t lines_needed = 8;

std::size_t page_bytes() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }
std::size_t mapped_bytes() { return stack_bytes + 2 * page_bytes(); }

/// Stacks that Boost.Context must not free.
struct KeptStacks {
  static void deallocate(const context::stack_context& /*stack*/) noexcept {}
};

} // namespace

/// The stacks of all fibers, in one mapping. Each of up to `most_guarded_stacks` stacks has a guard
/// page below it. More stacks have none.
class Fibers::Stacks {
public:
  explicit Stacks(std::size_t count) : pages_(map(count), Unmap{count * mapped_bytes()}) {
    // Most fibers use a few small pages. A huge page would be as large as the stack. Systems that
    // have no huge pages refuse the advice.
    ::madvise(pages_.get(), count * mapped_bytes(), MADV_NOHUGEPAGE);
    for (std::size_t index = 0; count <= most_guarded_stacks && index < count; ++index) {
      if (::mprotect(bottom(index), page_bytes(), PROT_NONE) != 0)
        throw_errno("guard", count);
    }
  }

  [[nodiscard]] context::stack_context context(std::size_t index) const {
    context::stack_context context;
    context.size = bytes(index);
    context.sp = bottom(index) + context.size;
    return context;
  }
  [[nodiscard]] Bounds bounds(std::size_t index) const {
    return {bottom(index), bytes(index), nullptr};
  }

private:
  struct Unmap {
    std::size_t bytes;

    void operator()(std::byte* pages) const noexcept {
      // Otherwise, AddressSanitizer would still know of frames at these addresses when other data
      // are put there.
      ASAN_UNPOISON_MEMORY_REGION(pages, bytes);
      ::munmap(pages, bytes);
    }
  };

  [[noreturn]] static void throw_errno(std::string_view verb, std::size_t count) {
    constexpr std::size_t mib = 1 << 20;
    throw std::system_error(errno, std::generic_category(),
                            fmt::format("cannot {} {} MiB of addresses for {} stacks", verb,
                                        count * mapped_bytes() / mib, count));
  }

  static std::byte* map(std::size_t count) {
    void* const pages = ::mmap(nullptr, count * mapped_bytes(), PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (pages == MAP_FAILED)
      throw_errno("reserve", count);
    return static_cast<std::byte*>(pages);
  }

  [[nodiscard]] std::byte* bottom(std::size_t index) const {
    return pages_.get() + index * mapped_bytes();
  }
  /// Bytes of a stack, up to its beginning. Beginnings have different offsets in their pages,
  /// because otherwise all stacks would use the same few sets of the first-level cache.
  static std::size_t bytes(std::size_t index) {
    return mapped_bytes() - index * 5 * cache_line % page_bytes();
  }

  std::unique_ptr<std::byte, Unmap> pages_;
};

/// Guard from a fiber's beginning until its end. Tells AddressSanitizer of the switches between
/// stacks, which it does not see itself.
class Fibers::Turn {
public:
  explicit Turn(Fibers& fibers) : fibers_(fibers) {
    if constexpr (address_sanitizer) {
      const void* bottom = nullptr;
      std::size_t bytes = 0;
      __sanitizer_finish_switch_fiber(nullptr, &bottom, &bytes);
      auto& caller = fibers_.bounds_.back(); // of `run`, from which the first fiber comes
      if (caller.bottom == nullptr)
        caller = {bottom, bytes, caller.fake};
    }
  }
  ~Turn() {
    const auto& next = fibers_.bounds_[fibers_.running_];
    if constexpr (address_sanitizer)
      __sanitizer_start_switch_fiber(nullptr, next.bottom, next.bytes);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

private:
  Fibers& fibers_;
};

/// Guard that tells AddressSanitizer of the switches to another fiber and back, between which this
/// fiber is suspended.
class Fibers::Absence {
public:
  Absence(Bounds& own, const Bounds& next) : own_(own) {
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
  Bounds& own_;
};

Fibers::Fibers(std::size_t count, Body body)
    : body_(std::move(body)),
      stacks_(std::make_unique<Stacks>(count)),
      suspended_(count + 1),
      bounds_(count + 1),
      frames_(count + 1),
      running_(count) {
  for (std::size_t index = 0; index < count; ++index)
    bounds_[index] = stacks_->bounds(index);
}

Fibers::~Fibers() {
  for (std::size_t index = 0; index + 1 < suspended_.size(); ++index) {
    if (suspended_[index]) {
      const Absence absence(bounds_.back(), bounds_[index]);
      suspended_[index] = {};
    }
  }
}

context::fiber Fibers::take(std::size_t index) {
  if (suspended_[index])
    return std::move(suspended_[index]);
  const auto stack = stacks_->context(index);
  return {std::allocator_arg, context::preallocated(stack.sp, stack.size, stack), KeptStacks{},
          [this, index](context::fiber&& /*none*/) {
            const Turn turn(*this);
            running_ = body_(index).value_or(suspended_.size() - 1);
            return take(running_);
          }};
}

void Fibers::run(std::size_t first) { hand_over_to(first); }

void Fibers::hand_over_to(std::size_t next) {
  const auto self = std::exchange(running_, next);
  frames_[self] = static_cast<const std::byte*>(__builtin_frame_address(0));
  const Absence absence(bounds_[self], bounds_[next]);
  // Not `resume`, which comes back by a jump. Processors predict the target of a return by the
  // calls before it. After a jump, they would be wrong for every return up to the search.
  take(next).resume_with([this, self](context::fiber&& from) {
    suspended_[self] = std::move(from);
    return context::fiber();
  });
}

void Fibers::prefetch(std::size_t index) const {
  if (frames_[index] != nullptr)
    prefetch_lines(frames_[index] - lines_below * cache_line, lines_needed);
}

} // namespace eldest
