// expect: violation
// kinds: assertion
// The handler still runs, and finds the work undone.
#include <assert.h>
#include <stdlib.h>

static int saved;

static void check_saved(void)
{
    assert(saved); // <- violation
}

int main(void)
{
    atexit(check_saved);
    exit(0);
}
