# HEDDLE_REVISION: what `heddle --version` shows beside the version: `git describe`, or nothing outside a repository.
set(HEDDLE_REVISION "")
find_program(GIT git)
if(GIT AND EXISTS ${CMAKE_SOURCE_DIR}/.git)
    execute_process(COMMAND ${GIT} describe --always --tags --dirty WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        OUTPUT_VARIABLE HEDDLE_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
