// heddle: --effects={folder}/frames.effects --all
// expect: violation
// kinds: assertion
// What is written may be anything, and what is called is called.
#include "frames.h"

#include <assert.h>

static int called;

static void *seen(int *decoder, int kind)
{
    called = kind;
    return decoder;
}

int main(void)
{
    char text[4] = {1, 1, 1, 1};
    int decoder = 1;
    int got = get_frame(&decoder, seen, text, 4);
    assert(text[0] == 1); // <- violation
    assert(called == 0); // <- violation
    assert(got < 15); // <- violation
    return 0;
}
