# Adds to the files of the packages what Debian's policy requires, before CPack packs them: a changelog and a copyright
# in each package, and compressed manual pages.
set(source ${CMAKE_CURRENT_LIST_DIR}/..)
foreach(package IN ITEMS program:${CPACK_DEBIAN_PROGRAM_PACKAGE_NAME} library:${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME})
  string(REGEX MATCH "^(.*):(.*)$" _ ${package})
  set(files ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${CMAKE_MATCH_1}${CPACK_PACKAGING_INSTALL_PREFIX})
  set(docs ${files}/share/doc/${CMAKE_MATCH_2})
  file(MAKE_DIRECTORY ${docs})
  file(COPY_FILE ${source}/LICENSE ${docs}/copyright)
  file(COPY_FILE ${source}/CHANGELOG.md ${docs}/changelog)
  file(GLOB pages ${files}/share/man/man*/*.[1-9])
  execute_process(COMMAND gzip -9n ${docs}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
