#pragma once

#include <boost/context/fiber.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace eldest {

/// Parts of a program (fibers), each with a stack of its own. One fiber runs at a time, until it
/// hands over to another.
class Fibers {
public:
  /// The function that fibers run: fiber i runs `body(i)`. It returns the index of the fiber that
  /// goes on after its end, or nothing if `run` is to return. No exceptions may leave it except
  /// Boost.Context's own.
  using Body = std::function<std::optional<std::size_t>(std::size_t)>;

  /// Throws std::system_error if the system has no addresses for the stacks left.
  Fibers(std::size_t count, Body body);
  ~Fibers(); ///< ends the fibers that have not ended, as if by an exception

  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  /// Runs fiber `first`, and the fibers that are handed over to. Returns when a fiber ends whose
  /// body names no next fiber. Others may still be suspended then. The destructor ends them.
  void run(std::size_t first);

  /// Suspends this fiber and runs fiber `next`. Returns when a fiber hands over to this one. Called
  /// in a fiber.
  void hand_over_to(std::size_t next);

  /// Prefetches the part of its stack that a suspended fiber will need first.
  void prefetch(std::size_t index) const;

private:
  class Stacks;
  /// The bounds of a stack, for AddressSanitizer.
  struct Bounds {
    const void* bottom = nullptr;
    std::size_t bytes = 0;
    void* fake = nullptr; ///< AddressSanitizer's own stack of a suspended fiber
  };
  class Turn;
  class Absence;

  /// Returns the suspended execution of fiber `index`, or of the caller of `run` if `index` is the
  /// last. A fiber is made only here, where it begins, because before that it has nothing to
  /// unwind.
  [[nodiscard]] boost::context::fiber take(std::size_t index);

  Body body_;
  std::unique_ptr<Stacks> stacks_;
  /// By index, empty for fibers that have not begun. The last is the caller of `run`.
  std::vector<boost::context::fiber> suspended_;
  std::vector<Bounds> bounds_; ///< by the same index
  /// By the same index: address in its stack at which each last handed over, or null.
  std::vector<const std::byte*> frames_;
  std::size_t running_;
};

} // namespace eldest
