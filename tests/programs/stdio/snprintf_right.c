// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char small[8];
    int needed = snprintf(small, sizeof small, "%d-%s", 12345, "abcdef");
    assert(needed == 12);
    assert(strcmp(small, "12345-a") == 0);
    assert(snprintf(NULL, 0, "%05.1f", 2.25) == 5);
    char exact[4];
    assert(sprintf(exact, "%03d", 7) == 3);
    assert(strcmp(exact, "007") == 0);
    return 0;
}
