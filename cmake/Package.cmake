# What `make install` installs besides the programs and the library.
if(EXISTS ${CMAKE_SOURCE_DIR}/include/heddle.h)
    install(FILES ${CMAKE_SOURCE_DIR}/include/heddle.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h")

configure_file(${CMAKE_SOURCE_DIR}/cmake/heddle.pc.in ${CMAKE_BINARY_DIR}/heddle.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/heddle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The manual, and completions that ask `heddle --help` for the options.
set(manual ${CMAKE_SOURCE_DIR}/docs/heddle.1)
if(EXISTS ${manual})
    install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(FILES ${CMAKE_SOURCE_DIR}/tools/completion/heddle.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME heddle)
install(FILES ${CMAKE_SOURCE_DIR}/tools/completion/heddle.zsh
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _heddle)
