# How the project itself is compiled, which is no business of those who use it: to be linked
# privately.
add_library(eldest_flags INTERFACE)
target_compile_options(eldest_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                              $<$<CXX_COMPILER_ID:Clang>:-Wreserved-identifier>
                                              $<$<BOOL:${ELDEST_WERROR}>:-Werror>)
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

# Compile options of searches and trees. There is a search for every algorithm, game and kind of
# machine: with link-time optimisation the program has grown as much as GCC lets it before all of
# them have what they call most inlined.
set(ELDEST_INLINING)
if(CMAKE_INTERPROCEDURAL_OPTIMIZATION AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(ELDEST_INLINING --param=inline-unit-growth=200 --param=max-inline-insns-auto=60
                      --param=early-inlining-insns=30)
endif()

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
    # Whoever links an installed library may do without link-time optimisation.
    if(ELDEST_INSTALL
       AND CMAKE_INTERPROCEDURAL_OPTIMIZATION
       AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      target_compile_options(${target} PRIVATE -ffat-lto-objects)
    endif()
  endif()
  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(
    ${target} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/eldest>)
  if(ELDEST_INSTALL)
    install(TARGETS ${target} EXPORT eldest ARCHIVE COMPONENT library)
  endif()
endfunction()
