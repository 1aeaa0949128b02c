// Whether two instructions of two versions of a program are the same operation with the same constants,
// whatever registers they use, and whether two functions have the same control-flow graph. Private to
// counterparts.c.
#ifndef HEDDLE_ANALYSIS_SAME_CODE_H
#define HEDDLE_ANALYSIS_SAME_CODE_H

#include "analysis/version_names.h"

// Of instructions in paired functions. What is in registers is not compared, nor are the registers
// themselves. `ways`: where jumps and branches go is, as the numbers of blocks.
bool same_operation(const struct version_names *names, uint32_t old_code, uint32_t new_code, bool ways);
// Whether control goes the same ways between the blocks of the two functions, in the order in which they
// stand. What decides about it is not compared.
bool same_control_flow(const struct version_names *names, uint32_t old_function, uint32_t new_function);

#endif
