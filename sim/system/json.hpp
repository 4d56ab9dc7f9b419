#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// An allocator that ends the program if there is no memory (see report_lack_of_memory). The JSON
/// library gives a value its type before it allocates the content. After an exception it would
/// destroy a content that does not exist.
template <class Value> struct JsonAllocator {
  using value_type = Value;

  JsonAllocator() = default;
  template <class Other>
  JsonAllocator(const JsonAllocator<Other>& /*other*/) noexcept {} // NOLINT: converts, as all do

  [[nodiscard]] Value* allocate(std::size_t count) const {
    try {
      return std::allocator<Value>().allocate(count);
    } catch (const std::bad_alloc&) {
      std::terminate();
    }
  }
  void deallocate(Value* values, std::size_t count) const noexcept {
    std::allocator<Value>().deallocate(values, count);
  }

  bool operator==(const JsonAllocator& /*other*/) const = default;
};

/// JSON whose objects are of a type of the library or the standard.
template <template <class, class, class...> class Object>
using JsonWith = nlohmann::basic_json<Object, std::vector, std::string, bool, std::int64_t,
                                      std::uint64_t, double, JsonAllocator>;

/// JSON whose objects keep the order in which their fields were added.
using Json = JsonWith<nlohmann::ordered_map>;

/// JSON whose objects sort their fields by name.
using SortedJson = JsonWith<std::map>;

/// Returns the text of JSON, indented by `indent` blanks, or on one line if `indent` is negative.
/// Bytes that are not UTF-8, as there may be in names of files and positions, become U+FFFD.
[[nodiscard]] std::string serialize(const Json& json, int indent = -1);

/// Reads a text as JSON. If the text is not JSON, returns a value whose `is_discarded()` is true.
[[nodiscard]] Json parse_json(std::string_view text);

} // namespace eldest

// Compiled once, in json.cpp.
extern template class nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                           std::int64_t, std::uint64_t, double,
                                           eldest::JsonAllocator>;
