// <stdlib.h>: digits of floating-point numbers as POSIX once had them.
#include "runtime/runtime.h"

int snprintf(char *restrict to, size_t size, const char *restrict format, ...);

char *gcvt(double value, int digits, char *to)
{
    enum { MOST_DIGITS = 17, ROOM = 40 };
    snprintf(to, ROOM, "%.*g", digits < MOST_DIGITS ? digits : MOST_DIGITS, value);
    return to;
}
