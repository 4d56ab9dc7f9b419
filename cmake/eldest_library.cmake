# How the project itself is compiled, which is no business of those who use it: to be linked
# privately.
add_library(eldest_flags INTERFACE)
target_compile_options(eldest_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                              $<$<CXX_COMPILER_ID:Clang>:-Wreserved-identifier>
                                              $<$<BOOL:${ELDEST_WERROR}>:-Werror>)
# A product and a sum are rounded one after the other, on arm64 as on x86-64: results are the same.
target_compile_options(eldest_flags INTERFACE -ffp-contract=off)
if(CMAKE_UNITY_BUILD)
  # The private names of several sources meet, which is no shadowing, nor seen from outside.
  target_compile_options(
    eldest_flags INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
if(ELDEST_SANITIZE)
  target_compile_options(eldest_flags INTERFACE -fsanitize=${ELDEST_SANITIZE}
                                                -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(eldest_flags INTERFACE -fsanitize=${ELDEST_SANITIZE})
endif()

# An optimised build of what searches and simulates, and a lean one of all else, in which little time
# is spent: -O3 takes a compiler about a third longer than -O1.
set(ELDEST_LEAN $<$<CONFIG:Release>:-O1>)
set(ELDEST_HOT $<$<CONFIG:Release>:-O3>)

# The folder of generated headers.
set(eldest_GENERATED_DIR ${PROJECT_BINARY_DIR}/include)

# eldest_sources(VARIABLE FOLDER...): all sources in some folders.
function(eldest_sources variable)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns REPLACE "/[.]$" "")
  list(TRANSFORM patterns APPEND /*.cpp)
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# eldest_split_algorithm(ALGORITHM FOLDER SETTINGS) sets two variables by an element of
# ELDEST_ALGORITHMS.
function(eldest_split_algorithm algorithm folder settings)
  string(REPLACE ":" ";" parts ${algorithm})
  list(GET parts 0 first)
  list(GET parts 1 second)
  set(${folder} ${first} PARENT_SCOPE)
  set(${settings} ${second} PARENT_SCOPE)
endfunction()

# eldest_library(NAME STATIC|INTERFACE [SOURCE...]) is add_library for the library of a room:
# eldest_NAME, which other projects know as eldest::NAME.
function(eldest_library name type)
  set(target eldest_${name})
  add_library(${target} ${type} ${ARGN})
  add_library(eldest::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  if(type STREQUAL INTERFACE)
    set(scope INTERFACE)
  else()
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:eldest_flags>)
    target_compile_options(${target} PRIVATE ${ELDEST_LEAN})
  endif()
  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(
    ${target}
    ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<BUILD_INTERFACE:${eldest_GENERATED_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/eldest>)
  if(ELDEST_INSTALL)
    install(TARGETS ${target} EXPORT eldest ARCHIVE COMPONENT library)
  endif()
endfunction()
