// expect: violation
// kinds: assertion
// Seven weekdays fit in three bits, but not in a signed field of three.
#include <assert.h>

struct date {
    signed weekday : 3;
    unsigned month : 4;
};

int main(void)
{
    struct date d = {0, 1};
    for (int i = 0; i < 7; i++) {
        d.weekday = i;
        assert(d.weekday == i); // <- violation
    }
    return 0;
}
