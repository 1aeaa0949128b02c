// Whether a program has no data race, by its text alone.
#ifndef HEDDLE_ANALYSIS_NO_RACES_H
#define HEDDLE_ANALYSIS_NO_RACES_H

#include "program/program.h"

// True: no execution has a data race (docs/data-races.md), as far as accesses stay within their objects (the
// assumption of points_to.h). Of every two accesses to the same memory that are not both atomic, one of which
// writes, either creations and joins order them, or both threads hold a lock that excludes the other
// (locks_held.h). False: that is not known. Programs that may reach what has no model are never proved.
bool no_races(const struct program *program);

#endif
