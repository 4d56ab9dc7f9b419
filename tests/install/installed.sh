#!/bin/sh
# Installs the build tree, and builds and tests separate projects with the installed files, with warnings as errors: the
# worked example of a game, far from the sources, with little optimisation, and the walks of docs/building-on-eldest.md.
# Needs SOURCE and BUILD, the folders of the project and of its build, CMAKE and CXX.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$CMAKE" --install "$BUILD" --prefix "$work/prefix" >/dev/null
# A folder such as /src/eldest is no other folder's end, as in /prefix/src/eldest.
if LC_ALL=C grep -rlaE "(^|[^[:alnum:]_./}-])$SOURCE" "$work/prefix"; then
  echo 'these installed files name the folder of the sources' >&2
  exit 1
fi

# The installed headers need no other headers of the project, and no library except Boost.
headers=$work/prefix/include/eldest
(cd "$headers" && find . -name '*.hpp') | sed 's,^\./\(.*\),#include "\1",' >"$work/headers.cpp"
test "$(wc -l <"$work/headers.cpp")" -ge 50
"$CXX" -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I "$headers" -MD -MF "$work/needed" \
  "$work/headers.cpp"
if grep -oE '/(fmt|nlohmann|nlopt|pugixml|simgrid)[./].*' "$work/needed"; then
  echo 'the installed headers include the headers above' >&2
  exit 1
fi

cp -R "$SOURCE/tests/examples" "$work/examples"
"$CMAKE" -S "$work/examples" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_CXX_FLAGS='-O1 -Wall -Wextra -Werror' >/dev/null
"$CMAKE" --build "$work/build" --target connect_four
cd "$work/build"
ctest --tests-regex 'Connect Four' --no-tests=error --output-on-failure

CXXFLAGS='-Wall -Wextra -Werror' "$SOURCE/tests/install/walks.py" --prefix "$work/prefix"
