// How much memory a check may take where nobody has said it.
#ifndef HEDDLE_BASE_AVAILABLE_H
#define HEDDLE_BASE_AVAILABLE_H

#include <stdint.h>

// The least of: half of the memory that the machine has available, nine tenths of each limit that a control
// group sets for the process (version 1 or 2), three quarters of a limit on its address space or its data
// (ulimit -v, ulimit -d). 0: nothing is known. `root` stands before /proc and /sys: "", or a folder in tests.
uint64_t available_memory(const char *root);

#endif
