#include "sim/loggp/fibers.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace eldest {
namespace {

namespace context = boost::context;

/// Room for a search to max_ply with a list of moves in every frame. The system gives memory to the
/// pages that are used.
constexpr std::size_t stack_bytes = 2 << 20;

/// Stacks from the system, with a page below each that must not be touched.
class MappedStacks {
public:
  explicit MappedStacks(std::size_t index) : index_(index) {}

  [[nodiscard]] context::stack_context allocate() const {
    void* const bottom = ::mmap(nullptr, mapped_bytes(), PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (bottom == MAP_FAILED || ::mprotect(bottom, page_bytes(), PROT_NONE) != 0)
      throw std::bad_alloc();
    context::stack_context stack;
    stack.size = mapped_bytes() - colour();
    stack.sp = static_cast<std::byte*>(bottom) + stack.size;
    return stack;
  }

  void deallocate(context::stack_context& stack) const noexcept {
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

Fibers::Fibers(std::size_t count, Body body)
    : body_(std::move(body)), suspended_(count + 1), started_(count), running_(count) {}

Fibers::~Fibers() = default;

void Fibers::start(std::size_t index) {
  started_[index] = true;
  suspended_[index] = context::fiber(
      std::allocator_arg, MappedStacks(index), [this, index](context::fiber&& /*none*/) {
        const auto next = body_(index).value_or(suspended_.size() - 1);
        if (next + 1 < suspended_.size() && !started_[next])
          start(next);
        running_ = next;
        return std::move(suspended_[next]);
      });
}

void Fibers::run(std::size_t first) { hand_over_to(first); }

void Fibers::hand_over_to(std::size_t next) {
  if (!started_[next])
    start(next);
  const auto self = std::exchange(running_, next);
  std::move(suspended_[next]).resume_with([this, self](context::fiber&& from) {
    suspended_[self] = std::move(from);
    return context::fiber();
  });
}

} // namespace eldest
