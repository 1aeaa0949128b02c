# heddle_flags: what every translation unit of heddle is compiled with.
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ${HEDDLE_SHARED})

add_library(heddle_flags INTERFACE)
target_compile_definitions(heddle_flags INTERFACE _GNU_SOURCE)
target_compile_options(heddle_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion)
if(HEDDLE_WERROR)
    target_compile_options(heddle_flags INTERFACE -Werror)
endif()
if(HEDDLE_DEBUG_CHECKS OR HEDDLE_SANITIZE)
    target_compile_definitions(heddle_flags INTERFACE HEDDLE_DEBUG_CHECKS=1)
    target_compile_options(heddle_flags INTERFACE -UNDEBUG)
endif()
if(HEDDLE_SANITIZE)
    set(sanitize -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(heddle_flags INTERFACE ${sanitize} -O1)
    target_link_options(heddle_flags INTERFACE ${sanitize})
    # AddressSanitizer must see the C++ library at the start to let the exceptions of Z3, which is opened later, pass.
    target_link_libraries(heddle_flags INTERFACE -Wl,--no-as-needed -lstdc++ -Wl,--as-needed)
endif()

# The layers that an execution spends its time in are optimised once more when the program is linked (5% fewer
# instructions: their small functions are inlined into each other). The objects hold ordinary code, too, so that tests
# link as fast as without.
set(HEDDLE_HOT_LAYERS base machine explore)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo)$" AND NOT HEDDLE_SANITIZE)
    set(HEDDLE_HOT_OPTIONS -flto -ffat-lto-objects)
    target_link_options(heddle_flags INTERFACE
        $<IF:$<STREQUAL:$<TARGET_PROPERTY:NAME>,heddle>,-flto=auto$<SEMICOLON>-O2,-fno-lto>)
endif()
