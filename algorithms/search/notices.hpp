#pragma once

#include "trees/score.hpp"

#include <cstddef>
#include <memory_resource>
#include <vector>

namespace eldest {

/// A word that a processor keeps for the others to read or change. ybn::WorkNotices keeps a number
/// of sons there.
struct alignas(64) Notice {
  Key word = 0;
};

/// The notices of all processors, each kept by its own processor. Access needs no lock, because a
/// notice is one word.
class Notices {
public:
  /// If `processors` is 0, no processor has a notice. `memory` must outlive this object.
  Notices(int processors, std::pmr::memory_resource* memory)
      : notices_(static_cast<std::size_t>(processors), memory) {}

  [[nodiscard]] bool empty() const { return notices_.empty(); }
  /// The notice of a rank in [0, processors).
  [[nodiscard]] Notice& of(Key rank) { return notices_[static_cast<std::size_t>(rank)]; }

private:
  std::pmr::vector<Notice> notices_;
};

} // namespace eldest
