# Tests over MPI: with the MPI of eldest-cluster's build and, where Debian's other MPI is also installed, with
# that too.

# Processes take turns on the existing cores, and root may run them. They are bound to no core, because another
# program may be using it. OMPI_MCA_ is for Open MPI 4, and PRTE_MCA_ for Open MPI 5.
set(mpi_environment
    OMPI_ALLOW_RUN_AS_ROOT=1
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1
    OMPI_MCA_hwloc_base_binding_policy=none
    PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
    PRTE_MCA_hwloc_default_binding_policy=none
    OMPI_MCA_btl_tcp_if_include=lo) # the processes are on one computer

# The library that makes calls of the system fail, if there is one.
if(TARGET eldest-faults)
  set(mpi_faults --faults $<TARGET_FILE:eldest-faults>)
endif()

# add_mpi_test(NAME SECONDS COMMAND...): a start of mpirun alone may take seconds on a busy computer. The tests run
# alone. Processes that wait for one another get little time beside tests that compute: a search of three took up to
# fifty times as long.
function(add_mpi_test name seconds)
  add_test(NAME "cluster: ${name}" COMMAND ${ARGN})
  set_tests_properties("cluster: ${name}" PROPERTIES ENVIRONMENT "${mpi_environment}" TIMEOUT ${seconds}
                                                     RUN_SERIAL TRUE)
endfunction()

# add_mpi_tests(MPI LIBRARY LAUNCHER PROGRAM)
function(add_mpi_tests mpi library launcher program)
  set(checks mpi_checks_${mpi})
  add_executable(${checks} machines/cluster/mpi_checks.cpp)
  target_link_libraries(${checks} PRIVATE eldest_flags eldest_cluster_checks ${library})
  target_compile_options(${checks} PRIVATE ${test_optimization})
  # A second MPI differs from the first in how it carries messages, which three processes show.
  set(all_ranks 3)
  if(mpi STREQUAL "mpi")
    set(all_ranks 1 2 3 8)
  endif()
  foreach(ranks IN LISTS all_ranks)
    set(bugs "")
    if(ranks EQUAL 3 AND mpi STREQUAL "mpi")
      set(bugs bugs 1) # a hundred searches, which any MPI carries alike
    endif()
    add_mpi_test("${mpi}, ${ranks} processes" 300 ${launcher} -n ${ranks} $<TARGET_FILE:${checks}>
                 minimax 4 order 100 accesses 200 error 5 timeouts 10 late 1000 stop 10 ${bugs})
  endforeach()
  if(PYTHON3)
    set(parts "")
    if(NOT mpi STREQUAL "mpi")
      set(parts report calibrate interrupt killed) # what depends on the MPI
    endif()
    add_mpi_test("${mpi}, the program" 600 ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/cli/cluster.py
                 --program $<TARGET_FILE:${program}> --mpirun ${launcher} ${mpi_faults} ${parts})
  endif()
endfunction()

find_program(PYTHON3 python3)
add_mpi_tests(mpi eldest_mpi ${MPIEXEC_EXECUTABLE} eldest-cluster)

foreach(other IN ITEMS openmpi:ompi-c mpich:mpich)
  string(REPLACE ":" ";" other ${other})
  list(GET other 0 name)
  list(GET other 1 module)
  find_program(ELDEST_RUN_${name} mpirun.${name})
  pkg_check_modules(ELDEST_${name} QUIET IMPORTED_TARGET ${module})
  if(ELDEST_RUN_${name} AND ELDEST_${name}_FOUND AND NOT MPI_C_HEADER_DIR MATCHES "/${name}")
    eldest_mpi_library(eldest_${name} PkgConfig::ELDEST_${name})
    eldest_cluster_program(eldest-cluster-${name} eldest_${name} ${ELDEST_${name}_LINK_LIBRARIES})
    add_mpi_tests(${name} eldest_${name} ${ELDEST_RUN_${name}} eldest-cluster-${name})
  endif()
endforeach()
