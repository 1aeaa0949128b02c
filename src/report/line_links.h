// Dependences between lines of the source, from those between instructions.
#ifndef HEDDLE_REPORT_LINE_LINKS_H
#define HEDDLE_REPORT_LINE_LINKS_H

#include "base/vector.h"

#include <stdint.h>

struct dependence;

// Line `from` depends on line `to` (indices).
struct line_link {
    uint32_t from, to;
    const char *word; // kind of dependence
};
struct line_links {
    struct line_link *data;
    uint32_t size, capacity;
};

// The links of the lines of instructions in `sources` to those of members (a set of nodes) that they depend
// on, each once, by kinds (1 << enum dependence_kind); helper nodes and code without a line are followed.
// `line_of`: by instruction, index of its line or NO_LINE.
void line_links_make(struct line_links *links, const struct dependence *dependence, uint32_t kinds,
                     const uint64_t *sources, const uint64_t *members, const uint32_t *line_of);

#endif
