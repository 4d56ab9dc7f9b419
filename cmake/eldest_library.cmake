# Compiler options of the project itself. Linked privately, so that they do not reach users of the
# library.
add_library(eldest_flags INTERFACE)
target_compile_options(eldest_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                              $<$<CXX_COMPILER_ID:Clang>:-Wreserved-identifier>)
# Later compilers warn of more, not always rightly.
if(ELDEST_WERROR AND (CMAKE_CXX_COMPILER_ID MATCHES Clang OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13))
  target_compile_options(eldest_flags INTERFACE -Werror)
endif()
# Rounds a product and a sum one after the other, on arm64 as on x86-64, so that results are the
# same.
target_compile_options(eldest_flags INTERFACE -ffp-contract=off)
if(CMAKE_UNITY_BUILD)
  # A unity build puts private names of several sources into one file. They do not shadow each
  # other, and are not visible outside.
  target_compile_options(
    eldest_flags INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
if(ELDEST_SANITIZE)
  target_compile_options(eldest_flags INTERFACE -fsanitize=${ELDEST_SANITIZE}
                                                -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(eldest_flags INTERFACE -fsanitize=${ELDEST_SANITIZE})
endif()

# ELDEST_HOT is for code that searches and simulates. ELDEST_LEAN is for all other code, in which
# little time is spent. -O3 takes a compiler about a third longer than -O1. Only lean code protects
# its stack, since the checks take time in every call.
set(ELDEST_LEAN
    "$<$<CONFIG:Release>:-O1;-fstack-protector-strong;-fstack-clash-protection>")
set(ELDEST_HOT
    "$<$<CONFIG:Release>:-O3;-fno-stack-protector;-fno-stack-clash-protection>")
target_compile_options(eldest_flags INTERFACE
                       "$<$<CONFIG:Release>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
# No pointer to a function of a library can be overwritten.
target_link_options(eldest_flags INTERFACE $<$<CONFIG:Release>:LINKER:-z,relro,-z,now>)

# GCC then collects its garbage sooner: a tenth to a fifth less memory for a tenth more time. For sources that would
# else take it more than 600 MiB.
if(NOT ELDEST_LARGE_BATCHES)
  set(ELDEST_LITTLE_MEMORY $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-expand=50>)
endif()

# eldest_batch(TARGET SOURCES) sets how many sources of a target a unity build compiles at once, so that a compiler takes
# at most 600 MiB. For lean code only: GCC inlines less in a larger unit, and then searches take up to a tenth more
# instructions.
function(eldest_batch target sources)
  if(ELDEST_LARGE_BATCHES)
    math(EXPR sources "4 * ${sources}")
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE ${sources})
endfunction()

# The folder of generated headers.
set(eldest_GENERATED_DIR ${PROJECT_BINARY_DIR}/include)

# eldest_sources(VARIABLE FOLDER...) sets VARIABLE to all sources in the folders.
function(eldest_sources variable)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns REPLACE "/[.]$" "")
  list(TRANSFORM patterns APPEND /*.cpp)
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# eldest_split_algorithm(ALGORITHM FOLDER SETTINGS) splits ALGORITHM, an element of
# ELDEST_ALGORITHMS, into the variables FOLDER and SETTINGS.
function(eldest_split_algorithm algorithm folder settings)
  string(REPLACE ":" ";" parts ${algorithm})
  list(GET parts 0 first)
  list(GET parts 1 second)
  set(${folder} ${first} PARENT_SCOPE)
  set(${settings} ${second} PARENT_SCOPE)
endfunction()

# eldest_library(NAME STATIC|INTERFACE [SOURCE...]) adds the library of a room as the target
# eldest_NAME. Other projects link it as eldest::NAME.
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
