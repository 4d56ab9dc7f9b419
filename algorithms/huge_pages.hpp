#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace eldest {

/// An allocator that puts large blocks into huge pages, where the system has them: a table read at
/// random needs the address of a page nearly as often as its content.
template <class T> struct HugePages {
  using value_type = T;

  HugePages() = default;
  template <class Other> explicit HugePages(const HugePages<Other>& /*other*/) {}

  [[nodiscard]] T* allocate(std::size_t count) {
    const auto bytes = count * sizeof(T);
    if (bytes < page_bytes)
      return static_cast<T*>(::operator new(bytes));
    void* const memory = ::operator new(bytes, std::align_val_t(page_bytes));
    ::madvise(memory, bytes, MADV_HUGEPAGE); // a request
    return static_cast<T*>(memory);
  }

  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < page_bytes)
      ::operator delete(memory);
    else
      ::operator delete(memory, std::align_val_t(page_bytes));
  }

  bool operator==(const HugePages&) const = default;

private:
  static constexpr std::size_t page_bytes = std::size_t{2} << 20U;
};

} // namespace eldest
