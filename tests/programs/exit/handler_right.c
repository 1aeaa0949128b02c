// heddle: --property=exit,assertion
// expect: safe
// What counts is the status with which the program ends: a handler has the last word.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static int handled;

static void handler(void)
{
    handled++;
    assert(handled == 1);
    _exit(0);
}

int main(void)
{
    atexit(handler);
    return 4;
}
