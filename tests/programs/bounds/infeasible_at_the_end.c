// expect: safe
// message: in every execution an assumption does not hold, as here: what would follow was not checked
// text: ^safe, but only up to assumptions: every execution comes to one that does not hold$
// Each round is checked, and the way out of the loop is left to an assumption: what was checked is not nothing.
#include <assert.h>
extern void __VERIFIER_assume(int);

static int used;

int main(void)
{
    for (;;) {
        __VERIFIER_assume(used < 4);
        used++;
        assert(used > 0);
    }
}
