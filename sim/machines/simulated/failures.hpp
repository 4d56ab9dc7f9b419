#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// Processors whose ranks follow one another.
struct RankRange {
  int first = 0;
  int last = 0; ///< the last of them, not below the first

  bool operator==(const RankRange&) const = default;
};

/// A part of the machine that fails: for good, or until it works again. Nobody is told of it. See
/// MessageFaults for what follows where a message between processors is lost. What each kind does:
///
/// - A processor that stops for good does nothing from then on: its account is idle, the part of
/// the
///   tables that it keeps is out of reach, even if it has finished before, and what is on its way
///   to it is lost; what it has sent arrives.
/// - A processor that stops for a while does nothing meanwhile, and goes on where it was. Nothing
/// is
///   lost: what it was about to do, to send and, unless its memory serves accesses by itself, to
///   serve comes later by that while.
/// - A processor that is slow takes longer for everything that it does itself: work, sending,
///   receiving, accesses to its own memory and, unless its memory serves them, those of others. A
///   stretch of work is as slow as the processor is at the times for which the work was planned,
///   without the accesses that were served in between.
/// - What would go through a link that has failed is lost, and so is what is on its way there when
///   it fails.
/// - Between processors that are apart and the others everything is lost that is on its way while
///   they are. Processors on the same host share its memory and are never apart.
struct Failure {
  static constexpr double never = std::numeric_limits<double>::infinity();

  double time = 0;       ///< when it begins, in seconds since the start
  int processor = 0;     ///< rank of the one that stops or is slow
  std::string link = {}; ///< name in the platform of a link that fails; empty: it is no link
  double until = never;  ///< when it is over, in seconds since the start, after `time`
  /// How many times as long the processor takes, 1 or more; 0: it stops.
  double slowness = 0;
  std::vector<RankRange> apart = {}; ///< processors that are cut off from all others

  [[nodiscard]] bool is_link() const { return !link.empty(); }
  [[nodiscard]] bool is_partition() const { return !apart.empty(); }
  [[nodiscard]] bool is_slow() const { return slowness > 0; }
  [[nodiscard]] bool is_stop() const { return !is_link() && !is_partition() && !is_slow(); }
  /// Whether a processor stops for a while.
  [[nodiscard]] bool is_pause() const { return is_stop() && !is_for_good(); }
  [[nodiscard]] bool is_for_good() const { return until == never; }
  /// Whether messages, or parts of tables, may be lost because of it.
  [[nodiscard]] bool loses() const {
    return is_link() || is_partition() || (is_stop() && is_for_good());
  }

  bool operator==(const Failure&) const = default;
};

/// What goes wrong with single messages between hosts, at random: messages between processors, and
/// each part of a table access, which is a message there or back. Messages that do not leave their
/// host are safe.
///
/// The messages of one processor to another are taken in the order in which they were sent, without
/// a gap, whatever fails: those that overtake a late one wait for it, and after one that is lost
/// none is taken any more, since nothing is sent again. Table accesses are not held up by others,
/// and may overtake each other.
///
/// The n-th message that a processor has sent, answers included, has a number drawn by SplitMix64
/// from the machine's seed, the processor's rank and n, for each of these faults: so a greater
/// probability concerns the same messages, and others.
struct MessageFaults {
  /// Probability that a message is lost. It takes the network as if it were not.
  double lost = 0;
  /// Probability that a message is carried a second time as soon as it has arrived. The second copy
  /// is known by its number and changes nothing, but takes the network and, if it is part of an
  /// access on its way there, the home's time to serve it.
  double doubled = 0;
  /// Probability that a message is late, by 0 to `late_by` seconds, at random.
  double late = 0;
  double late_by = 0;

  [[nodiscard]] bool any() const { return lost > 0 || doubled > 0 || late > 0; }

  bool operator==(const MessageFaults&) const = default;
};

/// Reads a list of failures, with times in seconds or as in 20ms: "3@0.5", processor 3 stops at 0.5
/// s; "3@0.5-0.7", it stops until 0.7 s; "link:NAME@1.2", a link fails; "slow:3x4@0.5", processor 3
/// takes 4 times as long from then on; "part:0-3+8@0.1-0.2", processors 0 to 3 and 8 are apart from
/// the others. Each may have an end or none. Throws InputError for any other text.
[[nodiscard]] std::vector<Failure> parse_failures(std::string_view text);

/// The text that is read as a failure, or a list of them.
[[nodiscard]] std::string text_of(const Failure& failure);
[[nodiscard]] std::string text_of(const std::vector<Failure>& failures);

/// Reads a probability, from 0 to 1; `name` is what it is of, for errors. Throws InputError.
[[nodiscard]] double parse_probability(std::string_view name, std::string_view text);

/// Reads "P:T", the probability that a message is late and the time, 0 to 3600 s, by which it is at
/// most, into `faults`; `name` as before. Throws InputError.
void parse_lateness(std::string_view name, std::string_view text, MessageFaults& faults);

} // namespace eldest
