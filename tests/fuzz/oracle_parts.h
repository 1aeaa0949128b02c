#ifndef HEDDLE_TESTS_ORACLE_PARTS_H
#define HEDDLE_TESTS_ORACLE_PARTS_H

#include "explore/explore.h"

// explore() in parts (explore/split.h), one after the other. The result is owned by the caller.
struct exploration *oracle_explore_parts(const struct program *program,
                                         const struct exploration_options *options, uint64_t seed);

#endif
