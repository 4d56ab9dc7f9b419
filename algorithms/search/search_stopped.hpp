#pragma once

namespace eldest {

/// The exception that a Processor's `poll` and `wait` throw when the machine ends the search early:
/// the nodes being searched have no value. A search that has left a mark in a table removes it
/// before it passes the exception on; not in the handler that catches it, where a simulated
/// processor, which may have to wait for its turn, must not access anything: see `until_stopped`.
struct SearchStopped {};

/// Runs a search; returns whether it has been completed rather than stopped.
template <class Search> bool until_stopped(Search search) {
  try {
    search();
    return true;
  } catch (const SearchStopped&) {
    return false;
  }
}

} // namespace eldest
