// Which lines of two texts are equal, for showing them together.
#ifndef HEDDLE_REPORT_LINE_MATCH_H
#define HEDDLE_REPORT_LINE_MATCH_H

#include "report/place.h"

// Lines of a file and their counterparts, in order, in another one. Blanks and comments behind // make no
// difference; empty lines have counterparts as others do.
struct line_match {
    uint32_t *lines; // by line - 1: the counterpart, from 1; 0: none
    uint32_t count;
};

// Files that cannot be read have no lines. Released with line_match_free.
void line_match_make(struct line_match *match, struct sources *a, const char *a_file, struct sources *b,
                     const char *b_file);
// The counterparts the other way round, of a file of so many lines.
void line_match_reverse(struct line_match *match, const struct line_match *of, uint32_t count);
void line_match_free(struct line_match *match);
// The counterpart of a line; 0: none.
uint32_t line_match_of(const struct line_match *match, uint32_t line);
// Whether two lines say the same.
bool line_match_equal(const char *a, const char *b);

#endif
