// The lines of the user's source that code comes from.
#ifndef HEDDLE_REPORT_CODE_LINES_H
#define HEDDLE_REPORT_CODE_LINES_H

#include "base/vector.h"
#include "program/program.h"

#define NO_LINE 0xffffffffu // as an index

struct code_line {
    const char *file; // as the compiler was given it; strings belong to the program
    uint32_t line;    // from 1
};

struct code_lines {
    VECTOR(struct code_line) list; // by file and line, each once
    uint32_t *line_of;             // by instruction: index in the list; NO_LINE: not the user's, or nowhere
};

// Lines that have code of the user's, and those of `more` locations (indices; those without a line are left
// out). Released with code_lines_free.
void code_lines_make(struct code_lines *lines, const struct program *program, const uint32_t *more,
                     uint32_t more_count);
void code_lines_free(struct code_lines *lines);
// The index of the line of a location of the program; NO_LINE: it is not in the list.
uint32_t code_lines_at(const struct code_lines *lines, const struct program *program, uint32_t location);

#endif
