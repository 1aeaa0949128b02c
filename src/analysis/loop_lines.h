// Which loop a line of the source means.
#ifndef HEDDLE_ANALYSIS_LOOP_LINES_H
#define HEDDLE_ANALYSIS_LOOP_LINES_H

#include "base/vector.h"
#include "program/program.h"

struct loop_line {
    uint32_t code; // of the loop's head (OP_LOOP)
    uint32_t line; // that it begins at
};
typedef VECTOR(struct loop_line) loop_line_list;

// Adds the loops of the user's code that line `line` (from 1) of the file means: all whose head stands there;
// where there is none, the innermost ones whose body begins there. False: none, and *file_known says whether
// the program has code of such a file, *nearest the nearest line at which a loop of it begins (0: it has
// none).
bool loop_lines_find(const struct program *program, const char *file, uint32_t line, loop_line_list *found,
                     bool *file_known, uint32_t *nearest);

#endif
