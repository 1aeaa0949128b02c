# heddle's models of libc and pthreads that are written in C: bitcode that heddle-lower links into every program.
set(runtime_script ${CMAKE_SOURCE_DIR}/src/runtime/build.sh)
if(EXISTS ${runtime_script})
    set(runtime_bitcode ${CMAKE_BINARY_DIR}/runtime-64.bc ${CMAKE_BINARY_DIR}/runtime-32.bc)
    file(GLOB_RECURSE runtime_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/runtime/*)
    file(GLOB public_headers CONFIGURE_DEPENDS
        ${CMAKE_SOURCE_DIR}/include/*.h ${CMAKE_SOURCE_DIR}/include/heddle/*.h)
    add_custom_command(OUTPUT ${runtime_bitcode}
        COMMAND bash ${runtime_script} ${CMAKE_BINARY_DIR}
        DEPENDS ${runtime_sources} ${public_headers} ${CMAKE_SOURCE_DIR}/src/program/natives.def
        COMMENT "Compiling the runtime to bitcode" VERBATIM)
    add_custom_target(runtime ALL DEPENDS ${runtime_bitcode})
    install(FILES ${runtime_bitcode} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/heddle)
    if(TARGET heddle)
        add_dependencies(heddle runtime)
    endif()
endif()
