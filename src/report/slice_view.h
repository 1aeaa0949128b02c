// A slice as people look at it: lines of the user's source. What is printed as text, JSON and for Graphviz
// comes from here. (It says nothing of how the slice was made: this header needs none of the analyses.)
#ifndef HEDDLE_REPORT_SLICE_VIEW_H
#define HEDDLE_REPORT_SLICE_VIEW_H

#include "base/error.h"
#include "base/vector.h"
#include "report/line_links.h"

#include <stdbool.h>

enum slice_mark {
    SLICE_MARK_OUT, // has code, none of it in the slice
    SLICE_MARK_IN,
    SLICE_MARK_CRITERION, // what the slice was asked for
};

struct slice_line {
    const char *file; // as the compiler was given it; strings belong to the program
    uint32_t line;    // from 1
    enum slice_mark mark;
};

// From the line asked about to a criterion: each depends on the one before it (forward: the one after it), as
// `text` of the earlier one says.
struct slice_reason {
    const char *file, *function;
    uint32_t line;
    const char *word, *text; // NULL for the last one
};

struct slice_view {
    VECTOR(struct slice_line) lines; // that have code, by file and line
    struct line_links links;         // between indices in lines
    VECTOR(struct slice_reason) reasons;
    bool forward, asked_why, why_in; // why_in: the line asked about is in the slice
    char *why;                       // as it was asked; NULL: it was not
    uint32_t instructions, sliced;   // of the user's code
};

struct program;
struct slice_request {
    const char *const *at; // FILE:LINE
    uint32_t at_count;
    uint32_t properties; // 1 << enum property; looked at without `at`
    bool forward, links;
    const char *why; // NULL: not asked
};

// Analyses the program. False with the error set: a place that is none. Released with slice_view_free; refers
// to the program.
bool slice_view_make(struct slice_view *view, const struct program *program,
                     const struct slice_request *request, struct error *error);
void slice_view_free(struct slice_view *view);

// The line, or NULL if there is no code on it.
const struct slice_line *slice_view_line(const struct slice_view *view, const char *file, uint32_t line);

// Printed forms, owned by the caller.
char *slice_text(const struct slice_view *view, bool colour);
char *slice_json(const struct slice_view *view);
char *slice_dot(const struct slice_view *view);

#endif
