// clang: -m32
// expect: safe
// What has no width of its own in the text takes that of registers, and what is stored may be a byte.
// case: default none
// case: OUTPUT=1 default
#include "compare_exchange_right.c"
