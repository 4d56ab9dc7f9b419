// Some tests crash child processes on purpose, which Catch's signal handlers would report as
// theirs.
#define CATCH_CONFIG_NO_POSIX_SIGNALS
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
