// expect: violation
// kinds: memory
// message: use after return: write of 4 bytes in local
#include <stdlib.h>

static int *kept;

static void handler(void)
{
    *kept = 1; // <- violation
}

int main(void)
{
    int local = 0;
    kept = &local;
    atexit(handler);
    return 0;
}
