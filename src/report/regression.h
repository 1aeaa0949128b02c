// Regression tests in C, of `heddle export` (docs/export.md): a violation's schedule and inputs as tables,
// for the program itself and a header, heddle-schedule.h, that makes it follow them natively: the files of
// regression/ one after the other (cmake/Embed.cmake).
#ifndef HEDDLE_REPORT_REGRESSION_H
#define HEDDLE_REPORT_REGRESSION_H

#include "report/entry.h"

struct regression {
    char *text;        // the test
    const char *fails; // how the test fails: a text that stands in what it prints; "": nothing is known
    bool ends;         // the program ends with a status that is not 0, and is not aborted
};

// The name under which the header is written beside a test, and its text.
#define REGRESSION_HEADER "heddle-schedule.h"
extern const char heddle_schedule_h[]; // embedded at build time
// How messages of the header begin: all threads wait for ever; the test itself cannot be executed.
#define REGRESSION_DEADLOCK "heddle-schedule: deadlock"
#define REGRESSION_UNABLE "heddle-schedule: cannot follow"

// Of the violation that a check has replayed and confirmed. `steps`: with all steps, for a debugger. `build`:
// lines for a comment, how the test is built. False with the error set: it shows only in heddle's machine.
bool regression_make(struct regression *regression, struct heddle_check *check, bool steps, const char *build,
                     struct error *error);
// What the program is compiled with beside the rest, so that the violation shows; NULL ends the list.
const char *const *regression_flags(const struct heddle_check *check);
void regression_free(struct regression *regression);

#endif
