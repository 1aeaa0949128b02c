// heddle:
// files: allocator.c cache.c central.c span.c size_class.c
// clang: -DBUG=2 -DALLOCATOR_TINY -DALLOCATOR_PAGES=16 -DALLOCATOR_CACHES=2 -DALLOCATOR_BATCH=2
// expect: violation
// kinds: memory
// por: classic
// timeout: 300
//
// The cache of an ending thread is in use again before it is empty; see cache.c.
#include "check_thread_end.c"
