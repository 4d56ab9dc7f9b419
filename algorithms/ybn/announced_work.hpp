#pragma once

#include "algorithms/search/granularity.hpp"
#include "algorithms/search/node_type.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/running_mean.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/ybn/eldest_rates.hpp"
#include "algorithms/ybn/settings.hpp"
#include "algorithms/ybn/work_notices.hpp"
#include "algorithms/ybwc/path.hpp"
#include "trees/position.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace eldest::ybn {

/// Sharing of work in Young Brothers on Notice: see ybn.hpp. ybwc::OnRequest describes the members.
template <Position P, Processor M>
requires TimesPolls<M>
class AnnouncedWork {
public:
  /// Both arguments must outlive this object.
  AnnouncedWork(M& processor, const YbnSettings& own)
      : processor_(processor),
        own_(own),
        notices_(processor, own.looks, own.past_eldest_looks),
        granularity_(own.granularity) {}

  [[nodiscard]] const YbnCounters& counters() const { return counters_; }

  // Giving

  /// Returns true if sons of the node are worth giving away. This is so if sons of their depth have
  /// not been measured, or if sons up to that depth take long enough.
  [[nodiscard]] bool worth_giving(const ybwc::Frame<P>& frame) const {
    const int depth = frame.node.depth - 1;
    return granularity_.long_up_to(depth) || !granularity_.knows(depth);
  }

  [[nodiscard]] bool comes_first(const ybwc::Frame<P>& frame) const {
    return !own_.needed_first || frame.type != NodeType::cut;
  }

  [[nodiscard]] int waste_past_eldest(const ybwc::Frame<P>& frame) const {
    if (!goes_past_eldest())
      return 256;
    return static_cast<int>(std::ceil(255 * rates_.of(frame.type, frame.node.depth)));
  }

  [[nodiscard]] int accepted_waste() const {
    if (!goes_past_eldest())
      return 0;
    const double busy = processor_.now() - idle_;
    const double odds = own_.past_eldest * idle_;
    return odds > 0 ? static_cast<int>(255 * odds / (odds + busy)) : 0;
  }

  [[nodiscard]] bool foreknows_eldest(const ybwc::Frame<P>& frame) const {
    switch (own_.oracle) {
    case Oracle::none:
      return false;
    case Oracle::pv:
      return frame.type == NodeType::pv;
    case Oracle::cut:
      return frame.type == NodeType::cut;
    case Oracle::all:
      return frame.type == NodeType::all;
    case Oracle::outside:
      return frame.type == NodeType::outside;
    case Oracle::any:
      break;
    }
    return true;
  }

  void take_eldest(const ybwc::Frame<P>& frame) {
    if (goes_past_eldest() && !frame.needs_guess())
      rates_.add(frame.type, frame.node.depth, frame.cut_off());
  }

  void take_guess(const ybwc::Frame<P>& frame, bool wrong) {
    rates_.add(frame.type, frame.node.depth, wrong);
  }

  [[nodiscard]] std::size_t guess_plies() const {
    return static_cast<std::size_t>(own_.guess_plies);
  }

  /// Inlined, because it is called at every node and seldom has anything to do.
  template <class OwnPath, class MaySplit, class Waste>
  [[gnu::always_inline]] void show(const OwnPath& path, MaySplit may_split, Waste waste) {
    if (unchanged_above_ && splittable_ + 1 < path.size()) [[likely]]
      assert(may_split(path[splittable_]));
    else
      look_at(path, may_split, waste);
  }

  // Asking

  [[nodiscard]] bool looks_again() const { return reading_pays(); }

  template <class Draw> [[nodiscard]] std::optional<int> find_owner(Draw draw) {
    if (!reading_pays())
      return std::nullopt;
    const auto owner = notices_.find(draw(static_cast<std::size_t>(processor_.processors()) - 1),
                                     accepted_waste());
    ++(owner ? counters_.sons_claimed : counters_.searches_in_vain);
    return owner;
  }

