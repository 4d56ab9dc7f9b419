#pragma once

#include "trees/base/wire.hpp"

#include <cstddef>
#include <vector>

namespace eldest {

/// The functions of type `Read` of a program, each of which reads values of one type from bytes.
/// The program's order of initialisation decides their numbers, so that these are the same in every
/// process of one program.
template <class Read> class NumberedReaders {
public:
  /// Adds a function before the program begins, and returns its number, counted from 0.
  [[nodiscard]] static std::size_t add(Read read) {
    all().push_back(read);
    return all().size() - 1;
  }

  /// Returns the function with a number. Throws wire::Error with `error` if there is none.
  [[nodiscard]] static Read at(std::size_t number, const char* error) {
    if (number >= all().size())
      throw wire::Error(error);
    return all()[number];
  }

private:
  [[nodiscard]] static std::vector<Read>& all() {
    static std::vector<Read> readers;
    return readers;
  }
};

} // namespace eldest
