#pragma once

namespace eldest {

/// The exception that a Processor's `poll` and `wait` throw when the machine ends the search early.
/// The nodes being searched then have no value.
///
/// A search that has left a mark in a table removes the mark and throws the exception again. It
/// must not remove the mark inside the `catch` block: see `until_stopped`. There a simulated
/// processor must not access a table, because the access may have to wait for the processor's turn.
struct SearchStopped {};

/// Runs a search. Returns true if the search has been completed, false if it has thrown
/// SearchStopped.
template <class Search> bool until_stopped(Search search) {
  try {
    search();
    return true;
  } catch (const SearchStopped&) {
    return false;
  }
}

} // namespace eldest
