// expect: violation
// kinds: assertion
// por: states default
// The producer goes on when the queue is full.
#define WRONG
#include "bounded_queue_right.c"
