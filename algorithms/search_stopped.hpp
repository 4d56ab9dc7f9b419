#pragma once

namespace eldest {

/// Thrown by a Processor's `poll` and `wait` on a machine that is ending the search before its
/// time: what is being searched has no value any more. Whoever has left something in a table for
/// the time of a search takes it away on the way out.
struct SearchStopped {};

/// Searches; whether that came to its end, and was not stopped.
template <class Search> bool until_stopped(Search search) {
  try {
    search();
    return true;
  } catch (const SearchStopped&) {
    return false;
  }
}

} // namespace eldest
