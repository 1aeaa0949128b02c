// Whether the program can look at a clock at all. If it cannot, sleeping and time-outs have nothing to move,
// and cost nothing.
#ifndef HEDDLE_LOWER_CLOCK_H
#define HEDDLE_LOWER_CLOCK_H

#include <llvm-c/Core.h>

// Answers __heddle_clock_is_read (lower/question.h). Where all looks come before any thread is created the
// function that looks gets another name (PROGRAM_LOOK_ALONE), and after that nothing moves the clock.
void clock_resolve(LLVMModuleRef module);

#endif
