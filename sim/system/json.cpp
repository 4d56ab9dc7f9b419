#include "sim/system/json.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/limits.hpp"
#include "trees/base/one_line.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

template class nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                    std::int64_t, std::uint64_t, double, eldest::JsonAllocator>;

namespace eldest {
namespace {

/// An iterator that takes the characters over which it advances off the front of a text. Thereby
/// the text behind a value remains when the parser has read the value.
class Front {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Front() = default; ///< the end
  explicit Front(std::string_view& text) : text_(&text) {}

  reference operator*() const { return text_->front(); }
  Front& operator++() {
    text_->remove_prefix(1);
    return *this;
  }
  bool operator==(const Front& other) const { return is_end() == other.is_end(); }

private:
  [[nodiscard]] bool is_end() const { return text_ == nullptr || text_->empty(); }

  std::string_view* text_ = nullptr;
};

/// Builds a value from the events of the parser, up to the first mistake.
class Builder : public nlohmann::json_sax<Json> {
public:
  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& /*value*/) override { return false; } // not in JSON's text
  bool start_object(std::size_t /*size*/) override { return enter(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return enter(Json::array()); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool key(string_t& name) override {
    name_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t /*place*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    constexpr int out_of_range = 406;
    const std::string_view what = error.what();
    const bool ends = what.find("unexpected end of input") != std::string_view::npos ||
                      what.find("empty input") != std::string_view::npos ||
                      what.find("missing closing quote") != std::string_view::npos;
    mistake_ = ends                       ? "the JSON breaks off"
               : error.id == out_of_range ? "the number is too great"
                                          : "this is no JSON";
    return false;
  }

  [[nodiscard]] Json value() && { return std::move(value_); }
  [[nodiscard]] const std::string& mistake() const { return mistake_; }

private:
  bool add(Json value) {
    place_of(std::move(value));
    return true;
  }

  bool enter(Json value) {
    if (around_.size() == max_nesting) {
      mistake_ = fmt::format("values contain each other more than {} deep", max_nesting);
      return false;
    }
    around_.push_back(&place_of(std::move(value)));
    return true;
  }

  bool leave() {
    around_.pop_back();
    return true;
  }

  /// Adds a value to the innermost object or array, and returns its place there.
  Json& place_of(Json value) {
    if (around_.empty())
      return value_ = std::move(value);
    auto& container = *around_.back();
    if (container.is_object())
      return container[name_] = std::move(value);
    return container.emplace_back(std::move(value));
  }

  Json value_;
  std::vector<Json*> around_; ///< objects and arrays that have not ended; the innermost last
  std::string name_;          ///< of the field that comes next
  std::string mistake_;
};

/// Throws InputError, which says where in a text the mistake is. `read`: the text up to the
/// mistake. `line`: number of the line at which it begins.
[[noreturn]] void fail(std::string_view read, std::size_t line, std::string_view mistake) {
  constexpr std::size_t longest = 20;
  const auto begin = read.rfind('\n') + 1; // 0 in the first line
  const auto last = read.substr(std::max(begin, read.size() - std::min(read.size(), longest)));
  throw InputError(fmt::format("line {}, column {}, at {}: {}",
                               line + static_cast<std::size_t>(std::ranges::count(read, '\n')),
                               std::max<std::size_t>(1, read.size() - begin), in_quotes(last),
                               mistake));
}

/// Returns the text of JSON with JSON's escape sequences instead of hidden characters, which are in
/// strings only, except for line breaks.
std::string without_hidden(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto before = text;
    const auto character = take_character(text).value_or(0);
    if (character == '\n' || !is_hidden(character))
      result += before.substr(0, before.size() - text.size());
    else if (character < 0x10000)
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(character));
    else
      result += fmt::format("\\u{:04x}\\u{:04x}",
                            0xd800U + ((static_cast<unsigned>(character) - 0x10000U) >> 10U),
                            0xdc00U + (static_cast<unsigned>(character) & 0x3ffU));
  }
  return result;
}

/// The part of a text that is read as JSON: the value at its beginning, or the whole text.
enum class Extent : std::uint8_t { value, text };

/// Takes a value off the front of `text`; see take_json and read_json.
Json take(std::string_view& text, std::size_t line, Extent extent) {
  auto rest = text;
  Builder builder;
  if (!Json::sax_parse(Front(rest), Front(), &builder, Json::input_format_t::json,
                       extent == Extent::text))
    fail(text.substr(0, text.size() - rest.size()), line, builder.mistake());
  text = rest;
  return std::move(builder).value();
}

} // namespace

std::string serialize(const Json& json, int indent) {
  auto text = json.dump(indent, ' ', false, Json::error_handler_t::replace);
  const auto is_plain = [](char c) { return c == '\n' || (c >= ' ' && c < '\x7f'); };
  return std::ranges::all_of(text, is_plain) ? text : without_hidden(text);
}

Json take_json(std::string_view& text, std::size_t line) { return take(text, line, Extent::value); }

Json read_json(std::string_view text) { return take(text, 1, Extent::text); }

Json parse_json(std::string_view text) {
  try {
    return read_json(text);
  } catch (const InputError&) {
    return Json::value_t::discarded;
  }
}

const Json& field(const Json& object, std::string_view name) {
  if (!object.is_object())
    throw InputError(fmt::format("there is no object with the field {}", name));
  const auto found = object.find(std::string(name));
  if (found == object.end())
    throw InputError(fmt::format("field {}: is missing", name));
  return *found;
}

void refuse_field(std::string_view name, const Json& value, std::string_view right) {
  throw InputError(fmt::format("field {}: should be {}, not {}", name, right,
                               value.is_structured() ? fmt::format("an {}", value.type_name())
                                                     : excerpt(serialize(value))));
}

void refuse_number(std::string_view name, const Json& value, std::int64_t least,
                   std::uint64_t most) {
  refuse_field(name, value, fmt::format("a whole number from {} to {}", least, most));
}

} // namespace eldest
