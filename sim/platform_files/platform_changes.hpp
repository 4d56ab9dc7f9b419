#pragma once

#include "sim/platform_files/platform_contents.hpp"

#include <string>
#include <string_view>

namespace pugi {
class xml_document;
}

namespace eldest {

/// Reads a change such as "latency=10us", "latency@backbone*=x2" or "eldest:send-overhead=1us". The
/// value is not checked. Throws InputError for a text without a number or without "=".
[[nodiscard]] PlatformChange read_platform_change(std::string_view text);

/// Changes a number in each element that has it. These numbers can be changed:
///
/// - latency and bandwidth, of links. They include a cluster's links and its backbone.
/// - loopback-latency and loopback-bandwidth, of the links from a host to itself.
/// - speed and cores, of hosts.
/// - a property "eldest:…" that is one word or number, of hosts and zones. Without a pattern, it
///   also becomes a property of the outermost zone. With one, it becomes a property of each host or
///   zone whose name matches.
///
/// A pattern for names has the wildcards of a shell: *, ? and []. The name of a link in a cluster
/// is that of the cluster. A factor, such as "x0.5", multiplies each value that the file has.
///
/// Returns a note that says what has changed. Throws InputError, without a subject, for a number
/// that does not exist, for a value that does not fit, and if no element has the number.
std::string change_numbers(pugi::xml_document& document, const PlatformChange& change);

} // namespace eldest