  template <class Slaves>
  [[nodiscard]] std::size_t find_slave(const Slaves& slaves, std::size_t drawn) {
    const bool reads = own_.helper_reads && reading_pays();
    const int waste = accepted_waste();
    for (std::size_t i = 0; reads && i < slaves.size(); ++i) {
      const auto index = (drawn + i) % slaves.size();
      if (notices_.claim(slaves[index].rank, waste)) {
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
    idle_ += trip;
    least_trip_ = least_trip_ ? std::min(*least_trip_, trip) : trip;
  }

  // A reading of the clock takes as long as a tenth of a leaf. So of a depth with many
  // measurements, one son in 64 is measured.

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
    if (son.measured && son.disturbances == disturbances_)
      add_son(depth, son.begun);
  }

  [[nodiscard]] bool leaf_begins() {
    if (--leaves_until_measurement_ > 0) [[likely]]
      return false;
    return begin_measured_leaf();
  }

  [[gnu::noinline]] void leaf_ends() { add_son(0, leaf_begun_); }

  void begin_messages() { polled_ = true; }
  void end_messages() { polled_ = false; }
  void disturb() {
    ++disturbances_;
    unchanged_above_ = false;
  }

  void gave_early_son() { ++counters_.early_splits; }
  void test_again() { ++counters_.early_repeated; }

  void gave_son() {
    given_since_shown_ = true;
    disturb();
    add_delay(gifts_);
  }

  void took_answer() { add_delay(answers_); }

private:
  static constexpr int sons_per_measurement = 64;

  /// A son that is being searched.
  struct Son {
    bool measured = false;
    double begun = 0;
    std::uint64_t disturbances = 0; ///< value of `disturbances_` when its search began
  };

  /// Shows the sons of a path if that is needed.
  template <class OwnPath, class MaySplit, class Waste>
  [[gnu::noinline]] void look_at(const OwnPath& path, MaySplit may_split, Waste waste) {
    const bool shown = notices_.shows_some() && !given_since_shown_;
    if (!shown || splittable_ >= path.size() || !may_split(path[splittable_]))
      show_anew(path, may_split, waste);
    unchanged_above_ = splittable_ + 1 < path.size();
  }

  /// Shows the sons of a path if there are some and the notice shows none, if there are none and it
  /// shows some, or if one has been given since. Early sons are shown only beside no others.
  template <class OwnPath, class MaySplit, class Waste>
  void show_anew(const OwnPath& path, MaySplit may_split, Waste waste) {
    splittable_ = 0;
    while (splittable_ < path.size() && !may_split(path[splittable_]))
      ++splittable_;
    const bool some = splittable_ < path.size();
    const auto early = some || !goes_past_eldest() ? SonsOnNotice{} : early_sons(path, waste);
    if (!given_since_shown_ && some == notices_.shows_some() &&
        (early.early > 0) == notices_.shows_early())
      return;
    given_since_shown_ = false;
    auto shown = early;
    for (std::size_t i = splittable_; i < path.size(); ++i) {
      if (may_split(path[i]))
        shown.sons += path[i].sons_left();
    }
    notices_.show(shown);
  }

  /// Returns the early sons of a path, and the least waste among them.
  template <class OwnPath, class Waste>
  [[nodiscard]] static SonsOnNotice early_sons(const OwnPath& path, Waste waste) {
    SonsOnNotice all{0, 0, 255};
    for (std::size_t i = 0; i < path.size(); ++i) {
      const int own = waste(path[i]);
      if (own > 255)
        continue;
      all.early += path[i].sons_left();
      all.waste = std::min(all.waste, own);
    }
    return all.early > 0 ? all : SonsOnNotice{};
  }

  /// Begins to measure the next leaf. Returns false if nothing is to be measured. Not inlined,
  /// because few leaves are measured.
  [[gnu::noinline]] bool begin_measured_leaf() {
    leaves_until_measurement_ = granularity_.has_many(0) || alone() ? sons_per_measurement : 1;
    if (alone())
      return false;
    leaf_begun_ = processor_.now();
    return true;
  }

  /// Adds a measured son. Not inlined, because few sons are measured.
  [[gnu::noinline]] void add_son(int depth, double begun) {
    granularity_.add_search(depth, processor_.now() - begun);
    unchanged_above_ = false;
  }

  /// Adds the time since the poll that found the current message to `delays`. Does nothing if no
  /// poll has found it. The cost of giving a son away is the mean delay by a request plus that
  /// by an answer. Delays that have not been measured count as 0.
  void add_delay(RunningMean& delays) {
    if (!polled_)
      return;
    delays.add(processor_.now() - processor_.last_poll_began());
    granularity_.set_cost(gifts_.value() + answers_.value());
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

  [[nodiscard]] bool goes_past_eldest() const { return own_.past_eldest > 0; }

  static std::size_t index(int ply) { return static_cast<std::size_t>(ply); }

  M& processor_;
  const YbnSettings& own_;
  YbnCounters counters_;
  WorkNotices<M> notices_;
  Granularity granularity_;
  EldestRates rates_;
  RunningMean gifts_;                 ///< delays by requests that are served with a son, in seconds
  RunningMean answers_;               ///< delays by slaves' answers, in seconds
  std::array<Son, max_ply + 1> sons_; ///< sons being searched, by the ply of the father
  std::uint64_t disturbances_ = 0;
  unsigned sons_begun_ = 0; ///< of depths with many measurements
  int leaves_until_measurement_ = 0;
  double leaf_begun_ = 0; ///< time at which the visit of the measured leaf began
  /// Index on the path of the node that `show` found last to be splittable.
  std::size_t splittable_ = 0;
  /// True if that node need not be looked at again while it is above the last one. Set by `show`.
  /// Reset when a message comes, a son is given, or a son is measured.
  bool unchanged_above_ = false;
  bool polled_ = false; ///< true while messages are handled that a poll has found
  bool given_since_shown_ = false;
  double idle_ = 0;                  ///< seconds from own requests to the replies
  double asked_ = 0;                 ///< time of this processor's last request, in seconds
  std::optional<double> least_trip_; ///< seconds from a request to a job or a refusal
};

} // namespace eldest::ybn
