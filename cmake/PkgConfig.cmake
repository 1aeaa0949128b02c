# Writes heddle.pc, also as a script: cmake -DCMAKE_INSTALL_LIBDIR=DIR -DCMAKE_INSTALL_INCLUDEDIR=DIR -P PkgConfig.cmake.
# From its folder up to the prefix: the folder of libraries may have several parts (lib/x86_64-linux-gnu).
file(RELATIVE_PATH pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/heddle.pc.in ${CMAKE_BINARY_DIR}/heddle.pc @ONLY)
