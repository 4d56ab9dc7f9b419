#pragma once

#include "trees/score.hpp"

#include <cstddef>
#include <vector>

namespace eldest {

/// A word that a processor keeps for the others to read.
struct alignas(64) Notice {
  Key word = 0;
};

/// The notices of all processors, each kept by its own. Access needs no lock: a notice is one word.
class Notices {
public:
  /// None: nobody has one.
  Notices() = default;
  explicit Notices(int processors) : notices_(static_cast<std::size_t>(processors)) {}

  [[nodiscard]] bool empty() const { return notices_.empty(); }
  /// The notice of a rank in [0, processors).
  [[nodiscard]] Notice& of(Key rank) { return notices_[static_cast<std::size_t>(rank)]; }

private:
  std::vector<Notice> notices_;
};

} // namespace eldest
