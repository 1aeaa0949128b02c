// heddle:
// files: allocator.c cache.c central.c span.c size_class.c
// clang: -DBUG=3 -DALLOCATOR_TINY -DALLOCATOR_PAGES=16 -DALLOCATOR_CACHES=1 -DALLOCATOR_BATCH=2
// expect: violation
// kinds: abort
// por: classic
// timeout: 300
//
// A span goes back to the page heap although it is in use again; see central.c.
#include "check_span.c"
