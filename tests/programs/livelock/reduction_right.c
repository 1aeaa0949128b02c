// heddle: --property=livelock --por=optimal
// expect: safe
// message: --por=optimal has no effect: --property=livelock needs a search over states
// por: default
// Another search than the one that was asked for: the result says so.
#include "mutex_right.c"
