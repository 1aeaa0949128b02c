#include "program_text.h"

#include "program/frontend.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef HEDDLE_BUILD_DIR
#define HEDDLE_BUILD_DIR "."
#endif

static char folder[64];

int program_text_setup(void **state)
{
    (void)state;
    setenv("HEDDLE_LIBEXEC", HEDDLE_BUILD_DIR, 0);
    strcpy(folder, "/tmp/test_analysis.XXXXXX");
    return !mkdtemp(folder) || chdir(folder);
}

int program_text_teardown(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return chdir("/") || system(command);
}

struct program *program_text_load(const char *text)
{
    FILE *file = fopen("t.c", "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    const char *name = "t.c";
    struct error error = {0};
    struct frontend_options options = {.files = &name, .file_count = 1, .cache_folder = ""};
    struct program *program = frontend_load(&options, &error);
    if (!program)
        fail_msg("%s", error.message);
    return program;
}

uint32_t program_text_line(const struct program *program, uint32_t code)
{
    uint32_t function = program_function_at(program, code);
    if (program->functions[function].flags & FUNCTION_RUNTIME)
        return 0;
    return program->locations[program->location_of[code]].line;
}

uint32_t program_text_find(const struct program *program, uint32_t line, unsigned op)
{
    for (uint32_t code = 0; code < program->code_count; code++)
        if (program->code[code].op == op && program_text_line(program, code) == line)
            return code;
    fail_msg("no %s on line %u", opcode_name(op), line);
    return 0;
}
