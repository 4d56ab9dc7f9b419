#pragma once

#include <boost/context/fiber.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace eldest {

/// Pieces of a program that each have a stack of their own, of which one runs at a time, until it
/// hands over to another.
class Fibers {
public:
  /// `body(i)` is what fiber i runs, and returns which fiber goes on after its end, or none for
  /// `run` to return. An exception must not leave it, but for Boost.Context's own.
  using Body = std::function<std::optional<std::size_t>(std::size_t)>;

  Fibers(std::size_t count, Body body);
  ~Fibers(); ///< ends those that have not ended, as if by an exception

  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  /// Runs a fiber, and those it hands over to.
  void run(std::size_t first);

  /// Called in a fiber: another one goes on, until one hands over to this one.
  void hand_over_to(std::size_t next);

  /// Prefetches what a suspended fiber will need of its stack at first.
  void prefetch(std::size_t index) const;

private:
  class Stack;
  /// A stack as AddressSanitizer wants to know it.
  struct Bounds {
    const void* bottom = nullptr;
    std::size_t bytes = 0;
    void* fake = nullptr; ///< its own, of a suspended one
  };
  class Turn;
  class Absence;

  /// What goes on as a fiber, or as who called `run`. A fiber that has not begun is made only here,
  /// where it begins: one that has not has nothing that could be unwound.
  [[nodiscard]] boost::context::fiber take(std::size_t index);

  Body body_;
  std::vector<Stack> stacks_;
  /// By index, empty before they begin; the last is who called `run`.
  std::vector<boost::context::fiber> suspended_;
  std::vector<Bounds> bounds_; ///< of those
  /// Where each was in its stack when it handed over last, or null.
  std::vector<const std::byte*> frames_;
  std::size_t running_;
};

} // namespace eldest
