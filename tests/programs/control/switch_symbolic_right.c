// expect: safe
// A state machine over symbolic events: no sequence of three leaves the known states.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum state { CLOSED, OPEN, LOCKED };

static enum state next(enum state s, unsigned char event)
{
    switch (s) {
    case CLOSED: return event == 'o' ? OPEN : event == 'l' ? LOCKED : CLOSED;
    case OPEN: return event == 'c' ? CLOSED : OPEN;
    case LOCKED: return event == 'u' ? CLOSED : LOCKED;
    }
    return (enum state)99;
}

int main(void)
{
    enum state s = CLOSED;
    int open_before = 0;
    for (int i = 0; i < 3; i++) {
        open_before = s == OPEN;
        s = next(s, __VERIFIER_nondet_uchar());
        assert(s == CLOSED || s == OPEN || s == LOCKED);
        assert(!(open_before && s == LOCKED));
    }
    return 0;
}
