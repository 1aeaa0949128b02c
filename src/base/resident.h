// How much memory processes hold, as /proc tells it.
#ifndef HEDDLE_BASE_RESIDENT_H
#define HEDDLE_BASE_RESIDENT_H

#include <stdint.h>
#include <sys/types.h>

// Bytes of this process that are in memory; 0: not known.
uint64_t resident_bytes(void);
// Bytes in memory of another process and of those it has started, without files that are mapped (programs and
// libraries, which all of them share); 0: it has ended, or that is not known.
uint64_t resident_bytes_of(pid_t process);

#endif
