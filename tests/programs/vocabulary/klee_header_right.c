// expect: safe
// KLEE's header, and more of its functions.
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
    int x, y = klee_range(0, 4, "y");
    klee_make_symbolic(&x, sizeof x, "x");
    klee_prefer_cex(&x, x > 7);
    klee_warning("one of %d", y);
    if (x == 3)
        klee_silent_exit(0);
    assert(x != 3 && y >= 0 && y < 4);
    if (klee_choose(3) > 2)
        klee_report_error(__FILE__, __LINE__, "out of range", "choose");
    return 0;
}
