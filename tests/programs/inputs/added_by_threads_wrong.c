// expect: violation
// kinds: assertion
// Three threads add inputs by compare-exchange: one sum of theirs is wrong.
#define IS_WRONG (sum == 3 && numbers[0] == 5)
#include "added_by_threads_right.c"
