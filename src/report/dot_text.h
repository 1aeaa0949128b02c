// Text in graphs for Graphviz.
#ifndef HEDDLE_REPORT_DOT_TEXT_H
#define HEDDLE_REPORT_DOT_TEXT_H

#include "report/buffer.h"
#include "report/place.h"

// Appends the label of a line of the source: its place and its text.
void dot_line(struct buffer *out, struct sources *sources, const char *file, uint32_t line);

#endif
