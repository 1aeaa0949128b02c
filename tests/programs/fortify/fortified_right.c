// clang: -O2 -D_FORTIFY_SOURCE=2
// expect: safe
// What fits is what it is without _FORTIFY_SOURCE.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    int ends[2];
    char text[8], *copy = malloc(8);
    (void)arguments;
    strcpy(text, count ? "1234567" : "");
    assert(snprintf(text, sizeof text, "%s", "12345678") == 8 && strcmp(text, "1234567") == 0);
    assert(sprintf(text, "%d", count) == 1 && text[0] == '1');
    memcpy(copy, text, (size_t)count * 2);
    assert(pipe(ends) == 0 && write(ends[1], "ab", 2) == 2 && read(ends[0], text, (size_t)count * 8) == 2);
    free(copy);
    return 0;
}
