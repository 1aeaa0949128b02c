# find_package(heddle): checks beside add_test.
#
# heddle_add_check(NAME FILES file... [TARGET target] [STORE folder] [OPTIONS option...] [CLANG_ARGS argument...]
#                  [TIMEOUT seconds] [SKIP_INCONCLUSIVE])
# Adds a test that is `heddle check` of the files, relative to CMAKE_CURRENT_SOURCE_DIR. It passes if they are safe.
#   TARGET             compiles with the target's include directories, definitions and options
#   STORE              what earlier checks found (docs/incremental.md), shared by all checks; default: heddle-store in
#                      CMAKE_BINARY_DIR
#   OPTIONS            of `heddle check`, as --property=assertion,data-race
#   CLANG_ARGS         as -DSMALL
#   TIMEOUT            after which the check is inconclusive (--max-seconds); CTest waits a minute longer
#   SKIP_INCONCLUSIVE  an inconclusive check counts as skipped, not as failed
# Labels: heddle. Witnesses are written to heddle-witness/NAME in CMAKE_CURRENT_BINARY_DIR.
#
# HEDDLE_EXECUTABLE is the program; without it heddle_FOUND is false.
get_filename_component(heddle_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(HEDDLE_EXECUTABLE heddle HINTS "${heddle_prefix}/bin" "${heddle_prefix}/../bin")
if(NOT HEDDLE_EXECUTABLE)
    set(heddle_FOUND FALSE)
    set(heddle_NOT_FOUND_MESSAGE "the program heddle was not found; HEDDLE_EXECUTABLE can name it")
endif()

function(heddle_add_check name)
    cmake_parse_arguments(PARSE_ARGV 1 check "SKIP_INCONCLUSIVE" "TARGET;STORE;TIMEOUT" "FILES;OPTIONS;CLANG_ARGS")
    if(check_UNPARSED_ARGUMENTS OR check_KEYWORDS_MISSING_VALUES OR NOT check_FILES)
        message(FATAL_ERROR "heddle_add_check(${name}): FILES are missing, or not understood: "
            "${check_UNPARSED_ARGUMENTS} ${check_KEYWORDS_MISSING_VALUES}")
    endif()
    if(NOT check_STORE)
        set(check_STORE "${CMAKE_BINARY_DIR}/heddle-store")
    endif()
    set(files)
    foreach(file IN LISTS check_FILES)
        get_filename_component(file "${file}" ABSOLUTE)
        list(APPEND files "${file}")
    endforeach()
    set(flags ${check_CLANG_ARGS})
    if(check_TARGET)
        foreach(kind "INCLUDE_DIRECTORIES -I" "COMPILE_DEFINITIONS -D" "COMPILE_OPTIONS ")
            string(REGEX MATCH "[A-Z_]+" property "${kind}")
            string(REGEX MATCH "-.$" flag "${kind}")
            set(values "$<TARGET_PROPERTY:${check_TARGET},${property}>")
            list(APPEND flags "$<$<BOOL:${values}>:${flag}$<JOIN:${values},$<SEMICOLON>${flag}>>")
        endforeach()
    endif()
    if(check_TIMEOUT)
        list(APPEND check_OPTIONS "--max-seconds=${check_TIMEOUT}")
        math(EXPR ctest_timeout "${check_TIMEOUT} + 60")
    endif()
    add_test(NAME ${name} COMMAND "${HEDDLE_EXECUTABLE}" check "--store=${check_STORE}"
        "--witness=${CMAKE_CURRENT_BINARY_DIR}/heddle-witness/${name}" ${check_OPTIONS} ${files} -- ${flags}
        COMMAND_EXPAND_LISTS)
    set_tests_properties(${name} PROPERTIES LABELS heddle)
    if(check_TIMEOUT)
        set_tests_properties(${name} PROPERTIES TIMEOUT ${ctest_timeout})
    endif()
    if(check_SKIP_INCONCLUSIVE)
        set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 3)
    endif()
endfunction()
