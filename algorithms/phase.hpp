#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace eldest {

/// What a processor is doing, beyond searching as it would alone.
enum class Phase : std::uint8_t {
  searching,
  deferred, ///< sons that it had put off because others were searching them
  helping,  ///< as a master that has nothing left to do but to wait for its slaves
};
inline constexpr std::size_t phase_count = 3;

/// A machine whose processors show which phase they are in. `enter_phase(phase)` returns the one
/// before.
template <class M>
concept ShowsPhases = requires(M processor, Phase phase) {
  { processor.enter_phase(phase) } -> std::same_as<Phase>;
};

/// A processor is in a phase as long as this lives. These end in the reverse order of their
/// beginnings. On a machine that does not show phases this is nothing.
template <class M> class InPhase {
public:
  InPhase(M& processor, Phase phase) : processor_(&processor), before_(enter(phase)) {}
  InPhase(InPhase&& other) noexcept
      : processor_(std::exchange(other.processor_, nullptr)), before_(other.before_) {}
  InPhase(const InPhase&) = delete;
  InPhase& operator=(const InPhase&) = delete;
  InPhase& operator=(InPhase&&) = delete;
  ~InPhase() {
    if (processor_ != nullptr)
      enter(before_);
  }

private:
  /// Returns the phase before.
  Phase enter(Phase phase) {
    if constexpr (ShowsPhases<M>)
      return processor_->enter_phase(phase);
    else
      return phase;
  }

  M* processor_;
  Phase before_;
};

} // namespace eldest
