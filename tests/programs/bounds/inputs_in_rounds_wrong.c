// expect: violation
// kinds: assertion
// heddle: --property=assertion --max-seconds=60
// A driver's loop, without an end of its own: inputs say what each round does, and nothing in it is visible. The first
// execution goes round for ever.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int state = 0;
    for (;;) {
        switch (__VERIFIER_nondet_int()) {
        case 0: state = 1; break;
        case 1: state = state == 2 ? 3 : 0; break;
        case 2: state = state == 1 ? 2 : state; break;
        default: break;
        }
        assert(state != 3); // <- violation
    }
}
