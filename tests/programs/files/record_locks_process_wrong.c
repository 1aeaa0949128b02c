// expect: violation
// kinds: assertion
// Two threads that take a lock of the process do not keep each other out.
#define LOCK_AND_WAIT F_SETLKW
#define LOCK F_SETLK
#include "record_locks.h"
