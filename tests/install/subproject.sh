#!/bin/sh
# Configures a project that has this one as a part of its build. It must have the library, but neither our
# warnings and options nor our tests.
# Needs SOURCE, the folder of the project, CMAKE and CXX.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES CXX)
enable_testing()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_subdirectory("$SOURCE" eldest EXCLUDE_FROM_ALL)
add_executable(parent parent.cpp)
target_link_libraries(parent PRIVATE eldest::eldest)
if(NOT EXISTS "\${eldest_DATA_DIR}/platforms/cm5-32.xml")
  message(FATAL_ERROR "no platforms in eldest_DATA_DIR: \${eldest_DATA_DIR}")
endif()
foreach(variable IN ITEMS BUILD_TYPE CXX_EXTENSIONS CXX_STANDARD)
  if(CMAKE_\${variable})
    message(FATAL_ERROR "CMAKE_\${variable} has become \${CMAKE_\${variable}}")
  endif()
endforeach()
END
echo 'int main() {}' >"$work/parent.cpp"
"$CMAKE" -S "$work" -B "$work/build" >/dev/null

grep -- '-o [^ ]*parent.dir/parent.cpp.o ' "$work/build/compile_commands.json" >"$work/command"
grep -qF -- "-I$SOURCE" "$work/command"
if grep -oE -- ' -(W|f)[^ ]*' "$work/command"; then
  echo 'the parent is compiled with the flags above' >&2
  exit 1
fi
cd "$work/build"
if ! ctest --show-only | grep -qx 'Total Tests: 0'; then
  echo 'the parent has got tests of ours' >&2
  exit 1
fi
