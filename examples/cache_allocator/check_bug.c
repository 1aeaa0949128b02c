// heddle:
// files: allocator.c cache.c central.c span.c size_class.c
// clang: -DBUG=1 -DALLOCATOR_TINY -DALLOCATOR_PAGES=16 -DALLOCATOR_CACHES=3 -DALLOCATOR_BATCH=1
// expect: violation
// kinds: assertion
// por: classic
// timeout: 300
//
// A batch is taken from the transfer slots without the lock; see central.c.
#include "check.c"
