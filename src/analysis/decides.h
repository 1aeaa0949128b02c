// What an instruction decides by its operands, whatever becomes of its result: whether it fails, where it
// reads or writes, how control goes on. What decides nothing may compute faint values (faint.h).
#ifndef HEDDLE_ANALYSIS_DECIDES_H
#define HEDDLE_ANALYSIS_DECIDES_H

#include "program/program.h"

enum decides {
    BY_ALL,     // each of them, or what it reads from memory
    BY_NONE,    // none: it always computes something, and nothing else
    BY_ADDRESS, // the register in `a`: a load, store or update
    BY_AMOUNT,  // the register in `b`: a shift
    BY_DIVISOR, // none if the constant in `b` is neither 0 nor -1, else all
    BY_WIDTH,   // none in widths that terms can express, else all
};

// BY_DIVISOR and BY_WIDTH are never returned, but what they come to.
enum decides decides_by(const struct instruction *instruction);

#endif
