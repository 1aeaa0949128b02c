// What points-to analysis found, as text.
#ifndef HEDDLE_TESTS_POINTS_TO_TEXT_H
#define HEDDLE_TESTS_POINTS_TO_TEXT_H

#include "analysis/points_to.h"

// A place: an object ("counter", "malloc at a.c:10") or a part of it ("node+8").
void points_to_describe(const struct points_to *pt, const struct place *place, char *text, size_t size);

#endif
