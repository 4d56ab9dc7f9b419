# Writes version.hpp from reports/version.hpp.in with the commit of the sources. Runs at every build, and touches the
# file only when the commit has changed.
# In a release, which is a checkout or an archive of the tag vX.Y.Z without changes, the version is X.Y.Z. Otherwise the
# commit follows behind "+", or "unknown" where neither git nor an archive made by git tells the commit.
# Needs SOURCE_DIR, OUTPUT, TEMPLATE and PROJECT_VERSION.
set(commit "")
set(tag "")
if(EXISTS ${SOURCE_DIR}/.git)
  find_package(Git QUIET)
  if(GIT_FOUND)
    execute_process(
      COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} describe --always --dirty --abbrev=10 --exclude=*
      OUTPUT_VARIABLE commit
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(
      COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} describe --exact-match --dirty --match v${PROJECT_VERSION}
      OUTPUT_VARIABLE tag
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
elseif(EXISTS ${CMAKE_CURRENT_LIST_DIR}/archived_commit)
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/archived_commit archived LIMIT_COUNT 1)
  if(archived MATCHES "^([0-9a-f]+) ?(.*)$")
    set(tag "${CMAKE_MATCH_2}")
    string(SUBSTRING "${CMAKE_MATCH_1}" 0 10 commit)
  endif()
endif()

if(tag STREQUAL "v${PROJECT_VERSION}")
  set(ELDEST_VERSION_SUFFIX "")
elseif(NOT commit STREQUAL "")
  set(ELDEST_VERSION_SUFFIX "+${commit}")
else()
  set(ELDEST_VERSION_SUFFIX "+unknown")
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
