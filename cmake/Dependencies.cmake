# heddle_dependencies: what libheddle links; heddle_llvm: what heddle-lower links besides. All are Debian packages
# (tools/install-deps). Z3 is opened when the first query is asked, so only its headers are needed to build.
function(heddle_require variable what package)
    if(NOT ${variable})
        message(FATAL_ERROR "${what} not found: run `make deps`, or install the Debian package ${package}")
    endif()
endfunction()

find_path(JANSSON_INCLUDE jansson.h)
find_library(JANSSON_LIBRARY jansson)
find_path(XXHASH_INCLUDE xxhash.h)
find_library(XXHASH_LIBRARY xxhash)
find_path(Z3_INCLUDE z3.h PATH_SUFFIXES z3)
find_program(LLVM_CONFIG NAMES llvm-config-19)
find_program(CLANG NAMES clang-19)
heddle_require(JANSSON_INCLUDE jansson libjansson-dev)
heddle_require(JANSSON_LIBRARY jansson libjansson-dev)
heddle_require(XXHASH_INCLUDE xxHash libxxhash-dev)
heddle_require(XXHASH_LIBRARY xxHash libxxhash-dev)
heddle_require(Z3_INCLUDE z3.h libz3-dev)
heddle_require(LLVM_CONFIG llvm-config-19 llvm-19-dev)
heddle_require(CLANG clang-19 clang-19)

find_package(Threads REQUIRED)
add_library(heddle_dependencies INTERFACE)
target_include_directories(heddle_dependencies SYSTEM INTERFACE ${JANSSON_INCLUDE} ${XXHASH_INCLUDE} ${Z3_INCLUDE})
target_link_libraries(heddle_dependencies INTERFACE
    ${JANSSON_LIBRARY} ${XXHASH_LIBRARY} ${CMAKE_DL_LIBS} m Threads::Threads)

function(heddle_llvm_config variable)
    execute_process(COMMAND ${LLVM_CONFIG} ${ARGN} OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND_ERROR_IS_FATAL ANY)
    set(${variable} ${answer} PARENT_SCOPE)
endfunction()

heddle_llvm_config(llvm_include --includedir)
heddle_llvm_config(llvm_libdir --libdir)
heddle_llvm_config(llvm_libraries --link-shared --libs)
add_library(heddle_llvm INTERFACE)
target_include_directories(heddle_llvm SYSTEM INTERFACE ${llvm_include})
target_link_directories(heddle_llvm INTERFACE ${llvm_libdir})
target_link_libraries(heddle_llvm INTERFACE ${llvm_libraries})
