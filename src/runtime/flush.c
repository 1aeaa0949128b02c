// What flushes all streams, where there are any: apart, so that it is linked without them.
#include "runtime/runtime.h"

int (*_Atomic __runtime_flush_all)(void);
void (*_Atomic __runtime_check_buffers)(void);
