#pragma once

#include "algorithms/search/wire.hpp"
#include "trees/score.hpp"

namespace eldest::given_work {

// Messages between a processor that gives work away and one that does the work, as several
// algorithms use them. An `Id` names a piece of work, and its fields begin the message.

/// The answer to a request that found no work.
struct Refusal {
  bool operator==(const Refusal&) const = default;
};

/// The value of a piece of work, as the father sees it.
template <class Id> struct Answer {
  Id id;
  Score value = 0;
  double complete = 0; ///< time of completion, by the critical path's clock; not sent

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    Id::fields(self.id, wire);
    wire::word<4>(wire, wire::score(self.value));
  }

  bool operator==(const Answer&) const = default;
};

/// The father's new window, which is never wider than the one before.
template <class Id> struct NewBounds {
  Id id;
  Score alpha = 0;
  Score beta = 0;
  /// Time at which the window became known, by the critical path's clock; not sent.
  double known = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    Id::fields(self.id, wire);
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
  }

  bool operator==(const NewBounds&) const = default;
};

/// The end of a piece of work, because the father has been cut off or is no longer searched.
template <class Id> struct Recall {
  Id id;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    Id::fields(self.id, wire);
  }

  bool operator==(const Recall&) const = default;
};

/// The end of the search.
struct Stop {
  bool operator==(const Stop&) const = default;
};

// For algorithms whose messages all have at least two words, and in which a processor does one
// piece of work at a time.

/// A message that has a kind and no content.
struct TwoWords {
  template <class Self, class Wire> static constexpr void fields(Self& /*self*/, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire);
  }

  bool operator==(const TwoWords&) const = default;
};

/// The value of a piece of work. The algorithm says for whom it is a value.
struct Result {
  Score value = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire, wire::score(self.value));
  }

  bool operator==(const Result&) const = default;
};

/// A lower bound of the father's value, higher than the one with which the son was given away.
struct NewBound {
  Score alpha = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire, wire::score(self.alpha));
  }

  bool operator==(const NewBound&) const = default;
};

/// The end of the search.
struct Dismissal : TwoWords {};

} // namespace eldest::given_work
