// Calls of the runtime library that print an address as a number (`sprintf(text, "%p", &x)`), where the
// program can read it back. Nothing of that is a data flow, so that no points-to set has what the program
// makes of the text.
#ifndef HEDDLE_ANALYSIS_PRINTED_ADDRESSES_H
#define HEDDLE_ANALYSIS_PRINTED_ADDRESSES_H

#include "analysis/points_to.h"

// Whether what this function of the runtime library prints is out of the program's reach: it goes to standard
// output, and the program does not give that other files.
bool printed_is_lost(const struct program *program, const char *function);
// Whether the call at `code` may do so: to memory or a file; to standard output where the program gives that
// other files. The address is that of a variable, a block or a function: those of constants lead nowhere.
// Formats that are no constant texts of the program may have any conversion.
bool printed_address_at(struct points_to *pt, const struct program *program, uint32_t code);

#endif
