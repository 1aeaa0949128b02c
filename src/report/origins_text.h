// Where a check's executions came from (--explain), for people.
#ifndef HEDDLE_REPORT_ORIGINS_TEXT_H
#define HEDDLE_REPORT_ORIGINS_TEXT_H

#include "program/program.h"
#include "report/buffer.h"

#include "explore/explore.h"

// Prints a row for each variable whose accesses were put into another order, and for each branch on inputs
// and open choice, the most frequent first, with what makes them fewer. Prints nothing where nothing was
// counted.
void origins_print(struct buffer *out, const struct program *program, const struct exploration *exploration);
// Prints what tells threads apart that have one routine, if there are such threads and something does
// (analysis/thread_identity.h): then orders that differ only in who is who are all explored.
void origins_print_told_apart(struct buffer *out, const struct program *program);

#endif
