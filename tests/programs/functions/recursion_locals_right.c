// expect: safe
// Each level has variables of its own, reachable from below by address.
#include <assert.h>
#include <stddef.h>

struct frame {
    int value;
    struct frame *up;
};

static int sum(int n, struct frame *up)
{
    struct frame here = {n, up};
    if (n > 0)
        return sum(n - 1, &here);
    int total = 0;
    for (struct frame *f = &here; f; f = f->up)
        total += f->value;
    return total;
}

int main(void)
{
    assert(sum(10, NULL) == 55);
    return 0;
}
