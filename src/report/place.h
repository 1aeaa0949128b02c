// Where code stands in the source, and the text of source lines.
#ifndef HEDDLE_REPORT_PLACE_H
#define HEDDLE_REPORT_PLACE_H

#include "base/vector.h"
#include "program/program.h"

struct source_place {
    const char *file; // as the compiler was given it; "": unknown
    uint32_t line, column;
    const char *function; // "": unknown
    bool runtime;         // in heddle's own library, not in the user's code
};

// Of an instruction; NO_CODE gives an unknown place. Strings belong to the program.
struct source_place place_of(const struct program *program, uint32_t code);
// The innermost place of a call stack (code indices, innermost first) that is in the user's code; where there
// is none, that of `code`.
struct source_place place_of_stack(const struct program *program, uint32_t code, const uint32_t *stack,
                                   uint32_t depth);

// Whether a frame of such a stack is to be shown: of the frames of heddle's own library only the function
// that the user's code called.
bool place_shows_frame(const struct program *program, const uint32_t *stack, uint32_t depth, uint32_t frame);

struct source_file {
    char *name, *text;    // text NULL: cannot be read
    VECTOR(char *) lines; // pointers into text
};
// Source files that were read, by name. Cleared memory is an empty one.
struct sources {
    const char *folder; // where relative names are looked for; NULL: the current one
    VECTOR(struct source_file) files;
};
// Line `line` (from 1) without indentation and line end, or NULL. Valid as long as `sources`.
const char *sources_line(struct sources *sources, const char *file, uint32_t line);
// Line `line` with its indentation.
const char *sources_whole_line(struct sources *sources, const char *file, uint32_t line);
void sources_free(struct sources *sources);

// The part of a path after its last slash.
const char *path_base(const char *path);

#endif
