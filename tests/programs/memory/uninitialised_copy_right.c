// heddle: --property=uninitialised,assertion,memory
// expect: safe
// Copying what was never written, padding for instance, decides nothing.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct padded {
    char tag;
    long value; // seven bytes of padding before it
};

int main(void)
{
    struct padded *a = malloc(2 * sizeof *a), *b = malloc(2 * sizeof *b);
    a[0].tag = 'x';
    a[0].value = 3;
    memcpy(b, a, 2 * sizeof *a);
    struct padded c = b[0];
    c.value++;
    assert(c.tag == 'x' && c.value == 4);
    b[1] = a[1];
    b[1].value = 1;
    assert(b[1].value == 1);
    free(a);
    free(b);
    return 0;
}
