// heddle: --property=livelock
// expect: violation
// kinds: livelock
// message: starvation: thread main.1 never leaves the loop at .* while thread main.2 can go on for ever
// por: states default
// A ticket that is drawn by a compare-exchange: of two threads one may draw all.
#define RETRY
#include "ticket_right.c"
