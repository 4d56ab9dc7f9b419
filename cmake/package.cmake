# Debian packages of the program with its data, and of the library.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX}) # is compiled into the library
set(CPACK_PACKAGE_CONTACT "The eldest authors")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_files.cmake)

# Empty, so that each package is summarised by the first line of its own description.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "simulator of parallel game-tree search
Searches game trees in parallel, on simulated machines and on the cores of
this one, and accounts for every second that their processors spend. With
machines as SimGrid platform files, and positions of chess, Othello and
checkers.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME eldest)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS gnuplot-nox)

set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
    "simulation framework for parallel game-tree search
Headers and static libraries to search a game of one's own on simulated
machines and on the cores of this one, with a CMake package:
find_package(eldest), eldest::eldest.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libeldest-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
string(
  JOIN ", " CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
  "eldest (= ${PROJECT_VERSION})" libboost-context-dev libboost-dev libfmt-dev libnlopt-dev
  libpugixml-dev libsimgrid-dev pkg-config)

include(CPack)
