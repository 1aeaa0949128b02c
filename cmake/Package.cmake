# What `make install` installs besides the programs and the library.
file(GLOB top_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/*.h)
install(FILES ${top_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h")

include(${CMAKE_SOURCE_DIR}/cmake/PkgConfig.cmake)
install(FILES ${CMAKE_BINARY_DIR}/heddle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# find_package(heddle): heddle_add_check.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/heddle-config-version.cmake COMPATIBILITY SameMajorVersion
    ARCH_INDEPENDENT)
install(FILES ${CMAKE_SOURCE_DIR}/cmake/heddle-config.cmake ${CMAKE_BINARY_DIR}/heddle-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)

# The manual page and the completions are written by the program, from its tables of commands and options.
if(TARGET heddle)
    set(documents)
    foreach(document "man heddle.1" "bash heddle.bash" "zsh _heddle")
        separate_arguments(document)
        list(GET document 0 kind)
        list(GET document 1 file)
        set(output ${CMAKE_BINARY_DIR}/share/${file})
        add_custom_command(OUTPUT ${output}
            COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/share
            COMMAND heddle --dump-options=${kind} > ${output}
            DEPENDS heddle COMMENT "Writing ${file}" VERBATIM)
        list(APPEND documents ${output})
    endforeach()
    add_custom_target(documents ALL DEPENDS ${documents})
    install(FILES ${CMAKE_BINARY_DIR}/share/heddle.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${CMAKE_BINARY_DIR}/share/heddle.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME heddle)
    install(FILES ${CMAKE_BINARY_DIR}/share/_heddle DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()
