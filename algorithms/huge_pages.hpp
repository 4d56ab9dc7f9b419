#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace eldest {

/// Allocates what is large in huge pages, where the system has them: a table that is read all over
/// needs a page's address nearly as often as its content.
template <class T> struct HugePages {
  using value_type = T;

  HugePages() = default;
  template <class Other> explicit HugePages(const HugePages<Other>& /*other*/) {}

  [[nodiscard]] T* allocate(std::size_t count) {
    const auto bytes = count * sizeof(T);
    if (bytes < page_bytes)
      return static_cast<T*>(::operator new(bytes));
    void* const memory = ::operator new(bytes, std::align_val_t(page_bytes));
    ::madvise(memory, bytes, MADV_HUGEPAGE); // a wish
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
