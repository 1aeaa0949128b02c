// heddle: --property=livelock,deadlock,data-race
// expect: safe
// por: states default
// With the turn each gets in, if both are scheduled fairly.
#define TURN
#include "dekker_wrong.c"
