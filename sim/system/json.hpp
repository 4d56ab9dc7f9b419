#pragma once

#include <nlohmann/json.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
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
/// Bytes that are not UTF-8, as there may be in names of files and positions, become U+FFFD. Hidden
/// characters (see is_hidden) are escaped.
[[nodiscard]] std::string serialize(const Json& json, int indent = -1);

/// Takes one JSON value off the front of `text`. Throws InputError if `text` begins with anything
/// else, or with values that contain each other more than `max_nesting` deep. The error names line
/// and column; `line`: number of the line at which `text` begins. After a number, the next
/// character is taken, too.
[[nodiscard]] Json take_json(std::string_view& text, std::size_t line = 1);

/// Reads a text as JSON. Throws InputError as take_json does, and if anything follows the value.
[[nodiscard]] Json read_json(std::string_view text);

/// Reads a text as JSON. If the text is not JSON, returns a value whose `is_discarded()` is true.
[[nodiscard]] Json parse_json(std::string_view text);

/// Returns a field. Throws InputError if `object` is no object or lacks the field.
[[nodiscard]] const Json& field(const Json& object, std::string_view name);

/// Throws InputError, which says that the field should be `right`.
[[noreturn]] void refuse_field(std::string_view name, const Json& value, std::string_view right);

/// Throws InputError, which says that the field should be a whole number from `least` to `most`.
[[noreturn]] void refuse_number(std::string_view name, const Json& value, std::int64_t least,
                                std::uint64_t most);

/// Returns `json`, the value of the field `name`, as a truth value, text, finite number or whole
/// number in the range of `Value`. Throws InputError if `json` is none.
template <class Value> [[nodiscard]] Value as(const Json& json, std::string_view name) {
  if constexpr (std::same_as<Value, bool>) {
    if (json.is_boolean())
      return json.get<bool>();
    refuse_field(name, json, "true or false");
  } else if constexpr (std::integral<Value>) {
    if (json.is_number_unsigned() && std::in_range<Value>(json.get<std::uint64_t>()))
      return static_cast<Value>(json.get<std::uint64_t>());
    if (json.is_number_integer() && !json.is_number_unsigned() &&
        std::in_range<Value>(json.get<std::int64_t>()))
      return static_cast<Value>(json.get<std::int64_t>());
    refuse_number(name, json, std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max());
  } else if constexpr (std::floating_point<Value>) {
    if (json.is_number())
      return json.get<Value>();
    refuse_field(name, json, "a number");
  } else {
    if (json.is_string())
      return json.get<Value>();
    refuse_field(name, json, "text");
  }
}

/// Returns a field as a `Value`; see `as`. Throws InputError if it is missing or something else.
template <class Value> [[nodiscard]] Value field_as(const Json& object, std::string_view name) {
  return as<Value>(field(object, name), name);
}

/// Returns a field as a `Value`, or `missing` if `object` lacks it. Throws InputError if it is
/// something else.
template <class Value>
[[nodiscard]] Value field_or(const Json& object, std::string_view name, Value missing) {
  return object.is_object() && object.contains(std::string(name)) ? field_as<Value>(object, name)
                                                                  : std::move(missing);
}

} // namespace eldest

// Compiled once, in json.cpp.
extern template class nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                           std::int64_t, std::uint64_t, double,
                                           eldest::JsonAllocator>;
