# Texts that heddle writes as C: page_parts.c, with the parts of the page of `heddle report` (page_html, page_css and page_js of
# src/report/page) and the header of the tests of `heddle export` (heddle_schedule_h: the files of src/report/regression, one
# after the other, since a test comes with one header).
#
# cmake -DOUTPUT=FILE.c -P Embed.cmake FILE...: each file becomes a text named after it; those of `regression` become one.
# Included from CMakeLists.txt, sets `page_parts` to the generated file.
if(CMAKE_SCRIPT_MODE_FILE)
    # Appends to `text` an array of those bytes, in hexadecimal.
    function(add_array name bytes)
        string(REGEX REPLACE "(................................................)" "\\1\n" bytes "${bytes}")
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
        set(text "${text}const char ${name}[] = {${bytes}0};\n" PARENT_SCOPE)
    endfunction()

    set(text "#include \"report/page.h\"\n#include \"report/regression.h\"\n")
    set(schedule "")
    math(EXPR last "${CMAKE_ARGC} - 1")
    foreach(number RANGE 3 ${last})
        set(file "${CMAKE_ARGV${number}}")
        if(NOT IS_ABSOLUTE "${file}")
            continue()
        endif()
        get_filename_component(name "${file}" NAME)
        if(name MATCHES "\\.cmake$")
            continue()
        endif()
        file(READ "${file}" bytes HEX)
        get_filename_component(folder "${file}" DIRECTORY)
        get_filename_component(folder "${folder}" NAME)
        if(folder MATCHES "^regression$")
            string(APPEND schedule "${bytes}0a") # an empty line between them
            continue()
        endif()
        string(MAKE_C_IDENTIFIER "${name}" name)
        add_array(${name} "${bytes}")
    endforeach()
    string(REGEX REPLACE "0a$" "" schedule "${schedule}")
    add_array(heddle_schedule_h "${schedule}")
    file(WRITE "${OUTPUT}" "${text}")
    return()
endif()

set(page_parts ${CMAKE_BINARY_DIR}/page_parts.c)
set(page_sources ${CMAKE_SOURCE_DIR}/src/report/page/page.html ${CMAKE_SOURCE_DIR}/src/report/page/page.css
    ${CMAKE_SOURCE_DIR}/src/report/page/page.js)
foreach(part schedule state turns waiting library locks threads c11 blocks leaks heap written accesses
    properties random ending symbols)
    list(APPEND page_sources ${CMAKE_SOURCE_DIR}/src/report/regression/${part}.h)
endforeach()
add_custom_command(OUTPUT ${page_parts}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${page_parts} -P ${CMAKE_SOURCE_DIR}/cmake/Embed.cmake ${page_sources}
    DEPENDS ${page_sources} ${CMAKE_SOURCE_DIR}/cmake/Embed.cmake
    COMMENT "Embedding the page of reports" VERBATIM)
