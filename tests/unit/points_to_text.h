// What points-to analysis found, as text, for tests.
#ifndef HEDDLE_TESTS_POINTS_TO_TEXT_H
#define HEDDLE_TESTS_POINTS_TO_TEXT_H

#include "analysis/points_to.h"

// An object ("counter", "malloc at a.c:10"), a place ("node+8"); and everything.
void points_to_describe(const struct points_to *pt, const struct place *place, char *text, size_t size);
void points_to_print(struct points_to *pt, FILE *out);

#endif
