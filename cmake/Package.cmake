# What `make install` installs besides the programs and the library.
file(GLOB top_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/*.h)
install(FILES ${top_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h")

configure_file(${CMAKE_SOURCE_DIR}/cmake/heddle.pc.in ${CMAKE_BINARY_DIR}/heddle.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/heddle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The manual page and the completions are written from the table of options.
if(TARGET heddle)
    add_executable(document ${CMAKE_SOURCE_DIR}/tools/document.c)
    target_link_libraries(document PRIVATE heddle_flags libheddle)
    set(manual_template ${CMAKE_SOURCE_DIR}/docs/heddle.1.in)
    set(documents heddle.1 heddle.bash _heddle)
    list(TRANSFORM documents PREPEND ${CMAKE_BINARY_DIR}/share/)
    list(GET documents 0 manual)
    list(GET documents 1 bash_completion)
    list(GET documents 2 zsh_completion)
    add_custom_command(OUTPUT ${documents}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/share
        COMMAND document man ${manual_template} > ${manual}
        COMMAND document bash > ${bash_completion}
        COMMAND document zsh > ${zsh_completion}
        DEPENDS document ${manual_template} COMMENT "Writing manual page and completions" VERBATIM)
    add_custom_target(documents ALL DEPENDS ${documents})
    install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${bash_completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME heddle)
    install(FILES ${zsh_completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()
