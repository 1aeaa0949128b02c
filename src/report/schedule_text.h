// The schedule of a timeline as a table for people: a row for what a thread did on one source line, a column
// per thread, then what was read and written, then where.
#ifndef HEDDLE_REPORT_SCHEDULE_TEXT_H
#define HEDDLE_REPORT_SCHEDULE_TEXT_H

#include "report/place.h"
#include "report/style.h"
#include "report/timeline.h"

struct schedule_layout {
    unsigned columns; // of the terminal
    bool full;        // every row; else the middle of long schedules is left out, saying so
    struct style style;
};

// Appends the table, nothing if there are no events. `violation`: marks the row where it happens, which is
// added if no event belongs to it; NULL: none.
void schedule_print(struct buffer *out, const struct timeline *timeline, const struct program *program,
                    const struct exploration_violation *violation, struct sources *sources,
                    const struct schedule_layout *layout);

#endif
