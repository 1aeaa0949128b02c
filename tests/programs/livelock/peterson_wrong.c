// heddle: --property=livelock --all
// expect: violation
// kinds: livelock
// violations: 1
// message: starvation: thread main.2 never leaves the loop at .* while thread main.1 can go on for ever
// por: states default
// Where nobody gives the turn away the thread that has not got it may wait for ever, and the other one never does.
#define NO_TURN
#include "peterson_right.c"
