# `make deb`: a Debian package of what `make install` installs, by CPack. What is opened at run time (Z3) or run (clang) is named here; the
# rest of its dependencies dpkg-shlibdeps finds in the programs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# Who builds a package for others gives an address at which they can be reached: -DHEDDLE_MAINTAINER="NAME <ADDRESS>".
set(HEDDLE_MAINTAINER "The heddle maintainers <maintainers@heddle.invalid>" CACHE STRING "Maintainer of the Debian package")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${HEDDLE_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libc6-dev, libz3-4")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gdb, gcc, gcc-multilib")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "checker for multithreaded C programs, over all schedules and inputs")
set(CPACK_PACKAGE_DESCRIPTION
"heddle finds the interleaving that breaks a multithreaded C program, or shows
that there is none. It compiles the program with clang, executes it
symbolically over every thread schedule and every input that can matter, and
prints a schedule and an input that make it fail, which it can replay, show in
a page, or write as a regression test.")

# What every Debian package has, and CPack does not write.
string(TIMESTAMP changelog_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${CMAKE_SOURCE_DIR}/cmake/deb/changelog.in ${CMAKE_BINARY_DIR}/deb/changelog @ONLY)
configure_file(${CMAKE_SOURCE_DIR}/cmake/deb/copyright.in ${CMAKE_BINARY_DIR}/deb/copyright @ONLY)
find_program(GZIP gzip)
if(GZIP)
    execute_process(COMMAND ${GZIP} -9nf ${CMAKE_BINARY_DIR}/deb/changelog)
endif()
configure_file(${CMAKE_SOURCE_DIR}/cmake/deb/complete.cmake.in ${CMAKE_BINARY_DIR}/deb/complete.cmake @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_BINARY_DIR}/deb/complete.cmake)
include(CPack)
