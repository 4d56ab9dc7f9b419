#pragma once

#include "trees/score.hpp"

#include <cstdint>

namespace eldest::stealing {

// The messages between an owner of work and the processor that has got some of it, in every search
// by work stealing. Requests and jobs differ from search to search.

/// The name of a job, a part of the tree that a master has given to a slave. No two jobs have the
/// same.
struct JobId {
  int master = 0;
  std::uint32_t number = 0; ///< counted by the master

  bool operator==(const JobId&) const = default;
};

/// The answer to a request that found no work.
struct Refusal {};

/// The end of a job: the father has been cut off, or is no longer searched.
struct Recall {
  JobId job;
};

/// The value of the job's root, as the father sees it.
struct Answer {
  JobId job;
  Score value = 0;
};

/// The end of the search.
struct Stop {};

} // namespace eldest::stealing
