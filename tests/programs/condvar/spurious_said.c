// That no wait ended without a signal is said of a safe result. The program of spurious_asked_wrong.c, which is right only then.
//
// expect: safe
// text: no wait ended without a signal; --spurious
#include "spurious_asked_wrong.c"
