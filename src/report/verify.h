// A check's program, from its files to the verdict: loading it, exploring what earlier checks in a store say
// nothing of, and what is kept for later ones.
#ifndef HEDDLE_REPORT_VERIFY_H
#define HEDDLE_REPORT_VERIFY_H

#include "report/entry.h"
#include "report/load.h"

// The machine's options of the check's settings. The program is loaded; borrows from the check.
struct machine_options verify_machine_options(struct heddle_check *check);
// The options of its exploration, of which machine options (verify_machine_options) are those of the check.
struct exploration_options verify_exploration_options(struct heddle_check *check);
// Loads the check's program by one of load.h's functions. False: it could not be made, with the check's error
// set, or memory ran out.
bool verify_load(struct heddle_check *check,
                 struct program *(*loader)(const struct settings *, struct interrupt *, struct error *),
                 struct interrupt *interrupt);
// What the check's status is where that was false: bad input, or inconclusive where it was ended.
enum heddle_status verify_not_loaded(struct heddle_check *check);
// Checks the program, which is loaded. The check's result is filled in.
enum heddle_status verify(struct heddle_check *check);

#endif
