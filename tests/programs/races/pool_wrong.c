// expect: violation
// kinds: data-race
// heddle: --property=data-race
// case: optimal prune prune-classic prune-none default
// As pool.c, but that the last of the tasks is added up without the lock: a race in some executions only.
#define FORGETS_LOCK 3
#include "pool.c"
