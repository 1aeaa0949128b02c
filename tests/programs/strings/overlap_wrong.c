// heddle: --all
// expect: violation
// kinds: memory
// message: between overlapping ranges
// case: CALL=1 default source
// case: CALL=2 default
// case: CALL=3 default
// case: CALL=4 default
// case: CALL=5 default
// case: CALL=6 default
// case: CALL=7 default
// case: CALL=8 default
// Copies of strings between overlapping ranges are undefined, as those of memcpy are; of strncpy also what is
// filled up with zeroes counts.
#define _GNU_SOURCE
#include <string.h>

#ifndef CALL
#define CALL 1
#endif

static char text[16] = "ABCDE";

int main(void)
{
    char *volatile at = text;
    switch (CALL) {
    case 1: strcpy(at, at + 1); break;
    case 2: strncpy(at, at + 1, 3); break;
    case 3: strncpy(at, at + 4, 8); break;
    case 4: stpcpy(at, at + 2); break;
    case 5: memccpy(at, at + 1, 'D', 8); break;
    case 6: stpncpy(at + 1, at, 3); break;
    case 7:
        text[1] = 0;
        strcat(at, at + 3);
        break;
    default: text[1] = 0; strncat(at, at + 3, 5);
    }
    return 0;
}
