// expect: safe
// Locks of open file descriptions keep threads apart that have opened the file each for itself.
#define LOCK_AND_WAIT F_OFD_SETLKW
#define LOCK F_OFD_SETLK
#include "record_locks.h"
