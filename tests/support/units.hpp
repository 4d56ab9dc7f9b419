#pragma once

namespace eldest::test {

// Units of time, in seconds.
constexpr double ms = 1e-3;
constexpr double us = 1e-6;
constexpr double ns = 1e-9;

} // namespace eldest::test
