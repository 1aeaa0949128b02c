// Programs for tests of the analyses: from C text through the front end, and places in them by line.
#ifndef HEDDLE_TESTS_PROGRAM_TEXT_H
#define HEDDLE_TESTS_PROGRAM_TEXT_H

#include "program/program.h"

// Makes a temporary folder and enters it; leaves and removes it. For cmocka_run_group_tests.
int program_text_setup(void **state);
int program_text_teardown(void **state);
// The program of one C file, which must compile. Owned by the caller.
struct program *program_text_load(const char *text);
// The line (from 1) in the first file that an instruction comes from; 0: none, or the runtime library's.
uint32_t program_text_line(const struct program *program, uint32_t code);
// The first instruction with that opcode on that line; fails the test if there is none.
uint32_t program_text_find(const struct program *program, uint32_t line, unsigned op);

#endif
