// heddle: --property=assertion,memory,leak
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *copy = strdup("abc");
    copy[0] = 'x';
    assert(strcmp(copy, "xbc") == 0);
    free(copy);
    copy = strndup("abcdef", 2);
    assert(strcmp(copy, "ab") == 0);
    free(copy);
    return 0;
}
