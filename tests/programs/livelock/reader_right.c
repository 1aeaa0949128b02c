// heddle: --property=livelock,deadlock
// expect: safe
// por: states default
// A writer that ends keeps no reader waiting for ever.
#define ENDS
#include "reader_wrong.c"
