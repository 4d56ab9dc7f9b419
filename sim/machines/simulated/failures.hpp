#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// Processors whose ranks follow one another.
struct RankRange {
  int first = 0;
  int last = 0; ///< not below `first`

  bool operator==(const RankRange&) const = default;
};

/// A failure of a part of the machine, for good or until the part works again. No processor is told
/// of it. See MessageFaults for the effects of a lost message between processors. The kinds of
/// failures:
///
/// - A processor stops for good. It does nothing from then on, and its time counts as idle. The
///   part of the tables that it keeps is out of reach, even if the processor had already finished.
///   What is in flight to it is lost. What it has sent arrives.
/// - A processor stops for a while. It does nothing during that time, and then goes on where it
///   was. Nothing is lost. Its remaining work and messages are later by the length of the stop. So
///   are the accesses that it was about to serve, unless its memory serves accesses by itself.
/// - A processor is slow. It takes longer for all that it does itself: work, sending, receiving,
///   and accesses to its own memory. Accesses of others take longer, too, unless its memory serves
///   them by itself. The length of a stretch of work is computed when the stretch begins, from the
///   slowness at the times that follow. Accesses that interrupt the stretch delay its end, but do
///   not change that length.
/// - A link fails. What is in flight at any time of the failure, on a route with that link, is
///   lost.
/// - Processors are apart from the others. What is in flight between the two groups at any time of
///   the failure is lost. Processors on the same host share its memory and are never apart.
struct Failure {
  static constexpr double never = std::numeric_limits<double>::infinity();

  double time = 0;       ///< beginning, in seconds since the start
  int processor = 0;     ///< rank of the processor that stops or is slow
  std::string link = {}; ///< name, in the platform, of the link that fails; empty if none fails
  double until = never;  ///< end, in seconds since the start, after `time`
  /// Factor by which the processor takes longer, 1 or more; 0 for other kinds of failures.
  double slowness = 0;
  std::vector<RankRange> apart = {}; ///< processors that are cut off from all others

  [[nodiscard]] bool is_link() const { return !link.empty(); }
  [[nodiscard]] bool is_partition() const { return !apart.empty(); }
  [[nodiscard]] bool is_slow() const { return slowness > 0; }
  [[nodiscard]] bool is_stop() const { return !is_link() && !is_partition() && !is_slow(); }
  /// Returns true if a processor stops for a while.
  [[nodiscard]] bool is_pause() const { return is_stop() && !is_for_good(); }
  [[nodiscard]] bool is_for_good() const { return until == never; }
  /// Returns true if messages, or parts of tables, may be lost because of the failure.
  [[nodiscard]] bool loses() const {
    return is_link() || is_partition() || (is_stop() && is_for_good());
  }

  bool operator==(const Failure&) const = default;
};

/// Random faults of single messages between hosts. These are the messages between processors, and
/// the parts of table accesses, each of which goes to the entry's home or back. Messages that do
/// not leave their host are safe.
///
/// The messages from one processor to another are received in the order in which they were sent,
/// without a gap, whatever fails. Messages that overtake a late one wait for it. After a lost
/// message, the receiver gets no other message from that sender, because nothing is sent again.
/// Table accesses are not held up by others, and may overtake each other.
///
/// The n-th message that a processor has sent, answers included, has a random number for each of
/// these faults. SplitMix64 draws it from the machine's seed, the processor's rank and n. A fault
/// with a greater probability therefore happens to the same messages, and to more.
struct MessageFaults {
  /// Probability that a message is lost. A lost message occupies the network like any other.
  double lost = 0;
  /// Probability that a message is carried a second time as soon as it has arrived. The receiver
  /// knows the second copy by its number, so that it changes nothing. But it occupies the network.
  /// If it is part of an access on its way to the home, the home also spends the time of serving
  /// it.
  double doubled = 0;
  /// Probability that a message is late, by a random time from 0 to `late_by` seconds.
  double late = 0;
  double late_by = 0;

  [[nodiscard]] bool any() const { return lost > 0 || doubled > 0 || late > 0; }

  bool operator==(const MessageFaults&) const = default;
};

/// Reads a list of failures, separated by commas. Times are in seconds, or have a unit as in 20ms.
///
/// - "3@0.5": processor 3 stops at 0.5 s.
/// - "3@0.5-0.7": processor 3 stops from 0.5 s until 0.7 s.
/// - "link:NAME@1.2": the link NAME fails at 1.2 s.
/// - "slow:3x4@0.5": processor 3 takes 4 times as long from 0.5 s on.
/// - "part:0-3+8@0.1-0.2": processors 0 to 3 and 8 are apart from the others from 0.1 s until 0.2
///   s.
///
/// Each may have an end, such as "-0.7" in the second example, or none. Throws InputError for any
/// other text.
[[nodiscard]] std::vector<Failure> parse_failures(std::string_view text);

/// Returns the text that parse_failures reads as a failure, or as a list of them.
[[nodiscard]] std::string text_of(const Failure& failure);
[[nodiscard]] std::string text_of(const std::vector<Failure>& failures);

/// Reads a probability, from 0 to 1. Throws InputError, with `name` and `text`, for any other text.
[[nodiscard]] double parse_probability(std::string_view name, std::string_view text);

/// Reads "P:T" into `faults`: the probability P that a message is late, and the longest delay T, 0
/// to 3600 s. Throws InputError, with `name` and `text`, for any other text.
void parse_lateness(std::string_view name, std::string_view text, MessageFaults& faults);

} // namespace eldest
