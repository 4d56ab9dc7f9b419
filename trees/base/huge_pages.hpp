#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory_resource>
#include <new>

namespace eldest {

/// Memory whose large blocks, of 2 MiB or more, lie in huge pages if the system has them. A table
/// read at random needs the address of a page nearly as often as its content.
class HugePages final : public std::pmr::memory_resource {
private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes < page_bytes)
      return ::operator new(bytes, std::align_val_t(alignment));
    void* const memory = ::operator new(bytes, std::align_val_t(page_bytes));
    ::madvise(memory, bytes, MADV_HUGEPAGE); // only a request
    return memory;
  }

  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    ::operator delete(memory, std::align_val_t(bytes < page_bytes ? alignment : page_bytes));
  }

  [[nodiscard]] bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return dynamic_cast<const HugePages*>(&other) != nullptr;
  }

  static constexpr std::size_t page_bytes = std::size_t{2} << 20U;
};

/// Returns the one resource that all callers share.
[[nodiscard]] inline std::pmr::memory_resource* huge_pages() {
  static HugePages resource;
  return &resource;
}

} // namespace eldest
