#pragma once

#include "algorithms/search/node_type.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/ybn/granularity.hpp"
#include "algorithms/ybn/settings.hpp"
#include "algorithms/ybn/work_notices.hpp"
#include "algorithms/ybwc/path.hpp"
#include "trees/position.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace eldest::ybn {

/// Sharing of work in Young Brothers on Notice: see ybn.hpp. ybwc::OnRequest describes the members.
template <Position P, Processor M> class AnnouncedWork {
public:
  /// Both arguments must outlive this object.
  AnnouncedWork(M& processor, const YbnSettings& own)
      : processor_(processor),
        own_(own),
        notices_(processor, own.looks),
        granularity_(own.granularity) {}

  [[nodiscard]] const YbnCounters& counters() const { return counters_; }

  // Giving

  [[nodiscard]] bool worth_giving(const ybwc::Frame<P>& frame) const {
    return granularity_.worth_giving(frame.node.depth - 1);
  }

  [[nodiscard]] bool comes_first(const ybwc::Frame<P>& frame) const {
    return !own_.needed_first || frame.type != NodeType::cut;
  }

  template <class OwnPath, class MaySplit> void show(const OwnPath& path, MaySplit may_split) {
    if (unchanged_above_ && splittable_ + 1 < path.size()) { // as in nearly all nodes
      assert(may_split(path[splittable_]));
      return;
    }
    const bool shown = notices_.shows_some() && !given_since_shown_;
    if (!shown || splittable_ >= path.size() || !may_split(path[splittable_]))
      show_anew(path, may_split);
    unchanged_above_ = splittable_ + 1 < path.size();
  }

  // Asking

  [[nodiscard]] bool looks_again() const { return reading_pays(); }

  template <class Draw> [[nodiscard]] std::optional<int> find_owner(Draw draw) {
    if (!reading_pays())
      return std::nullopt;
    const auto owner = notices_.find(draw(static_cast<std::size_t>(processor_.processors()) - 1));
    ++(owner ? counters_.sons_claimed : counters_.searches_in_vain);
    return owner;
  }

  template <class Slaves>
  [[nodiscard]] std::size_t find_slave(const Slaves& slaves, std::size_t drawn) {
    const bool reads = own_.helper_reads && reading_pays();
    for (std::size_t i = 0; reads && i < slaves.size(); ++i) {
      const auto index = (drawn + i) % slaves.size();
      if (notices_.claim(slaves[index].rank)) {
        ++counters_.helps_claimed;
        return index;
      }
    }
    return drawn;
  }

  // Measuring

  void asked() { asked_ = processor_.now(); }
  void replied() {
    const double trip = processor_.now() - asked_;
    least_trip_ = least_trip_ ? std::min(*least_trip_, trip) : trip;
  }

  /// Of a depth with many measurements, measures one son in 16. Reading the clock takes as long as
  /// a tenth of a leaf.
  void son_begins(int ply, int depth) {
    if (alone())
      return;
    auto& son = sons_[index(ply)];
    son.measured = !granularity_.has_many(depth) || sons_begun_++ % sons_per_measurement == 0;
    if (son.measured)
      son = {true, processor_.now(), disturbances_};
  }

  void son_ends(int ply, int depth) {
    const auto& son = sons_[index(ply)];
    if (son.measured)
      measure(son, depth);
  }

  void begin_message() {
    looked_.reset();
    if (!alone() && may_have_message(processor_))
      looked_ = processor_.now();
  }
  void end_messages() { looked_.reset(); }
  void disturb() {
    ++disturbances_;
    unchanged_above_ = false;
  }

  void gave_son() {
    given_since_shown_ = true;
    disturb();
    if (looked_)
      granularity_.add_gift(processor_.now() - *looked_);
  }

  void took_answer() {
    if (looked_)
      granularity_.add_answer(processor_.now() - *looked_);
  }

private:
  static constexpr std::uint32_t sons_per_measurement = 16;

  /// A son that is being searched.
  struct Son {
    bool measured = false;
    double begun = 0;
    std::uint64_t disturbances = 0; ///< value of `disturbances_` when its search began
  };

  /// Shows the sons of a path if there are some and the notice shows none, if there are none and it
  /// shows some, or if one has been given since.
  template <class OwnPath, class MaySplit>
  [[gnu::noinline]] void show_anew(const OwnPath& path, MaySplit may_split) {
    splittable_ = 0;
    while (splittable_ < path.size() && !may_split(path[splittable_]))
      ++splittable_;
    const bool some = splittable_ < path.size();
    if (!given_since_shown_ && some == notices_.shows_some())
      return;
    given_since_shown_ = false;
    std::uint64_t sons = 0;
    for (std::size_t i = splittable_; i < path.size(); ++i) {
      if (may_split(path[i]))
        sons += path[i].moves.left();
    }
    notices_.show(sons);
  }

  [[gnu::noinline]] void measure(const Son& son, int depth) {
    unchanged_above_ = false;
    if (son.disturbances == disturbances_)
      granularity_.add_son(depth, processor_.now() - son.begun);
  }

  /// Returns true if this is the only processor, so that nobody asks for work and there is nothing
  /// to measure.
  [[nodiscard]] bool alone() const { return processor_.processors() == 1; }

  /// Returns true if notices are to be read. Reading one pays if that takes no more than half of
  /// the least round trip of a request, which would then not even have arrived. Until a round trip
  /// has been measured, and without `reads_if_quicker`, notices are always read.
  [[nodiscard]] bool reading_pays() const {
    return !own_.reads_if_quicker || !least_trip_ || notices_.reading_time() <= *least_trip_ / 2;
  }

  static std::size_t index(int ply) { return static_cast<std::size_t>(ply); }

  M& processor_;
  const YbnSettings& own_;
  YbnCounters counters_;
  WorkNotices<M> notices_;
  Granularity granularity_;
  std::array<Son, max_ply + 1> sons_; ///< sons being searched, by the ply of the father
  std::uint64_t disturbances_ = 0;
  std::uint32_t sons_begun_ = 0; ///< of depths with many measurements
  /// Index on the path of the node that `show` found last to be splittable.
  std::size_t splittable_ = 0;
  /// True if that node need not be looked at again while it is above the last one. Set by `show`.
  /// Reset when a message comes, a son is given, or a son is measured.
  bool unchanged_above_ = false;
  /// Time of the poll that returned the message being handled, in seconds since the start. Nothing
  /// if the message was waited for, or came too late to be seen before the poll.
  std::optional<double> looked_;
  bool given_since_shown_ = false;
  double asked_ = 0;                 ///< time of this processor's last request, in seconds
  std::optional<double> least_trip_; ///< seconds from a request to a job or a refusal
};

} // namespace eldest::ybn
