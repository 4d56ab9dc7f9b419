# Writes version.hpp from reports/version.hpp.in with the state of the git checkout, or without one.
# Runs at every build, but touches the file only when that state has changed.
# Needs SOURCE_DIR, OUTPUT, TEMPLATE and PROJECT_VERSION.
set(ELDEST_GIT_SUFFIX "")
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${SOURCE_DIR}/.git)
  execute_process(
    COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} describe --always --dirty --abbrev=10 --exclude=*
    OUTPUT_VARIABLE description
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(description)
    set(ELDEST_GIT_SUFFIX "+${description}")
  endif()
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
