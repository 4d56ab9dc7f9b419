# Installs the program with its data, and the library.
include(CMakePackageConfigHelpers)

install(TARGETS eldest RUNTIME COMPONENT program)
install(TARGETS eldest-simgrid LIBRARY DESTINATION ${eldest_MODULE_FOLDER} COMPONENT program)
if(TARGET eldest-cluster) # not in any package: see docs/reference/cluster.md
  install(TARGETS eldest-cluster RUNTIME COMPONENT cluster OPTIONAL)
endif()
get_property(help_dir TARGET eldest PROPERTY HELP_DIR)
install(FILES ${help_dir}/eldest.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(
  FILES ${help_dir}/eldest.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  COMPONENT program
  RENAME eldest)
install(FILES ${help_dir}/_eldest DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
        COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program RENAME copyright)
install(FILES tests/sweeps/sweep.sbatch DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT program)

set(data_dir ${CMAKE_INSTALL_DATADIR}/eldest)
file(
  GLOB data_files CONFIGURE_DEPENDS
  RELATIVE ${eldest_DATA_DIR}
  ${eldest_DATA_DIR}/platforms/README.md
  ${eldest_DATA_DIR}/platforms/*.xml
  ${eldest_DATA_DIR}/programs/*.ini
  ${eldest_DATA_DIR}/results/*/*.ini
  ${eldest_DATA_DIR}/trees/*/*.epd
  ${eldest_DATA_DIR}/trees/*/*.fen
  ${eldest_DATA_DIR}/trees/*/*.pdn
  ${eldest_DATA_DIR}/trees/*/*.txt)
list(FILTER data_files EXCLUDE REGEX CMakeLists.txt$)
foreach(file IN LISTS data_files)
  cmake_path(GET file PARENT_PATH folder)
  install(FILES ${eldest_DATA_DIR}/${file} DESTINATION ${data_dir}/${folder} COMPONENT program)
endforeach()

# Leaves out headers that need more than Boost. Only the rooms' own sources include them.
install(
  DIRECTORY trees algorithms sim
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/eldest
  COMPONENT library
  FILES_MATCHING
  PATTERN *.hpp
  PATTERN sim/cli EXCLUDE
  PATTERN sim/sweeps EXCLUDE
  PATTERN sim/machines/simulated/simgrid EXCLUDE
  PATTERN sim/machines/simulated/loggp EXCLUDE
  PATTERN sim/system/child_process.hpp EXCLUDE
  PATTERN sim/experiments/json.hpp EXCLUDE
  PATTERN sim/system/json.hpp EXCLUDE
  PATTERN sim/experiments/cluster_search.hpp EXCLUDE
  PATTERN sim/system/task.hpp EXCLUDE
  PATTERN sim/machines/cluster/mpi EXCLUDE
  PATTERN sim/machines/cluster/smpi EXCLUDE)

# The generated lists of all algorithms.
install(
  DIRECTORY ${eldest_GENERATED_DIR}/algorithms
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/eldest
  COMPONENT library)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/eldest)
install(
  EXPORT eldest
  NAMESPACE eldest::
  FILE eldestTargets.cmake
  DESTINATION ${config_dir}
  COMPONENT library)
configure_package_config_file(
  cmake/eldestConfig.cmake.in ${PROJECT_BINARY_DIR}/eldestConfig.cmake
  INSTALL_DESTINATION ${config_dir}
  PATH_VARS data_dir)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/eldestConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/eldestConfig.cmake ${PROJECT_BINARY_DIR}/eldestConfigVersion.cmake
  DESTINATION ${config_dir}
  COMPONENT library)
