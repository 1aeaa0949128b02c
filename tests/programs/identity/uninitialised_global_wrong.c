// Uninitialised memory that was copied to a global is not mistaken for that of another local: all that were not
// copied can differ from it at once.
//
// expect: violation
// kinds: assertion
#include <assert.h>
#include <string.h>

#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19)

#define GLOBAL(n) int global_##n, next_##n;
EACH(GLOBAL)

int main(void)
{
#define LOCAL(n) int local_##n, other_##n;
    EACH(LOCAL)
    int different = 0;
    memcpy(&global_10, &local_7, sizeof global_10);
    int copy = global_10;
#define COMPARE(n)                                                                                                   \
    {                                                                                                                \
        int *p = &local_##n, *q = &other_##n;                                                                        \
        different += (copy != *p) + (copy != *q);                                                                    \
    }
    EACH(COMPARE)
    assert(different != 39); // <- violation
    return 0;
}
