// expect: safe
// Symbolic index, constant field: accesses of other widths next to each other.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static struct {
    char tag;
    short small;
    long value;
} items[3];

int main(void)
{
    for (int k = 0; k < 3; k++) {
        items[k].tag = (char)('a' + k);
        items[k].small = (short)(-k);
        items[k].value = 100 * k;
    }
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 2)
        return 0;
    items[i].small = 5;
    assert(items[i].tag == (char)('a' + i) && items[i].value == (long)(100 * i) && items[i].small == 5);
    return 0;
}
