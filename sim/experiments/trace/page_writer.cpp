#include "sim/experiments/trace/number_column.hpp"
#include "sim/experiments/trace/page_data.hpp"
#include "sim/experiments/trace/page_parts.hpp"
#include "sim/experiments/trace/writers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace eldest {
namespace {

/// The line of a page after its last search. The data of searches have no "<".
constexpr std::string_view end_of_searches = "<!-- end of the searches -->\n";

/// Returns a digest as the source of a Content-Security-Policy. `digits`: SHA-256 in hexadecimal.
std::string policy_source(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned char byte = 0;
    std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return fmt::format("'sha256-{}'", base64(bytes));
}

/// Returns a policy that permits the page's own script and style, and no network.
std::string policy(const PageParts& parts) {
  return fmt::format("default-src 'none'; script-src {}; style-src {}; img-src data:; "
                     "base-uri 'none'; form-action 'none'",
                     policy_source(parts.script_digest), policy_source(parts.style_digest));
}

/// Returns `text` with each name in double braces replaced by its part. Names in parts stay.
std::string filled_in(std::string_view text, const std::map<std::string_view, std::string>& parts) {
  std::string result;
  while (true) {
    const auto begin = text.find("{{");
    if (begin == std::string_view::npos)
      return result.append(text);
    const auto end = text.find("}}", begin);
    result.append(text.substr(0, begin));
    result.append(parts.at(text.substr(begin + 2, end - begin - 2)));
    text.remove_prefix(end + 2);
  }
}

/// Returns the element of a page with the data of a search.
std::string search_element(const Trace& trace, const TraceSubject& subject) {
  return fmt::format("<script type=\"application/json\">{}</script>\n", page_data(trace, subject));
}

} // namespace

void write_page(std::ostream& out, const Trace& trace, const TraceSubject& subject) {
  const auto parts = page_parts();
  out << filled_in(parts.page, {{"policy", policy(parts)},
                                {"style", std::string(parts.style)},
                                {"script", std::string(parts.script)},
                                {"searches", fmt::format("{}{}", search_element(trace, subject),
                                                         end_of_searches)}});
}

std::string with_search(std::string page, const Trace& trace, const TraceSubject& subject) {
  const auto end = page.find(end_of_searches);
  return end == std::string::npos ? std::string()
                                  : page.insert(end, search_element(trace, subject));
}

} // namespace eldest
