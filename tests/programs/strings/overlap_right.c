// expect: safe
// Ranges beside each other, and copies that end before they come to each other, do not overlap; nor does what
// is not printed.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[16] = "AB\0CDE";
    strcpy(text + 7, text + 3);
    assert(strcmp(text + 7, "CDE") == 0);
    strncpy(text, text + 3, 3);
    assert(memcmp(text, "CDECDE", 6) == 0);
    text[1] = 0;
    strcat(text, text + 5);
    assert(strcmp(text, "CE") == 0);
    assert(memccpy(text, text + 3, 'D', 9) == text + 2);
    assert(snprintf(text, 4, "%s", text + 7) == 3 && strcmp(text, "CDE") == 0);
    assert(snprintf(text, 0, "%s", text) == 3);
    assert(snprintf(NULL, 0, "%s", text) == 3);
    strcpy(text, text); // the same range, as of memcpy
    return 0;
}
