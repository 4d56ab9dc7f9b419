#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace eldest {

/// The kind of work that a processor is doing.
enum class Phase : std::uint8_t {
  searching,
  deferred, ///< searching sons that it had deferred because others were searching them
  helping,  ///< searching for one of its slaves, as a master that would otherwise wait for them
  ahead,    ///< searching what no other processor waits for yet
  repeated, ///< searching again what has been searched, or begun, to the same depth before
};
inline constexpr std::size_t phase_count = 5;

/// A processor that keeps track of its phase. `enter_phase(phase)` begins `phase` and returns the
/// phase before.
template <class M>
concept ShowsPhases = requires(M& processor, Phase phase) {
  { processor.enter_phase(phase) } -> std::same_as<Phase>;
};

/// A guard that keeps a processor in a phase for its lifetime. Guards end in the reverse order of
/// their beginnings. On a processor that does not keep track of its phase a guard does nothing.
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
  /// Enters a phase and returns the previous one.
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
