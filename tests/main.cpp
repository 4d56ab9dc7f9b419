#if __has_include(<catch2/catch_session.hpp>) // Catch2 3
#include <catch2/catch_session.hpp>

int main(int argc, char* argv[]) { return Catch::Session().run(argc, argv); }
#else
// Some tests crash child processes on purpose. Catch's signal handlers would report these crashes
// as the test's own.
#define CATCH_CONFIG_NO_POSIX_SIGNALS
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
