# The recording library (src/record): linked into the programs that `heddle record` runs, never into heddle itself.
file(GLOB record_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/record/*.c)
set(record_inline ${CMAKE_SOURCE_DIR}/src/record/inline.c)
list(REMOVE_ITEM record_sources ${record_inline})
add_library(heddle-record STATIC ${record_sources})
# -fexceptions: what is to be done when a thread is cancelled in one of its functions is done.
target_compile_options(heddle-record PRIVATE -O2 -Wall -Wextra -Wshadow -Wconversion -fexceptions -fno-lto
    $<$<BOOL:${HEDDLE_WERROR}>:-Werror>)
target_compile_definitions(heddle-record PRIVATE _GNU_SOURCE)
target_include_directories(heddle-record PRIVATE ${CMAKE_SOURCE_DIR}/src)
set_target_properties(heddle-record PROPERTIES POSITION_INDEPENDENT_CODE ON)

set(record_bitcode ${CMAKE_BINARY_DIR}/record-64.bc)
add_custom_command(OUTPUT ${record_bitcode}
    COMMAND ${CLANG} --target=x86_64-pc-linux-gnu -std=gnu17 -O1 -fPIC -Wall -Wextra -Werror -I${CMAKE_SOURCE_DIR}/src
        -fno-stack-protector -emit-llvm -c ${record_inline} -o ${record_bitcode}
    DEPENDS ${record_inline} ${CMAKE_SOURCE_DIR}/src/record/cursor.h ${CMAKE_SOURCE_DIR}/src/record/recording.h
    COMMENT "Compiling what is inlined into recorded programs" VERBATIM)
add_custom_target(record_inline ALL DEPENDS ${record_bitcode})
install(TARGETS heddle-record ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/heddle)
install(FILES ${record_bitcode} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/heddle)
if(TARGET heddle)
    add_dependencies(heddle heddle-record record_inline)
endif()
