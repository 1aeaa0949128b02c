// heddle: --property=assertion,data-race
// expect: violation
// kinds: data-race
// por: states default
// message: data race on buffer.length
// The two accesses never stand next to each other; but a relaxed store makes nothing happen before what its
// reader does.
#define STORED memory_order_relaxed
#include "handover_right.c"
