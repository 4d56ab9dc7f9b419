#pragma once

#include "algorithms/search/processor.hpp"
#include "algorithms/split_points/handlers.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <vector>

namespace eldest::split_points {

/// A word in shared memory that one processor reads from time to time: see WatchesWords. The
/// handler H reads it into its member `word`.
template <class M, class H> class WatchedWord {
public:
  [[nodiscard]] Key read(M& processor, Key key) {
    if (!is_unchanged(processor, key)) {
      H reader;
      processor.ask(key, reader);
      processor.await_answer();
      seen_ = reader.word;
    }
    return seen_;
  }

  /// Tells that the processor itself has left `word` there, so that its cache has it.
  void saw(Key word) { seen_ = word; }

private:
  static constexpr Key nothing = ~Key{0};

  [[nodiscard]] bool is_unchanged([[maybe_unused]] const M& processor,
                                  [[maybe_unused]] Key key) const {
    if constexpr (WatchesWords<M>)
      return processor.template unchanged<H>(key, seen_);
    else
      return false;
  }

  Key seen_ = nothing;
};

/// The notices of all processors, as one of them reads them.
template <class M> class WatchedNotices {
public:
  explicit WatchedNotices(M& processor)
      : processor_(processor), words_(static_cast<std::size_t>(processor.processors())) {}

  /// The word of the notice of processor `rank`: see ProcessorStatus.
  [[nodiscard]] Key read(int rank) {
    return words_[static_cast<std::size_t>(rank)].read(processor_, static_cast<Key>(rank));
  }
  /// See WatchedWord.
  void saw(int rank, Key word) { words_[static_cast<std::size_t>(rank)].saw(word); }

private:
  M& processor_;
  std::vector<WatchedWord<M, ReadStatus>> words_;
};

/// A split point, as one processor reads its state.
template <class M> class WatchedSplitPoint {
public:
  explicit WatchedSplitPoint(const SplitPointId& id) : id_(id) {}

  [[nodiscard]] const SplitPointId& id() const { return id_; }

  /// Its state. If another split point has taken its place, it is over.
  [[nodiscard]] SplitPointState read(M& processor) {
    const auto state = SplitPointState::of(word_.read(processor, id_.place));
    return state.generation == id_.generation ? state
                                              : SplitPointState{id_.generation, false, true, true};
  }

  /// See WatchedWord.
  void saw(Key word) { word_.saw(word); }

private:
  SplitPointId id_;
  WatchedWord<M, ReadState> word_;
};

} // namespace eldest::split_points
