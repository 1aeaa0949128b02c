// The difference of two versions of a program as people look at it: lines of both sources. What is printed as
// text, JSON and for Graphviz comes from here.
#ifndef HEDDLE_REPORT_DIFF_VIEW_H
#define HEDDLE_REPORT_DIFF_VIEW_H

#include "report/code_lines.h"
#include "report/line_links.h"
#include "report/line_match.h"

enum { DIFF_OLD, DIFF_NEW, DIFF_VERSIONS };

enum diff_change {
    DIFF_SAME,
    DIFF_MODIFIED,
    DIFF_ONLY, // in the new version added, in the old one deleted
};

struct diff_line {
    const char *file; // as the compiler was given it; strings belong to the program
    uint32_t line;    // from 1
    enum diff_change change;
    bool affected, affecting; // by, or of, some change
    uint32_t other;           // index of its counterpart's line in the other version; NO_LINE: none
};

struct diff_file {
    const char *name;
    uint32_t first, end;     // of its lines
    const char *other;       // its counterpart's name; NULL: none
    struct line_match match; // of its lines with those of the other version's file
};

struct diff_version {
    struct sources sources;
    VECTOR(struct diff_line) lines; // that have code or define a global, by file and line
    VECTOR(struct diff_file) files;
    struct line_links links; // of changed, affected and affecting lines
};

// A function or global variable, by the name that it has in each version; NULL: it is not in that one.
struct diff_symbol {
    const char *names[DIFF_VERSIONS];
    bool changed, affected, affecting; // a global is neither affected nor affecting
};

struct diff_view {
    struct diff_version versions[DIFF_VERSIONS];
    VECTOR(struct diff_symbol) functions, globals; // the user's
    bool different;
    uint32_t added, modified, deleted, affected, affecting; // lines; but for `deleted` of the new version
};

struct program;
struct diff_request {
    const struct program *programs[DIFF_VERSIONS];
    const char *folders[DIFF_VERSIONS]; // that relative names of files are below; NULL: the current one
    bool links;
};

// Compares and analyses the programs. Released with diff_view_free; refers to the programs.
void diff_view_make(struct diff_view *view, const struct diff_request *request);
void diff_view_free(struct diff_view *view);

// Printed forms, owned by the caller.
char *diff_text(struct diff_view *view, bool colour);
char *diff_json(const struct diff_view *view);
char *diff_dot(struct diff_view *view);

#endif
