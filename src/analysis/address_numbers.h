// Whether a program uses addresses as numbers: takes one apart bit by bit, hashes it, prints one where it can
// be read back, compares it with a number, or moves it until it is equal to that of another variable. What is
// learnt so may come back as the address of any variable, on ways along which no data flows (a branch on each
// bit, say), so that no points-to set has it. The proof of no data race does not hold for such a program.
#ifndef HEDDLE_ANALYSIS_ADDRESS_NUMBERS_H
#define HEDDLE_ANALYSIS_ADDRESS_NUMBERS_H

#include "analysis/call_sites.h"

// The first instruction of the program that does so (address_use.h: ADDRESS_USE_NUMBER; printed_addresses.h),
// in code that may be reached; NO_CODE: there is none. The runtime library's instructions do not count: it
// makes no addresses of what it learns, and tells nobody but by printing.
uint32_t address_numbers_find(const struct calls *calls);

#endif
