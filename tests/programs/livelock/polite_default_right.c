// expect: safe
// por: states default
// What is asked for by default does not ask for livelocks.
#include "polite_wrong.c"
