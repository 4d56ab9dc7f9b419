# Links to the files that come with the project, in the layout of the repository. The programs in
# this build look for them here (see sim/system/data_files.hpp).
set(eldest_DATA_DIR ${PROJECT_BINARY_DIR}/share/eldest CACHE INTERNAL "Files that come with eldest")
file(MAKE_DIRECTORY ${eldest_DATA_DIR})
foreach(folder IN ITEMS platforms trees results sim/cli/programs)
  cmake_path(GET folder FILENAME name)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${eldest_DATA_DIR}/${name} SYMBOLIC)
endforeach()
