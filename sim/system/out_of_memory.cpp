#include "sim/system/out_of_memory.hpp"

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <tuple>

namespace eldest {
namespace {

/// Returns true if an exception for lack of memory is being handled.
bool lacks_memory() {
  if (const auto error = std::current_exception()) {
    try {
      std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
      return true;
    } catch (...) { // reported by the function that is called below
    }
  }
  return false;
}

[[noreturn]] void end_for_lack_of_memory() {
  for (const auto text : {std::string_view("eldest: "), out_of_memory, std::string_view("\n")})
    std::ignore = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(1);
}

} // namespace

void report_lack_of_memory() {
  static const auto otherwise = std::get_terminate();
  std::set_terminate([] {
    if (!lacks_memory())
      otherwise();
    end_for_lack_of_memory();
  });
}

void end_without_memory() { std::set_new_handler(end_for_lack_of_memory); }

} // namespace eldest
